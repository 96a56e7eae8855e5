// Draws direct conclusions from claims, until a goal is reached or nothing new follows.
//
// What single claims settle comes first, then what pairs of claims give, then what the total leaves.
//
// src/sapper/proof/conclude.py does the same where there is no engine, in the same order.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "core/budget.hpp"
#include "core/errors.hpp"
#include "reason/claims.hpp"

namespace sapper {

// How many claims may still be looked at. Once that is exceeded, every further look throws BudgetExceeded.
class Looks {
public:
    explicit Looks(Budget limit) : left_(limit) {}

    void spend(std::uint64_t looks) {
        if (looks > left_.left()) {
            left_ = Budget(0);
            throw BudgetExceeded("the derivation takes more than the budget allows");
        }
        left_.spend(looks);
    }

private:
    Budget left_;
};

// The claims known so far, each with the step that led to it, in order.
class Conclusions {
public:
    // Both must outlive it.
    Conclusions(Claims& claims, Looks& looks);
    // What is known outside is known here; the steps are its own.
    static Conclusions inside(const Conclusions& outside);

    // Adds the conclusion of a step, unless it is already known.
    void add(const Step& step);
    void add(StepId step);
    // A claim that needs no step: an assumption.
    void take_in(ClaimId claim, bool is_total = false);

    // Draws conclusions up to the goal (its cell must be given) or a contradiction, or until nothing new follows.
    void conclude(ClaimId goal = no_claim, std::int32_t place_of_goal = -1);

    ClaimId contradiction() const { return contradiction_; }
    const std::vector<StepId>& steps() const { return steps_; }
    bool has_steps_to(ClaimId claim) const;
    // Claims still worth comparing with others: they do not settle their cells, and none of their cells is settled.
    const std::vector<ClaimId>& active() const { return active_; }

private:
    void simplify(ClaimId claim);
    bool agrees_everywhere(const Claim& claim) const;
    std::vector<ClaimId> settled_parts(const Claim& claim);
    void spell_out(ClaimId source, ClaimId part);
    void reach(ClaimId goal, std::int32_t place);
    void compare_with_others(ClaimId claim);
    bool subtract_from_wholes();
    std::vector<ClaimId> accounting_for(const Claim& whole, int preference) const;
    bool knows(ClaimId claim) const;
    void note(ClaimId claim);

    Claims* claims_;
    Looks* looks_;
    std::vector<StepId> steps_;
    std::vector<bool> known_;       // by claim
    std::vector<ClaimId> settled_;  // by place: the claim that settled it
    PlaceSet settled_places_;
    std::vector<ClaimId> active_;
    ClaimId total_ = no_claim;
    ClaimId contradiction_ = no_claim;
    std::deque<ClaimId> waiting_;
    std::deque<ClaimId> unpaired_;
};

// What a claim leaves for its other cells if disjoint parts of it are known.
ClaimId what_is_left(Claims& claims, ClaimId whole, std::span<const ClaimId> parts);
// The step from a claim that settles its cells to some of them.
Step part_of_claim(const Claims& claims, ClaimId source, ClaimId part);
// One claim minus another that is about some of its cells, whichever that is.
std::vector<Step> subset_steps(Claims& claims, ClaimId claim, ClaimId other);
// What follows if one claim counts as many more mines as it has cells of its own.
std::vector<Step> overlap_steps(Claims& claims, ClaimId claim, ClaimId other);

}  // namespace sapper
