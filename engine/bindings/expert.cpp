#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/bulk_games.hpp"
#include "bindings/long_call.hpp"
#include "core/budget.hpp"
#include "core/stop.hpp"
#include "count/layout_table.hpp"
#include "expert/constants.hpp"
#include "expert/endgame.hpp"
#include "expert/expert_guesser.hpp"
#include "expert/expert_player.hpp"
#include "expert/lookahead.hpp"
#include "expert/pockets.hpp"

namespace sapper {
namespace {

void count(const View& view, Budget& states, Workspace& workspace) {
    check_view(view);
    read_view(view, workspace);
    workspace.counting.count(workspace.condenser.problem(), states);
}

int index_or_none(const Grid& grid, Cell cell) { return cell == no_cell ? -1 : grid.flat_index(cell); }

// A layout of many cells takes longer to look at. The work allowed is that of layouts of some twenty cells, which takes
// 1 to 2 ns per unit (benchmarks/bench_budgets.py), and never less than a few milliseconds' worth.
std::uint64_t work_of_search(std::uint64_t layouts) {
    constexpr std::uint64_t work_per_layout = 100;
    constexpr std::uint64_t least = 10'000'000;
    return std::max(std::min(layouts, Budget::unlimited / work_per_layout) * work_per_layout, least);
}

// Layouts won, layouts, the index of the best cell, whether it is safe.
using Solution = std::tuple<std::uint64_t, std::uint64_t, int, bool>;
Solution py_solve(const NumbersArray& numbers, std::int64_t mines, std::int64_t budget) {
    const View view = view_of(numbers, mines);
    LongCall call;
    const BorrowedWorkspace borrowed;
    Workspace& workspace = *borrowed;
    Budget states(budget > 0 ? std::max(budget, default_budget) : 0);
    count(view, states, workspace);
    const std::uint64_t limit = budget <= 0 ? Budget::unlimited : static_cast<std::uint64_t>(budget);
    const WorkLimit work(work_of_search(limit));
    LayoutTable layouts;
    if (workspace.counting.log2_layouts() > std::log2(static_cast<double>(limit)) + 0.5 ||
        !layouts.write_out(workspace, limit)) {
        throw BudgetExceeded("the position has more layouts than the budget allows");
    }
    const Grid& grid = workspace.knowledge.grid();
    const EndgameSearch::Result result = EndgameSearch().search(layouts, grid, limit);
    return {result.won, result.layouts, index_or_none(grid, result.best), result.best_is_safe};
}

const char* name_of(DecidedBy decided_by) {
    switch (decided_by) {
        case DecidedBy::search:
            return "search";
        case DecidedBy::narrow_search:
            return "narrow search";
        case DecidedBy::playouts:
            return "playouts";
        default:
            return "lookahead";
    }
}

// Per candidate: index, mine probability, chance of winning.
using Compared = std::vector<std::tuple<int, double, double>>;
// The chosen cell's index, what decided, layouts won and layouts (0 unless searched to the end), what was compared.
using ExpertGuess = std::tuple<int, std::string, std::uint64_t, std::uint64_t, Compared>;
ExpertGuess py_guess(const NumbersArray& numbers, std::int64_t mines, std::int64_t budget) {
    const View view = view_of(numbers, mines);
    LongCall call;
    const BorrowedWorkspace borrowed;
    Workspace& workspace = *borrowed;
    Budget states(default_budget);
    count(view, states, workspace);
    ExpertGuesser expert(constants_for_budget(checked_search(budget)));
    const Decision decision = expert.decide(workspace);
    const Grid& grid = workspace.knowledge.grid();
    Compared compared;
    for (const GuessCandidate& candidate : expert.compared()) {
        compared.emplace_back(grid.flat_index(candidate.cell), candidate.mine_probability,
                              expert.win_chance(workspace, decision, candidate));
    }
    return {index_or_none(grid, decision.cell), name_of(decision.decided_by), decision.solved() ? decision.won : 0,
            decision.solved() ? decision.layouts : 0, compared};
}

// Per pocket: the indices of its cells, the index of its best guess, its share of wins.
using Pockets = std::vector<std::tuple<std::vector<int>, int, double>>;
Pockets py_pockets(const NumbersArray& numbers, std::int64_t mines, std::int64_t most_layouts) {
    const View view = view_of(numbers, mines);
    LongCall call;
    const BorrowedWorkspace borrowed;
    Workspace& workspace = *borrowed;
    Budget states(default_budget);
    count(view, states, workspace);
    const Grid& grid = workspace.knowledge.grid();
    PocketFinder finder;
    // The product must not overflow; no table holds that many layouts anyway.
    const std::int64_t most = std::min(checked_search(most_layouts), std::int64_t{1} << 32);
    Pockets pockets;
    for (const Pocket& pocket : finder.find(workspace, most, most * visits_per_layout)) {
        const Front& front = workspace.condenser.problem().fronts[pocket.front];
        std::vector<int> cells;
        for (const Cell cell : workspace.condenser.cells()) {
            const std::int32_t box = workspace.condenser.box_of(cell);
            if (box >= front.first_box && box < front.first_box + front.box_count) {
                cells.push_back(grid.flat_index(cell));
            }
        }
        pockets.emplace_back(std::move(cells), grid.flat_index(pocket.best), pocket.won);
    }
    return pockets;
}

// The fields of After, one tuple per number.
using LookedAhead = std::vector<std::tuple<int, double, double, double, double, int, bool>>;
LookedAhead py_look_ahead(const NumbersArray& numbers, std::int64_t mines, std::int64_t position) {
    const View view = view_of(numbers, mines);
    if (position < 0 || position >= static_cast<std::int64_t>(view.numbers.size())) {
        throw std::invalid_argument("the cell is outside the board");
    }
    LongCall call;
    const BorrowedWorkspace borrowed;
    Workspace& workspace = *borrowed;
    Budget states(default_budget);
    count(view, states, workspace);
    const Cell cell = workspace.knowledge.grid().cell(static_cast<int>(position));
    if (!workspace.knowledge.is_hidden(cell) || odds_of(workspace, cell).verdict != Verdict::uncertain) {
        throw std::invalid_argument("the cell must be hidden and uncertain");
    }
    Lookahead lookahead;
    lookahead.begin(workspace);
    LookedAhead looked;
    lookahead.for_each_number(cell, states, [&](const After& after) {
        looked.emplace_back(after.number, after.probability, after.log2_layouts, after.safest, after.second,
                            after.safe_count, after.none_around);
        return true;
    });
    return looked;
}

BulkResults py_play_expert(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first,
                           std::int64_t threads, std::int64_t budget) {
    const ExpertConstants constants = constants_for_budget(checked_search(budget));
    return play_layouts(layouts, first, threads, default_budget,
                        [&] { return std::make_unique<ExpertPlayer>(constants); });
}

}  // namespace

void bind_expert(nb::module_& module) {
    using namespace nb::literals;
    module.def("solve", &py_solve, "numbers"_a.noconvert(), "mines"_a, "budget"_a,
               "Optimal play to the end: (layouts won, layouts, index of the best cell or -1, whether it is certainly "
               "safe). budget: most layouts to visit, summed over all nodes; those of many cells count for more; 0 or "
               "less: no limit.");
    module.def(
        "guess", &py_guess, "numbers"_a.noconvert(), "mines"_a, "budget"_a,
        "The expert's choice when no cell is certainly safe: (index or -1, what decided, won, layouts, compared). "
        "What decided: 'search' (to the end of the game: won of layouts are won; otherwise both are 0), "
        "'lookahead', 'narrow search' (among the safer cells) or 'playouts'. compared lists (index, mine "
        "probability, chance of winning) of the candidates.");
    module.def(
        "look_ahead", &py_look_ahead, "numbers"_a.noconvert(), "mines"_a, "position"_a,
        "The position after each number that a cell may show: (number, probability, log2 of the layouts, safety "
        "of the safest cell, of the second safest, certainly safe cells, whether the number counts certain mines "
        "alone). The cell must be uncertain, and no cell of the view certainly safe.");
    module.def("pockets", &py_pockets, "numbers"_a.noconvert(), "mines"_a, "most_layouts"_a,
               "Fronts that nothing outside can inform any more, of at most so many layouts, each solved on its own: "
               "(indices of its cells, index of its best cell, share of its layouts won by optimal play). No cell of "
               "the view may be certainly safe.");
    module.def("play_expert", &py_play_expert, "layouts"_a.noconvert(), "first"_a, "threads"_a, "budget"_a,
               "Like play_exact, but with the expert player. budget: most layouts to visit in the search of one "
               "position.");
}

}  // namespace sapper
