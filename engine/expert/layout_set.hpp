// A set of layouts: a bit for each. Small sets have a fixed number of words, on the stack; large ones any number.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

template <class Words>
struct LayoutSet {
    Words bits{};

    void insert(std::size_t layout) { bits[layout / 64] |= std::uint64_t{1} << layout % 64; }

    std::size_t count() const {
        std::size_t sum = 0;
        for (const std::uint64_t word : bits) {
            sum += static_cast<std::size_t>(std::popcount(word));
        }
        return sum;
    }
    std::size_t count_common(const LayoutSet& other) const {
        std::size_t sum = 0;
        for (std::size_t w = 0; w < bits.size(); ++w) {
            sum += static_cast<std::size_t>(std::popcount(bits[w] & other.bits[w]));
        }
        return sum;
    }
    bool empty() const {
        std::uint64_t any = 0;
        for (const std::uint64_t word : bits) {
            any |= word;
        }
        return any == 0;
    }
    // Whether those in `part` are also in the other.
    bool is_subset_within(const LayoutSet& part, const LayoutSet& other) const {
        std::uint64_t outside = 0;
        for (std::size_t w = 0; w < bits.size(); ++w) {
            outside |= bits[w] & part.bits[w] & ~other.bits[w];
        }
        return outside == 0;
    }
    LayoutSet without(const LayoutSet& other) const {
        LayoutSet rest = *this;
        for (std::size_t w = 0; w < bits.size(); ++w) {
            rest.bits[w] &= ~other.bits[w];
        }
        return rest;
    }
    std::size_t first() const {
        std::size_t w = 0;
        while (bits[w] == 0) {
            ++w;
        }
        return w * 64 + static_cast<std::size_t>(std::countr_zero(bits[w]));
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t w = 0; w < bits.size(); ++w) {
            for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
                visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
            }
        }
    }
};

template <std::size_t words>
using SmallSet = LayoutSet<std::array<std::uint64_t, words>>;
using LargeSet = LayoutSet<std::vector<std::uint64_t>>;

// No layouts, of so many.
template <std::size_t words>
void make_empty(SmallSet<words>& set, std::size_t) {
    set.bits.fill(0);
}
inline void make_empty(LargeSet& set, std::size_t layouts) { set.bits.assign((layouts + 63) / 64, 0); }

}  // namespace sapper
