#include "reason/hitting_set.hpp"

#include "core/stop.hpp"

namespace sapper {

void HittingSet::add(const NumberSet& members) { to_hit_.push_back({members, members.count()}); }

std::optional<NumberSet> HittingSet::smallest(int most, Budget& budget) {
    for (; fewest_ <= most; ++fewest_) {
        if (choose(fewest_, budget)) {
            NumberSet chosen(size_);
            for (std::size_t level = 0; !levels_[level].missed.empty(); ++level) {
                chosen.insert(levels_[level].member);
            }
            return chosen;
        }
    }
    return std::nullopt;
}

// Whether so many members, or fewer, hit all; if so, `levels_` has them. Depth first, the lowest member first.
bool HittingSet::choose(int members, Budget& budget) {
    levels_.resize(static_cast<std::size_t>(members) + 1);
    levels_[0].missed.clear();
    for (const ToHit& each : to_hit_) {
        levels_[0].missed.push_back(&each);
    }
    if (levels_[0].missed.empty()) {
        return true;
    }
    if (!begin(levels_[0], members, budget)) {
        return false;
    }
    int depth = 0;
    while (depth >= 0) {
        Level& level = at(levels_, depth);
        level.member = level.tightest->members.next(level.member + 1);
        if (level.member == NumberSet::none) {
            --depth;
            continue;
        }
        Level& next = at(levels_, depth + 1);
        next.missed.clear();
        for (const ToHit* each : level.missed) {
            if (!each->members.contains(level.member)) {
                next.missed.push_back(each);
            }
        }
        if (next.missed.empty()) {
            return true;
        }
        if (begin(next, members - depth - 1, budget)) {
            ++depth;
        }
    }
    return false;
}

// Prepares a level; false if so few members can't hit what is missed.
bool HittingSet::begin(Level& level, int members_left, Budget& budget) {
    constexpr std::uint64_t sets_per_state = 4;
    budget.spend(1 + level.missed.size() / sets_per_state);
    work_meter().did(8 * level.missed.size());
    if (disjoint(level.missed) > members_left) {
        return false;
    }
    level.tightest = level.missed.front();
    for (const ToHit* each : level.missed) {
        if (each->count < level.tightest->count) {
            level.tightest = each;
        }
    }
    level.member = NumberSet::none;
    return true;
}

// Each of these needs a member of its own.
int HittingSet::disjoint(const std::vector<const ToHit*>& missed) {
    covered_ = NumberSet(size_);
    int count = 0;
    for (const ToHit* each : missed) {
        if (!covered_.intersects(each->members)) {
            covered_ |= each->members;
            ++count;
        }
    }
    return count;
}

}  // namespace sapper
