// The numbers players know of a board: the fast twin of `sapper/measures`, which defines them.
#pragma once

#include <cstdint>
#include <span>

namespace sapper {

struct BoardMeasures {
    int three_bv = 0;
    int openings = 0;
    int islands = 0;
};

// Of a layout, row-major, not 0 where a mine is.
BoardMeasures measure_board(int height, int width, std::span<const std::uint8_t> layout);

// How much of the 3BV is done: openings with a zero open, and isolated cells that are open.
int solved_units(int height, int width, std::span<const std::uint8_t> layout, std::span<const std::uint8_t> is_open);

// How many clicks of ZiNi win, by the greedy rule or the human one. The time grows with the square of the cells.
int count_zini_clicks(int height, int width, std::span<const std::uint8_t> layout, bool human);

// The 3BV that can be seen to be done, of numbers with -1 for a hidden cell.
int visibly_solved(int height, int width, std::span<const std::int8_t> numbers);

}  // namespace sapper
