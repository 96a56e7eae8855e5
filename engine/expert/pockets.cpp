#include "expert/pockets.hpp"

#include <algorithm>

namespace sapper {

const std::vector<Pocket>& PocketFinder::find(const Workspace& counted, std::int64_t most_layouts,
                                              std::int64_t search_budget) {
    found_.clear();
    const std::vector<Front>& fronts = counted.condenser.problem().fronts;
    std::size_t first_cell = 0;
    for (std::size_t front = 0; front < fronts.size(); ++front) {
        const Counting::Range mines = counted.counting.mines_of(front);
        if (mines.low == mines.high && is_closed(counted, fronts[front], first_cell) &&
            layouts_.write_out_front(counted, front, static_cast<std::size_t>(most_layouts))) {
            try {
                const EndgameSearch::Result solved =
                    endgame_.search(layouts_, counted.knowledge.grid(), static_cast<std::uint64_t>(search_budget));
                found_.push_back(
                    {front, solved.best, static_cast<double>(solved.won) / static_cast<double>(solved.layouts)});
            } catch (const BudgetExceeded&) {
                // Too complex to solve: compared like any other front.
            }
        }
        first_cell += static_cast<std::size_t>(fronts[front].cell_count);
    }
    return found_;
}

// Every unknown cell that touches the front belongs to it.
bool PocketFinder::is_closed(const Workspace& counted, const Front& front, std::size_t first_cell) {
    const Grid& grid = counted.knowledge.grid();
    const auto first = counted.condenser.cells().begin() + static_cast<std::ptrdiff_t>(first_cell);
    return std::all_of(first, first + front.cell_count, [&](Cell cell) {
        for (int d = 0; d < direction_count; ++d) {
            const Cell beside = grid.neighbour(cell, d);
            if (counted.knowledge.state(beside) != CellState::unknown) {
                continue;
            }
            const std::int32_t box = counted.condenser.box_of(beside);
            if (box < front.first_box || box >= front.first_box + front.box_count) {
                return false;
            }
        }
        return true;
    });
}

}  // namespace sapper
