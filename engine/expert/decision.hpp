// What is compared when nothing is certain, what is chosen, and who chooses.
#pragma once

#include <cstdint>

#include "core/budget.hpp"
#include "core/grid.hpp"
#include "count/workspace.hpp"

namespace sapper {

struct GuessCandidate {
    Cell cell = no_cell;
    double mine_probability = 1.0;
    double credit = 1.0;  // factor for the pockets and toss-ups that it settles
    double score = 0.0;   // of a candidate dropped early, an upper bound

    double credited_safety() const { return (1.0 - mine_probability) * credit; }
};

enum class DecidedBy : std::uint8_t { search, lookahead, narrow_search, playouts };

struct Decision {
    Cell cell = no_cell;
    DecidedBy decided_by = DecidedBy::lookahead;
    std::uint64_t won = 0;  // layouts won, after a search; after a narrow one, a lower bound
    std::uint64_t layouts = 0;

    bool solved() const { return decided_by == DecidedBy::search; }
    double share_won() const { return static_cast<double>(won) / static_cast<double>(layouts); }
};

class Guesser {
public:
    virtual ~Guesser() = default;

    // `counted` has no certainly safe cell. Never throws BudgetExceeded: when the budget runs out, what was compared so
    // far decides.
    virtual Decision decide(const Workspace& counted, Budget& budget) = 0;
};

}  // namespace sapper
