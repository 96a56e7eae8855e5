#include "expert/endgame.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace sapper {

namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
constexpr std::size_t fewest_to_remember = 4;  // layouts; smaller nodes are not worth a table entry
constexpr std::size_t fewest_to_split = 6;     // layouts; smaller nodes are not worth splitting

constexpr std::uint64_t mix(std::uint64_t value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

}  // namespace

EndgameSearch::Result EndgameSearch::search(const LayoutTable& table, const Grid& grid, std::uint64_t budget,
                                            double share_of_safest) {
    table_ = &table;
    grid_ = &grid;
    budget_ = budget;
    share_of_safest_ = share_of_safest;
    spent_ = 0;
    level_ = 0;
    meter_ = &work_meter();
    seen_.clear();
    rows_.resize(table.layout_count());
    std::iota(rows_.begin(), rows_.end(), Row{0});
    columns_.resize(table.cell_count());
    std::iota(columns_.begin(), columns_.end(), Column{0});
    least_shown_.assign(columns_.size(), 0);

    Result result;
    result.layouts = table.layout_count();
    Node root{{0, rows_.size()}, {0, columns_.size()}};
    for (std::size_t column = 0; column < table.cell_count(); ++column) {
        meter_->did(rows_.size());
        const auto is_mine = [&](Row row) { return shown(row, static_cast<Column>(column)) == shows_mine; };
        if (std::none_of(rows_.begin(), rows_.end(), is_mine)) {
            result.best = table.cell(column);
            result.best_is_safe = true;
            result.won = won(root, 0);
            return result;
        }
    }
    std::vector<Column> safe;
    std::vector<Candidate> candidates;
    look_at(root, safe, candidates);
    spend(root.rows.count);
    result.won = 1;
    // If no cell tells anything any more, all layouts are equally good: take the cell that is safe in most.
    std::size_t most_safe = 0;
    for (std::size_t column = 0; column < table.cell_count(); ++column) {
        meter_->did(rows_.size());
        const auto safe_in = static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), [&](Row row) {
            return shown(row, static_cast<Column>(column)) != shows_mine;
        }));
        if (safe_in > most_safe) {
            most_safe = safe_in;
            result.best = table.cell(column);
        }
    }
    if (!candidates.empty()) {
        find_mine_patterns(root, candidates);
        result.won = won_by_guess(root, candidates, 0, &result.best);
    }
    return result;
}

void EndgameSearch::spend(std::uint64_t layouts) {
    spent_ += layouts;
    if (spent_ > budget_) {
        throw BudgetExceeded("the rest of the game needs a longer search than the budget allows");
    }
}

// The number of layouts won, if more than `to_beat`; otherwise an upper bound that is at most `to_beat`.
EndgameSearch::Count EndgameSearch::won(Node node, Count to_beat) {
    const std::size_t row_count = node.rows.count;
    if (row_count == 1) {
        return 1;
    }
    spend(row_count);
    if (++level_ > most_levels) {
        throw BudgetExceeded("the rest of the game needs a deeper search than the stack allows");
    }
    const std::size_t columns_before = columns_.size();
    std::vector<Column> safe;
    std::vector<Candidate> candidates;
    look_at(node, safe, candidates);
    Count value = 1;
    if (!safe.empty()) {
        value = won_after_safe_cells(node, safe, to_beat);
    } else if (!candidates.empty()) {
        const std::uint32_t fewest_mines =
            std::min_element(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
                return a.mines < b.mines;
            })->mines;
        const Count at_most = row_count - fewest_mines;
        if (at_most <= to_beat) {
            value = at_most;
        } else if (row_count < fewest_to_remember) {
            value = won_by_bitsets(node, to_beat);
        } else {
            const std::uint64_t key = canonical_key(node);
            const auto known = seen_.find(key);
            if (known != seen_.end() && (known->second.exact || known->second.value <= to_beat)) {
                value = known->second.value;
            } else {
                bool exact = row_count >= fewest_to_split && split_into_parts(node, value);
                if (!exact) {
                    if (row_count <= most_in_bitsets) {
                        value = won_by_bitsets(node, to_beat);
                    } else {
                        find_mine_patterns(node, candidates);
                        value = won_by_guess(node, candidates, to_beat, nullptr);
                    }
                    exact = value > to_beat;
                }
                seen_[key] = {value, exact};
            }
        }
    }
    columns_.resize(columns_before);
    least_shown_.resize(columns_before);
    --level_;
    return value;
}

EndgameSearch::Count EndgameSearch::won_by_bitsets(const Node& node, Count to_beat) {
    if (node.rows.count <= bitsets_1_.most) {
        return won_by_bitsets(bitsets_1_, node, to_beat);
    }
    return node.rows.count <= bitsets_4_.most ? won_by_bitsets(bitsets_4_, node, to_beat)
                                              : won_by_bitsets(bitsets_16_, node, to_beat);
}

template <std::size_t words>
EndgameSearch::Count EndgameSearch::won_by_bitsets(BitsetSearch<words>& few, const Node& node, Count to_beat) {
    few.take(*table_, std::span<const Row>(rows_.data() + node.rows.first, node.rows.count),
             std::span<const Column>(columns_.data() + node.columns.first, node.columns.count), share_of_safest_);
    const auto take_over = [&](const LayoutSet<words>& left, Count to_beat_there) {
        Slice rows{rows_.size(), 0};
        left.for_each([&](std::size_t layout) {
            rows_.push_back(rows_[node.rows.first + layout]);
            ++rows.count;
        });
        const Count value = won({rows, node.columns}, to_beat_there);
        rows_.resize(rows.first);
        return value;
    };
    return few.won(LayoutSet<words>::first(node.rows.count), to_beat, spent_, budget_, take_over);
}

// Tallies what each column shows, and pushes the columns that differ between rows as the node's own.
void EndgameSearch::look_at(Node& node, std::vector<Column>& safe, std::vector<Candidate>& candidates) {
    const std::size_t column_count = node.columns.count;
    tallies_.assign(column_count, {});
    const Column* const columns = columns_.data() + node.columns.first;
    for (std::size_t r = node.rows.first; r < node.rows.first + node.rows.count; ++r) {
        const std::uint8_t* const layout = table_->layout(rows_[r]);
        meter_->did(column_count);
        for (std::size_t c = 0; c < column_count; ++c) {
            ++tallies_[c][layout[columns[c]]];
        }
    }
    const std::size_t first_kept = columns_.size();
    for (std::size_t c = 0; c < column_count; ++c) {
        const auto& tally = tallies_[c];
        const std::uint32_t mines = tally[shows_mine];
        std::uint32_t values = 0;
        std::uint8_t least = shows_mine;
        for (std::uint8_t value = shows_mine; value-- > 0;) {
            if (tally[value] != 0) {
                ++values;
                least = value;
            }
        }
        const bool always_the_same = mines == node.rows.count || (mines == 0 && values == 1);
        if (always_the_same) {
            continue;
        }
        const Column column = columns_[node.columns.first + c];
        if (mines == 0) {
            safe.push_back(column);
        } else if (values > 1) {
            candidates.push_back({column, mines, values, 0});
        }
        columns_.push_back(column);
        least_shown_.push_back(least);
    }
    node.columns = {first_kept, columns_.size() - first_kept};
}

// Opens all safe cells; what they show together separates the layouts.
EndgameSearch::Count EndgameSearch::won_after_safe_cells(const Node& node, const std::vector<Column>& safe,
                                                         Count to_beat) {
    keyed_rows_.clear();
    for (std::size_t r = node.rows.first; r < node.rows.first + node.rows.count; ++r) {
        keyed_rows_.emplace_back(projection(rows_[r], safe), rows_[r]);
    }
    std::sort(keyed_rows_.begin(), keyed_rows_.end());
    const std::size_t rows_before = rows_.size();
    std::vector<Slice> classes;
    for (std::size_t k = 0; k < keyed_rows_.size(); ++k) {
        if (k == 0 || keyed_rows_[k].first != keyed_rows_[k - 1].first) {
            classes.push_back({rows_.size(), 0});
        }
        ++classes.back().count;
        rows_.push_back(keyed_rows_[k].second);
    }
    const Count value = won_in_classes(node.columns, classes, to_beat);
    rows_.resize(rows_before);
    return value;
}

EndgameSearch::Count EndgameSearch::won_by_guess(const Node& node, std::vector<Candidate>& candidates, Count to_beat,
                                                 Cell* best_cell) {
    // Most promising first: few mines, then many different numbers. Of those with the same mines, only one.
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tuple(a.mines, a.mine_pattern, b.values, a.column) <
               std::tuple(b.mines, b.mine_pattern, a.values, b.column);
    });
    const auto same_mines = [](const Candidate& a, const Candidate& b) { return a.mine_pattern == b.mine_pattern; };
    candidates.erase(std::unique(candidates.begin(), candidates.end(), same_mines), candidates.end());
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tuple(a.mines, b.values, a.column) < std::tuple(b.mines, a.values, b.column);
    });
    Count best = to_beat;
    const auto safe_in = [&](const Candidate& candidate) { return node.rows.count - candidate.mines; };
    const double safe_enough = share_of_safest_ * static_cast<double>(safe_in(candidates.front()));
    for (const Candidate& candidate : candidates) {
        if (safe_in(candidate) <= best || static_cast<double>(safe_in(candidate)) < safe_enough) {
            break;
        }
        const Count value = won_by_guessing_at(node, candidate, best);
        if (value > best) {
            best = value;
            if (best_cell != nullptr) {
                *best_cell = table_->cell(candidate.column);
            }
        }
    }
    return std::max<Count>(best, 1);
}

EndgameSearch::Count EndgameSearch::won_by_guessing_at(const Node& node, const Candidate& candidate, Count to_beat) {
    const std::size_t rows_before = rows_.size();
    std::array<Slice, shows_mine> classes{};
    for (std::size_t r = node.rows.first; r < node.rows.first + node.rows.count; ++r) {
        const std::uint8_t value = shown(rows_[r], candidate.column);
        if (value != shows_mine) {
            ++classes[value].count;
        }
    }
    std::size_t first = rows_before;
    std::array<std::size_t, shows_mine> next{};
    for (std::size_t value = 0; value < classes.size(); ++value) {
        classes[value].first = next[value] = first;
        first += classes[value].count;
    }
    rows_.resize(first);
    for (std::size_t r = node.rows.first; r < node.rows.first + node.rows.count; ++r) {
        const std::uint8_t value = shown(rows_[r], candidate.column);
        if (value != shows_mine) {
            rows_[next[value]++] = rows_[r];
        }
    }
    const auto filled =
        std::partition(classes.begin(), classes.end(), [](const Slice& rows) { return rows.count != 0; });
    const Count value = won_in_classes(node.columns, {classes.begin(), filled}, to_beat);
    rows_.resize(rows_before);
    return value;
}

// The sum over all classes; abandoned once winning all the rest would not exceed `to_beat`.
EndgameSearch::Count EndgameSearch::won_in_classes(const Slice& columns, std::span<const Slice> classes,
                                                   Count to_beat) {
    Count at_most = 0;
    for (const Slice& rows : classes) {
        at_most += rows.count;
    }
    std::vector<Slice> smallest_first(classes.begin(), classes.end());
    std::sort(smallest_first.begin(), smallest_first.end(),
              [](const Slice& a, const Slice& b) { return std::pair(a.count, a.first) < std::pair(b.count, b.first); });
    for (const Slice& rows : smallest_first) {
        if (at_most <= to_beat) {
            return at_most;
        }
        const Count others = at_most - rows.count;
        at_most = others + won({rows, columns}, to_beat > others ? to_beat - others : 0);
    }
    return at_most;
}

// Parts that share nothing but the mine total, and hold a fixed number of mines each, may be independent. They are if
// every combination of the parts' own layouts is a layout of the node.
bool EndgameSearch::split_into_parts(const Node& node, Count& product) {
    const std::vector<Column> columns(
        columns_.begin() + static_cast<std::ptrdiff_t>(node.columns.first),
        columns_.begin() + static_cast<std::ptrdiff_t>(node.columns.first + node.columns.count));
    constexpr int reach = 2;  // cells that touch each other, or the same number
    std::vector<std::vector<Column>> parts;
    std::vector<std::uint8_t> taken(columns.size(), 0);
    std::vector<Column> unfixed;
    for (std::size_t start = 0; start < columns.size(); ++start) {
        if (taken[start] != 0) {
            continue;
        }
        taken[start] = 1;
        std::vector<Column> part{columns[start]};
        for (std::size_t next = 0; next < part.size(); ++next) {
            meter_->did(columns.size());
            const Cell here = table_->cell(part[next]);
            for (std::size_t c = 0; c < columns.size(); ++c) {
                const Cell there = table_->cell(columns[c]);
                if (taken[c] == 0 && std::abs(grid_->row(here) - grid_->row(there)) <= reach &&
                    std::abs(grid_->column(here) - grid_->column(there)) <= reach) {
                    taken[c] = 1;
                    part.push_back(columns[c]);
                }
            }
        }
        const auto mines_in = [&](std::size_t r) {
            meter_->did(part.size());
            return std::count_if(part.begin(), part.end(),
                                 [&](Column column) { return shown(rows_[r], column) == shows_mine; });
        };
        const auto first_mines = mines_in(node.rows.first);
        bool fixed = true;
        for (std::size_t r = node.rows.first + 1; fixed && r < node.rows.first + node.rows.count; ++r) {
            fixed = mines_in(r) == first_mines;
        }
        if (fixed) {
            parts.push_back(std::move(part));
        } else {
            unfixed.insert(unfixed.end(), part.begin(), part.end());
        }
    }
    if (!unfixed.empty()) {
        parts.push_back(std::move(unfixed));
    }
    if (parts.size() < 2) {
        return false;
    }

    // A part's own layouts: the rows that agree with the first one everywhere else.
    const std::size_t rows_before = rows_.size();
    std::vector<Slice> rows_of_part;
    std::uint64_t combinations = 1;
    for (std::size_t p = 0; p < parts.size() && combinations <= node.rows.count; ++p) {  // or they might overflow
        const std::vector<Column>& part = parts[p];
        std::vector<Column> elsewhere;
        for (const Column column : columns) {
            meter_->did(part.size());
            if (std::find(part.begin(), part.end(), column) == part.end()) {
                elsewhere.push_back(column);
            }
        }
        const std::uint64_t first_elsewhere = projection(rows_[node.rows.first], elsewhere);
        Slice own{rows_.size(), 0};
        for (std::size_t r = node.rows.first; r < node.rows.first + node.rows.count; ++r) {
            if (projection(rows_[r], elsewhere) == first_elsewhere) {
                rows_.push_back(rows_[r]);
                ++own.count;
            }
        }
        combinations *= own.count;
        rows_of_part.push_back(own);
    }
    const bool independent = combinations == node.rows.count;
    if (independent) {
        product = 1;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const Slice own_columns{columns_.size(), parts[p].size()};
            columns_.insert(columns_.end(), parts[p].begin(), parts[p].end());
            least_shown_.resize(columns_.size(), 0);
            product *= won({rows_of_part[p], own_columns}, 0);
            columns_.resize(own_columns.first);
            least_shown_.resize(own_columns.first);
        }
    }
    rows_.resize(rows_before);
    return independent;
}

// Nodes with the same key differ only in what all their layouts have in common.
std::uint64_t EndgameSearch::canonical_key(const Node& node) const {
    std::uint64_t key = 0;
    for (std::size_t r = node.rows.first; r < node.rows.first + node.rows.count; ++r) {
        const std::uint8_t* const layout = table_->layout(rows_[r]);
        meter_->did(node.columns.count);
        std::uint64_t row_key = golden;
        for (std::size_t c = node.columns.first; c < node.columns.first + node.columns.count; ++c) {
            const std::uint8_t value = layout[columns_[c]];
            const auto told = static_cast<std::uint64_t>(value == shows_mine ? shows_mine : value - least_shown_[c]);
            row_key = mix(row_key ^ (told * table_->cell_count() + columns_[c]));
        }
        key += row_key;
    }
    return key;
}

std::uint64_t EndgameSearch::projection(Row row, std::span<const Column> columns) const {
    const std::uint8_t* const layout = table_->layout(row);
    meter_->did(columns.size());
    std::uint64_t key = golden;
    for (const Column column : columns) {
        key = mix(key ^ layout[column]) + golden;
    }
    return key;
}

void EndgameSearch::find_mine_patterns(const Node& node, std::vector<Candidate>& candidates) const {
    for (std::size_t r = node.rows.first; r < node.rows.first + node.rows.count; ++r) {
        const std::uint8_t* const layout = table_->layout(rows_[r]);
        meter_->did(candidates.size());
        const std::uint64_t sign = mix(golden * (rows_[r] + std::uint64_t{1}));
        for (Candidate& candidate : candidates) {
            candidate.mine_pattern += layout[candidate.column] == shows_mine ? sign : 0;
        }
    }
}

}  // namespace sapper
