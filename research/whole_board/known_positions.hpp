// What is known of positions: a table of fixed size, for any number of threads.
//
// A new entry takes the place of an old one; what is lost is searched again. A hundred bits of the key are compared. Nobody
// waits for anybody: an entry whose halves two threads have written at once does not fit together, and is not believed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "small_board.hpp"

namespace sapper {

// The layouts that best play wins, or a number that they do not exceed.
struct Worth {
    LayoutCount won = 0;
    bool exact = false;
};

class KnownPositions {
public:
    // Of 2^bits entries, 16 bytes each.
    explicit KnownPositions(int bits) {
        constexpr int most_bits = 36;
        if (bits < 1 || bits > most_bits) {
            throw std::invalid_argument("a table of known positions has 2 to 2^36 entries");
        }
        entries_ = std::make_unique<Entry[]>(std::size_t{1} << bits);
        mask_ = (std::uint64_t{1} << bits) - 1;
    }

    // Puts what is known in the place of `worth`; leaves it alone if nothing is.
    void find(const PositionKey& key, Worth& worth) const {
        const Entry& entry = entries_[place_of(key)];
        const std::uint64_t packed = entry.packed.load(std::memory_order_relaxed);
        const std::uint64_t high = entry.check.load(std::memory_order_relaxed) ^ packed;
        if (high == key.high && packed >> bits_of_worth == key.low >> bits_of_worth) {
            worth = {static_cast<LayoutCount>(packed & most_won), (packed >> bits_of_won & 1) != 0};
        }
    }

    void remember(const PositionKey& key, Worth worth) {
        Entry& entry = entries_[place_of(key)];
        const std::uint64_t packed =
            key.low >> bits_of_worth << bits_of_worth | std::uint64_t{worth.exact} << bits_of_won | worth.won;
        entry.check.store(key.high ^ packed, std::memory_order_relaxed);
        entry.packed.store(packed, std::memory_order_relaxed);
    }

private:
    static constexpr int bits_of_won = 27;
    static constexpr int bits_of_worth = bits_of_won + 1;
    static constexpr std::uint64_t most_won = (1u << bits_of_won) - 1;
    static_assert(SmallBoard::most_layouts <= most_won);

    struct Entry {
        std::atomic<std::uint64_t> check = 0;   // the upper half of the key, exclusive or what is packed
        std::atomic<std::uint64_t> packed = 0;  // most of the lower half, and the worth
    };

    std::size_t place_of(const PositionKey& key) const {
        return static_cast<std::size_t>(key.low >> bits_of_worth & mask_);
    }

    std::unique_ptr<Entry[]> entries_;
    std::uint64_t mask_ = 0;
};

}  // namespace sapper
