// A whole view at once: the mine probability of every hidden cell, and what is certain.
#pragma once

#include <cstdint>
#include <span>

#include "core/budget.hpp"
#include "count/view.hpp"
#include "count/workspace.hpp"

namespace sapper {

// Writes, for every cell, the mine probability (nan if revealed) and the verdict (uncertain if revealed).
void analyze(const View& view, Budget budget, Workspace& workspace, std::span<double> mine_probability,
             std::span<std::int8_t> verdicts);

// The same for a view that takes more than the budget: what follows from the two cheap rules and from each front alone
// (Counting::count_apart). The mine probability is nan where it is unknown.
void analyze_apart(const View& view, Budget budget, Workspace& workspace, std::span<double> mine_probability,
                   std::span<std::int8_t> verdicts);

}  // namespace sapper
