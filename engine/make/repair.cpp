#include "make/repair.hpp"

#include <algorithm>

namespace sapper {

Repair::Repair(const Grid& grid, std::span<const std::int64_t> places)
    : grid_(grid), places_(places), is_place_(static_cast<std::size_t>(grid.cell_count()), 0) {
    for (const std::int64_t place : places) {
        at(is_place_, place) = 1;
    }
}

bool Repair::repair(std::span<std::uint8_t> layout, Cell first, NoGuessCheck& check, RandomStream random,
                    std::uint64_t most_changes) {
    tried_ = kept_ = 0;
    bool solved = check.solves(layout, first);
    int opened = check.opened();
    find_places(check.knowledge());
    while (!solved && tried_ < most_changes) {
        const auto here = static_cast<std::size_t>(draw_near_frontier(random));
        const auto there = static_cast<std::size_t>(draw_of_other_kind(static_cast<Place>(here), layout, random));
        std::swap(layout[here], layout[there]);
        ++tried_;
        solved = check.solves(layout, first);
        if (solved || check.opened() > opened) {
            ++kept_;
            opened = check.opened();
            find_places(check.knowledge());
        } else {
            std::swap(layout[here], layout[there]);
        }
    }
    return solved;
}

void Repair::find_places(const Knowledge& knowledge) {
    closed_.clear();
    frontier_.clear();
    std::size_t unknown = 0;
    for (const std::int64_t place : places_) {
        const Cell cell = grid_.cell(static_cast<int>(place));
        if (!knowledge.is_hidden(cell)) {
            continue;
        }
        closed_.push_back(static_cast<Place>(place));
        if (knowledge.state(cell) == CellState::unknown) {
            ++unknown;
            if (touches_revealed(knowledge, cell)) {
                frontier_.push_back(static_cast<Place>(place));
            }
        }
    }
    if (frontier_.empty() && unknown > 0) {
        std::copy_if(closed_.begin(), closed_.end(), std::back_inserter(frontier_),
                     [&](Place place) { return knowledge.state(grid_.cell(place)) == CellState::unknown; });
    }
}

bool Repair::touches_revealed(const Knowledge& knowledge, Cell cell) const {
    for (int d = 0; d < direction_count; ++d) {
        if (knowledge.state(grid_.neighbour(cell, d)) == CellState::revealed) {
            return true;
        }
    }
    return false;
}

// A cell of the frontier, or one beside it: an open number, or a mine that walls the frontier in.
Repair::Place Repair::draw_near_frontier(RandomStream& random) const {
    constexpr std::uint32_t side = 3;
    while (true) {
        const Place centre = frontier_[random.below(static_cast<std::uint32_t>(frontier_.size()))];
        const int row = centre / grid_.width() + static_cast<int>(random.below(side)) - 1;
        const int column = centre % grid_.width() + static_cast<int>(random.below(side)) - 1;
        if (row >= 0 && row < grid_.height() && column >= 0 && column < grid_.width() &&
            at(is_place_, row * grid_.width() + column) != 0) {
            return row * grid_.width() + column;
        }
    }
}

// Both kinds are there: a board without mines, or with a mine in every place, needs no repair.
Repair::Place Repair::draw_of_other_kind(Place place, std::span<const std::uint8_t> layout,
                                         RandomStream& random) const {
    const auto is_other = [&](Place other) {
        return layout[static_cast<std::size_t>(other)] != layout[static_cast<std::size_t>(place)];
    };
    // Three times in four a closed cell, unless there is none of that kind: open cells changed may close a way.
    constexpr std::uint32_t share_of_open = 4;
    constexpr int most_draws = 32;
    if (random.below(share_of_open) != 0) {
        for (int draw = 0; draw < most_draws; ++draw) {
            const Place other = closed_[random.below(static_cast<std::uint32_t>(closed_.size()))];
            if (is_other(other)) {
                return other;
            }
        }
    }
    while (true) {
        const auto other = static_cast<Place>(places_[random.below(static_cast<std::uint32_t>(places_.size()))]);
        if (is_other(other)) {
            return other;
        }
    }
}

}  // namespace sapper
