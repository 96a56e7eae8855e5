// What each first click on a small board is worth with best play.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "known_positions.hpp"
#include "shared_search.hpp"
#include "small_board.hpp"

namespace sapper {

// Opening one cell first, which is safe in `layouts` layouts and shows 0 in `opening_layouts` of them.
struct FirstClick {
    int row = 0;
    int column = 0;
    std::uint64_t won = 0;
    std::uint64_t layouts = 0;
    std::uint64_t opening_won = 0;
    std::uint64_t opening_layouts = 0;
};

// How large a table of known positions a board deserves, up to a limit: 2^bits entries.
int table_bits_for(const SmallBoard& board, int most_bits);

// One first click of each kind, where turns and mirror images are of one kind. What is found is the same with any number
// of threads and any table; how many layouts are visited is not.
std::vector<FirstClick> solve_whole_board(const SmallBoard& board, KnownPositions& known, SharedSearch& shared,
                                          std::size_t threads = 1);

}  // namespace sapper
