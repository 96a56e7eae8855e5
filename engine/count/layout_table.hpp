// Every layout of a small position, written out: what each hidden cell would show in it.
#pragma once

#include <cstdint>
#include <vector>

#include "count/workspace.hpp"

namespace sapper {

constexpr std::uint8_t shows_mine = 9;  // beside the numbers 0 to 8

class LayoutTable {
public:
    // Writes out all layouts of a counted position. False, with an unusable table, where there are more than `most`, or
    // more than memory should hold.
    bool write_out(const Workspace& counted, std::size_t most);

    // The same of one front alone, as if there were no other unknown cells. Its own numbers fix how many mines it holds.
    bool write_out_front(const Workspace& counted, std::size_t front, std::size_t most);

    std::size_t layout_count() const { return layout_count_; }
    std::size_t cell_count() const { return cells_.size(); }
    Cell cell(std::size_t index) const { return cells_[index]; }

    // What each cell shows in one layout.
    const std::uint8_t* layout(std::size_t index) const { return shown_.data() + index * cells_.size(); }

private:
    struct Bounds {
        int fewest = 0;
        int most = 0;
    };

    void collect_cells(const Workspace& counted);
    void start(const Workspace& counted, std::size_t most);
    void begin(const Workspace& counted);
    bool place_front(std::size_t front, std::int32_t cell_of_front);
    bool place_in_sea(std::size_t first_cell);
    bool fits(Cell cell, int mines) const;
    void put(Cell cell, int change);
    bool write_down();

    const Workspace* counted_ = nullptr;
    std::vector<Cell> cells_;              // hidden and not known to be mines; those of the fronts first, then the sea
    std::vector<std::size_t> first_cell_;  // per front, into cells_; and where the sea begins
    std::size_t sea_end_ = 0;
    std::size_t fronts_end_ = 0;       // the fronts before it are placed
    std::vector<Bounds> later_;        // per front: mines that it, the later fronts and the sea can hold
    std::vector<std::int8_t> around_;  // per cell: mines around it, known ones included
    std::vector<std::uint8_t> mined_;
    std::vector<std::int8_t> lacking_;  // per witness cell
    std::vector<std::int8_t> room_;
    int mines_to_place_ = 0;

    std::vector<std::uint8_t> shown_;
    std::size_t layout_count_ = 0;
    std::size_t most_layouts_ = 0;
    std::size_t steps_left_ = 0;
};

}  // namespace sapper
