// The fronts of a counted position, tabulated so that they need not be counted again when the rest of the board
// changes.
//
// For a front, such a change affects only the weight of each number of mines it may hold. So the table has, for each
// box and each of these numbers, in how many layouts of the front its cells are mines, and in how many safe.
// Reweighting a front is then a sum of products, and what is impossible stays exactly zero.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/workspace.hpp"

namespace sapper {

class FrontReweighter {
public:
    static constexpr std::int32_t no_front = -1;

    // Tabulates the fronts of a counted position, which must outlive the tables.
    void prepare(const Workspace& counted);

    std::size_t size() const { return fronts_.size(); }
    bool has_table(std::size_t front) const { return fronts_[front].has_table; }  // false if too large
    std::int32_t front_at(Cell witness_or_cell) const { return at(front_at_, witness_or_cell); }
    std::span<const Cell> witnesses(std::size_t front) const;
    std::span<const Cell> cells(std::size_t front) const;
    const MineCounts<double>& ways(std::size_t front) const { return fronts_[front].ways; }

    // Computes the odds of a front's boxes; `outside` is the weight of each number of mines, aligned with ways(front).
    void reweigh(std::size_t front, std::span<const double> outside);
    const Odds& odds_at(Cell cell) const { return at(odds_, counted_->condenser.box_of(cell)); }

private:
    struct TabulatedFront {
        bool has_table = false;
        Front front;
        std::size_t first_cell = 0;
        std::size_t first_row = 0;  // of its first box, with its cells as mines; the next row: as safe cells
        MineCounts<double> ways;
    };
    void tabulate(std::size_t swept, TabulatedFront& tabulated);

    const Workspace* counted_ = nullptr;
    std::vector<TabulatedFront> fronts_;
    std::vector<std::int32_t> front_at_;  // per cell
    std::vector<double> rows_;
    std::vector<Odds> odds_;  // per box

    Completions<double> completions_;
    std::vector<BoxWeights<double>> box_weights_;
    std::vector<double> one_total_;
};

}  // namespace sapper
