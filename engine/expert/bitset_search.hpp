// Optimal play to the end with few layouts left, as bitsets: a set of layouts is a few words of bits, and a cell has
// one such set for each number it may show. A search spends nearly all its nodes here; a node costs a few operations
// per cell and word.
//
// Nodes with only a small part of the layouts would carry empty words along. The owner takes them over: it ignores what
// their layouts have in common when it looks them up, and searches them with fewer words.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "core/budget.hpp"
#include "core/stop.hpp"
#include "count/layout_table.hpp"

namespace sapper {

template <std::size_t words>
struct LayoutSet {
    static constexpr std::size_t most = words * 64;
    std::array<std::uint64_t, words> bits{};

    static LayoutSet first(std::size_t count) {
        LayoutSet set;
        for (std::size_t i = 0; i < count; ++i) {
            set.insert(i);
        }
        return set;
    }
    void insert(std::size_t layout) { bits[layout / 64] |= std::uint64_t{1} << layout % 64; }

    std::uint64_t count() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t word : bits) {
            sum += static_cast<std::uint64_t>(std::popcount(word));
        }
        return sum;
    }
    bool empty() const {
        std::uint64_t any = 0;
        for (const std::uint64_t word : bits) {
            any |= word;
        }
        return any == 0;
    }
    LayoutSet operator&(const LayoutSet& other) const {
        LayoutSet both;
        for (std::size_t w = 0; w < words; ++w) {
            both.bits[w] = bits[w] & other.bits[w];
        }
        return both;
    }
    LayoutSet without(const LayoutSet& other) const {
        LayoutSet rest;
        for (std::size_t w = 0; w < words; ++w) {
            rest.bits[w] = bits[w] & ~other.bits[w];
        }
        return rest;
    }
    auto operator<=>(const LayoutSet&) const = default;

    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t w = 0; w < words; ++w) {
            for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
                visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
            }
        }
    }
    std::uint64_t scrambled() const {
        std::uint64_t mixed = 0;
        for (const std::uint64_t word : bits) {
            mixed = (mixed ^ word) * 0x9E3779B97F4A7C15u;
            mixed ^= mixed >> 32;
        }
        return mixed * 0x9E3779B97F4A7C15u;
    }
};

template <std::size_t words>
class BitsetSearch {
public:
    using Set = LayoutSet<words>;
    using Count = std::uint64_t;
    static constexpr std::size_t most = Set::most;

    // Takes over small nodes: won(set, to_beat).
    using Owner = std::function<Count(const Set&, Count)>;

    // The layouts to search, and the cells that are not the same in all of them. Only cells are tried whose safety is
    // at least this share of the safest cell's; 0: all.
    template <class Rows, class Columns>
    void take(const LayoutTable& table, const Rows& rows, const Columns& columns, double share_of_safest) {
        share_of_safest_ = share_of_safest;
        cells_.assign(columns.size(), {});
        for (std::size_t layout = 0; layout < rows.size(); ++layout) {
            work_meter().did(columns.size());
            const std::uint8_t* const shown = table.layout(rows[layout]);
            for (std::size_t c = 0; c < columns.size(); ++c) {
                cells_[c].showing[shown[columns[c]]].insert(layout);
            }
        }
        forget();
    }

    // How many of `left` are won, if more than `to_beat`; otherwise an upper bound that is at most `to_beat`. Adds the
    // layouts visited, summed over all nodes, to `spent`. Throws BudgetExceeded.
    Count won(const Set& left, Count to_beat, std::uint64_t& spent, std::uint64_t budget, const Owner& owner) {
        spent_ = &spent;
        budget_ = budget;
        owner_ = &owner;
        meter_ = &work_meter();
        candidates_.clear();
        return search(left, to_beat);
    }

private:
    struct CellSets {
        std::array<Set, shows_mine + 1>
            showing{};  // the layouts in which it shows this number; last: in which it is a mine

        const Set& mines() const { return showing[shows_mine]; }
    };
    struct Candidate {
        std::size_t cell = 0;
        Set mines;
        Count mine_count = 0;
        Count at_most = 0;  // upper bound on the wins by guessing there
    };
    struct Known {
        Set left;
        std::uint32_t search = 0;  // the search that made this entry
        std::uint32_t value = 0;
        bool exact = false;  // otherwise an upper bound
    };

    static constexpr std::size_t nodes_remembered = 4096 / words;
    static constexpr int index_shift = 64 - std::countr_zero(nodes_remembered);  // leaves the bits of an index
    static constexpr Count small_part = words == 1 ? 0 : most / 16;              // left to the owner

    void forget() {
        known_.resize(nodes_remembered);
        ++search_;
        if (search_ == 0) {  // after 2^32 searches, old entries would look new
            std::fill(known_.begin(), known_.end(), Known{});
            search_ = 1;
        }
    }

    // Whether the cell shows different numbers among the layouts in which it is safe.
    static bool tells(const CellSets& cell, const Set& left) {
        const Set safe = left.without(cell.mines());
        for (std::size_t number = 0; number < shows_mine; ++number) {
            const Set here = safe & cell.showing[number];
            if (!here.empty()) {
                return here != safe;
            }
        }
        return false;
    }

    // All of them, less those lost to the safest guess.
    Count at_most(const Set& left) const {
        const Count all = left.count();
        if (all == 1) {
            return 1;
        }
        Count fewest_mines = all;
        for (const CellSets& cell : cells_) {
            const Count mines = (left & cell.mines()).count();
            if (mines < fewest_mines && tells(cell, left)) {
                if (mines == 0) {
                    return all;
                }
                fewest_mines = mines;
            }
        }
        return std::max<Count>(1, all - fewest_mines);
    }

    Count search(const Set& left, Count to_beat) {
        const Count all = left.count();
        if (all == 1) {
            return 1;
        }
        if (all <= small_part) {
            return (*owner_)(left, to_beat);
        }
        *spent_ += all;
        if (*spent_ > budget_) {
            throw BudgetExceeded("the rest of the game needs a longer search than the budget allows");
        }
        meter_->did(cells_.size() * words);
        for (const CellSets& cell : cells_) {
            if ((left & cell.mines()).empty() && tells(cell, left)) {
                return won_with_safe_cell(cell, left, to_beat);
            }
        }
        const std::size_t index = left.scrambled() >> index_shift;
        const Known& before = known_[index];
        if (before.search == search_ && before.left == left && (before.exact || before.value <= to_beat)) {
            return before.value;
        }
        const Count value = won_by_guess(left, to_beat);
        known_[index] = {left, search_, static_cast<std::uint32_t>(value), value > to_beat};
        return value;
    }

    Count won_with_safe_cell(const CellSets& cell, const Set& left, Count to_beat) {
        Count sum = left.count();
        for (std::size_t number = 0; number < shows_mine && sum > to_beat; ++number) {
            const Set shown = left & cell.showing[number];
            if (!shown.empty()) {
                const Count others = sum - shown.count();
                sum = others + search(shown, to_beat > others ? to_beat - others : 0);
            }
        }
        return sum;
    }

    Count won_by_guess(const Set& left, Count to_beat) {
        const std::size_t first = candidates_.size();
        find_candidates(left, first, to_beat);
        const std::size_t end = candidates_.size();
        Count best = to_beat;
        for (std::size_t c = first; c < end && candidates_[c].at_most > best; ++c) {
            best = std::max(best, won_by_guessing_at(candidates_[c].cell, candidates_[c].at_most, left, best));
        }
        candidates_.resize(first);
        // If no cell tells anything any more, one layout is won, whichever is played for.
        return std::max<Count>(best, 1);
    }

    // Pushes the candidates, most promising first: by the upper bound after two guesses, this one and the safest after
    // it.
    void find_candidates(const Set& left, std::size_t first, Count to_beat) {
        Count fewest_mines = most;
        for (std::size_t c = 0; c < cells_.size(); ++c) {
            const Set mines = left & cells_[c].mines();
            if (mines != left && tells(cells_[c], left)) {
                candidates_.push_back({c, mines, mines.count(), 0});
                fewest_mines = std::min(fewest_mines, candidates_.back().mine_count);
            }
        }
        const auto begin = candidates_.begin() + static_cast<std::ptrdiff_t>(first);
        // Of cells that are mines in the same layouts one suffices: it makes the others safe.
        std::sort(begin, candidates_.end(), [](const Candidate& a, const Candidate& b) {
            return std::tie(a.mine_count, a.mines, a.cell) < std::tie(b.mine_count, b.mines, b.cell);
        });
        candidates_.erase(std::unique(begin, candidates_.end(),
                                      [](const Candidate& a, const Candidate& b) { return a.mines == b.mines; }),
                          candidates_.end());
        const Count all = left.count();
        const double safe_enough = share_of_safest_ * static_cast<double>(all - fewest_mines);
        candidates_.erase(std::remove_if(begin, candidates_.end(),
                                         [&](const Candidate& candidate) {
                                             const Count safe = all - candidate.mine_count;
                                             return safe <= to_beat || static_cast<double>(safe) < safe_enough;
                                         }),
                          candidates_.end());
        for (auto candidate = begin; candidate != candidates_.end(); ++candidate) {
            meter_->did(shows_mine * cells_.size() * words);
            for (std::size_t number = 0; number < shows_mine; ++number) {
                const Set shown = left & cells_[candidate->cell].showing[number];
                candidate->at_most += shown.empty() ? 0 : at_most(shown);
            }
        }
        std::sort(begin, candidates_.end(), [](const Candidate& a, const Candidate& b) {
            return std::tie(b.at_most, a.mine_count, a.cell) < std::tie(a.at_most, b.mine_count, b.cell);
        });
    }

    Count won_by_guessing_at(std::size_t cell, Count sum, const Set& left, Count to_beat) {
        for (std::size_t number = 0; number < shows_mine && sum > to_beat; ++number) {
            const Set shown = left & cells_[cell].showing[number];
            if (!shown.empty()) {
                const Count others = sum - at_most(shown);
                sum = others + search(shown, to_beat > others ? to_beat - others : 0);
            }
        }
        return sum;
    }

    double share_of_safest_ = 0.0;
    std::vector<CellSets> cells_;
    std::vector<Candidate> candidates_;  // a stack: those of all nodes on the path from the root
    std::vector<Known> known_;
    std::uint32_t search_ = 0;
    std::uint64_t* spent_ = nullptr;
    std::uint64_t budget_ = 0;
    const Owner* owner_ = nullptr;
    WorkMeter* meter_ = nullptr;  // this thread's
};

}  // namespace sapper
