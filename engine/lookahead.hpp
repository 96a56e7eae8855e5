// What a guess leads to: for each number that a cell may show, the position after it.
#pragma once

#include "analysis.hpp"
#include "policy.hpp"

namespace sapper {

// What is left after a cell has shown a number, as far as one count tells.
struct After {
    double probability = 0.0;    // of the number, mines included in the whole
    double safest = 0.0;         // the greatest chance of a cell to be safe, and the second greatest; of cells that
                                 // may still tell something, if there are any
    double second = 0.0;
};

class Lookahead {
public:
    // Calls visit(After) for each number the cell may show; stops where it returns false.
    template <class Visit>
    void for_each_number(const Workspace& before, Place cell, Budget& budget, Visit&& visit) {
        const Knowledge& knowledge = before.knowledge;
        int fewest = 0;
        int most = 0;
        for (int d = 0; d < direction_count; ++d) {
            const Odds odds = odds_beside(before, knowledge.grid().neighbour(cell, d));
            fewest += odds.verdict == Verdict::mine ? 1 : 0;
            most += odds.verdict == Verdict::safe ? 0 : 1;
        }
        for (int number = fewest; number <= most; ++number) {
            After after;
            if (look(before, cell, number, budget, after) && !visit(after)) {
                return;
            }
        }
    }

private:
    static Odds odds_beside(const Workspace& before, Place place);
    void find_two_safest(const std::vector<Place>& known_safe, After& after) const;
    bool may_tell(Place cell) const;
    bool look(const Workspace& before, Place cell, int number, Budget& budget, After& after);

    Workspace workspace_;
};

}  // namespace sapper
