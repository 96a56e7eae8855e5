#include "count/layout_table.hpp"

#include <limits>

#include "core/stop.hpp"

namespace sapper {

namespace {

// Trying cell by cell runs into dead ends; with too many of them per layout, it gives up.
constexpr std::size_t steps_per_layout = 400;
constexpr std::size_t steps_at_least = 20'000;

}  // namespace

bool LayoutTable::write_out(const Workspace& counted, std::size_t most) {
    start(counted, most);
    collect_cells(counted);
    begin(counted);
    start_layout();
    return place_fronts();
}

void LayoutTable::start(const Workspace& counted, std::size_t most) {
    counted_ = &counted;
    layout_count_ = 0;
    most_layouts_ = most;
    constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
    steps_left_ =
        most > no_limit / steps_per_layout - steps_at_least ? no_limit : steps_at_least + most * steps_per_layout;
    mines_.clear();
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
    lacking_.assign(grid.padded_size(), 0);
    room_.assign(grid.padded_size(), 0);
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

void LayoutTable::start_layout() {
    words_per_layout_ = (cells_.size() + 63) / 64;
    placed_.assign(words_per_layout_, 0);
}

// Depth first over the cells of all fronts. A loop, not a recursion: a front may be as long as the
// board.
bool LayoutTable::place_fronts() {
    constexpr int neither = 2;  // a cell holds 0 mines, then 1, then the cell before it is tried again
    const std::size_t end = first_cell_.back();
    WorkMeter& meter = work_meter();
    std::size_t front = 0;
    std::size_t next = 0;
    int mines = rest_fits(front) ? 0 : neither;
    while (true) {
        if (next == end && mines != neither) {
            if (!place_in_sea(end)) {
                return false;
            }
            mines = neither;
        }
        while (mines != neither && !fits(cells_[next], mines)) {
            ++mines;
        }
        if (mines != neither) {
            meter.did(direction_count);
            place(next++, mines);
            const bool enters_front = next == first_cell_[front + 1];
            const std::size_t steps = enters_front ? 2 : 1;
            if (steps_left_ < steps) {
                return false;
            }
            steps_left_ -= steps;
            mines = enters_front && !rest_fits(++front) ? neither : 0;
        } else if (next == 0) {
            return true;
        } else {
            front -= next == first_cell_[front] ? 1 : 0;
            mines = take_back(--next) + 1;
        }
    }
}

// Whether this front, the later ones and the sea can hold the mines that are left.
bool LayoutTable::rest_fits(std::size_t front) const {
    return mines_to_place_ >= later_[front].fewest && mines_to_place_ <= later_[front].most;
}

void LayoutTable::place(std::size_t index, int mines) {
    change_witnesses(cells_[index], -1, -mines);
    if (mines == 1) {
        toggle(index);
    }
    mines_to_place_ -= mines;
}

int LayoutTable::take_back(std::size_t index) {
    const int mines = static_cast<int>(placed_[index / 64] >> index % 64 & 1);
    if (mines == 1) {
        toggle(index);
    }
    change_witnesses(cells_[index], 1, mines);
    mines_to_place_ += mines;
    return mines;
}

void LayoutTable::change_witnesses(Cell cell, int room, int lack) {
    const Grid& grid = counted_->knowledge.grid();
    for (int d = 0; d < direction_count; ++d) {
        const Cell witness = grid.neighbour(cell, d);
        at(room_, witness) = static_cast<std::int8_t>(at(room_, witness) + room);
        at(lacking_, witness) = static_cast<std::int8_t>(at(lacking_, witness) + lack);
    }
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

// Every way to choose cells of the sea for the mines that are left, from the last cells to the first. A loop, not a
// recursion: there may be as many mines as cells.
bool LayoutTable::place_in_sea(std::size_t first_cell) {
    const auto mines = static_cast<std::size_t>(mines_to_place_);
    const std::size_t last_cells = sea_end_ - mines;
    in_sea_.resize(mines);
    for (std::size_t mine = 0; mine < mines; ++mine) {
        in_sea_[mine] = last_cells + mine;
        toggle(in_sea_[mine]);
    }
    bool all_written = write_down();
    while (all_written) {
        // The last mine that is not right behind the one before it moves forward; all after it start over at the end.
        std::size_t moved = mines;
        while (moved > 0 && in_sea_[moved - 1] == (moved == 1 ? first_cell : in_sea_[moved - 2] + 1)) {
            toggle(in_sea_[--moved]);
        }
        if (moved == 0) {
            return true;
        }
        toggle(in_sea_[moved - 1]);
        toggle(--in_sea_[moved - 1]);
        for (std::size_t mine = moved; mine < mines; ++mine) {
            in_sea_[mine] = last_cells + mine;
            toggle(in_sea_[mine]);
        }
        all_written = write_down();
    }
    return false;
}

bool LayoutTable::write_down() {
    if (layout_count_ == most_layouts_ || (layout_count_ + 1) * cells_.size() > most_bits) {
        return false;
    }
    work_meter().did(words_per_layout_ + in_sea_.size());
    ++layout_count_;
    mines_.insert(mines_.end(), placed_.begin(), placed_.end());
    return true;
}

}  // namespace sapper
