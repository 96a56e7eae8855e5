#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/long_call.hpp"
#include "make/board_maker.hpp"

namespace sapper {
namespace {

// layouts, repaired, tried, moved: one entry per board.
using MadeBoards =
    std::tuple<NewArray<bool, 3>, NewArray<bool, 1>, NewArray<std::int64_t, 1>, NewArray<std::int64_t, 1>>;

MadeBoards py_make_boards(std::tuple<std::uint64_t, std::uint64_t> seed, std::uint64_t stream,
                          std::uint64_t start_index, std::int64_t n, std::tuple<std::int64_t, std::int64_t> size,
                          std::int64_t mines, const IndicesArray& places, std::int64_t first, std::int64_t grade,
                          std::int64_t attempts, std::int64_t draws, std::int64_t threads, MakingProgress& progress) {
    const auto [height, width] = size;
    const std::size_t cells = checked_board(height, width);
    const std::span<const std::int64_t> may_be_mines = checked_places(places, cells, mines);
    if (first < 0 || first >= static_cast<std::int64_t>(cells) ||
        std::find(may_be_mines.begin(), may_be_mines.end(), first) != may_be_mines.end()) {
        throw std::invalid_argument("the first cell must be on the board and may not be a mine");
    }
    if (grade < 0 || grade >= static_cast<std::int64_t>(technique_count)) {
        throw std::invalid_argument("there is no such technique");
    }
    if (attempts < 1 || draws < 0) {
        throw std::invalid_argument("at least one board must be tried, and no fewer than 0 drawn");
    }
    const std::size_t count = checked_layouts(n, cells);
    auto layouts = uninitialised<bool>(count * cells);
    auto repaired = uninitialised<bool>(count);
    auto tried = uninitialised<std::int64_t>(count);
    auto moved = uninitialised<std::int64_t>(count);
    const int thread_count = checked_threads(threads);
    {
        LongCall call;
        std::vector<Made> made(count);
        const Wish wish{
            {std::get<0>(seed), std::get<1>(seed), stream, cells, static_cast<std::size_t>(mines), may_be_mines},
            static_cast<int>(height),
            static_cast<int>(width),
            static_cast<int>(first),
            static_cast<Technique>(grade),
            static_cast<std::uint64_t>(attempts),
            static_cast<std::uint64_t>(draws)};
        make_boards(wish, start_index, thread_count, {layouts.get(), count * cells}, made, progress);
        for (std::size_t i = 0; i < count; ++i) {
            repaired[i] = made[i].method == Method::repaired;
            tried[i] = static_cast<std::int64_t>(made[i].tried);
            moved[i] = static_cast<std::int64_t>(made[i].moved);
        }
    }
    return std::tuple(hand_over<bool, 3>(std::move(layouts),
                                         {count, static_cast<std::size_t>(height), static_cast<std::size_t>(width)}),
                      hand_over<bool, 1>(std::move(repaired), {count}),
                      hand_over<std::int64_t, 1>(std::move(tried), {count}),
                      hand_over<std::int64_t, 1>(std::move(moved), {count}));
}

}  // namespace

void bind_make(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<MakingProgress>(module, "MakingProgress", nb::is_final(),
                               "How far a call of make_boards has come; any thread may read it.")
        .def(nb::init<>())
        .def(
            "made", [](const MakingProgress& progress) { return progress.made.load(); }, "The boards made so far.")
        .def(
            "tried", [](const MakingProgress& progress) { return progress.tried.load(); },
            "The boards tried for them.");
    module.def(
        "make_boards", &py_make_boards, "seed"_a, "stream"_a, "start_index"_a, "n"_a, "size"_a, "mines"_a,
        "places"_a.noconvert(), "first"_a, "grade"_a, "attempts"_a, "draws"_a, "threads"_a, "progress"_a,
        "Boards start_index, start_index + 1, ... of a seed, given as its lower and upper 64 bits, that need no guess "
        "from the cell first (a row-major index) on. The mines are laid as by lay(), in the places (int64, row-major "
        "indices); of a board's attempts, the first that fits is taken. A grade, unless 0, is the hardest technique "
        "that the board needs, numbered as in easiest().\n\n"
        "Repair begins when so many draws all needed a guess, sooner on large boards.\n\n"
        "Returns layouts (bool (n, height, width)), repaired (bool: drawing was hopeless), tried (int64: boards tried, "
        "this one included) and moved (int64: mines moved by repair). Raises BudgetExceeded if one of the boards was "
        "not found in so many attempts.");
}

}  // namespace sapper
