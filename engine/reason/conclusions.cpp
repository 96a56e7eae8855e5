#include "reason/conclusions.hpp"

#include <algorithm>
#include <utility>

#include "core/stop.hpp"

namespace sapper {

namespace {

// Subsets of subsets can grow without bound; no more than this many claims are compared.
constexpr std::size_t most_claims = 200;

Step step_to(StepKind kind, std::vector<ClaimId> premises, ClaimId conclusion) {
    Step step;
    step.kind = kind;
    step.premises = std::move(premises);
    step.conclusion = conclusion;
    return step;
}

}  // namespace

// Steps

ClaimId what_is_left(Claims& claims, ClaimId whole, std::span<const ClaimId> parts) {
    PlaceSet cells = claims[whole].cells;
    std::int32_t count = claims[whole].count;
    for (const ClaimId part : parts) {
        cells -= claims[part].cells;
        count -= claims[part].count;
    }
    return claims.claim(cells, count);
}

Step part_of_claim(const Claims& claims, ClaimId source, ClaimId part) {
    return step_to(claims[source].says_mine() ? StepKind::all_mines : StepKind::all_safe, {source}, part);
}

std::vector<Step> subset_steps(Claims& claims, ClaimId claim, ClaimId other) {
    std::vector<Step> steps;
    for (const auto& [part, whole] : {std::pair(claim, other), std::pair(other, claim)}) {
        if (part != whole && claims[whole].cells.contains_all(claims[part].cells)) {
            steps.push_back(step_to(StepKind::subset, {whole, part}, what_is_left(claims, whole, std::span(&part, 1))));
        }
    }
    return steps;
}

std::vector<Step> overlap_steps(Claims& claims, ClaimId claim, ClaimId other) {
    std::vector<Step> steps;
    for (const auto& [more, fewer] : {std::pair(claim, other), std::pair(other, claim)}) {
        PlaceSet of_more = claims[more].cells;
        of_more -= claims[fewer].cells;
        PlaceSet of_fewer = claims[fewer].cells;
        of_fewer -= claims[more].cells;
        const std::int32_t surplus = claims[more].count - claims[fewer].count;
        if (of_more.count() == 0 || of_fewer.count() == 0) {
            continue;
        }
        if (claims.size_of(of_more) == surplus) {
            steps.push_back(step_to(StepKind::overlap, {more, fewer}, claims.claim(of_more, surplus)));
            steps.push_back(step_to(StepKind::overlap, {more, fewer}, claims.claim(of_fewer, 0)));
        }
    }
    return steps;
}

// What is known

Conclusions::Conclusions(Claims& claims, Looks& looks)
    : claims_(&claims), looks_(&looks), settled_(claims.place_count(), no_claim),
      settled_places_(claims.place_count()) {}

Conclusions Conclusions::inside(const Conclusions& outside) {
    Conclusions inside(*outside.claims_, *outside.looks_);
    inside.known_ = outside.known_;
    inside.settled_ = outside.settled_;
    inside.settled_places_ = outside.settled_places_;
    inside.active_ = outside.active_;
    inside.total_ = outside.total_;
    return inside;
}

bool Conclusions::knows(ClaimId claim) const {
    return static_cast<std::size_t>(claim) < known_.size() && known_[static_cast<std::size_t>(claim)];
}

void Conclusions::note(ClaimId claim) {
    if (static_cast<std::size_t>(claim) >= known_.size()) {
        known_.resize(static_cast<std::size_t>(claim) + 1);
    }
    known_[static_cast<std::size_t>(claim)] = true;
}

bool Conclusions::has_steps_to(ClaimId claim) const {
    return std::any_of(steps_.begin(), steps_.end(),
                       [&](StepId step) { return claims_->step(step).conclusion == claim; });
}

void Conclusions::add(const Step& step) {
    if (!knows(step.conclusion)) {
        add(claims_->add(step));
    }
}

void Conclusions::add(StepId step) {
    const ClaimId conclusion = claims_->step(step).conclusion;
    if (!knows(conclusion)) {
        steps_.push_back(step);
        take_in(conclusion, claims_->step(step).kind == StepKind::total);
    }
}

void Conclusions::take_in(ClaimId claim, bool is_total) {
    note(claim);
    if (is_total) {
        total_ = claim;
    }
    const Claim& taken = (*claims_)[claim];
    if (!taken.is_possible()) {
        contradiction_ = contradiction_ == no_claim ? claim : contradiction_;
    } else if (taken.size > 0 && (taken.settles() || !is_total)) {  // the total comes last
        waiting_.push_back(claim);
    }
}

void Conclusions::conclude(ClaimId goal, std::int32_t place_of_goal) {
    while (contradiction_ == no_claim && (goal == no_claim || !knows(goal))) {
        looks_->spend(1 + active_.size());
        work_meter().did((1 + active_.size()) * (1 + claims_->place_count() / 64));
        if (!waiting_.empty()) {
            const ClaimId claim = waiting_.front();
            waiting_.pop_front();
            simplify(claim);
        } else if (!unpaired_.empty() && steps_.size() < most_claims) {
            const ClaimId claim = unpaired_.front();
            unpaired_.pop_front();
            compare_with_others(claim);
        } else if (!subtract_from_wholes()) {
            return;
        }
        if (goal != no_claim) {
            reach(goal, place_of_goal);
        }
    }
}

// Removes settled cells from a claim; if it settles its cells, records that.
void Conclusions::simplify(ClaimId id) {
    const Claim& claim = (*claims_)[id];
    if (claim.cells.intersects(settled_places_)) {
        if (!(claim.settles() && agrees_everywhere(claim))) {
            std::vector<ClaimId> premises = settled_parts(claim);
            const ClaimId left = what_is_left(*claims_, id, premises);
            premises.insert(premises.begin(), id);
            add(step_to(StepKind::subset, std::move(premises), left));
        }
    } else if (claim.settles()) {
        settled_places_ |= claim.cells;
        claim.cells.for_each([&](std::int32_t place) { at(settled_, place) = id; });
        const auto shares_a_cell = [&](ClaimId other) { return claim.cells.intersects((*claims_)[other].cells); };
        std::copy_if(active_.begin(), active_.end(), std::back_inserter(waiting_), shares_a_cell);
        std::erase_if(active_, shares_a_cell);
    } else {
        if (std::find(active_.begin(), active_.end(), id) == active_.end()) {
            active_.push_back(id);
        }
        unpaired_.push_back(id);
    }
}

// Whether a claim that settles its cells says what is already known of each of them.
bool Conclusions::agrees_everywhere(const Claim& claim) const {
    bool agrees = true;
    claim.cells.for_each([&](std::int32_t place) {
        const ClaimId source = at(settled_, place);
        agrees &= source != no_claim && (*claims_)[source].says_mine() == claim.says_mine();
    });
    return agrees;
}

// The settled cells of a claim, one claim for each claim that settled them.
std::vector<ClaimId> Conclusions::settled_parts(const Claim& claim) {
    std::vector<std::pair<ClaimId, PlaceSet>> cells_by;
    claim.cells.for_each([&](std::int32_t place) {
        const ClaimId source = at(settled_, place);
        if (source == no_claim) {
            return;
        }
        auto of_source =
            std::find_if(cells_by.begin(), cells_by.end(), [source](const auto& by) { return by.first == source; });
        if (of_source == cells_by.end()) {
            of_source = cells_by.insert(of_source, {source, PlaceSet(claims_->place_count())});
        }
        of_source->second.insert(place);
    });
    std::vector<ClaimId> parts;
    for (const auto& [source, cells] : cells_by) {
        const bool are_mines = (*claims_)[source].says_mine();
        parts.push_back(claims_->claim(cells, are_mines ? claims_->size_of(cells) : 0));
        spell_out(source, parts.back());
    }
    return parts;
}

// Restricts a claim that settles its cells to some of them.
void Conclusions::spell_out(ClaimId source, ClaimId part) {
    if (!knows(part)) {
        note(part);
        steps_.push_back(claims_->add(part_of_claim(*claims_, source, part)));
    }
}

void Conclusions::reach(ClaimId goal, std::int32_t place) {
    const ClaimId source = at(settled_, place);
    if (source != no_claim && (*claims_)[source].says_mine() == (*claims_)[goal].says_mine()) {
        spell_out(source, goal);
    }
}

// Compares a claim with those that share a cell with it: subsets first, then overlaps.
void Conclusions::compare_with_others(ClaimId claim) {
    if (std::find(active_.begin(), active_.end(), claim) == active_.end()) {
        return;
    }
    std::vector<ClaimId> overlapping;
    std::copy_if(active_.begin(), active_.end(), std::back_inserter(overlapping),
                 [&](ClaimId other) { return (*claims_)[claim].cells.intersects((*claims_)[other].cells); });
    for (const auto compare : {subset_steps, overlap_steps}) {
        for (const ClaimId other : overlapping) {
            for (const Step& step : compare(*claims_, claim, other)) {
                add(step);
            }
        }
    }
}

// The total, and other claims about many cells

// Subtracts what is known from one large claim at a time; returns whether anything is new.
bool Conclusions::subtract_from_wholes() {
    std::vector<ClaimId> wholes = active_;
    if (total_ != no_claim) {
        wholes.insert(wholes.begin(), total_);
    }
    for (const ClaimId whole : wholes) {
        const std::vector<ClaimId> settled = settled_parts((*claims_)[whole]);
        for (const int preference : {0, 1, 2}) {
            std::vector<ClaimId> premises = settled;
            const std::vector<ClaimId> chosen = accounting_for((*claims_)[whole], preference);
            premises.insert(premises.end(), chosen.begin(), chosen.end());
            if (premises.empty()) {
                continue;
            }
            const ClaimId rest = what_is_left(*claims_, whole, premises);
            const bool is_telling = (*claims_)[rest].settles() || !(*claims_)[rest].is_possible();
            if (is_telling && !knows(rest)) {
                premises.insert(premises.begin(), whole);
                add(step_to(StepKind::subset, std::move(premises), rest));
                return true;
            }
        }
    }
    return false;
}

// Disjoint claims inside a large one: chosen by most mines, by fewest, or by size.
std::vector<ClaimId> Conclusions::accounting_for(const Claim& whole, int preference) const {
    std::vector<ClaimId> usable;
    std::copy_if(active_.begin(), active_.end(), std::back_inserter(usable), [&](ClaimId each) {
        return whole.cells.contains_all((*claims_)[each].cells) && (*claims_)[each].cells != whole.cells;
    });
    const auto rank = [&](ClaimId id) -> std::pair<double, std::int32_t> {
        const Claim& claim = (*claims_)[id];
        const double share = static_cast<double>(claim.count) / claim.size;
        switch (preference) {
            case 0:
                return {-share, -claim.count};
            case 1:
                return {share, claim.count - claim.size};
            default:
                return {0.0, claim.size};
        }
    };
    std::stable_sort(usable.begin(), usable.end(), [&](ClaimId a, ClaimId b) { return rank(a) < rank(b); });
    std::vector<ClaimId> chosen;
    PlaceSet covered(claims_->place_count());
    for (const ClaimId id : usable) {
        if (!covered.intersects((*claims_)[id].cells)) {
            chosen.push_back(id);
            covered |= (*claims_)[id].cells;
        }
    }
    return chosen;
}

}  // namespace sapper
