// Pockets: fronts that nothing outside can tell about any more, solved apart from the rest of the board.
//
// No unknown cell outside touches a cell of the pocket, and its own numbers fix how many mines it holds. Whatever is
// opened elsewhere, its layouts stay what they are: the guesses in it are unavoidable, they cost the same now or later,
// and best play in it is best play on the whole board. A toss-up between two cells is the smallest of them.
#pragma once

#include <cstdint>
#include <vector>

#include "count/layout_table.hpp"
#include "expert/endgame.hpp"

namespace sapper {

struct Pocket {
    std::size_t front = 0;
    Cell best = 0;     // where to guess in it
    double won = 1.0;  // the share of its layouts that best play wins
};

class PocketFinder {
public:
    // Pockets of a counted position without a certain cell, each of at most so many layouts.
    const std::vector<Pocket>& find(const Workspace& counted, std::int64_t most_layouts, std::int64_t search_budget);

private:
    static bool is_closed(const Workspace& counted, const Front& front, std::size_t first_cell);

    LayoutTable layouts_;
    EndgameSearch endgame_;
    std::vector<Pocket> found_;
};

}  // namespace sapper
