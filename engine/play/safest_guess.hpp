// The guess of the `exact` player: the safest cell; ties go to the fewest undetermined neighbours, then to the first.
#pragma once

#include <optional>

#include "core/grid.hpp"
#include "count/workspace.hpp"

namespace sapper {

struct Guess {
    Cell cell = 0;
    double mine_probability = 1.0;
};

// Nothing if every hidden cell is a mine.
std::optional<Guess> safest_guess(const Workspace& counted);

}  // namespace sapper
