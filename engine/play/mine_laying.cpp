#include "play/mine_laying.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "core/wide_product.hpp"

namespace sapper {

namespace {

// Philox4x64-10 (Salmon, Moraes, Dror and Shaw 2011), a mixer of counters: four numbers per counter.
constexpr int rounds = 10;
constexpr std::array<std::uint64_t, 2> multipliers{0xD2E7470EE14C6C93u, 0xCA5A826395121157u};
constexpr std::array<std::uint64_t, 2> key_steps{0x9E3779B97F4A7C15u, 0xBB67AE8584CAA73Bu};
constexpr std::size_t numbers_per_counter = 4;

using FourNumbers = std::array<std::uint64_t, numbers_per_counter>;

FourNumbers mix(FourNumbers counter, std::array<std::uint64_t, 2> key) {
    for (int round = 0; round < rounds; ++round) {
        const WideProduct even = wide_product(multipliers[0], counter[0]);
        const WideProduct odd = wide_product(multipliers[1], counter[2]);
        counter = {odd.high ^ counter[1] ^ key[0], odd.low, even.high ^ counter[3] ^ key[1], even.low};
        key[0] += key_steps[0];
        key[1] += key_steps[1];
    }
    return counter;
}

// The numbers drawn by the cells of a board. The counter starts at 1, like NumPy's.
void draw(const BoardsToLay& boards, std::uint64_t index, std::vector<std::uint64_t>& numbers) {
    std::uint64_t count = 0;
    for (std::size_t first = 0; first < numbers.size(); first += numbers_per_counter) {
        work_meter().did(numbers_per_counter);
        const FourNumbers drawn = mix({++count, 0, index, boards.stream}, {boards.seed_low, boards.seed_high});
        std::copy(drawn.begin(), drawn.end(), numbers.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

// Finds the smallest of many random numbers without sorting them: by their leading bits they fall into bins about
// equally, and only those in the bin on the border need to be compared in full.
class Smallest {
public:
    void lay(std::span<const std::uint64_t> numbers, std::span<const std::int64_t> places, std::size_t mines,
             std::span<bool> layout) {
        std::array<std::uint32_t, bins> in_bin{};
        for (const std::int64_t place : places) {
            ++in_bin[bin_of(numbers[static_cast<std::size_t>(place)])];
        }
        std::size_t border = 0;
        std::size_t left = mines;  // minus those in the bins before the border
        while (left > in_bin[border]) {
            left -= in_bin[border++];
        }
        on_border_.clear();
        for (const std::int64_t place : places) {
            const std::uint64_t number = numbers[static_cast<std::size_t>(place)];
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

private:
    static constexpr int bits_of_bin = 8;
    static constexpr std::size_t bins = std::size_t{1} << bits_of_bin;
    static std::size_t bin_of(std::uint64_t number) { return static_cast<std::size_t>(number >> (64 - bits_of_bin)); }

    std::vector<std::pair<std::uint64_t, std::size_t>> on_border_;  // number and place
};

}  // namespace

void lay_boards(const BoardsToLay& boards, std::span<bool> layouts) {
    const std::size_t counters = (boards.cells + numbers_per_counter - 1) / numbers_per_counter;
    std::vector<std::uint64_t> numbers(counters * numbers_per_counter);
    Smallest smallest;
    std::uint64_t index = boards.start_index;
    for (std::size_t first = 0; first < layouts.size(); first += boards.cells) {
        draw(boards, index++, numbers);
        work_meter().did(boards.places.size());
        const std::span<bool> layout = layouts.subspan(first, boards.cells);
        std::fill(layout.begin(), layout.end(), false);
        smallest.lay(numbers, boards.places, boards.mines, layout);
    }
}

}  // namespace sapper
