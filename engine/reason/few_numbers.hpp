// Which three or four numbers, taken together, settle a cell?
//
// Numbers settle a cell if it is the same in every way of making all of them true, whatever the rest of the board. Only
// sets of connected numbers are tried, and only those with a number that touches the cell: the others tell nothing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/grid.hpp"
#include "count/condense.hpp"

namespace sapper {

constexpr std::size_t most_few_numbers = 4;

// Cells that show numbers, in ascending order; no_cell fills the rest.
using FewNumbers = std::array<Cell, most_few_numbers>;

class FewNumbersSearch {
public:
    // The first set of `size` numbers, in lexicographic order, that settles the cells of a box; false if there is none.
    // Whether these are mines must be known, and no smaller set may settle them.
    bool find(const Condenser& condensed, const Front& front, std::int32_t box, bool is_mine, std::size_t size,
              FewNumbers& numbers);

private:
    void extend(std::size_t first_candidate, std::size_t size);
    void add_neighbours(std::int32_t witness);
    bool settles();
    bool can_be_completed(std::size_t next);

    // The front in question.
    const Witness* witnesses_ = nullptr;
    const Box* boxes_ = nullptr;
    const Cell* witness_cells_ = nullptr;
    std::int32_t target_ = 0;  // box, as index within the front
    bool is_mine_ = false;

    // The set being extended, and the witnesses that may extend it.
    std::vector<std::int32_t> chosen_;
    std::vector<std::int32_t> candidates_;
    std::vector<std::uint8_t> met_;  // per witness: chosen, candidate, or excluded
    FewNumbers best_{};

    // The cells around the set, grouped by which of its numbers they touch. Region r touches the numbers in the bits of
    // r; region 0 stays empty.
    static constexpr std::size_t region_count = std::size_t{1} << most_few_numbers;
    std::array<int, region_count> region_size_{};
    std::array<int, most_few_numbers> lacking_{};
    std::array<std::size_t, region_count> order_{};
    std::size_t regions_used_ = 0;
    std::vector<std::uint8_t> mask_of_box_;  // scratch memory, all 0 between calls
};

}  // namespace sapper
