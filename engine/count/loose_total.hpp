// When does the mine total make nothing certain that the fronts do not?
#pragma once

#include <algorithm>
#include <cstdint>

namespace sapper {

// What all fronts together can hold by their own numbers.
struct MinesOfFronts {
    std::int64_t low = 0;  // sums over all fronts
    std::int64_t high = 0;
    std::int64_t widest_span = 0;  // of a single front
    bool has_gaps = false;         // some front can't hold some number between its fewest and most
};

// Whether every number of mines that a front can hold by its own numbers, and every number in the sea, is possible in
// the whole position; `mines` are those in fronts and sea together. Where this is false, it may still be so.
inline bool total_is_loose(const MinesOfFronts& fronts, std::int64_t sea, std::int64_t mines) {
    // Without gaps, the other fronts and the sea can hold any number between their fewest and most mines; a front is
    // free if they can compensate for its whole span. With gaps, the sea alone must compensate for all fronts at once.
    const std::int64_t room =
        fronts.has_gaps ? fronts.high - fronts.low + 1 : std::max<std::int64_t>(fronts.widest_span, 1);
    return fronts.low + room <= mines && mines <= fronts.high + sea - room;
}

}  // namespace sapper
