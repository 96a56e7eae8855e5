#include "referee.hpp"

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
        Place place = grid_.place(row, 0);
        for (int column = 0; column < width; ++column, ++place, ++mine) {
            at(closed_, place) = 1;
            at(mined_, place) = *mine != 0 ? 1 : 0;
            safe_cells_left_ += *mine != 0 ? 0 : 1;
        }
    }
}

int Referee::mines_around(Place place) const {
    int mines = 0;
    for (int d = 0; d < direction_count; ++d) {
        mines += at(mined_, grid_.neighbour(place, d));
    }
    return mines;
}

void Referee::open_one(Place place, Opened& opened) {
    at(closed_, place) = 0;
    --safe_cells_left_;
    opened.places.push_back(place);
    opened.numbers.push_back(static_cast<std::int8_t>(mines_around(place)));
}

bool Referee::open(Place place, Opened& opened) {
    opened.places.clear();
    opened.numbers.clear();
    if (at(mined_, place) != 0) {
        return false;
    }
    open_one(place, opened);
    // The list grows while it is walked: every 0 opens what is still closed around it.
    for (std::size_t next = 0; next < opened.places.size(); ++next) {
        if (opened.numbers[next] != 0) {
            continue;
        }
        for (int d = 0; d < direction_count; ++d) {
            const Place beside = grid_.neighbour(opened.places[next], d);
            if (at(closed_, beside) != 0) {
                open_one(beside, opened);
            }
        }
    }
    return true;
}

}  // namespace sapper
