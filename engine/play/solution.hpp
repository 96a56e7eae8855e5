// The whole way through a board, from a first cell, by the easiest technique each time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "play/referee.hpp"
#include "reason/ladder.hpp"

namespace sapper {

// How a board was solved, or how far.
struct BoardGrade {
    bool complete = false;                // every safe cell was opened without a guess
    Technique hardest = Technique::none;  // of all stages
    std::int32_t hardness = 0;            // within the grade: stages of the hardest technique; narrow ones count twice
    std::array<std::int32_t, technique_count> stages{};  // of each technique
    std::int32_t left = 0;                               // safe cells that were not opened
};

// A stage that settles no more cells than this is narrow: there is little to find.
constexpr std::size_t narrow_stage = 2;

// Memory is reused from board to board; one thread at a time.
class BoardSolver {
public:
    // Solves a board: height * width cells in row-major order, nonzero for a mine. If the first cell is a mine, nothing
    // is opened. After each stage, `tell` is called, if given. Throws BudgetExceeded.
    using Tell = std::function<void(Technique, const std::vector<Conclusion>&)>;
    BoardGrade solve(int height, int width, std::span<const std::uint8_t> layout, int first_row, int first_column,
                     Budget budget, const Tell& tell = nullptr);

    // What was known when the last board was solved, or no further conclusion could be drawn.
    const Knowledge& knowledge() const { return ladder_.knowledge(); }

private:
    void open(Cell cell);

    Referee referee_;
    Referee::Opened opened_;
    Ladder ladder_;
};

}  // namespace sapper
