// Some layouts of a table, as the sets in which each cell is a mine, and in which it shows each number.
//
// A number is the sum of the mines around a cell, in binary: a set of layouts for each digit. Mines that all layouts of
// the pack have in common are left out: they tell nothing.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "count/layout_table.hpp"
#include "expert/layout_set.hpp"

namespace sapper {

using LayoutRow = std::uint32_t;   // index of a layout in the table
using CellColumn = std::uint32_t;  // index of a cell in the table

// Of each cell of a table: the cells of the table around it.
using CellsAround = std::vector<std::vector<CellColumn>>;

// Bit i of word j becomes bit j of word i.
inline void transpose(std::array<std::uint64_t, 64>& words) {
    std::uint64_t mask = 0x00000000FFFFFFFFu;
    for (std::size_t half = 32; half != 0; half /= 2, mask ^= mask << half) {
        for (std::size_t low = 0; low < 64; low = ((low | half) + 1) & ~half) {
            const std::uint64_t swapped = (words[low] >> half ^ words[low | half]) & mask;
            words[low] ^= swapped << half;
            words[low | half] ^= swapped;
        }
    }
}

template <class Set>
class LayoutPack {
public:
    static constexpr std::size_t most_digits = 4;  // of a number up to 8

    struct CellSets {
        CellColumn column = 0;
        std::size_t digit_count = 0;
        Set mines;
        std::array<Set, most_digits> digits;

        // Whether the cell shows different numbers among the layouts in which it is safe.
        bool tells(const Set& left) const {
            for (std::size_t d = 0; d < digit_count; ++d) {
                std::uint64_t zeros = 0;
                std::uint64_t ones = 0;
                for (std::size_t w = 0; w < left.bits.size(); ++w) {
                    const std::uint64_t safe = left.bits[w] & ~mines.bits[w];
                    ones |= safe & digits[d].bits[w];
                    zeros |= safe & ~digits[d].bits[w];
                }
                if (zeros != 0 && ones != 0) {
                    return true;
                }
            }
            return false;
        }

        // Calls visit(set) with the layouts in which it shows a number, for each number in order; the visit returns
        // whether to go on.
        template <class Visit>
        void for_each_number(const Set& left, Visit&& visit) const {
            const std::size_t numbers = std::min<std::size_t>(std::size_t{1} << digit_count, 9);
            Set shown = left;
            for (std::uint64_t number = 0; number < numbers; ++number) {
                std::uint64_t any = 0;
                for (std::size_t w = 0; w < left.bits.size(); ++w) {
                    std::uint64_t word = left.bits[w] & ~mines.bits[w];
                    for (std::size_t d = 0; d < digit_count; ++d) {
                        word &= digits[d].bits[w] ^ ((number >> d & 1) - 1);
                    }
                    shown.bits[w] = word;
                    any |= word;
                }
                if (any != 0 && !visit(std::as_const(shown))) {
                    return;
                }
            }
        }
    };

    // Of the columns given, those are kept that are not the same in all layouts.
    void take(const LayoutTable& table, const CellsAround& around, std::span<const LayoutRow> rows,
              std::span<const CellColumn> columns) {
        rows_.assign(rows.begin(), rows.end());
        words_per_row_ = table.layout(0).size();
        copy_layouts(table);
        find_mines(columns);
        add_up_numbers(around);
        ends_ = all_;
        std::erase_if(cells_, [&](const CellSets& cell) { return cell.mines.empty() && !cell.tells(all_); });
    }

    // Rivals, neighbours in the pack, of which at most one can be won: the number of the group of each layout.
    void know_rivals(const std::vector<std::uint32_t>& groups) {
        make_empty(ends_, rows_.size());
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            if (r + 1 == rows_.size() || r % 64 == 63 || groups[rows_[r]] != groups[rows_[r + 1]]) {
                ends_.insert(r);
            }
        }
    }

    // The groups of rivals among some layouts. In each word, adding ones below the last place of every group carries
    // into that place if there is a layout in the group.
    std::size_t count_groups(const Set& left) const {
        return count_groups_by_word(left, [](std::size_t) { return std::uint64_t{0}; });
    }
    std::size_t count_groups_without(const Set& left, const Set& lost) const {
        return count_groups_by_word(left, [&](std::size_t w) { return lost.bits[w]; });
    }

    const Set& all() const { return all_; }
    std::span<const LayoutRow> rows() const { return rows_; }
    const std::vector<CellSets>& cells() const { return cells_; }

    // Whether each cell of the table is a mine in one layout.
    const std::uint64_t* layout(std::size_t index) const { return layouts_.data() + index * words_per_row_; }

private:
    template <class Lost>
    std::size_t count_groups_by_word(const Set& left, Lost&& lost) const {
        std::size_t sum = 0;
        for (std::size_t w = 0; w < left.bits.size(); ++w) {
            const std::uint64_t word = left.bits[w] & ~lost(w);
            const std::uint64_t ends = ends_.bits[w];
            const std::uint64_t carried = (word & ~ends) + ~ends;
            sum += static_cast<std::size_t>(std::popcount((carried | word) & ends));
        }
        return sum;
    }

    void copy_layouts(const LayoutTable& table) {
        work_meter().did(rows_.size() * words_per_row_);
        layouts_.clear();
        in_any_.assign(words_per_row_, 0);
        in_all_.assign(words_per_row_, ~std::uint64_t{0});
        make_empty(all_, rows_.size());
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            all_.insert(r);
            const std::span<const std::uint64_t> layout = table.layout(rows_[r]);
            layouts_.insert(layouts_.end(), layout.begin(), layout.end());
            for (std::size_t w = 0; w < words_per_row_; ++w) {
                in_any_[w] |= layout[w];
                in_all_[w] &= layout[w];
            }
        }
    }

    void find_mines(std::span<const CellColumn> columns) {
        cells_.resize(columns.size());
        std::size_t kept = 0;
        for (const CellColumn column : columns) {
            if ((in_all_[column / 64] >> column % 64 & 1) == 0) {
                CellSets& cell = cells_[kept++];
                cell.column = column;
                make_empty(cell.mines, rows_.size());
            }
        }
        cells_.resize(kept);
        std::array<std::uint64_t, 64> block;
        for (std::size_t first = 0; first < rows_.size(); first += 64) {
            std::size_t next = 0;
            for (std::size_t w = 0; w < words_per_row_; ++w) {
                const std::size_t end_column = (w + 1) * 64;
                if ((in_any_[w] & ~in_all_[w]) == 0) {
                    while (next < kept && cells_[next].column < end_column) {
                        ++next;
                    }
                    continue;
                }
                work_meter().did(block.size());
                const std::size_t count = std::min<std::size_t>(64, rows_.size() - first);
                for (std::size_t r = 0; r < count; ++r) {
                    block[r] = layout(first + r)[w];
                }
                std::fill(block.begin() + static_cast<std::ptrdiff_t>(count), block.end(), 0);
                transpose(block);
                for (; next < kept && cells_[next].column < end_column; ++next) {
                    cells_[next].mines.bits[first / 64] = block[cells_[next].column % 64];
                }
            }
        }
    }

    void add_up_numbers(const CellsAround& around) {
        constexpr std::uint32_t not_here = 0;
        place_.assign(around.size(), not_here);
        for (std::size_t c = 0; c < cells_.size(); ++c) {
            if (!cells_[c].mines.empty()) {
                place_[cells_[c].column] = static_cast<std::uint32_t>(c + 1);
            }
        }
        for (CellSets& cell : cells_) {
            beside_.clear();
            for (const CellColumn column : around[cell.column]) {
                if (place_[column] != not_here) {
                    beside_.push_back(&cells_[place_[column] - 1].mines);
                }
            }
            work_meter().did(beside_.size() * all_.bits.size());
            cell.digit_count = static_cast<std::size_t>(std::bit_width(beside_.size()));
            for (std::size_t d = 0; d < cell.digit_count; ++d) {
                make_empty(cell.digits[d], rows_.size());
            }
            for (std::size_t w = 0; w < all_.bits.size(); ++w) {
                std::array<std::uint64_t, most_digits> sum{};
                for (const Set* mines : beside_) {
                    std::uint64_t carry = mines->bits[w];
                    for (std::uint64_t& digit : sum) {
                        const std::uint64_t both = digit & carry;
                        digit ^= carry;
                        carry = both;
                    }
                }
                for (std::size_t d = 0; d < cell.digit_count; ++d) {
                    cell.digits[d].bits[w] = sum[d];
                }
            }
        }
    }

    std::vector<LayoutRow> rows_;
    std::size_t words_per_row_ = 0;
    std::vector<std::uint64_t> layouts_;
    std::vector<std::uint64_t> in_any_;  // layouts, each cell is a mine
    std::vector<std::uint64_t> in_all_;
    Set all_;
    Set ends_;  // the last layout of each group of rivals
    std::vector<CellSets> cells_;
    std::vector<std::uint32_t> place_;  // per column of the table: 1 + index into cells_
    std::vector<const Set*> beside_;
};

}  // namespace sapper
