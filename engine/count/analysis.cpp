#include "count/analysis.hpp"

#include <array>
#include <limits>

namespace sapper {

namespace {

void write_odds(const View& view, const Workspace& workspace, std::span<double> mine_probability,
                std::span<std::int8_t> verdicts) {
    // First every cell by its state alone, as if all unknown cells were sea; then the cells in boxes.
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
    set(CellState::revealed, std::numeric_limits<double>::quiet_NaN(), Verdict::uncertain);

    const Grid& grid = workspace.knowledge.grid();
    std::size_t index = 0;
    for (int row = 0; row < view.height; ++row) {
        Cell cell = grid.cell(row, 0);
        for (int column = 0; column < view.width; ++column, ++cell, ++index) {
            const auto state = static_cast<std::size_t>(workspace.knowledge.state(cell));
            mine_probability[index] = probability_of[state];
            verdicts[index] = verdict_of[state];
        }
    }
    for (const Cell cell : workspace.condenser.cells()) {
        const Odds& odds = workspace.counting.box(workspace.condenser.box_of(cell));
        const auto here = static_cast<std::size_t>(grid.flat_index(cell));
        mine_probability[here] = odds.mine_probability;
        verdicts[here] = static_cast<std::int8_t>(odds.verdict);
    }
}

}  // namespace

void analyze(const View& view, Budget budget, Workspace& workspace, std::span<double> mine_probability,
             std::span<std::int8_t> verdicts) {
    check_view(view);
    read_view(view, workspace);
    workspace.counting.count(workspace.condenser.problem(), budget);
    write_odds(view, workspace, mine_probability, verdicts);
}

void analyze_apart(const View& view, Budget budget, Workspace& workspace, std::span<double> mine_probability,
                   std::span<std::int8_t> verdicts) {
    check_view(view);
    read_view(view, workspace);
    workspace.counting.count_apart(workspace.condenser.problem(), budget);
    write_odds(view, workspace, mine_probability, verdicts);
}

}  // namespace sapper
