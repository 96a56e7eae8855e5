#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/long_call.hpp"
#include "core/budget.hpp"
#include "whole/whole_board.hpp"

namespace sapper {
namespace {

// Row, column, layouts won, layouts in which the cell is safe; layouts won, and layouts, in which it shows 0.
using PyFirstClick = std::tuple<int, int, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

std::vector<PyFirstClick> py_solve_whole_board(int height, int width, int mines, std::int64_t budget, int table_bits) {
    LongCall call;
    const SmallBoard board(height, width, mines);
    KnownPositions known(table_bits);
    const std::uint64_t limit = budget <= 0 ? Budget::unlimited : static_cast<std::uint64_t>(budget);
    std::vector<PyFirstClick> clicks;
    for (const FirstClick& click : solve_whole_board(board, known, limit)) {
        clicks.emplace_back(click.row, click.column, click.won, click.layouts, click.opening_won,
                            click.opening_layouts);
    }
    return clicks;
}

}  // namespace

void bind_whole(nanobind::module_& module) {
    using namespace nanobind::literals;
    module.def(
        "solve_whole_board", &py_solve_whole_board, "height"_a, "width"_a, "mines"_a, "budget"_a, "table_bits"_a,
        "What best play wins after each first click on a board of at most 32 cells, one of each kind by symmetry: "
        "(row, column, layouts won, layouts in which the cell is safe, layouts won and layouts in which it shows "
        "0). budget: most layouts to visit; 0 or less: no limit. The table of known positions has 2^table_bits "
        "entries of 16 bytes.");
}

}  // namespace sapper
