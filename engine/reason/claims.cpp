#include "reason/claims.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace sapper {

Claims::Claims(std::span<const NearNumber> numbers, std::int32_t cell, std::span<const std::int32_t> others) {
    std::vector<std::int32_t> alone{cell};
    for (const NearNumber& number : numbers) {
        alone.insert(alone.end(), number.cells.begin(), number.cells.end());
    }
    std::sort(alone.begin(), alone.end());
    alone.erase(std::unique(alone.begin(), alone.end()), alone.end());
    for (const std::int32_t each : alone) {
        places_.push_back({each, 1});
    }
    std::set_difference(others.begin(), others.end(), alone.begin(), alone.end(), std::back_inserter(others_));
    if (!others_.empty()) {
        const auto after = std::lower_bound(places_.begin(), places_.end(), others_.front(),
                                            [](const Place& place, std::int32_t first) { return place.first < first; });
        place_of_others_ = static_cast<std::int32_t>(after - places_.begin());
        places_.insert(after, {others_.front(), static_cast<std::int32_t>(others_.size())});
    }
}

std::int32_t Claims::place_of(std::int32_t cell) const {
    const auto found = std::lower_bound(places_.begin(), places_.end(), cell,
                                        [](const Place& place, std::int32_t each) { return place.first < each; });
    return static_cast<std::int32_t>(found - places_.begin());
}

std::int32_t Claims::size_of(const PlaceSet& cells) const {
    const bool has_others = place_of_others_ >= 0 && cells.contains(place_of_others_);
    return cells.count() + (has_others ? at(places_, place_of_others_).size - 1 : 0);
}

ClaimId Claims::claim(const PlaceSet& cells, std::int32_t count) {
    const std::size_t hash = cells.hash() + static_cast<std::size_t>(count);
    const auto [first, last] = known_.equal_range(hash);
    for (auto known = first; known != last; ++known) {
        const Claim& claim = (*this)[known->second];
        if (claim.count == count && claim.cells == cells) {
            return known->second;
        }
    }
    const auto id = static_cast<ClaimId>(claims_.size());
    claims_.push_back({cells, size_of(cells), count});
    known_.emplace(hash, id);
    return id;
}

ClaimId Claims::claim_about(std::int32_t cell, bool is_mine) {
    PlaceSet cells(place_count());
    cells.insert(place_of(cell));
    return claim(cells, is_mine ? 1 : 0);
}

ClaimId Claims::claim_of(const NearNumber& number) {
    PlaceSet cells(place_count());
    for (const std::int32_t cell : number.cells) {
        cells.insert(place_of(cell));
    }
    return claim(cells, number.shown);
}

ClaimId Claims::claim_of_all(std::int32_t mines) { return claim(PlaceSet::all(place_count()), mines); }

StepId Claims::add(Step step) {
    if (step.kind == StepKind::cases) {
        // What the cases use from outside.
        for (const Case& each : step.cases) {
            std::set<ClaimId> inside{each.supposition};
            for (const StepId id : each.steps) {
                for (const ClaimId premise : this->step(id).premises) {
                    if (!inside.contains(premise)) {
                        step.premises.push_back(premise);
                    }
                }
                inside.insert(this->step(id).conclusion);
            }
        }
        std::sort(step.premises.begin(), step.premises.end());
        step.premises.erase(std::unique(step.premises.begin(), step.premises.end()), step.premises.end());
    }
    steps_.push_back(std::move(step));
    return static_cast<StepId>(steps_.size() - 1);
}

std::vector<StepId> Claims::needed_for(ClaimId goal, std::span<const StepId> steps) const {
    std::set<ClaimId> needed{goal};
    std::vector<StepId> kept;
    for (auto id = steps.rbegin(); id != steps.rend(); ++id) {
        const Step& step = this->step(*id);
        if (needed.erase(step.conclusion) != 0) {
            needed.insert(step.premises.begin(), step.premises.end());
            kept.push_back(*id);
        }
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
}

std::vector<std::int32_t> Claims::cells_of(ClaimId id) const {
    std::vector<std::int32_t> cells;
    (*this)[id].cells.for_each([&](std::int32_t place) {
        if (place == place_of_others_) {
            cells.insert(cells.end(), others_.begin(), others_.end());
        } else {
            cells.push_back(at(places_, place).first);
        }
    });
    std::sort(cells.begin(), cells.end());
    return cells;
}

}  // namespace sapper
