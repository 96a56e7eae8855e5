// What opening some cells at once gives up against best play, where that can't be searched: games of both kinds, played
// out on the same layouts.
#pragma once

#include <cstdint>
#include <span>

#include "core/budget.hpp"
#include "count/workspace.hpp"

namespace sapper {

struct PlayedRisk {
    double best = 0.0;       // the chance of winning by the expert's play
    double taken = 0.0;      // the same once the cells are opened, their risk included
    double deviation = 0.0;  // standard deviation of the difference
};

// `safety` is the chance that none of the cells, all of them hidden, is a mine. Throws BudgetExceeded.
PlayedRisk play_out_risk(const Workspace& counted, std::span<const Cell> cells, double safety, int games,
                         Budget& budget);

}  // namespace sapper
