// Pockets: fronts that nothing outside can inform any more, solved separately from the rest of the board.
//
// No unknown cell outside touches a cell of the pocket, and its own numbers fix its number of mines. Whatever is opened
// elsewhere, its layouts stay the same: its guesses are unavoidable, cost the same now or later, and optimal play in it
// is optimal on the whole board. The smallest pocket is a toss-up between two cells.
#pragma once

#include <cstdint>
#include <vector>

#include "count/layout_table.hpp"
#include "expert/endgame.hpp"

namespace sapper {

struct Pocket {
    std::size_t front = 0;
    Cell best = 0;     // where to guess in it
    double won = 1.0;  // the share of its layouts won by optimal play
};

class PocketFinder {
public:
    // The pockets of a counted position without a certain cell, each of at most so many layouts.
    const std::vector<Pocket>& find(const Workspace& counted, std::int64_t most_layouts, std::int64_t search_budget);

private:
    static bool is_closed(const Workspace& counted, const Front& front, std::size_t first_cell);

    LayoutTable layouts_;
    EndgameSearch endgame_;
    std::vector<Pocket> found_;
};

}  // namespace sapper
