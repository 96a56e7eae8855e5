#include "count/workspace.hpp"

namespace sapper {

void read_view(const View& view, Workspace& workspace) {
    workspace.knowledge.reset(view.height, view.width, view.mines);
    const Grid& grid = workspace.knowledge.grid();
    // Every cell is written to the lists, and the end advances only past revealed ones: whether a cell is hidden is
    // unpredictable, so there is no branch on it.
    workspace.cells.resize(view.numbers.size());
    workspace.numbers.resize(view.numbers.size());
    std::size_t revealed = 0;
    auto number = view.numbers.begin();
    for (int row = 0; row < view.height; ++row) {
        Cell cell = grid.cell(row, 0);
        for (int column = 0; column < view.width; ++column, ++cell, ++number) {
            workspace.cells[revealed] = cell;
            workspace.numbers[revealed] = *number;
            revealed += *number != hidden_number ? 1 : 0;
        }
    }
    workspace.cells.resize(revealed);
    workspace.numbers.resize(revealed);
    workspace.knowledge.reveal(workspace.cells, workspace.numbers);
    workspace.condenser.condense(workspace.knowledge);
}

void collect_safe(const Workspace& counted, std::vector<Cell>& safe) {
    for (const Cell cell : counted.condenser.cells()) {
        if (counted.counting.box(counted.condenser.box_of(cell)).verdict == Verdict::safe) {
            safe.push_back(cell);
        }
    }
    if (counted.condenser.problem().sea > 0 && counted.counting.sea().verdict == Verdict::safe) {
        for_each_sea_cell(counted, [&safe](Cell cell) { safe.push_back(cell); });
    }
}

}  // namespace sapper
