// Holds the mines. All a player gets from it are the numbers of the cells it opens.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid.hpp"

namespace sapper {

class Referee {
public:
    // A layout is height * width cells in row-major order, nonzero for a mine.
    void deal(int height, int width, std::span<const std::uint8_t> layout);

    struct Opened {
        std::vector<Cell> cells;
        std::vector<std::int8_t> numbers;
    };

    // Opens a hidden cell, and its region if it shows 0. Returns false if it was a mine.
    bool open(Cell cell, Opened& opened);

    bool is_mine(Cell cell) const { return at(mined_, cell) != 0; }
    int safe_cells_left() const { return safe_cells_left_; }
    bool all_safe_cells_open() const { return safe_cells_left_ == 0; }
    const Grid& grid() const { return grid_; }

private:
    int mines_around(Cell cell) const;
    void open_one(Cell cell, Opened& opened);

    Grid grid_;
    std::vector<std::uint8_t> mined_;
    std::vector<std::uint8_t> closed_;  // hidden cells of the board; never the padding
    int safe_cells_left_ = 0;
};

}  // namespace sapper
