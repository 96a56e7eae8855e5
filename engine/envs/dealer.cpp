#include "envs/dealer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "play/mine_laying.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

// The number that so many of all random numbers are expected to be below.
std::uint64_t bound_for(double count, std::size_t among) {
    const double share = count / static_cast<double>(among);
    return share <= 0.0 ? 0 : share >= 1.0 ? largest : static_cast<std::uint64_t>(share * 0x1p64);
}

}  // namespace

Dealer::Dealer(std::size_t cells)
    : cells_(cells), numbers_((cells + numbers_per_counter - 1) / numbers_per_counter * numbers_per_counter),
      chosen_(cells + 1), near_border_(cells + 1), border_numbers_(cells + 1) {}

std::span<const std::int32_t> Dealer::smallest(const BoardName& board, std::uint64_t stream, std::size_t count,
                                               std::span<const std::int32_t> kept_free) {
    draw(board, stream);
    // Another cell draws the largest number once in 2^64 times; what is kept free is left out then, too, unless all
    // others are wanted.
    for (const std::int32_t cell : kept_free) {
        numbers_[static_cast<std::size_t>(cell)] = largest;
    }
    if (!choose_quickly(count, cells_ - kept_free.size())) {
        choose_by_sorting(count);
    }
    return {chosen_.data(), count};
}

// The counter starts at 1, like NumPy's.
void Dealer::draw(const BoardName& board, std::uint64_t stream) {
    const BoardName name = board;  // a copy, which writing numbers can't change
    std::uint64_t* next = numbers_.data();
    const std::uint64_t counters = numbers_.size() / numbers_per_counter;
    for (std::uint64_t count = 1; count <= counters; ++count) {
        for (const std::uint64_t number :
             four_numbers({count, 0, name.index, stream}, {name.seed_low, name.seed_high})) {
            *next++ = number;
        }
    }
}

// Random numbers lie where they are expected, nearly: those well below the border are chosen, and only the few around it
// are compared with each other. Nothing branches on what is random. Returns false where the numbers lie elsewhere.
bool Dealer::choose_quickly(std::size_t count, std::size_t among) {
    const auto wanted = static_cast<double>(count);
    const double spread = 2.0 * std::sqrt(wanted) + 1.0;
    const std::uint64_t surely_in = bound_for(wanted - spread, among);
    const std::uint64_t surely_out = bound_for(wanted + spread, among);
    std::size_t chosen = 0;
    std::size_t near = 0;
    std::int32_t* const in = chosen_.data();
    std::int32_t* const border = near_border_.data();
    std::uint64_t* const at_border = border_numbers_.data();
    const std::uint64_t* const numbers = numbers_.data();
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        const std::uint64_t number = numbers[cell];
        const bool is_in = number < surely_in;
        in[chosen] = static_cast<std::int32_t>(cell);
        chosen += is_in ? 1 : 0;
        border[near] = static_cast<std::int32_t>(cell);
        at_border[near] = number;
        near += static_cast<std::size_t>(number <= surely_out) - static_cast<std::size_t>(is_in);
    }
    if (chosen > count || chosen + near < count) {
        return false;
    }
    const std::size_t missing = count - chosen;
    for (std::size_t one = 0; one < near; ++one) {
        std::size_t smaller = 0;
        for (std::size_t other = 0; other < near; ++other) {
            smaller += at_border[other] < at_border[one] ? 1 : 0;
        }
        in[chosen] = border[one];
        chosen += smaller < missing ? 1 : 0;
    }
    return chosen == count;  // not if two are equal at the border
}

void Dealer::choose_by_sorting(std::size_t count) {
    std::iota(chosen_.begin(), chosen_.end() - 1, 0);
    std::nth_element(chosen_.begin(), chosen_.begin() + static_cast<std::ptrdiff_t>(count), chosen_.end() - 1,
                     [this](std::int32_t a, std::int32_t b) {
                         const std::uint64_t of_a = numbers_[static_cast<std::size_t>(a)];
                         const std::uint64_t of_b = numbers_[static_cast<std::size_t>(b)];
                         return of_a != of_b ? of_a < of_b : a < b;
                     });
}

}  // namespace sapper
