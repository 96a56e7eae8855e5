#include "expert/rivals.hpp"

#include <algorithm>
#include <numeric>

namespace sapper {

void Rivals::group(const LayoutTable& table, const CellsAround& around) {
    rows_.clear();
    groups_.resize(table.layout_count());
    columns_.resize(table.cell_count());
    std::iota(columns_.begin(), columns_.end(), CellColumn{0});
    std::uint32_t next_group = 0;
    for (std::size_t first_row = 0; first_row < table.layout_count(); first_row += chunk_size) {
        chunk_.resize(std::min(chunk_size, table.layout_count() - first_row));
        std::iota(chunk_.begin(), chunk_.end(), static_cast<LayoutRow>(first_row));
        pack_.take(table, around, chunk_, columns_);
        put_most_telling_first();
        ungrouped_ = pack_.all().bits;
        for (std::size_t first = 0; first < chunk_.size(); ++first) {
            if ((ungrouped_[first / 64] >> first % 64 & 1) == 0) {
                continue;
            }
            joining_ = ungrouped_;
            where_joining_.resize(joining_.size() - first / 64);
            std::iota(where_joining_.begin(), where_joining_.end(), first / 64);
            while (!where_joining_.empty()) {
                const std::size_t word = where_joining_.front();
                const std::size_t layout = word * 64 + static_cast<std::size_t>(std::countr_zero(joining_[word]));
                rows_.push_back(chunk_[layout]);
                groups_[chunk_[layout]] = next_group;
                ungrouped_[word] &= ~(std::uint64_t{1} << layout % 64);
                joining_[word] &= ~(std::uint64_t{1} << layout % 64);
                keep_rivals_of(layout);
            }
            ++next_group;
        }
    }
}

// By how many pairs of layouts a cell tells apart.
void Rivals::put_most_telling_first() {
    const auto& cells = pack_.cells();
    std::vector<double> told_apart(cells.size(), 0.0);
    for (std::size_t c = 0; c < cells.size(); ++c) {
        double safe = 0.0;
        cells[c].for_each_number(pack_.all(), [&](const LargeSet& shown) {
            const auto count = static_cast<double>(shown.count());
            told_apart[c] += 2.0 * safe * count;
            safe += count;
            return true;
        });
    }
    most_telling_.resize(cells.size());
    std::iota(most_telling_.begin(), most_telling_.end(), std::size_t{0});
    std::stable_sort(most_telling_.begin(), most_telling_.end(),
                     [&](std::size_t a, std::size_t b) { return told_apart[a] > told_apart[b]; });
}

// Of the layouts that may join, those that agree with this one on every cell that is safe in both.
void Rivals::keep_rivals_of(std::size_t layout) {
    const std::size_t own_word = layout / 64;
    const std::size_t own_bit = layout % 64;
    for (const std::size_t c : most_telling_) {
        const auto& cell = pack_.cells()[c];
        if ((cell.mines.bits[own_word] >> own_bit & 1) != 0) {
            continue;
        }
        work_meter().did(where_joining_.size());
        std::size_t kept = 0;
        for (const std::size_t word : where_joining_) {
            std::uint64_t told_apart = 0;
            for (std::size_t d = 0; d < cell.digit_count; ++d) {
                const std::uint64_t own = 0 - (cell.digits[d].bits[own_word] >> own_bit & 1);
                told_apart |= cell.digits[d].bits[word] ^ own;
            }
            joining_[word] &= cell.mines.bits[word] | ~told_apart;
            where_joining_[kept] = word;
            kept += joining_[word] != 0 ? 1 : 0;
        }
        where_joining_.resize(kept);
    }
}

}  // namespace sapper
