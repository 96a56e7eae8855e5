// The policy of the `exact` player where nothing is certain: the safest cell, ties by fewest hidden neighbours, then by
// position.
#pragma once

#include <vector>

#include "analysis.hpp"

namespace sapper {

constexpr Place no_place = -1;

struct Guess {
    Place place = no_place;    // none where no cell is left that may be safe
    double mine_probability = 1.0;
};

// All hidden cells that counting made certainly safe, in no particular order. Knowledge has none left of its own.
void collect_safe(const Workspace& counted, std::vector<Place>& safe);

Guess choose_guess(const Workspace& counted);

// Calls visit(place) for every cell of the sea.
template <class Visit>
void for_each_sea_cell(const Workspace& counted, Visit&& visit) {
    const Grid& grid = counted.knowledge.grid();
    for (int row = 0; row < grid.height(); ++row) {
        const Place row_start = grid.place(row, 0);
        for (Place place = row_start; place < row_start + grid.width(); ++place) {
            if (counted.knowledge.state(place) == CellState::unknown &&
                counted.condenser.box_of(place) == Condenser::no_box) {
                visit(place);
            }
        }
    }
}

}  // namespace sapper
