// What a guess leads to: for each number that a cell may show, the position after it.
//
// A number changes the fronts that it touches, and what the rules conclude from it changes no others: only these are
// condensed and swept again. All others were counted with the position before, and are weighed anew.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis.hpp"
#include "kept_fronts.hpp"
#include "policy.hpp"

namespace sapper {

// What is left after a cell has shown a number, as far as one count tells.
struct After {
    int number = 0;
    double probability = 0.0;     // of the number, mines included in the whole
    double safest = 0.0;          // the greatest chance of a cell to be safe, and the second greatest; of cells that
                                  // may still tell something, if there are any
    double second = 0.0;
    double log2_layouts = 0.0;
    int safe_count = 0;           // hidden cells that are certainly safe now
    bool none_around = false;     // none of the neighbours that might have been a mine is one
};

class Lookahead {
public:
    // The position to look ahead from: counted, without a certainly safe cell. It stays as it is until the next one.
    void begin(const Workspace& before);

    // Calls visit(After) for each number the cell may show; stops where it returns false.
    template <class Visit>
    void for_each_number(Place cell, Budget& budget, Visit&& visit) {
        int fewest = 0;
        int most = 0;
        for (int d = 0; d < direction_count; ++d) {
            const Verdict verdict = verdict_before(before_->knowledge.grid().neighbour(cell, d));
            fewest += verdict == Verdict::mine ? 1 : 0;
            most += verdict == Verdict::safe ? 0 : 1;
        }
        for (int number = fewest; number <= most; ++number) {
            After after;
            after.number = number;
            after.none_around = number == fewest;
            if (look(cell, budget, after) && !visit(after)) {
                return;
            }
        }
    }

private:
    class TwoSafest;

    Verdict verdict_before(Place place) const;
    bool look(Place cell, Budget& budget, After& after);
    void count(Budget& budget);
    void find_touched_fronts();
    void touch(std::int32_t front);
    void condense_touched_fronts();
    bool count_among_kept_fronts(Budget& budget);
    void count_afresh(Budget& budget);
    Odds odds_after(Place unknown) const;
    bool may_tell(Place cell) const;
    void find_safe_cells(After& after);

    const Workspace* before_ = nullptr;
    KeptFronts fronts_;
    Workspace workspace_;
    std::vector<std::uint8_t> touched_;            // per front of before
    std::vector<Place> witnesses_to_sweep_;        // among them are all of the fronts to be swept
    std::vector<MineCounts<double>> others_;       // the ways of the fronts that were not touched
    std::vector<std::size_t> others_index_;        // which fronts of before these are
};

}  // namespace sapper
