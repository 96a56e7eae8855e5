// Boards from a seed. What a board is, board.py says (`_lay`): this is its fast twin, and both lay the same boards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sapper {

struct BoardsToLay {
    std::uint64_t seed_low = 0;
    std::uint64_t seed_high = 0;
    std::uint64_t start_index = 0;         // the boards are start_index, start_index + 1, ...
    std::uint64_t stream = 0;              // what the random numbers are for
    std::size_t cells = 0;                 // of each board
    std::size_t mines = 0;                 // on each board, at most as many as places
    std::span<const std::int64_t> places;  // the cells that may hold a mine, by position
};

// Every cell draws a number, and the mines lie on the places with the smallest; of equal ones, on the first. Writes as
// many boards as there is room for, one after the other.
void lay_boards(const BoardsToLay& boards, std::span<bool> layouts);

}  // namespace sapper
