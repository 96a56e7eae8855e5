// Which numbers settle a cell: as few as possible.
//
// The state of a cell follows from some numbers if these numbers are inconsistent with the opposite. One or two numbers
// are found by looking at all of them. Beyond that, the search first finds a minimal set: nearest numbers first, then
// dropping one after another. There may still be a smaller set. Every layout with the cell the other way violates some
// number, and a sufficient set must contain one of the violated numbers of each such layout. So the smallest set that
// does this for all layouts met so far is a lower bound: either it suffices, and then none is smaller, or some layout
// violates none of its numbers, and that layout is added to the list.
//
// src/sapper/proof/fewest.py does the same where there is no engine, in the same order: both find the same sets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/budget.hpp"
#include "count/view.hpp"
#include "count/workspace.hpp"
#include "reason/numbers.hpp"

namespace sapper {

// How far the search goes.
struct ReasonLimits {
    int most_sets = 0;             // of the same size to offer, since one may have a simpler derivation
    std::uint64_t most_looks = 0;  // at numbers, in the search for a smaller set
    int most_trials = 0;           // assumptions in the search for a layout, before sweeps decide instead
};

struct CellReason {
    bool is_mine = false;
    bool uses_total = false;  // the mine total is needed too
    bool is_fewest = false;   // it is proved that no fewer numbers suffice
    int reach = 0;            // how far from the cell numbers were looked at; not with the total
    // Sets of numbers, all of the same size: every one suffices, and no number of it can be left out.
    std::vector<std::vector<NearNumber>> sets;
};

// Every single number that settles a hidden cell; failing that, every pair; failing that, nothing.
std::optional<CellReason> settled_by_one_or_two(const View& view, std::int32_t cell);

// The reason why a hidden cell is safe, or a mine. If that is not known, only numbers are tried, not the mine total.
// If the budget runs out during the search for a smaller set, the answer is the best found by then; before that,
// BudgetExceeded is thrown, as it is if the numbers do not tell what the cell is.
CellReason find_reason(const View& view, std::int32_t cell, std::optional<bool> is_mine, const ReasonLimits& limits,
                       Budget& budget, Workspace& workspace);

}  // namespace sapper
