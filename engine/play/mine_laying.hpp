// Boards from a seed: the fast twin of `lay` in board.py, which defines them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/wide_product.hpp"

namespace sapper {

// Philox4x64-10 (Salmon, Moraes, Dror and Shaw 2011), a mixer of counters: four numbers per counter. Inline, so that
// the numbers of several counters are worked out side by side.
constexpr std::size_t numbers_per_counter = 4;
using FourNumbers = std::array<std::uint64_t, numbers_per_counter>;
inline FourNumbers four_numbers(FourNumbers counter, std::array<std::uint64_t, 2> key) {
    constexpr int rounds = 10;
    constexpr std::array<std::uint64_t, 2> multipliers{0xD2E7470EE14C6C93u, 0xCA5A826395121157u};
    constexpr std::array<std::uint64_t, 2> key_steps{0x9E3779B97F4A7C15u, 0xBB67AE8584CAA73Bu};
    for (int round = 0; round < rounds; ++round) {
        const WideProduct even = wide_product(multipliers[0], counter[0]);
        const WideProduct odd = wide_product(multipliers[1], counter[2]);
        counter = {odd.high ^ counter[1] ^ key[0], odd.low, even.high ^ counter[3] ^ key[1], even.low};
        key[0] += key_steps[0];
        key[1] += key_steps[1];
    }
    return counter;
}

struct BoardsToLay {
    std::uint64_t seed_low = 0;
    std::uint64_t seed_high = 0;
    std::uint64_t stream = 0;              // the purpose of the random numbers
    std::size_t cells = 0;                 // of each board
    std::size_t mines = 0;                 // on each board, no more than places
    std::span<const std::int64_t> places;  // flat indices of the cells that may hold a mine
};

// Every cell draws a number; the mines go to the places with the smallest, ties to the first. Memory is reused from
// board to board; one thread at a time.
class MineLayer {
public:
    // The places must outlive the layer.
    explicit MineLayer(const BoardsToLay& boards);

    // Each board has many attempts: streams of numbers of its own, of which plain boards use the first.
    void lay(std::uint64_t index, std::uint64_t attempt, std::span<bool> layout);

private:
    void draw(std::uint64_t index, std::uint64_t attempt);
    void mine_the_smallest(std::span<bool> layout);

    BoardsToLay boards_;
    std::vector<std::uint64_t> numbers_;                            // drawn by each cell
    std::vector<std::pair<std::uint64_t, std::size_t>> on_border_;  // number and place
};

}  // namespace sapper
