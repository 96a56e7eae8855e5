// A small board, all its layouts, and the positions that play on it can reach.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

using CellSet = std::uint32_t;      // a bit for each cell of a small board, row by row
using LayoutCount = std::uint32_t;  // of layouts

constexpr CellSet bit_of(int cell) { return CellSet{1} << cell; }

template <class Visit>
void for_each_cell(CellSet cells, Visit&& visit) {
    for (; cells != 0; cells &= cells - 1) {
        visit(std::countr_zero(cells));
    }
}

// 128 bits that stand for a position.
struct PositionKey {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend PositionKey operator^(PositionKey a, PositionKey b) { return {a.high ^ b.high, a.low ^ b.low}; }
    friend bool operator==(const PositionKey&, const PositionKey&) = default;
    friend bool operator<(const PositionKey& a, const PositionKey& b) {
        return a.high != b.high ? a.high < b.high : a.low < b.low;
    }
};

class SmallBoard {
public:
    static constexpr int most_cells = 32;
    static constexpr int most_symmetries = 8;
    static constexpr int most_numbers = 9;
    static constexpr LayoutCount most_layouts = (LayoutCount{1} << 27) - 1;

    // What is open; the keys are those of the position and of its turns and mirror images.
    struct Position {
        CellSet hidden = 0;
        std::array<PositionKey, most_symmetries> keys{};
    };

    // Throws std::invalid_argument if the board is too large.
    SmallBoard(int height, int width, int mines);

    int width() const { return width_; }
    int mines() const { return mines_; }
    int cell_count() const { return cells_; }
    CellSet around(int cell) const { return around_[static_cast<std::size_t>(cell)]; }
    const std::vector<CellSet>& layouts() const { return layouts_; }
    int safe_cells_in(const Position& position) const { return std::popcount(position.hidden) - mines_; }

    // The layouts in which a cell is safe and shows this number.
    std::vector<CellSet> layouts_showing(int cell, int number) const;
    LayoutCount count_showing(int cell, int number) const;

    // Whether no turn or mirror image of the cell comes before it.
    bool is_first_of_its_kind(int cell) const;

    // With nothing open but one cell.
    Position opened_at(int cell, int number) const;
    void open(Position& position, int cell, int number) const;

    // The least of the keys of all images: the same for each of them.
    PositionKey key_of(const Position& position) const;
    PositionKey key_after(const Position& position, int cell, int number) const;

private:
    using KeysOfNumber = std::array<PositionKey, most_symmetries>;

    void find_neighbours();
    void find_symmetries();
    void draw_keys();
    void write_out_layouts();

    int height_;
    int width_;
    int mines_;
    int cells_ = 0;
    std::array<CellSet, most_cells> around_{};
    std::size_t symmetry_count_ = 0;
    std::array<std::array<int, most_cells>, most_symmetries> image_{};
    std::array<std::array<KeysOfNumber, most_numbers>, most_cells> keys_{};
    std::vector<CellSet> layouts_;
};

}  // namespace sapper
