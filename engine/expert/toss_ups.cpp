#include "expert/toss_ups.hpp"

#include <algorithm>
#include <cmath>

#include "core/stop.hpp"

namespace sapper {

void TossUpFinder::find(const Workspace& counted, double least, int most_enablers, Budget& budget) {
    found_.clear();
    if (least >= 1.0) {
        return;
    }
    const Knowledge& knowledge = counted.knowledge;
    const Grid& grid = knowledge.grid();
    WorkMeter& meter = work_meter();
    for (int index = 0; index < grid.cell_count(); ++index) {
        meter.did(overlap_count);
        const Cell one = grid.cell(index);
        if (knowledge.state(one) != CellState::unknown) {
            continue;
        }
        const double mine_at_one = odds_of(counted, one).mine_probability;
        for (const Overlap& overlap : overlaps) {
            const Cell other = one + (grid.cell(overlap.step.rows, overlap.step.columns) - grid.cell(0, 0));
            if (other < one || knowledge.state(other) != CellState::unknown) {
                continue;
            }
            const double mine_at_other = odds_of(counted, other).mine_probability;
            const double guessed = std::min({mine_at_one, mine_at_other, 1.0 - mine_at_one, 1.0 - mine_at_other});
            if (!collect_enablers(counted, one, other, guessed, least, most_enablers)) {
                continue;
            }
            const double lost = probability(counted, one, other, budget);
            if (lost >= least) {
                found_.push_back({one, other, enablers_, lost});
            }
        }
    }
}

// False if some cell will tell the two apart, or if too many cells would have to be mines, or too improbable ones.
// Nearly all pairs in the sea fail after a few neighbours.
bool TossUpFinder::collect_enablers(const Workspace& counted, Cell one, Cell other, double guessed, double least,
                                    int most_enablers) {
    const Knowledge& knowledge = counted.knowledge;
    const Grid& grid = knowledge.grid();
    enablers_.clear();
    const auto touches = [&](Cell a, Cell b) {
        return a != b && std::abs(grid.row(a) - grid.row(b)) <= 1 && std::abs(grid.column(a) - grid.column(b)) <= 1;
    };
    const auto collect = [&](Cell here, Cell there) {
        for (int d = 0; d < direction_count; ++d) {
            const Cell beside = grid.neighbour(here, d);
            if (beside == there || touches(beside, there)) {
                continue;
            }
            switch (knowledge.state(beside)) {
                case CellState::outside:
                case CellState::mine:
                    break;
                case CellState::unknown:
                    enablers_.push_back(beside);
                    guessed *= odds_of(counted, beside).mine_probability;
                    if (guessed < least || static_cast<int>(enablers_.size()) > most_enablers) {
                        return false;
                    }
                    break;
                case CellState::safe:
                case CellState::revealed:
                    return false;
            }
        }
        return true;
    };
    return guessed >= least && collect(one, other) && collect(other, one);
}

// The probability of one of the two ways in which the toss-up may come about; the other is equally likely.
double TossUpFinder::probability(const Workspace& counted, Cell mine, Cell safe, Budget& budget) {
    work_meter().did(counted.knowledge.grid().padded_size());
    mines_ = enablers_;
    mines_.push_back(mine);
    try {
        supposed_.knowledge = counted.knowledge;
        supposed_.knowledge.suppose(mines_, {&safe, 1});
        supposed_.condenser.condense(supposed_.knowledge);
        supposed_.counting.count_layouts(supposed_.condenser.problem(), budget);
    } catch (const Contradiction&) {
        return 0.0;
    }
    return std::exp2(supposed_.counting.log2_layouts() - counted.counting.log2_layouts());
}

}  // namespace sapper
