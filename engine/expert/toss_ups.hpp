// Toss-ups: guesses that no information can spare a player (50/50s).
//
// Two cells, one of them a mine, are a toss-up if every other cell that touches just one of them is a mine or off the
// board: then no number ever tells them apart. Nothing is assumed about their shape: any two cells near each other are
// tried. Cells not yet known that would have to be mines are the toss-up's enablers.
#pragma once

#include <vector>

#include "count/workspace.hpp"

namespace sapper {

struct TossUp {
    Cell one = 0;
    Cell other = 0;
    std::vector<Cell> enablers;
    double lost = 0.0;  // the probability that the toss-up comes about and is lost
};

class TossUpFinder {
public:
    // Finds the toss-ups of a counted position that are lost with a probability of at least `least`; those for which
    // the product of single probabilities is smaller are skipped. Throws BudgetExceeded; what was found by then is
    // kept.
    void find(const Workspace& counted, double least, int most_enablers, Budget& budget);
    const std::vector<TossUp>& found() const { return found_; }

private:
    bool collect_enablers(const Workspace& counted, Cell one, Cell other, double guessed, double least,
                          int most_enablers);
    double probability(const Workspace& counted, Cell mine, Cell safe, Budget& budget);

    std::vector<Cell> enablers_;
    std::vector<Cell> mines_;
    std::vector<TossUp> found_;
    Workspace supposed_;
};

}  // namespace sapper
