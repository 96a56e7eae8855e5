#include "expert/unsettled.hpp"

#include <cmath>

#include "core/stop.hpp"

namespace sapper {

void Unsettled::read(const Workspace& counted) {
    const Knowledge& knowledge = counted.knowledge;
    const Grid& grid = knowledge.grid();
    work_meter().did(grid.padded_size());
    height_ = grid.height();
    width_ = grid.width();
    uncertain_ = 0;
    mines_ = knowledge.mines_left();
    log2_layouts_ = counted.counting.log2_layouts();
    codes_.assign(static_cast<std::size_t>(height_ + 2) * static_cast<std::size_t>(width_ + 2), settled);
    cells_.clear();
    const auto odds_at = [&](Cell cell) {
        return knowledge.state(cell) == CellState::unknown ? odds_of(counted, cell) : Odds{0.0, Verdict::safe};
    };
    for (int row = 0; row < height_; ++row) {
        for (int column = 0; column < width_; ++column) {
            const Cell cell = grid.cell(row, column);
            const int here = index(row, column);
            const NeighbourMask around = knowledge.unknown_around(cell);
            if (knowledge.state(cell) == CellState::unknown) {
                const Odds odds = odds_at(cell);
                mines_ -= odds.verdict == Verdict::mine ? 1 : 0;
                if (odds.verdict == Verdict::uncertain) {
                    ++uncertain_;
                    at(codes_, here) =
                        static_cast<Code>(first_uncertain + std::lround(odds.mine_probability * chance_steps));
                }
            } else if (around != 0) {
                int lacking = knowledge.lacking(cell);
                for_each_direction(around, [&](int d) {
                    lacking -= odds_at(grid.neighbour(cell, d)).verdict == Verdict::mine ? 1 : 0;
                });
                // Where all mines are found, all other neighbours are safe: here, none is left.
                at(codes_, here) = static_cast<Code>(lacking);
            }
            if (at(codes_, here) != settled) {
                cells_.push_back(here);
            }
        }
    }
}

}  // namespace sapper
