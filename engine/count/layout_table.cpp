#include "count/layout_table.hpp"

#include <limits>

namespace sapper {

namespace {

// Trying cell by cell runs into dead ends; with too many of them per layout, it gives up.
constexpr std::size_t steps_per_layout = 400;
constexpr std::size_t steps_at_least = 20'000;

// No table is larger than this, whatever the budget.
constexpr std::size_t most_bytes = std::size_t{1} << 29;

}  // namespace

bool LayoutTable::write_out(const Workspace& counted, std::size_t most) {
    start(counted, most);
    collect_cells(counted);
    begin(counted);
    return place_front(0, 0);
}

bool LayoutTable::write_out_front(const Workspace& counted, std::size_t front, std::size_t most) {
    start(counted, most);
    begin(counted);
    fronts_end_ = front + 1;
    const std::vector<Cell>& all = counted.condenser.cells();
    const std::vector<Front>& fronts = counted.condenser.problem().fronts;
    auto first = all.begin();
    for (std::size_t before = 0; before < front; ++before) {
        first += fronts[before].cell_count;
    }
    cells_.assign(first, first + fronts[front].cell_count);
    sea_end_ = cells_.size();
    first_cell_.assign(fronts.size() + 1, 0);
    first_cell_[front + 1] = cells_.size();
    mines_to_place_ = counted.counting.mines_of(front).low;
    later_[front] = {mines_to_place_, mines_to_place_};
    later_[front + 1] = {0, 0};
    return place_front(front, 0);
}

void LayoutTable::start(const Workspace& counted, std::size_t most) {
    counted_ = &counted;
    layout_count_ = 0;
    most_layouts_ = most;
    constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
    steps_left_ =
        most > no_limit / steps_per_layout - steps_at_least ? no_limit : steps_at_least + most * steps_per_layout;
    shown_.clear();
    fronts_end_ = counted.condenser.problem().fronts.size();
}

void LayoutTable::collect_cells(const Workspace& counted) {
    const Problem& problem = counted.condenser.problem();
    cells_.assign(counted.condenser.cells().begin(), counted.condenser.cells().end());
    first_cell_.clear();
    std::size_t first = 0;
    for (const Front& front : problem.fronts) {
        first_cell_.push_back(first);
        first += static_cast<std::size_t>(front.cell_count);
    }
    first_cell_.push_back(first);
    for_each_sea_cell(counted, [this](Cell cell) { cells_.push_back(cell); });
    sea_end_ = cells_.size();
    const Grid& grid = counted.knowledge.grid();
    for (int index = 0; index < grid.cell_count(); ++index) {
        if (counted.knowledge.state(grid.cell(index)) == CellState::safe) {
            cells_.push_back(grid.cell(index));
        }
    }
}

void LayoutTable::begin(const Workspace& counted) {
    const Knowledge& knowledge = counted.knowledge;
    const Problem& problem = counted.condenser.problem();
    const Grid& grid = knowledge.grid();
    around_.assign(grid.padded_size(), 0);
    mined_.assign(grid.padded_size(), 0);
    lacking_.assign(grid.padded_size(), 0);
    room_.assign(grid.padded_size(), 0);
    for (int index = 0; index < grid.cell_count(); ++index) {
        if (knowledge.state(grid.cell(index)) == CellState::mine) {
            put(grid.cell(index), 1);
        }
    }
    for (const Cell witness : counted.condenser.witness_cells()) {
        at(lacking_, witness) = static_cast<std::int8_t>(knowledge.lacking(witness));
        at(room_, witness) = static_cast<std::int8_t>(count_of(knowledge.unknown_around(witness)));
    }
    mines_to_place_ = problem.mines;

    later_.assign(problem.fronts.size() + 1, {0, problem.sea});
    for (std::size_t front = problem.fronts.size(); front-- > 0;) {
        const Counting::Range range = counted.counting.mines_of(front);
        later_[front] = {later_[front + 1].fewest + range.low, later_[front + 1].most + range.high};
    }
}

bool LayoutTable::place_front(std::size_t front, std::int32_t cell_of_front) {
    if (steps_left_-- == 0) {
        return false;
    }
    const Problem& problem = counted_->condenser.problem();
    if (cell_of_front == 0 && (mines_to_place_ < later_[front].fewest || mines_to_place_ > later_[front].most)) {
        return true;
    }
    if (front == fronts_end_) {
        return place_in_sea(first_cell_[front]);
    }
    if (cell_of_front == problem.fronts[front].cell_count) {
        return place_front(front + 1, 0);
    }
    const Cell cell = cells_[first_cell_[front] + static_cast<std::size_t>(cell_of_front)];
    const Grid& grid = counted_->knowledge.grid();
    const auto change_witnesses = [&](int room, int lack) {
        for (int d = 0; d < direction_count; ++d) {
            const Cell witness = grid.neighbour(cell, d);
            at(room_, witness) = static_cast<std::int8_t>(at(room_, witness) + room);
            at(lacking_, witness) = static_cast<std::int8_t>(at(lacking_, witness) + lack);
        }
    };
    bool all_written = true;
    for (int mines = 0; mines <= 1 && all_written; ++mines) {
        if (!fits(cell, mines)) {
            continue;
        }
        change_witnesses(-1, -mines);
        if (mines == 1) {
            put(cell, 1);
        }
        mines_to_place_ -= mines;
        all_written = place_front(front, cell_of_front + 1);
        mines_to_place_ += mines;
        if (mines == 1) {
            put(cell, -1);
        }
        change_witnesses(1, mines);
    }
    return all_written;
}

// Whether every number beside the cell can still be satisfied.
bool LayoutTable::fits(Cell cell, int mines) const {
    const Knowledge& knowledge = counted_->knowledge;
    for (int d = 0; d < direction_count; ++d) {
        const Cell witness = knowledge.grid().neighbour(cell, d);
        if (knowledge.unknown_around(witness) != 0 &&
            (at(lacking_, witness) < mines || at(lacking_, witness) - mines > at(room_, witness) - 1)) {
            return false;
        }
    }
    return true;
}

// Recurses per mine, not per cell: a large sea would overflow the stack.
bool LayoutTable::place_in_sea(std::size_t first_cell) {
    if (mines_to_place_ == 0) {
        return write_down();
    }
    const auto mines = static_cast<std::size_t>(mines_to_place_);
    for (std::size_t cell = sea_end_ - mines + 1; cell-- > first_cell;) {
        put(cells_[cell], 1);
        --mines_to_place_;
        const bool all_written = place_in_sea(cell + 1);
        ++mines_to_place_;
        put(cells_[cell], -1);
        if (!all_written) {
            return false;
        }
    }
    return true;
}

void LayoutTable::put(Cell cell, int change) {
    const Grid& grid = counted_->knowledge.grid();
    at(mined_, cell) = change > 0 ? 1 : 0;
    for (int d = 0; d < direction_count; ++d) {
        std::int8_t& mines = at(around_, grid.neighbour(cell, d));
        mines = static_cast<std::int8_t>(mines + change);
    }
}

bool LayoutTable::write_down() {
    if (layout_count_ == most_layouts_ || shown_.size() + cells_.size() > most_bytes) {
        return false;
    }
    ++layout_count_;
    for (const Cell cell : cells_) {
        shown_.push_back(at(mined_, cell) != 0 ? shows_mine : static_cast<std::uint8_t>(at(around_, cell)));
    }
    return true;
}

}  // namespace sapper
