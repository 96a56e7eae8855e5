// Every layout of a small position, written out as the mines among its hidden cells: a bit per cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/workspace.hpp"

namespace sapper {

class LayoutTable {
public:
    // No table has more bits than this, whatever the budget, and so no more layouts.
    static constexpr std::size_t most_bits = std::size_t{1} << 29;

    // Writes out all layouts of a counted position. Returns false, leaving the table unusable, if there are more than
    // `most`, or too many for memory or time.
    bool write_out(const Workspace& counted, std::size_t most);

    std::size_t layout_count() const { return layout_count_; }
    std::size_t cell_count() const { return cells_.size(); }
    Cell cell(std::size_t index) const { return cells_[index]; }

    // Whether each cell is a mine in one layout: bit c % 64 of word c / 64 is cell(c).
    std::span<const std::uint64_t> layout(std::size_t index) const {
        return std::span(mines_).subspan(index * words_per_layout_, words_per_layout_);
    }

private:
    struct Bounds {
        int fewest = 0;
        int most = 0;
    };

    void collect_cells(const Workspace& counted);
    void start(const Workspace& counted, std::size_t most);
    void begin(const Workspace& counted);
    void start_layout();
    bool place_fronts();
    bool place_in_sea(std::size_t first_cell);
    bool rest_fits(std::size_t front) const;
    bool fits(Cell cell, int mines) const;
    void place(std::size_t index, int mines);
    int take_back(std::size_t index);
    void toggle(std::size_t index) { placed_[index / 64] ^= std::uint64_t{1} << index % 64; }
    void change_witnesses(Cell cell, int room, int lack);
    bool write_down();

    const Workspace* counted_ = nullptr;
    std::vector<Cell> cells_;              // hidden and not known to be mines: fronts, then sea, then known safe
    std::vector<std::size_t> first_cell_;  // per front, index into cells_; last: where the sea begins
    std::size_t sea_end_ = 0;
    std::vector<Bounds> later_;         // per front: mines that it, later fronts and the sea can hold
    std::vector<std::int8_t> lacking_;  // per cell, for witnesses
    std::vector<std::int8_t> room_;
    std::vector<std::size_t> in_sea_;  // per mine of the sea, index into cells_
    int mines_to_place_ = 0;

    std::size_t words_per_layout_ = 0;
    std::vector<std::uint64_t> placed_;  // the layout being written
    std::vector<std::uint64_t> mines_;   // all layouts
    std::size_t layout_count_ = 0;
    std::size_t most_layouts_ = 0;
    std::size_t steps_left_ = 0;
};

}  // namespace sapper
