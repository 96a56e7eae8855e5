// The ways of a swept front in integers of any size, where the sweep itself rounds.
#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.hpp"
#include "count/counting.hpp"

namespace sapper {

// In how many ways a front holds low mines, low + 1, ...: `limbs` limbs of 32 bits each, lowest first.
struct ExactWays {
    std::int32_t low = 0;
    std::size_t limbs = 0;
    std::vector<std::uint32_t> ways;
};

// After Counting::sweep_fronts(), for each of its fronts: walks once more through the states and edges that the sweep
// found. Throws BudgetExceeded if that takes too many multiplications.
std::vector<ExactWays> exact_ways(const Counting& swept, std::size_t fronts, const Budget& budget);

}  // namespace sapper
