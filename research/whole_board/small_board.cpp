#include "small_board.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "core/random.hpp"

namespace sapper {

namespace {

// Exact as long as the result is: every step multiplies and divides numbers below 2^53.
double ways_to_choose(int chosen, int of) {
    double ways = chosen < 0 || chosen > of ? 0.0 : 1.0;
    for (int i = 0; i < chosen; ++i) {
        ways = ways * (of - i) / (i + 1);
    }
    return ways;
}

}  // namespace

SmallBoard::SmallBoard(int height, int width, int mines) : height_(height), width_(width), mines_(mines) {
    if (height < 1 || width < 1 || height > most_cells || width > most_cells || height * width > most_cells) {
        throw std::invalid_argument("a board that is searched as a whole has 1 to 32 cells");
    }
    cells_ = height * width;
    if (mines < 0 || mines >= cells_) {
        throw std::invalid_argument("a board that is searched as a whole has fewer mines than cells");
    }
    find_neighbours();
    find_symmetries();
    draw_keys();
    write_out_layouts();
}

void SmallBoard::find_neighbours() {
    for (int cell = 0; cell < cells_; ++cell) {
        const int row = cell / width_;
        const int column = cell % width_;
        for (int r = std::max(0, row - 1); r <= std::min(height_ - 1, row + 1); ++r) {
            for (int c = std::max(0, column - 1); c <= std::min(width_ - 1, column + 1); ++c) {
                around_[static_cast<std::size_t>(cell)] |= bit_of(r * width_ + c);
            }
        }
        around_[static_cast<std::size_t>(cell)] &= ~bit_of(cell);
    }
}

void SmallBoard::find_symmetries() {
    for (const bool turned : {false, true}) {
        for (int flips = 0; flips < 4 && (height_ == width_ || !turned); ++flips) {
            auto& image = image_[symmetry_count_++];
            for (int cell = 0; cell < cells_; ++cell) {
                int row = cell / width_;
                int column = cell % width_;
                row = (flips & 1) != 0 ? height_ - 1 - row : row;
                column = (flips & 2) != 0 ? width_ - 1 - column : column;
                if (turned) {
                    std::swap(row, column);
                }
                image[static_cast<std::size_t>(cell)] = row * width_ + column;
            }
        }
    }
}

void SmallBoard::draw_keys() {
    constexpr std::uint64_t seed = 2012;
    RandomStream random(seed, 0);
    std::array<std::array<PositionKey, most_numbers>, most_cells> drawn;
    for (auto& of_cell : drawn) {
        for (PositionKey& key : of_cell) {
            key.high = random.next();
            key.low = random.next();
        }
    }
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(cells_); ++cell) {
        for (std::size_t number = 0; number < most_numbers; ++number) {
            for (std::size_t s = 0; s < symmetry_count_; ++s) {
                keys_[cell][number][s] = drawn[static_cast<std::size_t>(image_[s][cell])][number];
            }
        }
    }
}

// All sets of so many cells, from the smallest on as a number: each is the next one with as many bits.
void SmallBoard::write_out_layouts() {
    if (ways_to_choose(mines_, cells_) > most_layouts) {
        throw std::invalid_argument("a board that is searched as a whole has fewer than 2^27 layouts");
    }
    const std::uint64_t end = std::uint64_t{1} << cells_;
    std::uint64_t layout = (std::uint64_t{1} << mines_) - 1;
    layouts_.push_back(static_cast<CellSet>(layout));
    while (layout != 0) {
        const std::uint64_t lowest = layout & (~layout + 1);
        const std::uint64_t carried = layout + lowest;
        layout = ((carried ^ layout) >> 2) / lowest | carried;
        if (layout >= end) {
            return;
        }
        layouts_.push_back(static_cast<CellSet>(layout));
    }
}

std::vector<CellSet> SmallBoard::layouts_showing(int cell, int number) const {
    std::vector<CellSet> showing;
    std::copy_if(layouts_.begin(), layouts_.end(), std::back_inserter(showing), [&](CellSet layout) {
        return (layout & bit_of(cell)) == 0 && std::popcount(layout & around(cell)) == number;
    });
    return showing;
}

LayoutCount SmallBoard::count_showing(int cell, int number) const {
    const int beside = std::popcount(around(cell));
    return static_cast<LayoutCount>(ways_to_choose(number, beside) *
                                    ways_to_choose(mines_ - number, cells_ - 1 - beside));
}

bool SmallBoard::is_first_of_its_kind(int cell) const {
    const auto end = image_.begin() + static_cast<std::ptrdiff_t>(symmetry_count_);
    return std::all_of(image_.begin(), end,
                       [&](const auto& image) { return image[static_cast<std::size_t>(cell)] >= cell; });
}

SmallBoard::Position SmallBoard::opened_at(int cell, int number) const {
    Position position{static_cast<CellSet>((std::uint64_t{1} << cells_) - 1), {}};
    open(position, cell, number);
    return position;
}

void SmallBoard::open(Position& position, int cell, int number) const {
    position.hidden &= ~bit_of(cell);
    const KeysOfNumber& keys = keys_[static_cast<std::size_t>(cell)][static_cast<std::size_t>(number)];
    for (std::size_t s = 0; s < symmetry_count_; ++s) {
        position.keys[s] = position.keys[s] ^ keys[s];
    }
}

PositionKey SmallBoard::key_of(const Position& position) const {
    return *std::min_element(position.keys.begin(),
                             position.keys.begin() + static_cast<std::ptrdiff_t>(symmetry_count_));
}

PositionKey SmallBoard::key_after(const Position& position, int cell, int number) const {
    const KeysOfNumber& keys = keys_[static_cast<std::size_t>(cell)][static_cast<std::size_t>(number)];
    PositionKey least = position.keys[0] ^ keys[0];
    for (std::size_t s = 1; s < symmetry_count_; ++s) {
        least = std::min(least, position.keys[s] ^ keys[s]);
    }
    return least;
}

}  // namespace sapper
