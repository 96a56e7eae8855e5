// Guesses that no information can spare a player.
//
// Two cells, one of them a mine, are a toss-up if every other cell that touches just one of them is a mine too (or the
// edge of the board): then no number tells them apart, whatever is opened. Nothing is assumed of their shape: any two
// cells near each other are tried. Cells that are not known yet but would have to be mines are the toss-up's enablers.
#pragma once

#include <vector>

#include "count/workspace.hpp"

namespace sapper {

struct TossUp {
    Cell one = 0;
    Cell other = 0;
    std::vector<Cell> enablers;
    double lost = 0.0;  // how likely it is that the toss-up comes about and is lost
};

class TossUpFinder {
public:
    // All toss-ups of a counted position that are lost with a probability of at least `least`, as far as the product of
    // single probabilities tells beforehand. Throws BudgetExceeded; what was found by then stays found.
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
