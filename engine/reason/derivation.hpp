// From a few numbers that suffice to the steps that prove it.
//
// Most cells need one number, or two compared once, which is seen at a glance. Otherwise direct conclusions are drawn
// (conclusions.hpp). Where these end, case analysis takes over: assume the opposite, and if direct conclusions do not
// lead to an impossible claim, assume more inside, as little as possible. That always terminates: once every cell is
// assumed to be safe or a mine, some claim is impossible.
//
// src/sapper/proof/derive.py does the same where there is no engine, in the same order: both find the same steps.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reason/claims.hpp"
#include "reason/conclusions.hpp"
#include "reason/numbers.hpp"

namespace sapper {

// How hard a derivation is to find, easiest first.
enum class DerivationGrade : std::uint8_t { single, subset, overlap, chain, cases, total };

// How hard a derivation is: by its numbers, then its grade, then its steps, including those inside cases.
struct Difficulty {
    std::size_t numbers = 0;
    DerivationGrade grade = DerivationGrade::single;
    std::size_t steps = 0;

    auto operator<=>(const Difficulty&) const = default;
};

struct DerivedClaim {
    std::vector<std::int32_t> cells;  // indices in the view, in order
    std::int32_t count = 0;
};

// Why a cell is certainly safe, or certainly a mine. Steps name claims and other steps by their place in these lists.
struct Derivation {
    std::int32_t cell = -1;
    bool is_mine = false;
    Difficulty difficulty;
    std::vector<DerivedClaim> claims;
    std::vector<Step> steps;
    std::vector<StepId> outline;  // the steps that are not inside a case
};

enum class CaseAnalysis : std::uint8_t { left_out, allowed };

// The steps from sufficient numbers to the claim that a cell is a mine, or that it is safe. With the mine total, all
// hidden cells must be given, in order. Nothing if that takes case analysis and this is left out. Throws BudgetExceeded.
std::optional<Derivation> derive(std::span<const NearNumber> numbers, std::span<const std::int32_t> hidden_if_total,
                                 std::int32_t mines, std::int32_t cell, bool is_mine, CaseAnalysis case_analysis,
                                 Looks& looks);

}  // namespace sapper
