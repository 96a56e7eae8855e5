#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

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
#include "play/solution.hpp"
#include "reason/ladder.hpp"

namespace sapper {
namespace {

// Flat index, whether it is a mine, and the flat indices of the numbers.
using PyConclusion = std::tuple<int, bool, std::vector<int>>;
using PyStage = std::tuple<int, std::vector<PyConclusion>>;

PyStage stage_of(const Grid& grid, Technique technique, const std::vector<Conclusion>& conclusions) {
    std::vector<PyConclusion> listed;
    for (const Conclusion& conclusion : conclusions) {
        std::vector<int> numbers;
        for (const Cell number : conclusion.numbers) {
            if (number != no_cell) {
                numbers.push_back(grid.flat_index(number));
            }
        }
        listed.emplace_back(grid.flat_index(conclusion.cell), conclusion.is_mine, std::move(numbers));
    }
    std::sort(listed.begin(), listed.end());
    return {static_cast<int>(technique), std::move(listed)};
}

PyStage py_easiest(const NumbersArray& numbers, std::int64_t mines, const IndicesArray& known_mines,
                   BudgetOrNone budget) {
    const View view = view_of(numbers, mines);
    const std::span<const std::int64_t> known(known_mines.data(), known_mines.shape(0));
    LongCall call;
    check_view(view);
    Ladder ladder;
    ladder.begin(view, known, checked_budget(budget));
    const Technique technique = ladder.climb();
    return stage_of(ladder.knowledge().grid(), technique, ladder.conclusions());
}

struct CheckedFirst {
    int row;
    int column;
};

CheckedFirst checked_first(std::tuple<std::int64_t, std::int64_t> first, std::size_t height, std::size_t width) {
    const auto [row, column] = first;
    if (row < 0 || row >= static_cast<std::int64_t>(height) || column < 0 ||
        column >= static_cast<std::int64_t>(width)) {
        throw std::invalid_argument("the first cell is outside the board");
    }
    return {static_cast<int>(row), static_cast<int>(column)};
}

auto py_solve_board(const LayoutArray& layout, std::tuple<std::int64_t, std::int64_t> first, BudgetOrNone budget) {
    const std::size_t cells = checked_cells(layout.shape(0), layout.shape(1));
    const CheckedFirst start = checked_first(first, layout.shape(0), layout.shape(1));
    std::vector<PyStage> stages;
    BoardGrade grade;
    {
        LongCall call;
        BoardSolver solver;
        const auto* const bytes = static_cast<const std::uint8_t*>(static_cast<const void*>(layout.data()));
        grade = solver.solve(static_cast<int>(layout.shape(0)), static_cast<int>(layout.shape(1)), {bytes, cells},
                             start.row, start.column, checked_budget(budget),
                             [&](Technique technique, const std::vector<Conclusion>& conclusions) {
                                 stages.push_back(stage_of(solver.knowledge().grid(), technique, conclusions));
                             });
    }
    return std::tuple(grade.complete, grade.hardness, std::move(stages));
}

auto py_grade_layouts(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first, BudgetOrNone budget) {
    const std::size_t count = layouts.shape(0);
    const std::size_t cells = checked_cells(layouts.shape(1), layouts.shape(2));
    const CheckedFirst start = checked_first(first, layouts.shape(1), layouts.shape(2));
    auto complete = uninitialised<bool>(count);
    auto hardness = uninitialised<std::int32_t>(count);
    auto left = uninitialised<std::int32_t>(count);
    auto stages = uninitialised<std::int32_t>(count * technique_count);
    {
        LongCall call;
        BoardSolver solver;
        const auto* const bytes = static_cast<const std::uint8_t*>(static_cast<const void*>(layouts.data()));
        for (std::size_t board = 0; board < count; ++board) {
            const BoardGrade grade =
                solver.solve(static_cast<int>(layouts.shape(1)), static_cast<int>(layouts.shape(2)),
                             {bytes + board * cells, cells}, start.row, start.column, checked_budget(budget));
            complete[board] = grade.complete;
            hardness[board] = grade.hardness;
            left[board] = grade.left;
            std::copy(grade.stages.begin(), grade.stages.end(), stages.get() + board * technique_count);
        }
    }
    return std::tuple(hand_over<bool, 1>(std::move(complete), {count}),
                      hand_over<std::int32_t, 1>(std::move(hardness), {count}),
                      hand_over<std::int32_t, 1>(std::move(left), {count}),
                      hand_over<std::int32_t, 2>(std::move(stages), {count, technique_count}));
}

}  // namespace

void bind_solution(nb::module_& module) {
    using namespace nb::literals;
    module.def(
        "easiest", &py_easiest, "numbers"_a.noconvert(), "mines"_a, "known_mines"_a.noconvert(), "budget"_a.none(),
        "The easiest technique that settles anything, and everything it settles.\n\n"
        "Returns the technique (0 none, 1 to 4: so many numbers, 5 more numbers, 6 the mine total) and, for each "
        "cell it settles, its row-major index, whether it is a mine, and the indices of the numbers that settle "
        "it; none are named above four. known_mines: indices (int64) of mines that were found before.");
    module.def(
        "solve_board", &py_solve_board, "layout"_a.noconvert(), "first"_a, "budget"_a.none(),
        "Solves a board, bool (height, width), from its first cell, which must be safe, by the easiest technique "
        "each time.\n\n"
        "Returns whether no guess was needed, the hardness within its grade, and the stages, each as easiest "
        "gives it.");
    module.def(
        "grade_layouts", &py_grade_layouts, "layouts"_a.noconvert(), "first"_a, "budget"_a.none(),
        "Solves each layout, bool (n, height, width), like solve_board, and keeps only the summary.\n\n"
        "Returns complete (bool), hardness (int32), left (int32: safe cells that could not be opened) and stages "
        "(int32 (n, 7): how many stages of each technique).");
}

}  // namespace sapper
