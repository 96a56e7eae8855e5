// Are some of a position's numbers consistent, alone or with the mine total? Sweeps decide.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/budget.hpp"
#include "count/view.hpp"
#include "count/workspace.hpp"
#include "reason/numbers.hpp"

namespace sapper {

// Numbers that are not chosen are not read, but their cells are still revealed, so they hold no mine.
class ChosenNumbers {
public:
    static constexpr std::int32_t no_cell_supposed = -1;

    // All must outlive it.
    ChosenNumbers(const View& view, std::int32_t cell, Budget& budget, Workspace& workspace);
    // Reads only a part of the view, which must contain the cell, the numbers to be chosen, and their neighbours.
    ChosenNumbers(const View& view, std::int32_t cell, const NearNumbers::Window& part, Budget& budget,
                  Workspace& workspace);

    // Whether the numbers can all be true if the cell, where there is one, is a mine, or if it is safe.
    bool consistent(std::span<const std::int32_t> numbers, bool cell_is_mine);
    bool consistent_with_total(std::span<const std::int32_t> numbers, bool cell_is_mine);

private:
    void read(std::span<const std::int32_t> numbers, bool cell_is_mine, int mines);

    const View& view_;
    std::int32_t cell_;
    NearNumbers::Window part_;
    Budget& budget_;
    Workspace& workspace_;
    std::vector<std::uint8_t> is_chosen_;  // by cell of the part
    std::vector<Cell> safe_;
};

}  // namespace sapper
