// Turns a board that needs a guess into one that does not, by moving a few mines.
//
// Where exact play gets stuck, two cells change places, a mine and a safe cell: one of them at the frontier, the other
// anywhere. If exact play, from the first cell on, then opens no fewer cells than before, the change stays; otherwise it
// is taken back. That the last board needs no guess is known because it has just been played from its first cell to its
// end. The easiest way out would be to heap up mines where nobody has to look: a change that buries a mine among mines
// is not made, unless that is allowed because the board is too dense to be repaired otherwise.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "make/no_guess_check.hpp"

namespace sapper {

class Repair {
public:
    // The places are flat indices of the cells that may hold a mine. Every change tried is counted in the progress. Both
    // must outlive the repair.
    Repair(const Grid& grid, std::span<const std::int64_t> places, std::atomic<std::uint64_t>& progress);

    // Returns false if `most_changes` changes were tried in vain: the layout is then of no use.
    enum class Burying : std::uint8_t { forbidden, allowed };
    bool repair(std::span<std::uint8_t> layout, Cell first, NoGuessCheck& check, RandomStream random,
                std::uint64_t most_changes, Burying burying);

    // After repair(): the changes tried, and those that stayed.
    std::uint64_t tried() const { return tried_; }
    std::uint64_t kept() const { return kept_; }

private:
    using Place = std::int32_t;  // flat index
    bool has_both_kinds(std::span<const std::uint8_t> layout) const;
    void find_places(const Knowledge& knowledge);
    int buried_around(Place place, std::span<const std::uint8_t> layout) const;
    bool is_buried(int row, int column, std::span<const std::uint8_t> layout) const;
    bool touches_revealed(const Knowledge& knowledge, Cell cell) const;
    Place draw_near_frontier(RandomStream& random) const;
    Place draw_of_other_kind(Place place, std::span<const std::uint8_t> layout, RandomStream& random) const;

    Grid grid_;
    std::span<const std::int64_t> places_;
    std::atomic<std::uint64_t>& progress_;
    std::vector<std::uint8_t> is_place_;  // per flat index
    std::vector<Place> closed_;           // places not opened
    std::vector<Place> frontier_;  // those of them that are unknown and touch a number; all unknown ones if none does
    std::uint64_t tried_ = 0;
    std::uint64_t kept_ = 0;
};

}  // namespace sapper
