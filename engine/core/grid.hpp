// The geometry of a board: cells, neighbours, and what two neighbourhoods share.
//
// A cell is its index in a padded array, two cells wider than the board on every side, so that the neighbours of a
// cell, and the witnesses that may share a cell with it, are reached without bounds checks. Python and the bindings use
// flat indices, row-major and without the padding.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

namespace sapper {

using Cell = std::int32_t;  // index in the padded array
constexpr Cell no_cell = -1;
using NeighbourMask = std::uint8_t;  // bit d: the neighbour in direction d

constexpr int direction_count = 8;
constexpr int padding = 2;

// The bindings refuse larger boards. A board of one row or column has the largest padded array, and its last index, plus
// the widest step, still fits a Cell.
constexpr std::int64_t most_cells = 100'000'000;
static_assert((most_cells + 2 * padding) * (1 + 2 * padding) + 2 * (most_cells + 2 * padding) + 2 <=
              std::numeric_limits<Cell>::max());

struct Offset {
    int rows;
    int columns;
};

// Row-major order, so that the opposite of direction d is 7 - d.
constexpr std::array<Offset, direction_count> directions{
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

constexpr int opposite(int direction) { return direction_count - 1 - direction; }

constexpr std::array<std::uint8_t, 256> bit_counts = [] {
    std::array<std::uint8_t, 256> counts{};
    for (std::size_t mask = 1; mask < counts.size(); ++mask) {
        counts[mask] = static_cast<std::uint8_t>(counts[mask / 2] + mask % 2);
    }
    return counts;
}();

constexpr int count_of(NeighbourMask mask) { return bit_counts[mask]; }

// Calls visit(direction) for every direction in the mask, in row-major order.
template <class Visit>
inline void for_each_direction(NeighbourMask mask, Visit&& visit) {
    unsigned rest = mask;
    while (rest != 0) {
        visit(std::countr_zero(rest));
        rest &= rest - 1;
    }
}

// Two numbers at most two rows and two columns apart can share hidden neighbours.
struct Overlap {
    Offset step;              // from the first number to the second
    NeighbourMask of_first;   // the neighbours of the first that also touch the second
    NeighbourMask of_second;  // the same cells, as neighbours of the second
};

constexpr int overlap_count = 24;

constexpr std::array<Overlap, overlap_count> overlaps = [] {
    const auto touching = [](int rows, int columns) {
        const bool near = rows >= -1 && rows <= 1 && columns >= -1 && columns <= 1;
        return near && (rows != 0 || columns != 0);
    };
    const auto shared = [touching](Offset towards) {
        unsigned mask = 0;
        for (int d = 0; d < direction_count; ++d) {
            const Offset from = directions[static_cast<std::size_t>(d)];
            if (touching(from.rows - towards.rows, from.columns - towards.columns)) {
                mask |= 1u << d;
            }
        }
        return static_cast<NeighbourMask>(mask);
    };
    std::array<Overlap, overlap_count> all{};
    std::size_t next = 0;
    for (int rows = -2; rows <= 2; ++rows) {
        for (int columns = -2; columns <= 2; ++columns) {
            if (rows != 0 || columns != 0) {
                all[next++] = {{rows, columns}, shared({rows, columns}), shared({-rows, -columns})};
            }
        }
    }
    return all;
}();

class Grid {
public:
    Grid() : Grid(0, 0) {}

    Grid(int height, int width)
        : height_(height), width_(width), stride_(width + 2 * padding),
          padded_size_(static_cast<std::size_t>(height + 2 * padding) * static_cast<std::size_t>(stride_)) {
        for (std::size_t d = 0; d < directions.size(); ++d) {
            neighbour_offsets_[d] = directions[d].rows * stride_ + directions[d].columns;
        }
        for (std::size_t o = 0; o < overlaps.size(); ++o) {
            overlap_offsets_[o] = overlaps[o].step.rows * stride_ + overlaps[o].step.columns;
        }
    }

    int height() const { return height_; }
    int width() const { return width_; }
    int cell_count() const { return height_ * width_; }
    std::size_t padded_size() const { return padded_size_; }
    bool same_shape(int height, int width) const { return height_ == height && width_ == width; }

    Cell cell(int row, int column) const { return (row + padding) * stride_ + column + padding; }
    Cell cell(int flat_index) const { return cell(flat_index / width_, flat_index % width_); }
    int row(Cell at) const { return at / stride_ - padding; }
    int column(Cell at) const { return at % stride_ - padding; }
    int flat_index(Cell at) const { return row(at) * width_ + column(at); }

    Cell neighbour(Cell at, int direction) const {
        return at + neighbour_offsets_[static_cast<std::size_t>(direction)];
    }
    Cell overlapping(Cell at, std::size_t overlap) const { return at + overlap_offsets_[overlap]; }

private:
    int height_;
    int width_;
    int stride_;
    std::size_t padded_size_;
    std::array<Cell, direction_count> neighbour_offsets_{};
    std::array<Cell, overlap_count> overlap_offsets_{};
};

// A std::vector wants unsigned indices; cells and ids are signed. The conversion is written once.
template <class Element>
inline Element& at(std::vector<Element>& elements, std::int64_t index) {
    return elements[static_cast<std::size_t>(index)];
}
template <class Element>
inline const Element& at(const std::vector<Element>& elements, std::int64_t index) {
    return elements[static_cast<std::size_t>(index)];
}

}  // namespace sapper
