#include "expert/rivals.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>

namespace sapper {

void Rivals::group(const LayoutTable& table, const CellsAround& around, std::uint64_t budget) {
    rows_.clear();
    groups_.resize(table.layout_count());
    group_count_ = 0;
    columns_.resize(table.cell_count());
    std::iota(columns_.begin(), columns_.end(), CellColumn{0});
    const std::size_t chunk_size = size_of_chunks(table.layout_count(), budget);
    for (std::size_t first = 0; first < table.layout_count(); first += chunk_size) {
        take_chunk(table, around, first, std::min(table.layout_count(), first + chunk_size));
        group_chunk();
    }
}

// Comparing a layout with so many others takes about as long as the search takes to visit one.
std::size_t Rivals::size_of_chunks(std::size_t layouts, std::uint64_t budget) {
    constexpr std::size_t compared_per_visit = 4096;
    constexpr std::size_t least = 1024;
    constexpr std::size_t most = std::size_t{1} << 17;
    const std::uint64_t visits_per_layout_left = budget / std::max<std::size_t>(1, layouts);
    return visits_per_layout_left > most / compared_per_visit
               ? most
               : std::max(least, static_cast<std::size_t>(visits_per_layout_left) * compared_per_visit);
}

void Rivals::take_chunk(const LayoutTable& table, const CellsAround& around, std::size_t first, std::size_t end) {
    chunk_.resize(end - first);
    std::iota(chunk_.begin(), chunk_.end(), static_cast<LayoutRow>(first));
    pack_.take(table, around, chunk_, columns_);
    put_most_telling_first();
    sort_into_classes();
    pack_.take(table, around, chunk_, columns_);
}

// By how many pairs of layouts a cell tells apart.
void Rivals::put_most_telling_first() {
    const auto& cells = pack_.cells();
    std::vector<double> told_apart(cells.size(), 0.0);
    for (std::size_t c = 0; c < cells.size(); ++c) {
        double safe = 0.0;
        cells[c].for_each_number(pack_.all(), [&](const LargeSet& shown) {
            const auto count = static_cast<double>(shown.count());
            told_apart[c] += safe * count;
            safe += count;
            return true;
        });
    }
    most_telling_.resize(cells.size());
    std::iota(most_telling_.begin(), most_telling_.end(), std::size_t{0});
    std::stable_sort(most_telling_.begin(), most_telling_.end(),
                     [&](std::size_t a, std::size_t b) { return told_apart[a] > told_apart[b]; });
}

void Rivals::sort_into_classes() {
    constexpr std::uint32_t numbers_and_mine = 10;
    class_of_.assign(chunk_.size(), 0);
    for (std::size_t c = 0; c < std::min(cells_of_class, most_telling_.size()); ++c) {
        std::uint32_t shows = 0;
        std::for_each(class_of_.begin(), class_of_.end(), [](std::uint32_t& each) { each *= numbers_and_mine; });
        pack_.cells()[most_telling_[c]].for_each_number(pack_.all(), [&](const LargeSet& shown) {
            ++shows;
            shown.for_each([&](std::size_t layout) { class_of_[layout] += shows; });
            return true;
        });
    }
    std::vector<std::pair<std::uint32_t, LayoutRow>> sorted(chunk_.size());
    for (std::size_t layout = 0; layout < chunk_.size(); ++layout) {
        sorted[layout] = {class_of_[layout], chunk_[layout]};
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t layout = 0; layout < chunk_.size(); ++layout) {
        std::tie(class_of_[layout], chunk_[layout]) = sorted[layout];
    }
}

void Rivals::group_chunk() {
    ungrouped_ = pack_.all().bits;
    joining_.layouts.assign(ungrouped_.size(), 0);
    for (std::size_t first = 0; first < chunk_.size(); ++first) {
        if (first == 0 || class_of_[first] != class_of_[first - 1]) {
            start_class(first);
        }
        if ((ungrouped_[first / 64] >> first % 64 & 1) == 0) {
            continue;
        }
        start_group(first);
        while (!joining_.words.empty()) {
            const std::size_t word = joining_.words.front();
            const std::size_t next = word * 64 + static_cast<std::size_t>(std::countr_zero(joining_.layouts[word]));
            join(next);
            keep_rivals_of(next, joining_, 0, most_telling_.size());
        }
        ++group_count_;
    }
}

void Rivals::start_class(std::size_t layout) {
    class_joining_.layouts = ungrouped_;
    class_joining_.words.resize(ungrouped_.size() - layout / 64);
    std::iota(class_joining_.words.begin(), class_joining_.words.end(), layout / 64);
    keep_rivals_of(layout, class_joining_, 0, std::min(cells_of_class, most_telling_.size()));
}

void Rivals::start_group(std::size_t layout) {
    joining_.words = class_joining_.words;
    for (const std::size_t word : joining_.words) {
        joining_.layouts[word] = class_joining_.layouts[word] & ungrouped_[word];
    }
    join(layout);
    keep_rivals_of(layout, joining_, std::min(cells_of_class, most_telling_.size()), most_telling_.size());
}

void Rivals::join(std::size_t layout) {
    const std::uint64_t bit = std::uint64_t{1} << layout % 64;
    rows_.push_back(chunk_[layout]);
    groups_[chunk_[layout]] = group_count_;
    ungrouped_[layout / 64] &= ~bit;
    joining_.layouts[layout / 64] &= ~bit;
}

// Of the layouts that may join, those that agree with this one on every one of the cells that is safe in both.
void Rivals::keep_rivals_of(std::size_t layout, Joining& joining, std::size_t first_cell, std::size_t end_cell) const {
    constexpr std::size_t most_digits = LayoutPack<LargeSet>::most_digits;
    const std::size_t own_word = layout / 64;
    const std::size_t own_bit = layout % 64;
    std::erase_if(joining.words, [&](std::size_t word) { return joining.layouts[word] == 0; });
    for (std::size_t c = first_cell; c < end_cell && !joining.words.empty(); ++c) {
        const auto& cell = pack_.cells()[most_telling_[c]];
        if ((cell.mines.bits[own_word] >> own_bit & 1) != 0) {
            continue;
        }
        work_meter().did((4 + joining.words.size()) * (1 + cell.digit_count));
        std::array<const std::uint64_t*, most_digits> digits{};
        std::array<std::uint64_t, most_digits> own_digits{};
        for (std::size_t d = 0; d < cell.digit_count; ++d) {
            digits[d] = cell.digits[d].bits.data();
            own_digits[d] = 0 - (digits[d][own_word] >> own_bit & 1);
        }
        std::size_t kept = 0;
        for (const std::size_t word : joining.words) {
            std::uint64_t told_apart = 0;
            for (std::size_t d = 0; d < cell.digit_count; ++d) {
                told_apart |= digits[d][word] ^ own_digits[d];
            }
            joining.layouts[word] &= cell.mines.bits[word] | ~told_apart;
            joining.words[kept] = word;
            kept += joining.layouts[word] != 0 ? 1 : 0;
        }
        joining.words.resize(kept);
    }
}

}  // namespace sapper
