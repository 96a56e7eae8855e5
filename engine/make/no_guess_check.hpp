// Whether a board can be solved from its first cell without a guess.
//
// A cell that is certain in a position stays certain when more is revealed, so the cells that can be opened without a
// guess are the same in whatever order they are opened. That leaves the check free to think as little as it can: single
// numbers as long as they find anything, then pairs, then each changed front counted alone, and the whole position, its
// mine total included, only where the total may matter. It ends at the first position in which nothing is certain.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/workspace.hpp"
#include "play/referee.hpp"
#include "play/tracked_fronts.hpp"

namespace sapper {

// The most that the check may use: boards of most grades do not need everything.
enum class Reasoning : std::uint8_t { single_numbers, pairs, all_numbers, mine_total };

class NoGuessCheck {
public:
    NoGuessCheck(int height, int width, int mines, Budget budget);

    // Opens all it can from `first` on. Returns true if that is every safe cell. A position that takes more than the
    // budget counts as one where nothing is certain. The layout is row-major, nonzero for a mine.
    bool solves(std::span<const std::uint8_t> layout, Cell first, Reasoning most = Reasoning::mine_total);

    // After solves(): the safe cells that it opened, the hardest reasoning that it used, and which cells it knows.
    int opened() const { return opened_; }
    Reasoning used() const { return used_; }
    const Knowledge& knowledge() const { return workspace_.knowledge; }

private:
    bool open(Cell cell);
    bool open_next_known();
    bool compare_next_pairs();
    bool count_fronts();
    bool count_all();

    Workspace workspace_;
    Referee referee_;
    Referee::Opened seen_;
    TrackedFronts fronts_;
    bool fronts_in_use_ = false;
    std::vector<Cell> safe_;
    int mines_;
    Budget budget_;  // of each count
    int opened_ = 0;
    Reasoning used_ = Reasoning::single_numbers;
};

}  // namespace sapper
