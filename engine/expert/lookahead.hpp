// What a guess leads to: for each number that a cell may show, the position after it.
//
// Opening a cell changes the fronts beside it and no others. All others were counted with the position before: they are
// weighed anew. Those beside it are condensed and swept once, the cell's own number being left open: what that sweep ends
// with is told apart by the number.
#pragma once

#include <cstdint>
#include <vector>

#include "count/workspace.hpp"
#include "expert/front_reweighter.hpp"

namespace sapper {

// What is left after a cell has shown a number, as far as one count tells.
struct After {
    int number = 0;
    double probability = 0.0;  // of the number, mines included in the whole
    double safest = 0.0;       // the greatest chance of a cell to be safe, and the second greatest; of cells that
    double second = 0.0;       // may still tell something, if there are any; 1 where all is settled
    double log2_layouts = 0.0;
    int safe_count = 0;        // hidden cells that are certainly safe now
    bool none_around = false;  // none of the neighbours that were no certain mines is one
};

class Lookahead {
public:
    // The position to look ahead from: counted, without a certainly safe cell. It stays as it is until the next one.
    void begin(const Workspace& before);

    // Calls visit(After) for each number that the cell, which must not be certain, may show; stops where it returns false.
    template <class Visit>
    void for_each_number(Cell cell, Budget& budget, Visit&& visit) {
        const int mines_around = certain_mines_around(cell);
        open(cell, budget);
        for (int number = mines_around; number <= most_shown_; ++number) {
            After after;
            after.number = number;
            after.none_around = number == mines_around;
            if (look(cell, budget, after) && !visit(after)) {
                return;
            }
        }
    }

private:
    class TwoSafest;

    int certain_mines_around(Cell cell) const;
    void open(Cell cell, Budget& budget);
    void find_touched_fronts();
    void touch(std::int32_t front);
    void condense_touched_fronts(Cell cell);
    bool look(Cell cell, Budget& budget, After& after);
    bool count(Cell cell, int number, Budget& budget);
    bool count_afresh(Cell cell, int number, Budget& budget);
    Odds odds_after(Cell unknown) const;
    bool may_tell(Cell cell) const;
    void find_safe_cells(After& after);

    const Workspace* before_ = nullptr;
    FrontReweighter fronts_;

    // After the cell was opened.
    Workspace workspace_;
    int most_shown_ = 0;
    bool beyond_float64_ = false;
    std::vector<Cell> known_safe_;
    std::vector<std::uint8_t> touched_;  // per front of before
    std::vector<Cell> witnesses_to_sweep_;
    std::vector<std::size_t> others_;  // the fronts that are not touched
    std::vector<MineCounts<double>> ways_of_others_;
};

}  // namespace sapper
