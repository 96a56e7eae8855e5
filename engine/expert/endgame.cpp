#include "expert/endgame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>

namespace sapper {

namespace {

constexpr std::size_t fewest_to_remember = 4;                     // layouts; smaller nodes are not worth a table entry
constexpr std::size_t fewest_to_split = 6;                        // layouts; smaller nodes are not worth splitting
constexpr std::size_t most_words_of_sets = std::size_t{1} << 22;  // 32 MB: what a stack of sets may take

constexpr std::uint64_t mix(std::uint64_t value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

template <class Set>
constexpr std::size_t capacity = sizeof(Set) * 8;

// A layout of many cells takes longer to look at. The work allowed is that of layouts of some twenty cells, which takes
// 1 to 2 ns per unit (benchmarks/bench_budgets.py), and never less than a few milliseconds' worth.
std::uint64_t work_of_search(std::uint64_t layouts) {
    constexpr std::uint64_t work_per_layout = 100;
    constexpr std::uint64_t least = 10'000'000;
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return std::max(std::min(layouts, most / work_per_layout) * work_per_layout, least);
}

}  // namespace

EndgameSearch::Result search_to_the_end(Workspace& counted, std::uint64_t budget) {
    const WorkLimit work(work_of_search(budget));
    LayoutTable layouts;
    if (counted.counting.log2_layouts() > std::log2(static_cast<double>(budget)) + 0.5 ||
        !layouts.write_out(counted, budget)) {
        throw BudgetExceeded("the position has more layouts than the budget allows");
    }
    return EndgameSearch().search(layouts, counted.knowledge.grid(), budget);
}

EndgameSearch::Result EndgameSearch::search(const LayoutTable& table, const Grid& grid, std::uint64_t budget) {
    if (table.layout_count() > budget) {
        throw BudgetExceeded("the position has more layouts than the budget allows");
    }
    table_ = &table;
    budget_ = budget;
    spent_ = 0;
    level_ = 0;
    large_in_use_ = 0;
    meter_ = &work_meter();
    std::apply([](auto&... sized) { (sized.stacks.clear(), ...); }, small_);
    large_stacks_.clear();
    known_.forget();
    find_cells_around(table, grid);
    parts_.prepare(table, grid);

    Result result;
    result.layouts = table.layout_count();
    rivals_.group(table, around_, budget);
    rows_ = rivals_.rows();
    columns_.resize(table.cell_count());
    std::iota(columns_.begin(), columns_.end(), CellColumn{0});
    in_pack([&](auto& pack) { choose_best(pack, result); });
    return result;
}

void EndgameSearch::find_cells_around(const LayoutTable& table, const Grid& grid) {
    column_of_.assign(grid.padded_size(), 0);
    meter_->did(table.cell_count() * direction_count);
    for (std::size_t column = 0; column < table.cell_count(); ++column) {
        at(column_of_, table.cell(column)) = static_cast<std::uint32_t>(column + 1);
    }
    around_.resize(table.cell_count());
    for (std::size_t column = 0; column < table.cell_count(); ++column) {
        around_[column].clear();
        for (int d = 0; d < direction_count; ++d) {
            const std::uint32_t beside = at(column_of_, grid.neighbour(table.cell(column), d));
            if (beside != 0) {
                around_[column].push_back(beside - 1);
            }
        }
    }
}

// Calls visit(pack) with a pack of rows_ and columns_.
template <class Visit>
void EndgameSearch::in_pack(Visit&& visit) {
    const auto in = [&](auto& pack) {
        pack.take(*table_, around_, rows_, columns_);
        pack.know_rivals(rivals_.groups());
        visit(pack);
    };
    if (rows_.size() <= capacity<SmallSet<1>>) {
        in(std::get<0>(small_).pack);
    } else if (rows_.size() <= capacity<SmallSet<4>>) {
        in(std::get<1>(small_).pack);
    } else if (rows_.size() <= capacity<SmallSet<16>>) {
        in(std::get<2>(small_).pack);
    } else {
        if (large_in_use_ == large_packs_.size()) {
            large_packs_.push_back(std::make_unique<LayoutPack<LargeSet>>());
        }
        in(*large_packs_[large_in_use_++]);
        --large_in_use_;
    }
}

template <class Set>
bool EndgameSearch::deserves_own_pack(const LayoutPack<Set>& pack, Count layouts) {
    if constexpr (std::is_same_v<Set, LargeSet>) {
        return layouts <= capacity<SmallSet<16>> || layouts <= pack.rows().size() / 2;
    } else {
        return layouts <= capacity<Set> / 4 && capacity<Set> > capacity<SmallSet<1>>;
    }
}

template <class Set>
EndgameSearch::Stacks<Set>& EndgameSearch::stacks() {
    if constexpr (std::is_same_v<Set, LargeSet>) {
        return large_stacks_;
    } else {
        return std::get<Sized<Set>>(small_).stacks;
    }
}

template <class Set>
void EndgameSearch::choose_best(const LayoutPack<Set>& pack, Result& result) {
    const Set& all = pack.all();
    std::vector<std::uint64_t> in_any(table_->layout(0).size(), 0);
    for (std::size_t layout = 0; layout < pack.rows().size(); ++layout) {
        meter_->did(in_any.size());
        for (std::size_t w = 0; w < in_any.size(); ++w) {
            in_any[w] |= pack.layout(layout)[w];
        }
    }
    for (std::size_t column = 0; column < table_->cell_count(); ++column) {
        if ((in_any[column / 64] >> column % 64 & 1) == 0) {
            result.best = table_->cell(column);
            result.best_is_safe = true;
            result.won = won(pack, all, 0);
            return;
        }
    }
    // If no cell tells anything any more, all layouts are equally good: take the cell that is safe in most.
    result.won = 1;
    Count fewest_mines = pack.rows().size();
    for (const auto& cell : pack.cells()) {
        const Count mines_there = cell.mines.count();
        if (mines_there < fewest_mines) {
            fewest_mines = mines_there;
            result.best = table_->cell(cell.column);
        }
    }
    Stacks<Set>& stack = stacks<Set>();
    spend(result.layouts);
    look_at(pack, all, result.layouts);
    if (stack.candidates.empty()) {
        return;
    }
    // Of equally good cells the safest is chosen, then one that may show more different numbers, then the first.
    for (Candidate& candidate : stack.candidates) {
        const auto& cell = pack.cells()[candidate.cell];
        meter_->did(all.bits.size() << cell.digit_count);
        cell.for_each_number(all, [&](const Set&) {
            ++candidate.numbers;
            return true;
        });
    }
    const auto preferred = [](const Candidate& a, const Candidate& b) {
        return std::tuple(b.safe_in, b.numbers, a.cell) < std::tuple(a.safe_in, a.numbers, b.cell);
    };
    std::sort(stack.candidates.begin(), stack.candidates.end(), preferred);
    drop_dominated(pack, all, 0);
    find_bounds(pack, all, 0, 0);
    Candidate best;
    result.won = 0;
    for (std::size_t c = 0; c < stack.candidates.size(); ++c) {
        const Candidate candidate = stack.candidates[c];
        const bool wins_ties = result.won > 0 && preferred(candidate, best);
        const Count to_beat = result.won - (wins_ties ? 1 : 0);
        const Count value = candidate.at_most > to_beat ? won_by_guessing_at(pack, all, candidate, to_beat) : 0;
        if (value > to_beat) {
            result.won = value;
            result.best = table_->cell(pack.cells()[candidate.cell].column);
            best = candidate;
        }
    }
}

void EndgameSearch::spend(std::uint64_t layouts) {
    spent_ += layouts;
    if (spent_ > budget_) {
        throw BudgetExceeded("the rest of the game needs a longer search than the budget allows");
    }
}

// The number of layouts won, if more than `to_beat`; otherwise an upper bound that is at most `to_beat`.
template <class Set>
EndgameSearch::Count EndgameSearch::won(const LayoutPack<Set>& pack, const Set& left, Count to_beat) {
    const Count all = left.count();
    if (all == 1) {
        return 1;
    }
    if (const Count at_most = pack.count_groups(left); at_most <= to_beat) {
        return at_most;
    }
    if (deserves_own_pack(pack, all)) {
        return won_in_own_pack(pack, left, to_beat);
    }
    spend(all);
    if (++level_ > most_levels) {
        throw BudgetExceeded("the rest of the game needs a deeper search than the stack allows");
    }
    Stacks<Set>& stack = stacks<Set>();
    const std::size_t first_safe = stack.safe.size();
    const std::size_t first = stack.candidates.size();
    look_at(pack, left, all);
    Count value = 1;
    if (stack.safe.size() > first_safe) {
        value = won_after_safe_cells(pack, left, first_safe, to_beat);
    } else if (stack.candidates.size() > first) {
        Count at_most = 0;
        for (std::size_t c = first; c < stack.candidates.size(); ++c) {
            at_most = std::max(at_most, stack.candidates[c].at_most);
        }
        value = at_most <= to_beat ? at_most : won_in_parts_or_by_guess(pack, left, first, to_beat);
    }
    stack.safe.resize(first_safe);
    stack.candidates.resize(first);
    --level_;
    return value;
}

template <class Set>
EndgameSearch::Count EndgameSearch::won_in_own_pack(const LayoutPack<Set>& pack, const Set& left, Count to_beat) {
    rows_.clear();
    left.for_each([&](std::size_t layout) { rows_.push_back(pack.rows()[layout]); });
    columns_.clear();
    for (const auto& cell : pack.cells()) {
        columns_.push_back(cell.column);
    }
    Count value = 0;
    in_pack([&](auto& own) { value = won(own, own.all(), to_beat); });
    return value;
}

// Finds the cells that are safe in all layouts and tell something, or else the candidates for a guess.
template <class Set>
void EndgameSearch::look_at(const LayoutPack<Set>& pack, const Set& left, Count all) {
    Stacks<Set>& stack = stacks<Set>();
    varying_.assign(table_->layout(0).size(), 0);
    meter_->did(pack.cells().size() * left.bits.size());
    for (std::size_t c = 0; c < pack.cells().size(); ++c) {
        const auto& cell = pack.cells()[c];
        const Count mines = left.count_common(cell.mines);
        if (mines == all) {
            continue;
        }
        if (mines > 0) {
            varying_[cell.column / 64] |= std::uint64_t{1} << cell.column % 64;
        }
        if (!cell.tells(left)) {
            continue;
        }
        if (mines == 0) {
            stack.safe.push_back(c);
        } else {
            Candidate& candidate = stack.candidates.emplace_back();
            candidate.cell = static_cast<std::uint32_t>(c);
            candidate.safe_in = all - mines;
            candidate.at_most = pack.count_groups_without(left, cell.mines);
        }
    }
}

// What all safe cells show together separates the layouts. Where that would take too much memory, some are left for the
// nodes below.
template <class Set>
EndgameSearch::Count EndgameSearch::won_after_safe_cells(const LayoutPack<Set>& pack, const Set& left,
                                                         std::size_t first_safe, Count to_beat) {
    Stacks<Set>& stack = stacks<Set>();
    const std::size_t first = stack.sets.size();
    stack.sets.push_back(left);
    const std::size_t words = left.bits.size();
    const auto is_full = [&] {
        return stack.sets.size() - first > 1 && stack.sets.size() * words > most_words_of_sets;
    };
    for (std::size_t s = first_safe; s < stack.safe.size(); ++s) {
        const auto& cell = pack.cells()[stack.safe[s]];
        const std::size_t end = stack.sets.size();
        for (std::size_t i = first; i < end && !is_full(); ++i) {
            meter_->did(words << cell.digit_count);
            const Set whole = stack.sets[i];
            bool is_first = true;
            cell.for_each_number(whole, [&](const Set& shown) {
                if (is_first) {
                    stack.sets[i] = shown;
                } else {
                    stack.sets.push_back(shown);
                }
                is_first = false;
                return true;
            });
        }
    }
    const std::size_t end = stack.sets.size();
    Count sum = 0;
    for (std::size_t i = first; i < end; ++i) {
        meter_->did(2 * words);
        sum += pack.count_groups(stack.sets[i]);
    }
    for (std::size_t i = first; i < end && sum > to_beat; ++i) {
        const Set shown = stack.sets[i];
        const Count others = sum - pack.count_groups(shown);
        sum = others + won(pack, shown, to_beat > others ? to_beat - others : 0);
    }
    stack.sets.resize(first);
    return sum;
}

template <class Set>
EndgameSearch::Count EndgameSearch::won_in_parts_or_by_guess(const LayoutPack<Set>& pack, const Set& left,
                                                             std::size_t first, Count to_beat) {
    const Count all = left.count();
    if (all < fewest_to_remember) {
        return won_by_guess(pack, left, first, to_beat);
    }
    const std::uint64_t key = canonical_key(pack, left);
    const KnownNodes::Node* const known = known_.find(key);
    if (known != nullptr && (known->exact || known->value <= to_beat)) {
        return known->value;
    }
    Count value = 1;
    bool exact = true;
    std::vector<Set> parts;
    if (all >= fewest_to_split && parts_.find(pack, left, varying_, parts)) {
        for (const Set& part : parts) {
            value *= won(pack, part, 0);
        }
    } else {
        value = won_by_guess(pack, left, first, to_beat);
        exact = value > to_beat;
    }
    known_.remember(key, static_cast<std::uint32_t>(value), exact);
    return value;
}

template <class Set>
EndgameSearch::Count EndgameSearch::won_by_guess(const LayoutPack<Set>& pack, const Set& left, std::size_t first,
                                                 Count to_beat) {
    Stacks<Set>& stack = stacks<Set>();
    const auto begin = stack.candidates.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, stack.candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tuple(b.safe_in, a.cell) < std::tuple(a.safe_in, b.cell);
    });
    drop_dominated(pack, left, first);
    find_bounds(pack, left, first, to_beat);
    Count best = to_beat;
    Count at_most = 1;  // if no cell tells anything any more, one layout is won, whichever is played for
    for (std::size_t c = first; c < stack.candidates.size(); ++c) {
        if (stack.candidates[c].at_most <= best) {
            at_most = std::max(at_most, stack.candidates[c].at_most);
            break;
        }
        const Candidate candidate = stack.candidates[c];
        const Count value = won_by_guessing_at(pack, left, candidate, best);
        best = std::max(best, value);
        at_most = std::max(at_most, value);
    }
    return best > to_beat ? best : std::min(at_most, std::max<Count>(to_beat, 1));
}

// A cell need not be tried if another one is safe wherever it is. The candidates are sorted by safety.
template <class Set>
void EndgameSearch::drop_dominated(const LayoutPack<Set>& pack, const Set& left, std::size_t first) {
    std::vector<Candidate>& candidates = stacks<Set>().candidates;
    const auto dominates = [&](const Candidate& a, const Candidate& b) {
        return pack.cells()[a.cell].mines.is_subset_within(left, pack.cells()[b.cell].mines);
    };
    std::size_t kept = first;
    for (std::size_t c = first; c < candidates.size(); ++c) {
        meter_->did((kept - first) * left.bits.size());
        const auto begin = candidates.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(kept);
        if (std::none_of(begin, end, [&](const Candidate& other) { return dominates(other, candidates[c]); })) {
            candidates[kept++] = candidates[c];
        }
    }
    candidates.resize(kept);
}

// Upper bounds after two guesses: this one and the safest after it. Most promising first.
template <class Set>
void EndgameSearch::find_bounds(const LayoutPack<Set>& pack, const Set& left, std::size_t first, Count to_beat) {
    std::vector<Candidate>& candidates = stacks<Set>().candidates;
    for (std::size_t c = first; c < candidates.size(); ++c) {
        Candidate& candidate = candidates[c];
        if (candidate.at_most <= to_beat) {
            continue;
        }
        candidate.at_most = 0;
        std::size_t number = 0;
        pack.cells()[candidate.cell].for_each_number(left, [&](const Set& shown) {
            meter_->did(2 * pack.cells().size() * left.bits.size());
            const Count after = at_most(pack, shown);
            candidate.at_most_after[number++] = static_cast<std::uint32_t>(after);
            candidate.at_most += after;
            return true;
        });
    }
    std::sort(candidates.begin() + static_cast<std::ptrdiff_t>(first), candidates.end(),
              [](const Candidate& a, const Candidate& b) {
                  return std::tuple(b.at_most, b.safe_in, a.cell) < std::tuple(a.at_most, a.safe_in, b.cell);
              });
}

// What is left after the best guess, were all rivals but one in each group lost and nothing else.
template <class Set>
EndgameSearch::Count EndgameSearch::at_most(const LayoutPack<Set>& pack, const Set& left) const {
    const Count all = pack.count_groups(left);
    Count most = 1;
    for (const auto& cell : pack.cells()) {
        const Count safe_in = pack.count_groups_without(left, cell.mines);
        if (safe_in > most && cell.tells(left)) {
            most = safe_in;
            if (most == all) {
                break;
            }
        }
    }
    return most;
}

template <class Set>
EndgameSearch::Count EndgameSearch::won_by_guessing_at(const LayoutPack<Set>& pack, const Set& left,
                                                       const Candidate& candidate, Count to_beat) {
    Count sum = candidate.at_most;
    std::size_t number = 0;
    pack.cells()[candidate.cell].for_each_number(left, [&](const Set& shown) {
        const Count others = sum - candidate.at_most_after[number++];
        sum = others + won(pack, shown, to_beat > others ? to_beat - others : 0);
        return sum > to_beat;
    });
    return sum;
}

// Nodes with the same key differ only in what all their layouts have in common.
template <class Set>
std::uint64_t EndgameSearch::canonical_key(const LayoutPack<Set>& pack, const Set& left) const {
    std::uint64_t key = 0;
    left.for_each([&](std::size_t layout) {
        std::uint64_t of_layout = 0;
        for (std::size_t w = 0; w < varying_.size(); ++w) {
            of_layout = mix((of_layout ^ (pack.layout(layout)[w] & varying_[w])) + 0x9E3779B97F4A7C15u);
        }
        key += of_layout;
    });
    return key;
}

}  // namespace sapper
