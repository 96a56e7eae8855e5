#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/bulk_games.hpp"
#include "bindings/expert_constants.hpp"
#include "bindings/long_call.hpp"
#include "core/budget.hpp"
#include "core/stop.hpp"
#include "count/layout_table.hpp"
#include "expert/constant_table.hpp"
#include "expert/constants.hpp"
#include "expert/endgame.hpp"
#include "expert/expert_guesser.hpp"
#include "expert/expert_player.hpp"
#include "expert/guess_luck.hpp"
#include "expert/guess_value.hpp"
#include "expert/lookahead.hpp"
#include "expert/risk_playouts.hpp"

namespace sapper {
namespace {

void count(const View& view, Budget& states, Workspace& workspace) {
    check_view(view);
    read_view(view, workspace);
    workspace.counting.count(workspace.condenser.problem(), states);
}

std::optional<int> index_or_none(const Grid& grid, std::optional<Cell> cell) {
    return cell ? std::optional(grid.flat_index(*cell)) : std::nullopt;
}

// Layouts won, layouts, the index of the best cell, if there is one, whether it is safe.
using Solution = std::tuple<std::uint64_t, std::uint64_t, std::optional<int>, bool>;
Solution py_solve(const NumbersArray& numbers, std::int64_t mines, BudgetOrNone budget) {
    const View view = view_of(numbers, mines);
    const std::uint64_t most_layouts = checked_budget(budget).left();
    LongCall call;
    const BorrowedWorkspace borrowed;
    Workspace& workspace = *borrowed;
    Budget states = budget ? Budget(std::max(most_layouts, default_budget.left())) : Budget::unlimited();
    count(view, states, workspace);
    const EndgameSearch::Result result = search_to_the_end(workspace, most_layouts);
    return {result.won, result.layouts, index_or_none(workspace.knowledge.grid(), result.best), result.best_is_safe};
}

const char* name_of(DecidedBy decided_by) {
    switch (decided_by) {
        case DecidedBy::search:
            return "search";
        case DecidedBy::judge:
            return "judge";
        case DecidedBy::playouts:
            return "playouts";
        case DecidedBy::safety:
            return "safety";
        case DecidedBy::lookahead:
            break;
    }
    return "lookahead";
}

// What an opened candidate is expected to do: show a 0, leave a certainly safe cell, and so many bits told. None if its
// lookahead was cut short.
using PyAhead = std::optional<std::tuple<double, double, double>>;
PyAhead as_tuple(const std::optional<Ahead>& ahead) {
    return ahead ? PyAhead(std::tuple(ahead->opens, ahead->leaves_safe, ahead->bits)) : std::nullopt;
}

// Per candidate: index, mine probability, chance of winning, what it does if it is safe.
using Compared = std::vector<std::tuple<int, double, double, PyAhead>>;
// The chosen cell's index, what decided, layouts won and layouts (0 unless searched to the end), what was compared.
using ExpertGuess = std::tuple<int, std::string, std::uint64_t, std::uint64_t, Compared>;
std::optional<ExpertGuess> py_guess(const NumbersArray& numbers, std::int64_t mines, std::int64_t budget,
                                    const NamedValues& constants) {
    const View view = view_of(numbers, mines);
    const ExpertConstants used = constants_with(budget, constants);
    LongCall call;
    const BorrowedWorkspace borrowed;
    Workspace& workspace = *borrowed;
    Budget states = default_budget;
    count(view, states, workspace);
    ExpertGuesser expert(used);
    const std::optional<Decision> decision = expert.decide(workspace);
    if (!decision) {
        return std::nullopt;
    }
    const Grid& grid = workspace.knowledge.grid();
    Compared compared;
    for (const GuessCandidate& candidate : expert.compared()) {
        compared.emplace_back(grid.flat_index(candidate.cell), candidate.mine_probability,
                              expert.win_chance(workspace, *decision, candidate),
                              as_tuple(ahead_of(candidate, workspace.counting.log2_layouts())));
    }
    return ExpertGuess{grid.flat_index(decision->cell), name_of(decision->decided_by), decision->won, decision->layouts,
                       compared};
}

// The chance of winning by the expert's play, the same once the cells are opened, the deviation of the difference.
std::tuple<double, double, double> py_play_out_risk(const NumbersArray& numbers, std::int64_t mines,
                                                    const IndicesArray& positions, double safety, int games,
                                                    BudgetOrNone budget) {
    const View view = view_of(numbers, mines);
    if (games < 1 || !(safety >= 0.0 && safety <= 1.0)) {
        throw std::invalid_argument("a risk is played out in at least one game, and a chance is from 0 to 1");
    }
    LongCall call;
    const BorrowedWorkspace borrowed;
    Workspace& workspace = *borrowed;
    Budget states = checked_budget(budget);
    count(view, states, workspace);
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < positions.shape(0); ++i) {
        const std::int64_t position = positions(i);
        if (position < 0 || position >= static_cast<std::int64_t>(view.numbers.size())) {
            throw std::invalid_argument("the cell is outside the board");
        }
        cells.push_back(workspace.knowledge.grid().cell(static_cast<int>(position)));
    }
    const PlayedRisk played = play_out_risk(workspace, cells, safety, games, states);
    return {played.best, played.taken, played.deviation};
}

// Codes of the unsettled position, uncertain cells, mines among them, log2 of the layouts; per candidate the index, its
// traits and its lead; the logit of the chance of winning.
using Judged =
    std::tuple<std::vector<int>, int, int, double, std::vector<std::tuple<int, std::vector<int>, double>>, double>;
Judged py_judge(const NumbersArray& numbers, std::int64_t mines) {
    const View view = view_of(numbers, mines);
    LongCall call;
    const BorrowedWorkspace borrowed;
    Workspace& workspace = *borrowed;
    Budget states = default_budget;
    count(view, states, workspace);
    ExpertConstants constants;
    constants.search_layouts = 0;
    constants.playouts = 0;
    constants.judged_share = judged_share_in_training;
    ExpertGuesser expert(constants);
    expert.decide(workspace);
    const Unsettled& unsettled = expert.unsettled();
    std::vector<int> codes;
    std::vector<std::tuple<int, std::vector<int>, double>> candidates;
    if (expert.judged().empty()) {
        return {codes, 0, 0, 0.0, candidates, 0.0};
    }
    for (int row = 0; row < unsettled.height(); ++row) {
        for (int column = 0; column < unsettled.width(); ++column) {
            codes.push_back(unsettled.code(unsettled.index(row, column)));
        }
    }
    for (const Judge::Candidate& candidate : expert.judged()) {
        const int row = candidate.index / unsettled.stride() - 1;
        const int column = candidate.index % unsettled.stride() - 1;
        candidates.emplace_back(row * unsettled.width() + column,
                                std::vector<int>(candidate.traits.begin(), candidate.traits.end()), candidate.lead);
    }
    return {codes, unsettled.uncertain(), unsettled.mines(), unsettled.log2_layouts(), candidates, expert.logit()};
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
    Budget states = default_budget;
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
                           std::int64_t threads, std::int64_t budget, const NamedValues& constants,
                           const ValueWeights& value) {
    const ExpertConstants used = constants_with(budget, constants);
    return play_layouts(
        layouts, first, threads, default_budget, [&] { return std::make_unique<ExpertPlayer>(used); },
        luck_meter_by(value));
}

// Per guess: the features of what it led to, and the chance of winning the game.
using RecordedGuesses = std::tuple<NewArray<double, 2>, NewArray<double, 1>>;
RecordedGuesses py_record_guesses(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first,
                                  std::int64_t budget, const NamedValues& constants) {
    const ExpertConstants used = constants_with(budget, constants);
    std::vector<GuessRecorder::Row> rows;
    constexpr std::int64_t one_thread = 1;
    play_layouts(
        layouts, first, one_thread, default_budget, [&] { return std::make_unique<ExpertPlayer>(used); },
        [&] { return std::make_unique<GuessRecorder>(rows, default_budget); });
    auto features = uninitialised<double>(rows.size() * guess_feature_count);
    auto chances = uninitialised<double>(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::copy(rows[i].features.begin(), rows[i].features.end(), features.get() + i * guess_feature_count);
        chances[i] = rows[i].chance;
    }
    return {hand_over<double, 2>(std::move(features), {rows.size(), guess_feature_count}),
            hand_over<double, 1>(std::move(chances), {rows.size()})};
}

// Per constant: name, default, least and most value, whether it is a whole number.
using ConstantTable = std::vector<std::tuple<std::string, double, double, double, bool>>;
ConstantTable py_expert_constants() {
    ConstantTable table;
    for (const NamedConstant& constant : named_constants) {
        table.emplace_back(std::string(constant.name), constant.value_in(ExpertConstants()), constant.least,
                           constant.most, constant.is_whole());
    }
    return table;
}

}  // namespace

void bind_expert(nb::module_& module) {
    using namespace nb::literals;
    module.def(
        "solve", &py_solve, "numbers"_a.noconvert(), "mines"_a, "budget"_a.none(),
        "Optimal play to the end: (layouts won, layouts, index of the best cell or None, whether it is certainly "
        "safe). budget: most layouts to visit, summed over all nodes; those of many cells count for more; "
        "None: no limit.");
    module.def(
        "guess", &py_guess, "numbers"_a.noconvert(), "mines"_a, "budget"_a, "constants"_a = NamedValues(),
        "The expert's choice when no cell is certainly safe: (index, what decided, won, layouts, compared), or None if "
        "every hidden cell is a mine. "
        "What decided: 'search' (to the end of the game: won of layouts are won; otherwise both are 0), "
        "'lookahead', 'judge', 'playouts', or 'safety' where looking ahead takes more than the budget. compared lists "
        "(index, mine probability, chance of winning) of the candidates. constants: by name, where they differ from "
        "the usual "
        "ones.");
    module.def(
        "play_out_risk", &py_play_out_risk, "numbers"_a.noconvert(), "mines"_a, "positions"_a.noconvert(), "safety"_a,
        "games"_a, "budget"_a.none(),
        "What opening some hidden cells gives up, by games played out on the same layouts: (the chance of winning "
        "by the expert's play, the same once the cells are opened, the standard deviation of the difference). "
        "safety: the chance that none of the cells is a mine.");
    module.def(
        "look_ahead", &py_look_ahead, "numbers"_a.noconvert(), "mines"_a, "position"_a,
        "The position after each number that a cell may show: (number, probability, log2 of the layouts, safety "
        "of the safest cell, of the second safest, certainly safe cells, whether the number counts certain mines "
        "alone). The cell must be uncertain, and no cell of the view certainly safe.");
    module.def("judge", &py_judge, "numbers"_a.noconvert(), "mines"_a,
               "What the judge is told of a position and says of it: (codes of the cells, uncertain cells, mines among "
               "them, log2 of the layouts, [(index, traits, lead)] of the candidates, logit of the chance of winning). "
               "Nothing if there is no choice. No cell of the view may be certainly safe.");
    module.def("play_expert", &py_play_expert, "layouts"_a.noconvert(), "first"_a, "threads"_a, "budget"_a,
               "constants"_a = NamedValues(), "value"_a = nb::none(),
               "Like play_exact, but with the expert player. budget: most layouts to visit in the search of one "
               "position. constants: by name, where they differ from the usual ones.");
    module.def(
        "record_guesses", &py_record_guesses, "layouts"_a.noconvert(), "first"_a, "budget"_a,
        "constants"_a = NamedValues(),
        "Plays like play_expert, on one thread. Returns, for each guess that was survived before the rest of the "
        "game was searched, the features of what it led to (float64, n by features) and the chance of winning "
        "(float64, n): the share of layouts won where the search began, or 1 or 0 if the game ended before.");
    module.def("expert_constants", &py_expert_constants,
               "The expert's constants: (name, default, least value, most value, whether it must be whole).");
}

}  // namespace sapper
