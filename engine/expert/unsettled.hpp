// A position reduced to what is not settled: all that the rest of the game depends on.
//
// A revealed number matters only by the mines it lacks among its uncertain neighbours. A certain mine is taken off the
// numbers beside it; a settled cell is as good as a wall. So positions that look different to a player, but must be
// played alike, look the same here.
#pragma once

#include <cstdint>
#include <vector>

#include "count/workspace.hpp"

namespace sapper {

class Unsettled {
public:
    // What a cell is: settled (or outside), a number with so many mines lacking (1 to 8), or an uncertain cell with its
    // chance of a mine in steps of 1/239.
    using Code = std::uint8_t;
    static constexpr Code settled = 0;
    static constexpr Code most_lacking = 8;
    static constexpr Code first_uncertain = 16;
    static constexpr int chance_steps = 239;
    static bool is_uncertain(Code code) { return code >= first_uncertain; }
    static bool is_number(Code code) { return code != settled && code <= most_lacking; }

    // Reads a counted position without a certainly safe cell.
    void read(const Workspace& counted);

    // One cell wider than the board on every side.
    int stride() const { return width_ + 2; }
    std::size_t padded_size() const { return codes_.size(); }
    Code code(int index) const { return codes_[static_cast<std::size_t>(index)]; }
    int index(int row, int column) const { return (row + 1) * stride() + column + 1; }
    int height() const { return height_; }
    int width() const { return width_; }

    // The cells that are not settled, in row-major order.
    const std::vector<int>& cells() const { return cells_; }

    int uncertain() const { return uncertain_; }
    int mines() const { return mines_; }
    double log2_layouts() const { return log2_layouts_; }

private:
    int height_ = 0;
    int width_ = 0;
    int uncertain_ = 0;
    int mines_ = 0;
    double log2_layouts_ = 0.0;
    std::vector<Code> codes_;
    std::vector<int> cells_;
};

}  // namespace sapper
