#include "make/repair.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sapper {

Repair::Repair(const Grid& grid, std::span<const std::int64_t> places, std::atomic<std::uint64_t>& progress)
    : grid_(grid), places_(places), progress_(progress), is_place_(static_cast<std::size_t>(grid.cell_count()), 0) {
    for (const std::int64_t place : places) {
        at(is_place_, place) = 1;
    }
}

bool Repair::repair(std::span<std::uint8_t> layout, Cell first, NoGuessCheck& check, RandomStream random,
                    std::uint64_t most_changes, Burying burying) {
    tried_ = kept_ = 0;
    bool solved = check.solves(layout, first);
    if (solved || !has_both_kinds(layout)) {
        return solved;
    }
    int opened = check.opened();
    find_places(check.knowledge());
    while (!solved && tried_ < most_changes) {
        ++tried_;
        ++progress_;
        const Place here = draw_near_frontier(random);
        const Place there = draw_of_other_kind(here, layout, random);
        const auto change = [&] {
            std::swap(layout[static_cast<std::size_t>(here)], layout[static_cast<std::size_t>(there)]);
        };
        const int buried = buried_around(here, layout) + buried_around(there, layout);
        change();
        if (burying == Burying::forbidden && buried_around(here, layout) + buried_around(there, layout) > buried) {
            change();
            continue;
        }
        solved = check.solves(layout, first);
        if (solved || check.opened() >= opened) {
            ++kept_;
            opened = check.opened();
            find_places(check.knowledge());
        } else {
            change();
        }
    }
    return solved;
}

// Otherwise there is nothing to exchange.
bool Repair::has_both_kinds(std::span<const std::uint8_t> layout) const {
    const auto is_mine = [&](std::int64_t place) { return layout[static_cast<std::size_t>(place)] != 0; };
    return std::any_of(places_.begin(), places_.end(), is_mine) &&
           !std::all_of(places_.begin(), places_.end(), is_mine);
}

int Repair::buried_around(Place place, std::span<const std::uint8_t> layout) const {
    const int row = place / grid_.width();
    const int column = place % grid_.width();
    int count = is_buried(row, column, layout) ? 1 : 0;
    for (const Offset& step : directions) {
        count += is_buried(row + step.rows, column + step.columns, layout) ? 1 : 0;
    }
    return count;
}

// Whether a cell of the board and all its neighbours are mines.
bool Repair::is_buried(int row, int column, std::span<const std::uint8_t> layout) const {
    const auto is_on_board = [this](int r, int c) {
        return r >= 0 && r < grid_.height() && c >= 0 && c < grid_.width();
    };
    const auto is_mine = [&](int r, int c) { return layout[static_cast<std::size_t>(r * grid_.width() + c)] != 0; };
    return is_on_board(row, column) && is_mine(row, column) &&
           std::all_of(directions.begin(), directions.end(), [&](const Offset& step) {
               const int r = row + step.rows;
               const int c = column + step.columns;
               return !is_on_board(r, c) || is_mine(r, c);
           });
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

Repair::Place Repair::draw_of_other_kind(Place place, std::span<const std::uint8_t> layout,
                                         RandomStream& random) const {
    const auto is_other = [&](Place other) {
        return layout[static_cast<std::size_t>(other)] != layout[static_cast<std::size_t>(place)];
    };
    // One time in four a closed cell, if there is one of that kind. Changes of open cells more often close a way, but if
    // there were none, the mines would all drift to where play comes last.
    constexpr std::uint32_t one_in = 4;
    constexpr int most_draws = 32;
    if (random.below(one_in) == 0) {
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
