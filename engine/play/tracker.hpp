// The `exact` player's knowledge, updated from move to move, so that a move costs what changed and not the whole board.
//
// Its answer is a function of the view alone, not of its history:
//   1. the lowest hidden cell that the cheap rules make safe (their closure is one fixpoint of the revealed numbers);
//   2. if there is none, the lowest cell that the complete count, mine total included, makes certainly safe;
//   3. if there is none, the safest cell.
// For 2, each front is counted once, when it appears, and kept until one of its numbers changes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "count/workspace.hpp"
#include "play/safest_guess.hpp"
#include "play/tracked_fronts.hpp"

namespace sapper {

class Tracker {
public:
    Tracker(int height, int width, int mines);

    struct Choice {
        int flat_index = 0;
        bool certain = false;
        double mine_probability = 0.0;
    };

    // Throws std::invalid_argument, changing nothing, or Contradiction.
    void reveal(std::span<const std::int64_t> flat_indices, std::span<const std::int8_t> numbers);

    // Nothing if every hidden cell is certainly a mine, or none is left. Throws Contradiction, BudgetExceeded.
    std::optional<Choice> choose(Budget budget);

    const Grid& grid() const { return workspace_.knowledge.grid(); }

private:
    std::optional<Cell> lowest_hidden(std::vector<Cell>& heap);
    Choice certainly_safe(Cell cell) const;
    std::optional<Choice> choose_by_counting_all(Budget budget);

    Workspace workspace_;
    std::vector<Cell> safe_by_rules_;  // heaps, lowest cell first; some cells may have been revealed since
    std::vector<Cell> safe_by_counting_;
    std::vector<Cell> found_by_counting_;  // on their way to that heap
    TrackedFronts fronts_;
    bool contradicted_ = false;
};

}  // namespace sapper
