#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/long_call.hpp"
#include "core/budget.hpp"
#include "whole/whole_board.hpp"

namespace sapper {
namespace {

// Row, column, layouts won, layouts in which the cell is safe; layouts won, and layouts, in which it shows 0.
using PyFirstClick = std::tuple<int, int, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

std::vector<PyFirstClick> py_solve_whole_board(int height, int width, int mines, BudgetOrNone budget,
                                               int most_table_bits, std::int64_t threads) {
    const auto thread_count = static_cast<std::size_t>(checked_threads(threads));
    LongCall call;
    const SmallBoard board(height, width, mines);
    const std::uint64_t most_layouts = checked_budget(budget).left();
    KnownPositions known(table_bits_for(board, most_layouts, most_table_bits));
    SharedSearch shared(most_layouts);
    std::vector<PyFirstClick> clicks;
    for (const FirstClick& click : solve_whole_board(board, known, shared, thread_count)) {
        clicks.emplace_back(click.row, click.column, click.won, click.layouts, click.opening_won,
                            click.opening_layouts);
    }
    return clicks;
}

}  // namespace

void bind_whole(nanobind::module_& module) {
    using namespace nanobind::literals;
    module.def(
        "solve_whole_board", &py_solve_whole_board, "height"_a, "width"_a, "mines"_a, "budget"_a.none(),
        "most_table_bits"_a, "threads"_a,
        "What best play wins after each first click on a board of at most 32 cells, one of each kind by symmetry: "
        "(row, column, layouts won, layouts in which the cell is safe, layouts won and layouts in which it shows "
        "0). budget: most layouts to visit; None: no limit. The table of known positions has as many entries as "
        "the board deserves and the budget can fill, 2^most_table_bits of 16 bytes at the most. What is found is the "
        "same with any number of threads; whether the budget suffices is certain with one thread only.");
}

}  // namespace sapper
