// A game that is never lost: if a guess hits a mine, another layout is drawn that agrees with everything seen and has
// no mine there.
//
// Weighted by the product of the chances of their guesses, such games have the same statistics as games that can be
// lost, and far fewer of them are needed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/sampling.hpp"
#include "count/workspace.hpp"

namespace sapper {

// A sequence of draws: numbered, so that the same layouts can be drawn again.
struct Draws {
    std::uint64_t seed = 0;
    std::uint64_t next = 0;
};

// Draws layouts until one has no mine at any of the cells. Throws BudgetExceeded.
void draw_until_safe(Sampler& sampler, std::span<const int> flat_indices, Draws& draws, std::span<std::uint8_t> layout,
                     Budget& budget);

class SurvivingGame {
public:
    // Continues from what is known, on a layout that agrees with it: height * width cells, 1 for a mine.
    void begin(const Knowledge& known, std::span<const std::uint8_t> layout, Draws draws);

    // Opens a hidden cell that is safe in the layout, and its region if it shows 0.
    void open(Cell cell);

    // Opens everything certain. Returns false if that wins the game; otherwise the position is counted. Throws
    // BudgetExceeded.
    bool needs_guess(Budget& budget);

    // Opens a cell of the counted position, redrawing the layout if there is a mine. Returns the chance that there was
    // none. Throws BudgetExceeded.
    double survive(Cell guess, Budget& budget);

    const Workspace& position() const { return position_; }

private:
    void make_safe(Cell cell, Budget& budget);
    int mines_around(Cell cell) const;

    Workspace position_;
    std::vector<std::uint8_t> layout_;
    Draws draws_;
    std::vector<Cell> known_safe_;
    std::vector<Cell> opened_;
    std::vector<std::int8_t> shown_;
    std::vector<std::uint8_t> is_opened_;  // per cell
};

}  // namespace sapper
