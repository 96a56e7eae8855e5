#include "play/mine_laying.hpp"

#include <algorithm>

#include "core/grid.hpp"
#include "core/stop.hpp"

namespace sapper {

namespace {

constexpr int bits_of_bin = 8;
constexpr std::size_t bins = std::size_t{1} << bits_of_bin;

std::size_t bin_of(std::uint64_t number) { return static_cast<std::size_t>(number >> (64 - bits_of_bin)); }

}  // namespace

MineLayer::MineLayer(const BoardsToLay& boards) : boards_(boards) {
    const std::size_t counters = (boards.cells + numbers_per_counter - 1) / numbers_per_counter;
    numbers_.resize(counters * numbers_per_counter);
}

void MineLayer::lay(std::uint64_t index, std::uint64_t attempt, std::span<bool> layout) {
    draw(index, attempt);
    work_meter().did(boards_.places.size());
    std::fill(layout.begin(), layout.end(), false);
    mine_the_smallest(layout);
}

// The counter starts at 1, like NumPy's.
void MineLayer::draw(std::uint64_t index, std::uint64_t attempt) {
    std::uint64_t count = 0;
    for (std::size_t first = 0; first < numbers_.size(); first += numbers_per_counter) {
        work_meter().did(numbers_per_counter);
        const FourNumbers drawn =
            four_numbers({++count, attempt, index, boards_.stream}, {boards_.seed_low, boards_.seed_high});
        std::copy(drawn.begin(), drawn.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

// Finds the smallest of many random numbers without sorting them: by their leading bits they fall into bins about
// equally, and only those in the bin on the border need to be compared in full.
void MineLayer::mine_the_smallest(std::span<bool> layout) {
    std::array<std::uint32_t, bins> in_bin{};
    for (const std::int64_t place : boards_.places) {
        ++in_bin[bin_of(at(numbers_, place))];
    }
    std::size_t border = 0;
    std::size_t left = boards_.mines;  // minus those in the bins before the border
    while (left > in_bin[border]) {
        left -= in_bin[border++];
    }
    on_border_.clear();
    for (const std::int64_t place : boards_.places) {
        const std::uint64_t number = at(numbers_, place);
        layout[static_cast<std::size_t>(place)] = bin_of(number) < border;
        if (bin_of(number) == border) {
            on_border_.emplace_back(number, static_cast<std::size_t>(place));
        }
    }
    const auto end_of_mines = on_border_.begin() + static_cast<std::ptrdiff_t>(left);
    std::nth_element(on_border_.begin(), end_of_mines, on_border_.end());
    for (auto mine = on_border_.begin(); mine != end_of_mines; ++mine) {
        layout[mine->second] = true;
    }
}

}  // namespace sapper
