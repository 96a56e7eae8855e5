#include "reason/derivation.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace sapper {

namespace {

// Up to this depth of nested assumptions, the best are found by trying them all.
constexpr int deepest_choice = 2;
// At most this many assumptions are tried; after that any nearby one will do.
constexpr int most_choices = 150;

class Deriver {
public:
    Deriver(std::span<const NearNumber> numbers, std::span<const std::int32_t> hidden_if_total, std::int32_t mines,
            std::int32_t cell, bool is_mine, Looks& looks)
        : claims_(numbers, cell, hidden_if_total), looks_(looks), numbers_(numbers.begin(), numbers.end()),
          uses_total_(!hidden_if_total.empty()), mines_(mines), cell_(cell), is_mine_(is_mine),
          goal_(claims_.claim_about(cell, is_mine)) {
        std::sort(numbers_.begin(), numbers_.end(),
                  [](const NearNumber& a, const NearNumber& b) { return a.index < b.index; });
    }

    std::optional<Derivation> derive(CaseAnalysis case_analysis);

private:
    std::optional<std::vector<StepId>> at_a_glance();
    std::vector<std::vector<Step>> compared(ClaimId one, ClaimId two);

    Step by_cases(const Conclusions& known);
    std::optional<Case> refute(const Conclusions& outside, ClaimId supposition, int depth);
    std::optional<std::vector<Case>> all_cases(const Conclusions& inside, const PlaceSet& box, int depth);
    Case refute_anyhow(const Conclusions& outside, ClaimId supposition);
    Conclusions supposing(const Conclusions& outside, ClaimId supposition) const;
    void close(Conclusions& inside, std::vector<Case> cases);
    std::optional<Case> case_of(ClaimId supposition, const Conclusions& inside) const;
    std::vector<PlaceSet> boxes(const Conclusions& known) const;

    Step from_number(const NearNumber& number);
    Derivation written(const std::vector<StepId>& outline) const;

    Claims claims_;
    Looks& looks_;
    std::vector<NearNumber> numbers_;
    bool uses_total_;
    std::int32_t mines_;
    std::int32_t cell_;
    bool is_mine_;
    ClaimId goal_;
    int choices_left_ = most_choices;
};

std::optional<Derivation> Deriver::derive(CaseAnalysis case_analysis) {
    if (case_analysis == CaseAnalysis::left_out && !uses_total_) {
        if (const auto steps = at_a_glance()) {
            return written(*steps);
        }
    }
    Conclusions known(claims_, looks_);
    for (const NearNumber& number : numbers_) {
        known.add(from_number(number));
    }
    if (uses_total_) {
        Step total;
        total.kind = StepKind::total;
        total.conclusion = claims_.claim_of_all(mines_);
        total.shown = mines_;
        known.add(total);
    }
    known.conclude(goal_, claims_.place_of(cell_));
    if (!known.has_steps_to(goal_)) {
        if (case_analysis == CaseAnalysis::left_out) {
            return std::nullopt;
        }
        known.add(by_cases(known));
    }
    return written(claims_.needed_for(goal_, known.steps()));
}

Step Deriver::from_number(const NearNumber& number) {
    Step step;
    step.kind = StepKind::number;
    step.conclusion = claims_.claim_of(number);
    step.cell = number.index;
    step.shown = number.shown;
    return step;
}

// One number, or two compared once

// What one number says, or two of them compared once: most cells need no more than that. The steps are those that
// Conclusions finds, without its bookkeeping.
std::optional<std::vector<StepId>> Deriver::at_a_glance() {
    if (numbers_.empty() || numbers_.size() > 2) {
        return std::nullopt;
    }
    std::vector<Step> facts;
    for (const NearNumber& number : numbers_) {
        facts.push_back(from_number(number));
    }
    std::vector<std::vector<Step>> ways(1);
    if (facts.size() == 2) {
        ways = compared(facts[0].conclusion, facts[1].conclusion);
    }
    for (const std::vector<Step>& steps : ways) {
        const ClaimId source = steps.empty() ? facts.back().conclusion : steps.back().conclusion;
        const Claim& said = claims_[source];
        if (!said.settles() || !said.cells.contains_all(claims_[goal_].cells) || said.says_mine() != is_mine_) {
            continue;
        }
        std::vector<Step> found = facts;
        found.insert(found.end(), steps.begin(), steps.end());
        if (source != goal_) {
            found.push_back(part_of_claim(claims_, source, goal_));
        }
        std::vector<StepId> outline;
        for (Step& step : found) {
            outline.push_back(claims_.add(std::move(step)));
        }
        return outline;
    }
    return std::nullopt;
}

// What two claims say together: if one settles its cells, what it leaves of the other.
std::vector<std::vector<Step>> Deriver::compared(ClaimId one, ClaimId two) {
    std::vector<std::vector<Step>> ways;
    if (!claims_[one].settles() && !claims_[two].settles()) {
        for (const auto compare : {subset_steps, overlap_steps}) {
            for (Step& step : compare(claims_, one, two)) {
                ways.push_back({std::move(step)});
            }
        }
        return ways;
    }
    const ClaimId settled = claims_[one].settles() ? one : two;
    const ClaimId other = settled == one ? two : one;
    PlaceSet outside = claims_[settled].cells;
    outside -= claims_[other].cells;
    PlaceSet cells = claims_[settled].cells;
    cells -= outside;
    const ClaimId part = claims_.claim(cells, claims_[settled].says_mine() ? claims_.size_of(cells) : 0);
    Step rest;
    rest.kind = StepKind::subset;
    rest.premises = {other, part};
    rest.conclusion = what_is_left(claims_, other, std::span(&part, 1));
    ways.emplace_back();
    if (part != settled) {
        ways[0].push_back(part_of_claim(claims_, settled, part));
    }
    ways[0].push_back(std::move(rest));
    return ways;
}

// Cases

// Proves the goal by assuming its opposite.
Step Deriver::by_cases(const Conclusions& known) {
    const ClaimId against = claims_.claim_about(cell_, !is_mine_);
    std::optional<Case> found;
    for (int depth = 0; depth <= deepest_choice && !found; ++depth) {
        found = refute(known, against, depth);
    }
    Step step;
    step.kind = StepKind::cases;
    step.conclusion = goal_;
    step.cases.push_back(found ? *std::move(found) : refute_anyhow(known, against));
    return step;
}

// Leads an assumption to a contradiction, nesting others at most `depth` deep.
std::optional<Case> Deriver::refute(const Conclusions& outside, ClaimId supposition, int depth) {
    --choices_left_;
    Conclusions inside = supposing(outside, supposition);
    if (inside.contradiction() == no_claim && depth > 0) {
        for (const PlaceSet& box : boxes(inside)) {
            if (choices_left_ <= 0) {
                return std::nullopt;
            }
            if (auto cases = all_cases(inside, box, depth - 1)) {
                close(inside, *std::move(cases));
                break;
            }
        }
    }
    return case_of(supposition, inside);
}

std::optional<std::vector<Case>> Deriver::all_cases(const Conclusions& inside, const PlaceSet& box, int depth) {
    std::vector<Case> cases;
    for (std::int32_t count = 0; count <= claims_.size_of(box); ++count) {
        std::optional<Case> refuted = refute(inside, claims_.claim(box, count), depth);
        if (!refuted) {
            return std::nullopt;
        }
        cases.push_back(*std::move(refuted));
    }
    return cases;
}

// The same without looking for the best way: assume all counts of one box after another.
Case Deriver::refute_anyhow(const Conclusions& outside, ClaimId supposition) {
    Conclusions inside = supposing(outside, supposition);
    if (inside.contradiction() == no_claim) {
        const PlaceSet box = boxes(inside).at(0);  // sufficient numbers leave no way out
        std::vector<Case> cases;
        for (std::int32_t count = 0; count <= claims_.size_of(box); ++count) {
            cases.push_back(refute_anyhow(inside, claims_.claim(box, count)));
        }
        close(inside, std::move(cases));
    }
    return case_of(supposition, inside).value();
}

Conclusions Deriver::supposing(const Conclusions& outside, ClaimId supposition) const {
    Conclusions inside = Conclusions::inside(outside);
    inside.take_in(supposition);
    inside.conclude();
    return inside;
}

// All counts of a box are refuted: conclude the one with the longest case, and follow it. That way the longest case
// comes last and is not nested in another.
void Deriver::close(Conclusions& inside, std::vector<Case> cases) {
    const auto longest = std::max_element(cases.begin(), cases.end(),
                                          [](const Case& a, const Case& b) { return a.steps.size() < b.steps.size(); });
    const Case followed = std::move(*longest);
    cases.erase(longest);
    Step step;
    step.kind = StepKind::cases;
    step.conclusion = followed.supposition;
    step.cases = std::move(cases);
    inside.add(step);
    for (const StepId each : followed.steps) {
        inside.add(each);
    }
}

std::optional<Case> Deriver::case_of(ClaimId supposition, const Conclusions& inside) const {
    if (inside.contradiction() == no_claim) {
        return std::nullopt;
    }
    return Case{supposition, claims_.needed_for(inside.contradiction(), inside.steps())};
}

// Groups of unsettled cells that appear in the same claims; those in the tightest claims first.
//
// If a claim is about exactly one group, everything that matters about the group is known. Once this holds for all
// groups, every other claim is a sum of such claims, and one of them shows the contradiction.
std::vector<PlaceSet> Deriver::boxes(const Conclusions& known) const {
    std::map<std::int32_t, std::vector<ClaimId>> speaking;
    for (const ClaimId claim : known.active()) {
        claims_[claim].cells.for_each([&](std::int32_t place) { speaking[place].push_back(claim); });
    }
    std::map<std::vector<ClaimId>, PlaceSet> box_of;
    for (const auto& [place, claims] : speaking) {
        box_of.try_emplace(claims, claims_.place_count()).first->second.insert(place);
    }
    struct Box {
        std::array<std::int64_t, 4> rank;  // its size, its tightest claim, its claims (most first), its first place
        const PlaceSet* cells;
    };
    std::vector<Box> ordered;
    for (const auto& [claims, cells] : box_of) {
        const bool has_its_own = std::any_of(
            claims.begin(), claims.end(), [&, &cells = cells](ClaimId each) { return claims_[each].cells == cells; });
        if (!has_its_own) {
            std::int32_t tightest = claims_[claims.front()].size;
            for (const ClaimId each : claims) {
                tightest = std::min(tightest, claims_[each].size);
            }
            ordered.push_back(
                {{claims_.size_of(cells), tightest, -static_cast<std::int64_t>(claims.size()), cells.next(0)}, &cells});
        }
    }
    std::sort(ordered.begin(), ordered.end(), [](const Box& a, const Box& b) { return a.rank < b.rank; });
    std::vector<PlaceSet> result;
    for (const Box& box : ordered) {
        result.push_back(*box.cells);
    }
    return result;
}

// The answer

// What is needed of a search, for whoever does not know it.
class Writer {
public:
    Writer(const Claims& claims, Derivation& derivation) : claims_(claims), derivation_(derivation) {}

    std::vector<StepId> write(const std::vector<StepId>& steps) {
        std::vector<StepId> written;
        for (const StepId id : steps) {
            Step step = claims_.step(id);
            for (Case& each : step.cases) {
                each.supposition = write_claim(each.supposition);
                each.steps = write(each.steps);
            }
            step.conclusion = write_claim(step.conclusion);
            for (ClaimId& premise : step.premises) {
                premise = write_claim(premise);
            }
            written.push_back(static_cast<StepId>(derivation_.steps.size()));
            derivation_.steps.push_back(std::move(step));
        }
        return written;
    }

private:
    ClaimId write_claim(ClaimId claim) {
        const auto [known, is_new] = written_.try_emplace(claim, static_cast<ClaimId>(derivation_.claims.size()));
        if (is_new) {
            derivation_.claims.push_back({claims_.cells_of(claim), claims_[claim].count});
        }
        return known->second;
    }

    const Claims& claims_;
    Derivation& derivation_;
    std::map<ClaimId, ClaimId> written_;
};

// The hardest part of a derivation; several subsets or overlaps make a chain.
DerivationGrade grade_of(const std::vector<Step>& steps) {
    const auto count = [&steps](StepKind kind) {
        return std::count_if(steps.begin(), steps.end(), [kind](const Step& step) { return step.kind == kind; });
    };
    if (count(StepKind::total) > 0) {
        return DerivationGrade::total;
    }
    if (count(StepKind::cases) > 0) {
        return DerivationGrade::cases;
    }
    if (count(StepKind::subset) + count(StepKind::overlap) > 1) {
        return DerivationGrade::chain;
    }
    if (count(StepKind::overlap) > 0) {
        return DerivationGrade::overlap;
    }
    return count(StepKind::subset) > 0 ? DerivationGrade::subset : DerivationGrade::single;
}

Derivation Deriver::written(const std::vector<StepId>& outline) const {
    Derivation derivation;
    derivation.cell = cell_;
    derivation.is_mine = is_mine_;
    derivation.outline = Writer(claims_, derivation).write(outline);
    std::set<std::int32_t> numbers;
    for (const Step& step : derivation.steps) {
        if (step.kind == StepKind::number) {
            numbers.insert(step.cell);
        }
    }
    derivation.difficulty = {numbers.size(), grade_of(derivation.steps), derivation.steps.size()};
    return derivation;
}

}  // namespace

std::optional<Derivation> derive(std::span<const NearNumber> numbers, std::span<const std::int32_t> hidden_if_total,
                                 std::int32_t mines, std::int32_t cell, bool is_mine, CaseAnalysis case_analysis,
                                 Looks& looks) {
    return Deriver(numbers, hidden_if_total, mines, cell, is_mine, looks).derive(case_analysis);
}

}  // namespace sapper
