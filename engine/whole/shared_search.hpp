// What the threads that search one board share, beside the known positions: the budget, and who searches what.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/errors.hpp"
#include "whole/small_board.hpp"

namespace sapper {

// Ends a thread's search of a position that another thread has finished.
struct FoundElsewhere {};

class SharedBudget {
public:
    explicit SharedBudget(std::uint64_t layouts) : allowed_(layouts) {}

    // Throws BudgetExceeded.
    void spend(std::uint64_t layouts) {
        if (spent_.fetch_add(layouts, std::memory_order_relaxed) + layouts > allowed_) {
            throw BudgetExceeded("the board needs a longer search than the budget allows");
        }
    }
    std::uint64_t spent() const { return spent_.load(std::memory_order_relaxed); }

private:
    std::uint64_t allowed_;
    std::atomic<std::uint64_t> spent_ = 0;
};

// The positions that are being searched, so that a thread can turn to others first. Places are few and may be taken by
// other positions: what this says is advice, and never changes a result.
class UnderWay {
public:
    bool has(const PositionKey& key) const { return place_of(key).load(std::memory_order_relaxed) == key.high; }
    void add(const PositionKey& key) { place_of(key).store(key.high, std::memory_order_relaxed); }
    void remove(const PositionKey& key) { place_of(key).store(0, std::memory_order_relaxed); }

private:
    using Place = std::atomic<std::uint64_t>;
    static constexpr std::size_t places = std::size_t{1} << 12;

    Place& place_of(const PositionKey& key) { return keys_[key.low % places]; }
    const Place& place_of(const PositionKey& key) const { return keys_[key.low % places]; }

    std::array<Place, places> keys_{};
};

struct SharedSearch {
    explicit SharedSearch(std::uint64_t layouts) : budget(layouts) {}

    SharedBudget budget;
    UnderWay under_way;
};

}  // namespace sapper
