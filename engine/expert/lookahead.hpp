// What a guess leads to: for each number that a cell may show, the resulting position.
//
// Opening a cell changes only the fronts beside it. All others were counted with the position before and are
// reweighted. Those beside it are condensed and swept once, with the cell's own number left open: the final states of
// that sweep tell the numbers apart.
#pragma once

#include <cstdint>
#include <vector>

#include "count/workspace.hpp"
#include "expert/front_reweighter.hpp"

namespace sapper {

// The position after a cell has shown a number, as far as one count tells.
struct After {
    int number = 0;
    double probability = 0.0;  // of the number; those of all numbers and of a mine sum to 1
    double safest = 0.0;       // the safety of the safest cell and of the second safest, among those that
    double second = 0.0;       // may still tell something, if any; 1 if everything is settled
    double log2_layouts = 0.0;
    int safe_count = 0;        // hidden cells that are now certainly safe
    bool none_around = false;  // no neighbour is a mine except those that were certain
};

class Lookahead {
public:
    // The position to look ahead from: counted, without a certainly safe cell. It must not change until the next
    // begin().
    void begin(const Workspace& before);

    // Calls visit(After) for each number that the cell, which must be uncertain, may show, until it returns false.
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

    // After the cell is opened.
    Workspace workspace_;
    int most_shown_ = 0;
    bool beyond_float64_ = false;
    std::vector<Cell> known_safe_;
    std::vector<std::uint8_t> touched_;  // per front of before_
    std::vector<Cell> witnesses_to_sweep_;
    std::vector<std::size_t> others_;  // fronts not touched
    std::vector<MineCounts<double>> ways_of_others_;
};

}  // namespace sapper
