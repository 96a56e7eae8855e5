// The `exact` player's knowledge, kept from move to move, so that a move costs what changed and not the whole board.
//
// What it answers is a function of the view alone, never of the way that led there:
//   1. the lowest unplayed cell that the cheap rules make safe (their closure is one fixpoint of the revealed numbers);
//   2. where there is none, the lowest cell that is certainly safe by the complete count, mine total included;
//   3. where there is none, the safest cell.
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

    // Cells by their row-major position. Throws std::invalid_argument (and takes in nothing), Contradiction.
    void reveal(std::span<const std::int64_t> flat_indices, std::span<const std::int8_t> numbers);

    // Nothing where every hidden cell is certainly a mine, or none is left. Throws Contradiction, BudgetExceeded.
    std::optional<Choice> choose(std::int64_t budget);

    const Grid& grid() const { return workspace_.knowledge.grid(); }

private:
    Cell lowest_hidden(std::vector<Cell>& heap);
    Choice certainly_safe(Cell cell) const;
    std::optional<Choice> choose_by_counting_all(std::int64_t budget);

    Workspace workspace_;
    std::vector<Cell> safe_by_rules_;  // heaps, the lowest cell first; some cells are revealed by now
    std::vector<Cell> safe_by_counting_;
    std::vector<Cell> found_by_counting_;  // on their way to the heap
    TrackedFronts fronts_;
    bool contradicted_ = false;
};

}  // namespace sapper
