// Boards from a seed: the fast twin of `_lay` in board.py, which defines them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sapper {

struct BoardsToLay {
    std::uint64_t seed_low = 0;
    std::uint64_t seed_high = 0;
    std::uint64_t start_index = 0;         // the boards are start_index, start_index + 1, ...
    std::uint64_t stream = 0;              // the purpose of the random numbers
    std::size_t cells = 0;                 // of each board
    std::size_t mines = 0;                 // on each board, no more than places
    std::span<const std::int64_t> places;  // flat indices of the cells that may hold a mine
};

// Every cell draws a number; the mines go to the places with the smallest, ties to the first. Fills `layouts` with one
// board after another.
void lay_boards(const BoardsToLay& boards, std::span<bool> layouts);

}  // namespace sapper
