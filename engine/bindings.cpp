// The engine as a Python module. Only this file knows Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "analysis.hpp"
#include "endgame.hpp"
#include "expert_player.hpp"
#include "laying.hpp"
#include "play.hpp"
#include "sampling.hpp"
#include "tracker.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sapper {
namespace {

using LayoutsArray = nb::ndarray<const bool, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using IndicesArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using RevealedArray = nb::ndarray<const std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using NumbersArray = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class Element, int Dimensions>
using NewArray = nb::ndarray<nb::numpy, Element, nb::ndim<Dimensions>>;

// Enough for every position met in play and for very wide fronts; a count that reaches it took about a second and some
// hundred megabytes.
constexpr std::int64_t default_budget = 10'000'000;

constexpr std::size_t most_cells = 100'000'000;    // so that every position fits an int with room to spare

Workspace& workspace_of_thread() {
    thread_local Workspace workspace;
    return workspace;
}

template <class Element, int Dimensions>
NewArray<Element, Dimensions> hand_over(std::unique_ptr<Element[]> elements, std::initializer_list<std::size_t> shape) {
    Element* const raw = elements.get();
    nb::capsule owner(raw, [](void* memory) noexcept { delete[] static_cast<Element*>(memory); });
    elements.release();
    return NewArray<Element, Dimensions>(raw, shape, owner);
}

template <class Element>
std::unique_ptr<Element[]> uninitialised(std::size_t count) {
    return std::make_unique_for_overwrite<Element[]>(count);
}

std::size_t checked_cells(std::size_t height, std::size_t width) {
    if (height > most_cells || width > most_cells || height * width > most_cells) {
        throw std::invalid_argument("the board is too large");
    }
    return height * width;
}

int checked_mines(std::int64_t mines, std::size_t cells) {
    if (mines < 0 || mines > static_cast<std::int64_t>(cells)) {
        throw std::invalid_argument("the number of mines must lie between 0 and the number of cells");
    }
    return static_cast<int>(mines);
}

std::size_t checked_count(std::int64_t layouts, std::size_t cells) {
    if (layouts < 0) {
        throw std::invalid_argument("the number of layouts can't be negative");
    }
    const auto count = static_cast<std::size_t>(layouts);
    if (cells > 0 && count > std::numeric_limits<std::size_t>::max() / 2 / cells) {
        throw std::bad_alloc();
    }
    return count;
}

ViewOfBoard view_of(const NumbersArray& numbers, std::int64_t mines) {
    const std::size_t cells = checked_cells(numbers.shape(0), numbers.shape(1));
    return {static_cast<int>(numbers.shape(0)), static_cast<int>(numbers.shape(1)), checked_mines(mines, cells),
            {numbers.data(), cells}};
}

auto py_analyze(const NumbersArray& numbers, std::int64_t mines, std::int64_t budget) {
    const ViewOfBoard view = view_of(numbers, mines);
    auto mine_probability = uninitialised<double>(view.numbers.size());
    auto verdicts = uninitialised<std::int8_t>(view.numbers.size());
    {
        const nb::gil_scoped_release no_gil;
        analyze(view, Budget(budget), workspace_of_thread(), {mine_probability.get(), view.numbers.size()},
                {verdicts.get(), view.numbers.size()});
    }
    return std::tuple(hand_over<double, 2>(std::move(mine_probability), {numbers.shape(0), numbers.shape(1)}),
                      hand_over<std::int8_t, 2>(std::move(verdicts), {numbers.shape(0), numbers.shape(1)}));
}

NewArray<bool, 3> py_sample(const NumbersArray& numbers, std::int64_t mines, std::int64_t n, std::uint64_t seed,
                            std::int64_t budget) {
    const ViewOfBoard view = view_of(numbers, mines);
    const std::size_t cells = view.numbers.size();
    const std::size_t count = checked_count(n, cells);
    std::unique_ptr<bool[]> layouts;
    {
        const nb::gil_scoped_release no_gil;
        Sampler sampler(view, Budget(budget), workspace_of_thread());
        layouts = uninitialised<bool>(count * cells);
        std::vector<std::uint8_t> layout(cells);
        for (std::size_t i = 0; i < count; ++i) {
            sampler.draw(seed, i, layout);
            std::transform(layout.begin(), layout.end(), layouts.get() + i * cells, [](std::uint8_t mine) { return mine != 0; });
        }
    }
    return hand_over<bool, 3>(std::move(layouts), {count, numbers.shape(0), numbers.shape(1)});
}

NewArray<bool, 3> py_lay(std::tuple<std::uint64_t, std::uint64_t> seed, std::uint64_t stream, std::uint64_t start_index,
                         std::int64_t n, std::tuple<std::int64_t, std::int64_t> size, std::int64_t mines,
                         const IndicesArray& places) {
    const auto [height, width] = size;
    if (height < 1 || width < 1) {
        throw std::invalid_argument("a board needs at least one cell");
    }
    const std::size_t cells = checked_cells(static_cast<std::size_t>(height), static_cast<std::size_t>(width));
    const std::span<const std::int64_t> may_be_mines(places.data(), places.shape(0));
    if (std::any_of(may_be_mines.begin(), may_be_mines.end(), [cells](std::int64_t place) {
            return place < 0 || place >= static_cast<std::int64_t>(cells);
        })) {
        throw std::invalid_argument("a place lies outside the board");
    }
    if (mines < 0 || static_cast<std::size_t>(mines) > may_be_mines.size()) {
        throw std::invalid_argument("the mines do not fit on the places");
    }
    const std::size_t count = checked_count(n, cells);
    std::unique_ptr<bool[]> layouts;
    {
        const nb::gil_scoped_release no_gil;
        layouts = uninitialised<bool>(count * cells);
        lay_boards({std::get<0>(seed), std::get<1>(seed), start_index, stream, cells, static_cast<std::size_t>(mines),
                    may_be_mines},
                   {layouts.get(), count * cells});
    }
    return hand_over<bool, 3>(std::move(layouts),
                              {count, static_cast<std::size_t>(height), static_cast<std::size_t>(width)});
}

// Won, layouts, the best cell's position (-1: none) and whether it is safe.
std::tuple<std::uint64_t, std::uint64_t, int, bool> py_solve(const NumbersArray& numbers, std::int64_t mines,
                                                             std::int64_t budget) {
    const ViewOfBoard view = view_of(numbers, mines);
    const nb::gil_scoped_release no_gil;
    check_view(view);
    Workspace& workspace = workspace_of_thread();
    read_view(view, workspace);
    Budget states(budget > 0 ? std::max(budget, default_budget) : 0);
    workspace.counting.count(workspace.condenser.problem(), states);
    const std::uint64_t limit = budget <= 0 ? Budget::unlimited : static_cast<std::uint64_t>(budget);
    LayoutTable layouts;
    if (workspace.counting.log2_layouts() > std::log2(static_cast<double>(limit)) + 0.5 ||
        !layouts.write_out(workspace, limit)) {
        throw BudgetExceeded("the position has more layouts than the budget allows");
    }
    const Grid& grid = workspace.knowledge.grid();
    const EndgameSearch::Result result = EndgameSearch().search(layouts, grid, limit);
    const int best = result.best == EndgameSearch::no_cell ? -1 : grid.flat_index(result.best);
    return {result.won, result.layouts, best, result.best_is_safe};
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

// The view, counted, in this thread's memory.
Workspace& counted(const ViewOfBoard& view, Budget& states) {
    check_view(view);
    Workspace& workspace = workspace_of_thread();
    read_view(view, workspace);
    workspace.counting.count(workspace.condenser.problem(), states);
    return workspace;
}

// The expert's guess where nothing is certain: the cell's position, what decided, won and all layouts where the rest was
// searched (0 where not), and what was compared: position, mine probability, chance to win.
using Compared = std::vector<std::tuple<int, double, double>>;
std::tuple<int, std::string, std::uint64_t, std::uint64_t, Compared> py_guess(const NumbersArray& numbers,
                                                                              std::int64_t mines, std::int64_t budget) {
    const ViewOfBoard view = view_of(numbers, mines);
    const nb::gil_scoped_release no_gil;
    Budget states(default_budget);
    Workspace& workspace = counted(view, states);
    Expert expert(constants_for_budget(budget));
    const Decision decision = expert.decide(workspace);
    const Grid& grid = workspace.knowledge.grid();
    Compared compared;
    for (const GuessCandidate& candidate : expert.compared()) {
        compared.emplace_back(grid.flat_index(candidate.place), candidate.mine_probability,
                              expert.win_chance(workspace, decision, candidate));
    }
    return {decision.place == no_place ? -1 : grid.flat_index(decision.place), name_of(decision.decided_by),
            decision.solved() ? decision.won : 0, decision.solved() ? decision.layouts : 0, compared};
}

// Pockets of a view without a certainly safe cell: the cells of each, where to guess in it, and its share of wins.
using Pockets = std::vector<std::tuple<std::vector<int>, int, double>>;
Pockets py_pockets(const NumbersArray& numbers, std::int64_t mines, std::int64_t most_layouts) {
    const ViewOfBoard view = view_of(numbers, mines);
    const nb::gil_scoped_release no_gil;
    Budget states(default_budget);
    Workspace& workspace = counted(view, states);
    const Grid& grid = workspace.knowledge.grid();
    PocketFinder finder;
    Pockets pockets;
    for (const Pocket& pocket : finder.find(workspace, most_layouts, most_layouts * visits_a_layout)) {
        const Front& front = workspace.condenser.problem().fronts[pocket.front];
        std::vector<int> cells;
        for (const Place cell : workspace.condenser.cells()) {
            const std::int32_t box = workspace.condenser.box_of(cell);
            if (box >= front.first_box && box < front.first_box + front.box_count) {
                cells.push_back(grid.flat_index(cell));
            }
        }
        pockets.emplace_back(std::move(cells), grid.flat_index(pocket.best), pocket.won);
    }
    return pockets;
}

// What follows each number that a cell may show: number, probability, log2 of the layouts, the chances of the two safest
// cells to be safe, certainly safe cells, whether no neighbour that was open is a mine.
using LookedAhead = std::vector<std::tuple<int, double, double, double, double, int, bool>>;
LookedAhead py_look_ahead(const NumbersArray& numbers, std::int64_t mines, std::int64_t position) {
    const ViewOfBoard view = view_of(numbers, mines);
    if (position < 0 || position >= static_cast<std::int64_t>(view.numbers.size())) {
        throw std::invalid_argument("the cell lies outside the board");
    }
    const nb::gil_scoped_release no_gil;
    Budget states(default_budget);
    Workspace& workspace = counted(view, states);
    const Place cell = workspace.knowledge.grid().place(static_cast<int>(position));
    if (!workspace.knowledge.is_hidden(cell) || odds_of(workspace, cell).verdict != Verdict::open) {
        throw std::invalid_argument("the cell must be hidden and not certain");
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

auto play(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first, std::int64_t threads,
          std::int64_t budget, const MakePlayer& make_player) {
    const std::size_t count = layouts.shape(0);
    const std::size_t cells = checked_cells(layouts.shape(1), layouts.shape(2));
    const auto [row, column] = first;
    if (row < 0 || row >= static_cast<std::int64_t>(layouts.shape(1)) || column < 0 ||
        column >= static_cast<std::int64_t>(layouts.shape(2))) {
        throw std::invalid_argument("the first cell lies outside the board");
    }
    constexpr std::int64_t most_threads = 1024;
    if (threads < 1 || threads > most_threads) {
        throw std::invalid_argument("the number of threads must lie between 1 and 1024");
    }
    auto won = uninitialised<bool>(count);
    auto guesses = uninitialised<std::int32_t>(count);
    auto certain_moves = uninitialised<std::int32_t>(count);
    {
        const nb::gil_scoped_release no_gil;
        std::vector<GameResult> results(count);
        // Read as bytes: what numpy calls a bool need not be one to C++.
        const auto* const bytes = static_cast<const std::uint8_t*>(static_cast<const void*>(layouts.data()));
        play_games({static_cast<int>(layouts.shape(1)), static_cast<int>(layouts.shape(2)), {bytes, count * cells},
                    static_cast<int>(row), static_cast<int>(column), budget},
                   make_player, static_cast<int>(threads), results);
        for (std::size_t i = 0; i < count; ++i) {
            won[i] = results[i].won;
            guesses[i] = results[i].guesses;
            certain_moves[i] = results[i].certain_moves;
        }
    }
    return std::tuple(hand_over<bool, 1>(std::move(won), {count}), hand_over<std::int32_t, 1>(std::move(guesses), {count}),
                      hand_over<std::int32_t, 1>(std::move(certain_moves), {count}));
}

auto py_play_exact(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first, std::int64_t threads,
                   std::int64_t budget) {
    return play(layouts, first, threads, budget, [] { return std::make_unique<ExactPlayer>(); });
}

auto py_play_expert(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first, std::int64_t threads,
                    std::int64_t budget) {
    const ExpertConstants constants = constants_for_budget(budget);
    return play(layouts, first, threads, default_budget, [&] { return std::make_unique<ExpertPlayer>(constants); });
}

// A tracker that several Python threads may share: one call at a time.
class SharedTracker {
public:
    SharedTracker(std::int64_t height, std::int64_t width, std::int64_t mines)
        : tracker_(checked_tracker(height, width, mines)) {}

    void reveal(const IndicesArray& flat_indices, const RevealedArray& numbers) {
        if (flat_indices.shape(0) != numbers.shape(0)) {
            throw std::invalid_argument("each revealed cell needs one number");
        }
        const nb::gil_scoped_release no_gil;
        const std::scoped_lock lock(mutex_);
        tracker_.reveal({flat_indices.data(), flat_indices.shape(0)}, {numbers.data(), numbers.shape(0)});
    }

    std::optional<std::tuple<int, bool, double>> choose(std::int64_t budget) {
        const nb::gil_scoped_release no_gil;
        const std::scoped_lock lock(mutex_);
        const std::optional<Tracker::Choice> choice = tracker_.choose(budget);
        if (!choice) {
            return std::nullopt;
        }
        return std::tuple(choice->flat_index, choice->certain, choice->mine_probability);
    }

private:
    static Tracker checked_tracker(std::int64_t height, std::int64_t width, std::int64_t mines) {
        if (height < 1 || width < 1) {
            throw std::invalid_argument("a board needs at least one cell");
        }
        const std::size_t cells = checked_cells(static_cast<std::size_t>(height), static_cast<std::size_t>(width));
        return Tracker(static_cast<int>(height), static_cast<int>(width), checked_mines(mines, cells));
    }

    std::mutex mutex_;
    Tracker tracker_;
};

}  // namespace
}  // namespace sapper

NB_MODULE(_engine, module) {
    using namespace sapper;
    module.doc() = "Exact counting of Minesweeper layouts, and the player built on it.";
    module.attr("DEFAULT_BUDGET") = default_budget;
    nb::exception<Contradiction>(module, "Contradiction", PyExc_ValueError);
    nb::exception<BudgetExceeded>(module, "BudgetExceeded", PyExc_RuntimeError);

    module.def("analyze", &py_analyze, "numbers"_a.noconvert(), "mines"_a, "budget"_a,
               "The mine probability of every cell (nan where revealed), and its verdict: 1 certainly safe, -1 certainly "
               "a mine, 0 neither, or revealed.\n\n"
               "numbers: int8 (height, width), -1 where hidden. budget: states that may be created; 0 or less: no limit.");
    module.def("sample", &py_sample, "numbers"_a.noconvert(), "mines"_a, "n"_a, "seed"_a, "budget"_a,
               "n layouts, bool (n, height, width), drawn uniformly and independently from all that agree with the view. "
               "Layout i is a function of the view, the seed and i alone.");
    module.def("solve", &py_solve, "numbers"_a.noconvert(), "mines"_a, "budget"_a,
               "Best play to the end: (layouts won, layouts, position of the best cell or -1, whether it is certainly "
               "safe). budget: layouts that may be looked at, summed over all nodes; 0 or less: no limit.");
    module.def("lay", &py_lay, "seed"_a, "stream"_a, "start_index"_a, "n"_a, "size"_a, "mines"_a, "places"_a.noconvert(),
               "The layouts, bool (n, height, width), of the boards start_index, start_index + 1, ... of a seed, given as "
               "its lower and its upper 64 bits. Every cell draws a number from the board's stream, and the mines lie on "
               "the places (int64, by position) with the smallest.");
    module.def("play_exact", &py_play_exact, "layouts"_a.noconvert(), "first"_a, "threads"_a, "budget"_a,
               "Plays one game of the exact player on each layout, bool (n, height, width), starting at the cell first. "
               "A mine there loses.\n\n"
               "Returns won (bool), guesses (int32: cells revealed after the first one without being certain) and "
               "certain_moves (int32: cells revealed because they were certain, those not counted that opened with the "
               "region of a 0). budget: states for each analysis.");

    module.def("guess", &py_guess, "numbers"_a.noconvert(), "mines"_a, "budget"_a,
               "The expert's choice where no cell is certainly safe: (position or -1, what decided, won, layouts, compared). "
               "What decided: 'search' (of the rest of the game; won of layouts are won, else both are 0), 'lookahead', "
               "'narrow search' (among the safer cells) or 'playouts'. compared lists (position, mine probability, chance "
               "to win) of the cells that were looked at.");
    module.def("look_ahead", &py_look_ahead, "numbers"_a.noconvert(), "mines"_a, "position"_a,
               "What follows each number that a cell may show: (number, probability, log2 of the layouts, chance of the "
               "safest cell, of the second safest, certainly safe cells, whether no neighbour is a mine beside the certain "
               "ones). The cell must not be certain, and no cell of the view certainly safe.");
    module.def("pockets", &py_pockets, "numbers"_a.noconvert(), "mines"_a, "most_layouts"_a,
               "Fronts that nothing outside can tell about any more, of at most so many layouts, each solved apart: "
               "(positions of its cells, position of its best cell, share of its layouts that best play wins). No cell "
               "of the view may be certainly safe.");
    module.def("play_expert", &py_play_expert, "layouts"_a.noconvert(), "first"_a, "threads"_a, "budget"_a,
               "As play_exact, by the expert player. budget: layouts that the search of one position may look at.");

    nb::class_<SharedTracker>(module, "Tracker", nb::is_final(),
                              "The exact player's knowledge of one game, kept from move to move. What it answers is a "
                              "function of the view alone.")
        .def(nb::init<std::int64_t, std::int64_t, std::int64_t>(), "height"_a, "width"_a, "mines"_a)
        .def("reveal", &SharedTracker::reveal, "flat_indices"_a.noconvert(), "numbers"_a.noconvert(),
             "Takes in revealed cells: their row-major positions (int64) and their numbers (int8).")
        .def("choose", &SharedTracker::choose, "budget"_a,
             "The next cell: (position, certain, mine_probability); None where no hidden cell may be safe.");
}
