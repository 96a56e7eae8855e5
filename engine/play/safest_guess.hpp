// The guess of the `exact` player: the safest cell; ties go to the fewest undetermined neighbours, then to the first.
#pragma once

#include "core/grid.hpp"
#include "count/workspace.hpp"

namespace sapper {

struct Guess {
    Cell cell = no_cell;  // none if every hidden cell is a mine
    double mine_probability = 1.0;
};

Guess safest_guess(const Workspace& counted);

}  // namespace sapper
