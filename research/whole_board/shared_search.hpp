// What the threads that search one board share, beside the known positions: how far they are, and who searches what.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "small_board.hpp"

namespace sapper {

// Ends a thread's search of a position that another thread has finished.
struct FoundElsewhere {};

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
    std::atomic<std::uint64_t> visited = 0;  // layouts
    UnderWay under_way;
};

}  // namespace sapper
