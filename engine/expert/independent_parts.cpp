#include "expert/independent_parts.hpp"

#include <cstdlib>

namespace sapper {

void IndependentParts::prepare(const LayoutTable& table, const Grid& grid) {
    constexpr int reach = 2;  // cells that touch each other, or the same number
    near_.clear();
    const std::size_t cells = table.cell_count();
    if (cells > most_cells_to_split) {
        return;
    }
    words_ = (cells + 63) / 64;
    near_.assign(cells * words_, 0);
    work_meter().did(cells * cells);
    for (std::size_t here = 0; here < cells; ++here) {
        const int row = grid.row(table.cell(here));
        const int column = grid.column(table.cell(here));
        for (std::size_t there = 0; there < cells; ++there) {
            if (std::abs(grid.row(table.cell(there)) - row) <= reach &&
                std::abs(grid.column(table.cell(there)) - column) <= reach) {
                near_[here * words_ + there / 64] |= std::uint64_t{1} << there % 64;
            }
        }
    }
}

// Splits the varying cells into connected ones; false if all are.
bool IndependentParts::find_connected(const std::vector<std::uint64_t>& varying) {
    masks_.clear();
    rest_ = varying;
    for (std::size_t start = 0; start < words_; ++start) {
        while (rest_[start] != 0) {
            const std::size_t part = masks_.size();
            masks_.resize(part + words_, 0);
            to_follow_.assign(words_, 0);
            to_follow_[start] = rest_[start] & (0 - rest_[start]);
            rest_[start] &= rest_[start] - 1;
            for (std::size_t w = start; w < words_;) {
                if (to_follow_[w] == 0) {
                    ++w;
                    continue;
                }
                const std::size_t cell = w * 64 + static_cast<std::size_t>(std::countr_zero(to_follow_[w]));
                masks_[part + w] |= to_follow_[w] & (0 - to_follow_[w]);
                to_follow_[w] &= to_follow_[w] - 1;
                for (std::size_t beside = start; beside < words_; ++beside) {
                    const std::uint64_t reached = near_[cell * words_ + beside] & rest_[beside];
                    to_follow_[beside] |= reached;
                    rest_[beside] &= ~reached;
                    w = reached != 0 ? std::min(w, beside) : w;
                }
            }
        }
    }
    return masks_.size() > words_;
}

}  // namespace sapper
