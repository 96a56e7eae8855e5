#include "play/referee.hpp"

namespace sapper {

void Referee::deal(int height, int width, std::span<const std::uint8_t> layout) {
    if (!grid_.same_shape(height, width)) {
        grid_ = Grid(height, width);
    }
    mined_.assign(grid_.padded_size(), 0);
    closed_.assign(grid_.padded_size(), 0);
    safe_cells_left_ = 0;
    auto mine = layout.begin();
    for (int row = 0; row < height; ++row) {
        Cell cell = grid_.cell(row, 0);
        for (int column = 0; column < width; ++column, ++cell, ++mine) {
            at(closed_, cell) = 1;
            at(mined_, cell) = *mine != 0 ? 1 : 0;
            safe_cells_left_ += *mine != 0 ? 0 : 1;
        }
    }
}

int Referee::mines_around(Cell cell) const {
    int mines = 0;
    for (int d = 0; d < direction_count; ++d) {
        mines += at(mined_, grid_.neighbour(cell, d));
    }
    return mines;
}

void Referee::open_one(Cell cell, Opened& opened) {
    at(closed_, cell) = 0;
    --safe_cells_left_;
    opened.cells.push_back(cell);
    opened.numbers.push_back(static_cast<std::int8_t>(mines_around(cell)));
}

bool Referee::open(Cell cell, Opened& opened) {
    opened.cells.clear();
    opened.numbers.clear();
    if (at(mined_, cell) != 0) {
        return false;
    }
    open_one(cell, opened);
    // The list grows during the loop: every 0 opens what is still closed around it.
    for (std::size_t next = 0; next < opened.cells.size(); ++next) {
        if (opened.numbers[next] != 0) {
            continue;
        }
        for (int d = 0; d < direction_count; ++d) {
            const Cell beside = grid_.neighbour(opened.cells[next], d);
            if (at(closed_, beside) != 0) {
                open_one(beside, opened);
            }
        }
    }
    return true;
}

}  // namespace sapper
