#include "envs/dealer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "play/mine_laying.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

// Of so many random numbers, hardly ever fewer than `count` are below this, and not many more. Only the time that is
// taken depends on it.
std::uint64_t likely_bound(std::size_t count, std::size_t among) {
    const auto wanted = static_cast<double>(count);
    const double share = (wanted + 2.0 * std::sqrt(wanted) + 2.0) / static_cast<double>(among);
    return share >= 1.0 ? largest : static_cast<std::uint64_t>(share * 0x1p64);
}

}  // namespace

Dealer::Dealer(std::size_t cells)
    : cells_(cells), numbers_((cells + numbers_per_counter - 1) / numbers_per_counter * numbers_per_counter),
      candidates_(cells + 1) {
    chosen_.reserve(cells);
}

std::span<const std::int32_t> Dealer::smallest(const BoardName& board, std::uint64_t stream, std::size_t count,
                                               std::span<const std::int32_t> kept_free) {
    draw(board, stream);
    // Another cell draws the largest number once in 2^64 times; what is kept free is left out then, too, unless all
    // others are wanted.
    for (const std::int32_t cell : kept_free) {
        numbers_[static_cast<std::size_t>(cell)] = largest;
    }
    std::size_t found = collect_below(likely_bound(count, cells_ - kept_free.size()));
    if (found < count) {
        found = collect_below(largest);
    }
    const auto begin = candidates_.begin();
    const auto end_of_chosen = begin + static_cast<std::ptrdiff_t>(count);
    if (found > count) {
        std::nth_element(begin, end_of_chosen, begin + static_cast<std::ptrdiff_t>(found));
    }
    chosen_.resize(count);
    std::transform(begin, end_of_chosen, chosen_.begin(), [](const Drawn& drawn) { return drawn.cell; });
    return chosen_;
}

// The counter starts at 1, like NumPy's.
void Dealer::draw(const BoardName& board, std::uint64_t stream) {
    std::uint64_t count = 0;
    for (std::size_t first = 0; first < numbers_.size(); first += numbers_per_counter) {
        const FourNumbers drawn = four_numbers({++count, 0, board.index, stream}, {board.seed_low, board.seed_high});
        std::copy(drawn.begin(), drawn.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

// Without a branch on what is random: each cell is written where the next candidate belongs.
std::size_t Dealer::collect_below(std::uint64_t bound) {
    std::size_t found = 0;
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        candidates_[found] = {numbers_[cell], static_cast<std::int32_t>(cell)};
        found += numbers_[cell] <= bound ? 1 : 0;
    }
    return found;
}

}  // namespace sapper
