// What each first click on a small board is worth with best play.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "whole/known_positions.hpp"
#include "whole/shared_search.hpp"
#include "whole/small_board.hpp"

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

// How large a table of known positions a board deserves, up to a limit: 2^bits entries. It is never larger than a search
// that visits so many layouts can fill.
int table_bits_for(const SmallBoard& board, std::uint64_t budget, int most_bits);

// One first click of each kind, where turns and mirror images are of one kind. What is found is the same with any number
// of threads. The budget bounds the layouts visited, by all threads together; throws BudgetExceeded. How many are visited
// depends on the size of the table and, with several threads, on the time each takes: so only with one thread is it
// certain in advance whether a budget suffices.
std::vector<FirstClick> solve_whole_board(const SmallBoard& board, KnownPositions& known, SharedSearch& shared,
                                          std::size_t threads = 1);

}  // namespace sapper
