#include "expert/front_reweighter.hpp"

#include <numeric>

namespace sapper {

namespace {

// The cost of the tables of one position, in terms swept back, at most: a millisecond or two. No position of a usual
// board comes close; a front beyond it is swept again each time.
constexpr std::size_t most_terms = 500'000;

}  // namespace

void FrontReweighter::prepare(const Workspace& counted) {
    counted_ = &counted;
    const Problem& problem = counted.condenser.problem();
    fronts_.clear();
    rows_.clear();
    front_at_.assign(counted.knowledge.grid().padded_size(), no_front);
    odds_.resize(problem.boxes.size());
    box_weights_.resize(problem.boxes.size());
    std::size_t first_cell = 0;
    std::size_t terms_spent = 0;
    for (const Front& front : problem.fronts) {
        const std::size_t index = fronts_.size();
        TabulatedFront& tabulated = fronts_.emplace_back();
        tabulated.front = front;
        tabulated.first_cell = first_cell;
        first_cell += static_cast<std::size_t>(front.cell_count);
        for (const std::span<const Cell> members : {witnesses(index), cells(index)}) {
            for (const Cell member : members) {
                at(front_at_, member) = static_cast<std::int32_t>(index);
            }
        }
        const Counting::SweptFront& swept = counted.counting.swept_front(index);
        if (swept.wide) {
            continue;
        }
        tabulated.ways = counted.counting.tables().ways_of(swept.index);
        terms_spent += tabulated.ways.ways.size() * counted.counting.tables().term_count(swept.index);
        if (terms_spent <= most_terms) {
            tabulated.has_table = true;
            tabulate(swept.index, tabulated);
        }
    }
}

// One backward sweep per number of mines, with zero weight for all other numbers.
void FrontReweighter::tabulate(std::size_t swept, TabulatedFront& tabulated) {
    const std::size_t length = tabulated.ways.ways.size();
    const std::size_t rows = 2 * static_cast<std::size_t>(tabulated.front.box_count);
    tabulated.first_row = rows_.size();
    rows_.resize(rows_.size() + rows * length);
    one_total_.assign(length, 0.0);
    for (std::size_t total = 0; total < length; ++total) {
        one_total_[total] = 1.0;
        counted_->counting.tables().sweep_back(swept, one_total_, completions_, box_weights_);
        one_total_[total] = 0.0;
        double* as_mines = rows_.data() + tabulated.first_row + total;
        for (std::int32_t b = tabulated.front.first_box; b < tabulated.front.first_box + tabulated.front.box_count;
             ++b) {
            double* const as_safe = as_mines + length;
            const std::int32_t size = at(counted_->condenser.problem().boxes, b).size;
            for (std::int32_t mines = 0; mines <= size; ++mines) {
                const double ways = at(box_weights_, b)[static_cast<std::size_t>(mines)];
                *as_mines += ways * mines;
                *as_safe += ways * (size - mines);
            }
            as_mines = as_safe + length;
        }
    }
}

void FrontReweighter::reweigh(std::size_t index, std::span<const double> outside) {
    const TabulatedFront& tabulated = fronts_[index];
    const double* row = rows_.data() + tabulated.first_row;
    for (std::int32_t b = tabulated.front.first_box; b < tabulated.front.first_box + tabulated.front.box_count; ++b) {
        const double mine = std::inner_product(outside.begin(), outside.end(), row, 0.0);
        row += outside.size();
        const double safe = std::inner_product(outside.begin(), outside.end(), row, 0.0);
        row += outside.size();
        at(odds_, b) = odds_from(mine / (mine + safe), mine > 0.0, safe > 0.0);
    }
}

std::span<const Cell> FrontReweighter::witnesses(std::size_t index) const {
    const Front& front = fronts_[index].front;
    return {counted_->condenser.witness_cells().data() + front.first_witness,
            static_cast<std::size_t>(front.witness_count)};
}

std::span<const Cell> FrontReweighter::cells(std::size_t index) const {
    return {counted_->condenser.cells().data() + fronts_[index].first_cell,
            static_cast<std::size_t>(fronts_[index].front.cell_count)};
}

}  // namespace sapper
