// One position on its way through the engine: knowledge, condensed into a problem, counted.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid.hpp"
#include "count/condense.hpp"
#include "count/counting.hpp"
#include "count/knowledge.hpp"
#include "count/view.hpp"

namespace sapper {

// A parameter named `counted` has been through all three stages. Memory is reused from call to call; one per thread.
struct Workspace {
    Knowledge knowledge;
    Condenser condenser;
    Counting counting;
    std::vector<Cell> cells;  // scratch memory
    std::vector<std::int8_t> numbers;
};

// Fills workspace.knowledge and workspace.condenser from a view. Throws Contradiction.
void read_view(const View& view, Workspace& workspace);

// The odds of a hidden cell.
inline Odds odds_of(const Workspace& counted, Cell cell) {
    switch (counted.knowledge.state(cell)) {
        case CellState::safe:
            return {0.0, Verdict::safe};
        case CellState::mine:
            return {1.0, Verdict::mine};
        default:
            break;
    }
    const std::int32_t box = counted.condenser.box_of(cell);
    return box == Condenser::no_box ? counted.counting.sea() : counted.counting.box(box);
}

// Calls visit(cell) for every cell of the sea, in row-major order.
template <class Visit>
void for_each_sea_cell(const Workspace& condensed, Visit&& visit) {
    const Grid& grid = condensed.knowledge.grid();
    for (int row = 0; row < grid.height(); ++row) {
        const Cell row_start = grid.cell(row, 0);
        for (Cell cell = row_start; cell < row_start + grid.width(); ++cell) {
            if (condensed.knowledge.state(cell) == CellState::unknown &&
                condensed.condenser.box_of(cell) == Condenser::no_box) {
                visit(cell);
            }
        }
    }
}

// Appends every cell that counting, not knowledge, found certainly safe, in no particular order.
void collect_safe(const Workspace& counted, std::vector<Cell>& safe);

}  // namespace sapper
