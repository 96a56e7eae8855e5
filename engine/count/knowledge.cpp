#include "count/knowledge.hpp"

#include <algorithm>

#include "core/budget.hpp"

namespace sapper {

namespace {

// Which queues a witness is in: it is queued once, however often it is touched.
constexpr std::uint8_t queued_for_single = 1;
constexpr std::uint8_t queued_for_pairs = 2;

[[noreturn]] void contradict() { throw Contradiction("the revealed numbers contradict each other"); }

}  // namespace

void Knowledge::reset(int height, int width, int mines, CheapRules rules) {
    rules_ = rules;
    if (!grid_.same_shape(height, width)) {
        grid_ = Grid(height, width);
    }
    states_.assign(grid_.padded_size(), CellState::outside);
    for (int row = 0; row < height; ++row) {
        std::fill_n(states_.begin() + grid_.cell(row, 0), width, CellState::unknown);
    }
    unknown_around_.assign(grid_.padded_size(), 0);
    lacking_.assign(grid_.padded_size(), 0);
    queued_.assign(grid_.padded_size(), 0);
    singles_to_do_.clear();
    pairs_to_do_.clear();
    newly_safe_.clear();
    changed_.clear();
    unknown_count_ = grid_.cell_count();
    mines_left_ = mines;
}

int Knowledge::hidden_neighbours(Cell cell) const {
    int count = 0;
    for (int d = 0; d < direction_count; ++d) {
        count += is_hidden(grid_.neighbour(cell, d)) ? 1 : 0;
    }
    return count;
}

void Knowledge::reveal(std::span<const Cell> cells, std::span<const std::int8_t> numbers) {
    reveal_for_singles(cells, numbers);
    draw_conclusions();
}

void Knowledge::reveal_for_singles(std::span<const Cell> cells, std::span<const std::int8_t> numbers) {
    // All cells are opened before any number is read, so that no sentence mentions a cell opened together with it.
    for (const Cell cell : cells) {
        switch (state(cell)) {
            case CellState::unknown:
                settle(cell, CellState::revealed);
                break;
            case CellState::safe:
                at(states_, cell) = CellState::revealed;
                break;
            case CellState::mine:
                contradict();
            case CellState::revealed:
            case CellState::outside:
                throw std::logic_error("only a hidden cell of the board can be revealed");
        }
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        become_witness(cells[i], numbers[i]);
    }
    draw_single_conclusions();
}

int Knowledge::open_unread(Cell cell) {
    settle(cell, CellState::revealed);
    int most = 0;
    for (int d = 0; d < direction_count; ++d) {
        const CellState beside = state(grid_.neighbour(cell, d));
        most += beside == CellState::unknown || beside == CellState::mine ? 1 : 0;
    }
    become_witness(cell, most);
    return most;
}

void Knowledge::suppose(std::span<const Cell> mines, std::span<const Cell> safe) {
    const auto settle_all = [this](std::span<const Cell> cells, CellState as) {
        for (const Cell cell : cells) {
            if (state(cell) == CellState::unknown) {
                settle(cell, as);
            } else if (state(cell) != as) {
                contradict();
            }
        }
    };
    settle_all(mines, CellState::mine);
    settle_all(safe, CellState::safe);
    draw_conclusions();
}

void Knowledge::become_witness(Cell cell, int number) {
    unsigned unknown = 0;
    int lack = number;
    for (int d = 0; d < direction_count; ++d) {
        const CellState beside = state(grid_.neighbour(cell, d));
        unknown |= static_cast<unsigned>(beside == CellState::unknown) << d;
        lack -= beside == CellState::mine ? 1 : 0;
    }
    at(unknown_around_, cell) = static_cast<NeighbourMask>(unknown);
    at(lacking_, cell) = static_cast<std::int8_t>(lack);
    if (unknown != 0) {
        touch(cell);
    } else if (lack != 0) {
        contradict();
    }
}

void Knowledge::settle(Cell cell, CellState as) {
    at(states_, cell) = as;
    --unknown_count_;
    const bool is_mine = as == CellState::mine;
    if (is_mine) {
        --mines_left_;
    } else if (as == CellState::safe) {
        newly_safe_.push_back(cell);
    }
    for (int d = 0; d < direction_count; ++d) {
        const Cell witness = grid_.neighbour(cell, d);
        NeighbourMask& unknown = at(unknown_around_, witness);
        const auto this_cell = static_cast<NeighbourMask>(1u << opposite(d));
        if ((unknown & this_cell) != 0) {
            unknown = static_cast<NeighbourMask>(unknown & ~this_cell);
            at(lacking_, witness) = static_cast<std::int8_t>(lacking(witness) - (is_mine ? 1 : 0));
            touch(witness);
        }
    }
}

void Knowledge::settle_around(Cell witness, NeighbourMask which, CellState as) {
    for_each_direction(which, [&](int direction) {
        const Cell cell = grid_.neighbour(witness, direction);
        if (state(cell) == CellState::unknown) {
            settle(cell, as);
        }
    });
}

void Knowledge::move_changed(std::vector<Cell>& to) {
    for (const Cell witness : changed_) {
        at(queued_, witness) = 0;
    }
    to.insert(to.end(), changed_.begin(), changed_.end());
    changed_.clear();
}

void Knowledge::touch(Cell witness) {
    std::uint8_t& queued = at(queued_, witness);
    if (rules_ == CheapRules::left_out) {
        if (queued == 0) {
            changed_.push_back(witness);
            queued = queued_for_single;
        }
        return;
    }
    if ((queued & queued_for_single) == 0) {
        singles_to_do_.push_back(witness);
    }
    if ((queued & queued_for_pairs) == 0) {
        pairs_to_do_.push_back(witness);
        changed_.push_back(witness);
    }
    queued = queued_for_single | queued_for_pairs;
}

void Knowledge::draw_conclusions() {
    // Single numbers first: they are cheapest and often leave nothing for the pairs.
    draw_single_conclusions();
    while (compare_next_pairs()) {
    }
}

void Knowledge::draw_single_conclusions() {
    while (!singles_to_do_.empty()) {
        const Cell witness = singles_to_do_.back();
        singles_to_do_.pop_back();
        at(queued_, witness) = static_cast<std::uint8_t>(at(queued_, witness) & ~queued_for_single);
        apply_single(witness);
    }
}

bool Knowledge::compare_next_pairs() {
    if (pairs_to_do_.empty()) {
        return false;
    }
    const Cell witness = pairs_to_do_.back();
    pairs_to_do_.pop_back();
    at(queued_, witness) = static_cast<std::uint8_t>(at(queued_, witness) & ~queued_for_pairs);
    apply_pairs(witness);
    draw_single_conclusions();
    return true;
}

void Knowledge::apply_single(Cell witness) {
    const NeighbourMask unknown = unknown_around(witness);
    const int lack = lacking(witness);
    if (lack < 0 || lack > count_of(unknown)) {
        contradict();
    }
    if (unknown == 0) {
        return;
    }
    if (lack == 0) {
        settle_around(witness, unknown, CellState::safe);
    } else if (lack == count_of(unknown)) {
        settle_around(witness, unknown, CellState::mine);
    }
}

void Knowledge::apply_pairs(Cell witness) {
    const NeighbourMask unknown = unknown_around(witness);
    if (unknown == 0) {
        return;
    }
    const int lack = lacking(witness);
    for (std::size_t o = 0; o < overlaps.size(); ++o) {
        const Cell other = grid_.overlapping(witness, o);
        const NeighbourMask unknown_there = unknown_around(other);
        // The rule is symmetric: a witness that is still queued will examine this pair itself.
        if ((unknown_there & overlaps[o].of_second) == 0 || (at(queued_, other) & queued_for_pairs) != 0) {
            continue;
        }
        const auto here_alone = static_cast<NeighbourMask>(unknown & ~overlaps[o].of_first);
        const auto there_alone = static_cast<NeighbourMask>(unknown_there & ~overlaps[o].of_second);
        const int more_here = lack - lacking(other);
        if (more_here > count_of(here_alone) || -more_here > count_of(there_alone)) {
            contradict();
        }
        if ((here_alone | there_alone) == 0) {
            continue;
        }
        if (more_here == count_of(here_alone)) {
            settle_around(witness, here_alone, CellState::mine);
            settle_around(other, there_alone, CellState::safe);
        } else if (-more_here == count_of(there_alone)) {
            settle_around(witness, here_alone, CellState::safe);
            settle_around(other, there_alone, CellState::mine);
        } else {
            continue;
        }
        // If the sentence here changed, it is queued again. So it is if only the other changed: the other, once
        // touched, examines this one.
        touch(witness);
        return;
    }
}

}  // namespace sapper
