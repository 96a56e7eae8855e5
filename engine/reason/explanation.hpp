// Why is this cell safe, or a mine? And if it is uncertain, what are the odds?
//
// The answer uses as few numbers as possible. Among equally small sets it takes the one with the simplest kind of
// derivation, and among those the one with the fewest steps. The mine total is used only where the numbers alone are
// not enough. One or two numbers are tried first; then the whole board is analyzed, which tells whether the position is
// consistent and whether the cell is certain; then more numbers are tried.
//
// src/sapper/proof/search.py answers the same in Python.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "count/view.hpp"
#include "count/workspace.hpp"
#include "reason/derivation.hpp"

namespace sapper {

// The chance of a mine for an uncertain cell, and for the first of the safest.
struct CellOdds {
    double mine_probability = 0;
    std::int32_t best = -1;
    double best_mine_probability = 0;
    // Cells whose numbers bear on it, in order: they and the mine total determine the chance.
    std::vector<std::int32_t> numbers;
};

struct Explanation {
    std::optional<Derivation> derivation;  // if the cell is certain
    CellOdds odds;                         // if it is not
};

// About a hidden cell. If the budget is spent on the search for fewer numbers, the answer is the best found by then; if
// there is none yet, BudgetExceeded is thrown. Contradiction is thrown for an inconsistent position; only if the board is
// too wide to be analyzed with a twentieth of the budget may a contradiction far from a settled cell go unnoticed.
Explanation explain(const View& view, std::int32_t cell, Budget budget, Workspace& workspace);

}  // namespace sapper
