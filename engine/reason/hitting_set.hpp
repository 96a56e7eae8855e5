// The smallest set that has a member in common with each of some sets of numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/budget.hpp"
#include "reason/numbers.hpp"

namespace sapper {

class HittingSet {
public:
    explicit HittingSet(std::size_t size) : size_(size) {}

    // One more set to hit.
    void add(const NumberSet& members);

    // The first of the smallest sets that hit all; none if it would have more than `most` members.
    std::optional<NumberSet> smallest(int most, Budget& budget);

private:
    struct ToHit {
        NumberSet members;
        int count = 0;
    };

    // One member of the set has been chosen at each level above.
    struct Level {
        std::vector<const ToHit*> missed;
        const ToHit* tightest = nullptr;
        std::int32_t member = 0;
    };

    bool choose(int members, Budget& budget);
    bool begin(Level& level, int members_left, Budget& budget);
    int disjoint(const std::vector<const ToHit*>& missed);

    std::size_t size_;
    std::vector<ToHit> to_hit_;
    int fewest_ = 0;  // no smaller set hits all
    std::vector<Level> levels_;
    NumberSet covered_;
};

}  // namespace sapper
