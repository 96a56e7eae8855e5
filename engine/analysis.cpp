#include "analysis.hpp"

#include <array>
#include <limits>

namespace sapper {

void check_view(const ViewOfBoard& view) {
    if (view.numbers.empty()) {
        throw std::invalid_argument("a view needs at least one cell");
    }
    if (view.mines < 0 || view.mines > view.height * view.width) {
        throw std::invalid_argument("the number of mines must lie between 0 and the number of cells");
    }
    // One pass without a way out in between: the compiler looks at many numbers at a time.
    bool all_proper = true;
    for (const std::int8_t number : view.numbers) {
        all_proper &= number >= hidden_number && number <= largest_number;
    }
    if (!all_proper) {
        throw std::invalid_argument("a cell shows a number from 0 to 8, or -1 where it is hidden");
    }
}

void read_view(const ViewOfBoard& view, Workspace& workspace) {
    workspace.knowledge.reset(view.height, view.width, view.mines);
    const Grid& grid = workspace.knowledge.grid();
    // Every cell is written to the lists, and the end moves on only past the revealed ones: hidden or not can't be
    // guessed ahead by the processor, so it is not asked to.
    workspace.places.resize(view.numbers.size());
    workspace.numbers.resize(view.numbers.size());
    std::size_t revealed = 0;
    auto number = view.numbers.begin();
    for (int row = 0; row < view.height; ++row) {
        Place place = grid.place(row, 0);
        for (int column = 0; column < view.width; ++column, ++place, ++number) {
            workspace.places[revealed] = place;
            workspace.numbers[revealed] = *number;
            revealed += *number != hidden_number ? 1 : 0;
        }
    }
    workspace.places.resize(revealed);
    workspace.numbers.resize(revealed);
    workspace.knowledge.reveal(workspace.places, workspace.numbers);
    workspace.condenser.condense(workspace.knowledge);
}

void analyze(const ViewOfBoard& view, Budget budget, Workspace& workspace, std::span<double> mine_probability,
             std::span<std::int8_t> verdicts) {
    check_view(view);
    read_view(view, workspace);
    workspace.counting.count(workspace.condenser.problem(), budget);

    // First every cell by its state alone, as if all unknown cells were sea; then the cells of the boxes.
    const Odds sea = workspace.counting.sea();
    constexpr std::size_t states = 5;
    std::array<double, states> probability_of{};
    std::array<std::int8_t, states> verdict_of{};
    const auto set = [&](CellState state, double probability, Verdict verdict) {
        probability_of[static_cast<std::size_t>(state)] = probability;
        verdict_of[static_cast<std::size_t>(state)] = static_cast<std::int8_t>(verdict);
    };
    set(CellState::unknown, sea.mine_probability, sea.verdict);
    set(CellState::safe, 0.0, Verdict::safe);
    set(CellState::mine, 1.0, Verdict::mine);
    set(CellState::revealed, std::numeric_limits<double>::quiet_NaN(), Verdict::open);

    const Grid& grid = workspace.knowledge.grid();
    std::size_t cell = 0;
    for (int row = 0; row < view.height; ++row) {
        Place place = grid.place(row, 0);
        for (int column = 0; column < view.width; ++column, ++place, ++cell) {
            const auto state = static_cast<std::size_t>(workspace.knowledge.state(place));
            mine_probability[cell] = probability_of[state];
            verdicts[cell] = verdict_of[state];
        }
    }
    for (const Place place : workspace.condenser.cells()) {
        const Odds& odds = workspace.counting.box(workspace.condenser.box_of(place));
        const auto here = static_cast<std::size_t>(grid.flat_index(place));
        mine_probability[here] = odds.mine_probability;
        verdicts[here] = static_cast<std::int8_t>(odds.verdict);
    }
}

}  // namespace sapper
