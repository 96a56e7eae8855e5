// What a derivation is made of: claims, and the steps that lead from one to the next.
//
//     claim       of these cells, exactly so many are mines
//     number      a revealed number makes a claim about its hidden neighbours
//     total       the mine total makes a claim about all hidden cells
//     subset      subtract claims about parts of a claim's cells
//     overlap     one claim counts as many more mines than another as it has cells of its own
//     all safe    a claim of no mines, for some of its cells
//     all mines   a claim of nothing but mines, for some of its cells
//     cases       assume every other count, and reach an impossible claim each time
//
// src/sapper/proof/steps.py says the same in Python.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "reason/numbers.hpp"

namespace sapper {

using ClaimId = std::int32_t;
using StepId = std::int32_t;
constexpr ClaimId no_claim = -1;

// Cells by their places in a short list.
using PlaceSet = NumberSet;

struct Claim {
    PlaceSet cells;
    std::int32_t size = 0;  // how many cells that is
    std::int32_t count = 0;

    bool is_possible() const { return count >= 0 && count <= size; }
    // Whether it says of each of its cells whether it is a mine.
    bool settles() const { return size > 0 && (count == 0 || count == size); }
    bool says_mine() const { return count != 0; }
};

enum class StepKind : std::uint8_t { number, total, subset, overlap, all_safe, all_mines, cases };

// An assumption, and the steps from it to an impossible claim.
struct Case {
    ClaimId supposition = no_claim;
    std::vector<StepId> steps;
};

struct Step {
    StepKind kind = StepKind::number;
    ClaimId conclusion = no_claim;
    std::int32_t cell = -1;  // of a number, in the view
    std::int32_t shown = 0;  // by the number; for the total, its mines
    std::vector<ClaimId>
        premises;  // subset: the whole, then its parts; overlap: more, fewer; cases: those from outside
    std::vector<Case> cases;
};

// All claims and steps of a search. Equal claims are one claim.
//
// Hidden cells beside none of the numbers in question are in the same claims, always: together they have one place.
class Claims {
public:
    // About the cells beside some numbers, one more cell, and the others that are given.
    Claims(std::span<const NearNumber> numbers, std::int32_t cell, std::span<const std::int32_t> others);

    ClaimId claim(const PlaceSet& cells, std::int32_t count);
    ClaimId claim_about(std::int32_t cell, bool is_mine);
    ClaimId claim_of(const NearNumber& number);
    ClaimId claim_of_all(std::int32_t mines);
    const Claim& operator[](ClaimId id) const { return claims_[static_cast<std::size_t>(id)]; }

    StepId add(Step step);
    const Step& step(StepId id) const { return steps_[static_cast<std::size_t>(id)]; }

    // The steps that a claim depends on, in their order.
    std::vector<StepId> needed_for(ClaimId goal, std::span<const StepId> steps) const;

    // How many cells some places are.
    std::int32_t size_of(const PlaceSet& cells) const;
    std::size_t place_count() const { return places_.size(); }
    std::int32_t place_of(std::int32_t cell) const;
    // The cells of a claim by their indices in the view, in order.
    std::vector<std::int32_t> cells_of(ClaimId id) const;

private:
    struct Place {
        std::int32_t first = 0;  // of its cells
        std::int32_t size = 1;
    };

    std::vector<Place> places_;         // in the order of their first cells
    std::vector<std::int32_t> others_;  // the cells that share a place
    std::int32_t place_of_others_ = -1;
    std::deque<Claim> claims_;
    std::unordered_multimap<std::size_t, ClaimId> known_;
    std::deque<Step> steps_;
};

}  // namespace sapper
