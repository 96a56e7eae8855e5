// A game that never dies: where its guess meets a mine, another layout is drawn that agrees with all it has seen and has
// none there.
//
// Weighed with the product of the chances of its guesses, what happens in such games is what happens in games that die,
// seen as far as their ends by far fewer of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/sampling.hpp"
#include "count/workspace.hpp"

namespace sapper {

// Layouts that are still to be drawn: numbered, so that the same ones can be drawn again.
struct Draws {
    std::uint64_t seed = 0;
    std::uint64_t next = 0;
};

// Draws layouts until one has no mine at the cell. Throws BudgetExceeded.
void draw_until_safe(Sampler& sampler, int flat_index, Draws& draws, std::span<std::uint8_t> layout, Budget& budget);

class SurvivingGame {
public:
    // Goes on from what is known, in a layout that agrees with it: height * width cells, 1 where there is a mine.
    void begin(const Knowledge& known, std::span<const std::uint8_t> layout, Draws draws);

    // Opens a hidden cell that is safe in the layout, and its region where it shows 0.
    void open(Cell cell);

    // Opens all that is certain. False if that wins the game; else the position is counted. Throws BudgetExceeded.
    bool needs_guess(Budget& budget);

    // Opens a cell of the counted position after seeing to it that there is no mine. Returns how likely there was none.
    // Throws BudgetExceeded.
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
