#include "reason/cell_reason.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "reason/chosen_numbers.hpp"
#include "reason/hitting_set.hpp"
#include "reason/layout_search.hpp"

namespace sapper {

namespace {

// Two numbers that settle a cell are no farther away: one touches it, and they share a cell.
constexpr int nearest = 3;

using Places = std::vector<std::int32_t>;

std::vector<NearNumber> numbers_at(const NearNumbers& near, const Places& places) {
    std::vector<NearNumber> numbers;
    for (const std::int32_t place : places) {
        NearNumber& number = numbers.emplace_back(at(near.numbers(), place));
        for (std::int32_t i = 0; i < number.cells.count; ++i) {
            std::int32_t& cell = number.cells.places[static_cast<std::size_t>(i)];
            cell = at(near.cells(), cell).index;
        }
    }
    return numbers;
}

// One number, or two

bool touches(const NearNumber& number, std::int32_t cell) {
    return std::find(number.cells.begin(), number.cells.end(), cell) != number.cells.end();
}

// Whether two numbers settle a cell that only the first of them touches.
bool pair_settles(const NearNumber& touching, const NearNumber& other, std::int32_t cell, bool is_mine) {
    if (touches(other, cell)) {
        return false;
    }
    const auto shared = static_cast<int>(std::count_if(touching.cells.begin(), touching.cells.end(),
                                                       [&](std::int32_t each) { return touches(other, each); }));
    if (shared == 0) {
        return false;
    }
    const NearNumber& more = is_mine ? touching : other;
    const NearNumber& fewer = is_mine ? other : touching;
    return more.shown - fewer.shown == more.cells.count - shared;
}

// Every single number that settles the cell; failing that, every pair.
std::vector<Places> one_or_two(const NearNumbers& near, bool is_mine) {
    std::vector<Places> sets;
    if (near.numbers().empty()) {
        return sets;
    }
    const PlacesAround& touching = at(near.cells(), near.target()).numbers;
    for (const std::int32_t place : touching) {
        const NearNumber& number = at(near.numbers(), place);
        if (number.shown == (is_mine ? number.cells.count : 0)) {
            sets.push_back({place});
        }
    }
    if (!sets.empty()) {
        return sets;
    }
    for (const std::int32_t place : touching) {
        for (std::size_t other = 0; other < near.numbers().size(); ++other) {
            if (pair_settles(at(near.numbers(), place), near.numbers()[other], near.target(), is_mine)) {
                sets.push_back({place, static_cast<std::int32_t>(other)});
            }
        }
    }
    return sets;
}

CellReason offer(const NearNumbers& near, const std::vector<Places>& sets, bool is_mine, int reach) {
    CellReason reason;
    reason.is_mine = is_mine;
    reason.is_fewest = true;
    reason.reach = reach;
    for (const Places& set : sets) {
        reason.sets.push_back(numbers_at(near, set));
    }
    return reason;
}

// Minimal sets

// The shortest beginning of a list that is inconsistent; all of it must be. No trial is much longer than it has to be.
template <class Consistent>
Places shortest_inconsistent(const Places& numbers, Consistent&& consistent) {
    const auto first = [&numbers](std::int64_t count) {
        return std::span<const std::int32_t>(numbers).first(static_cast<std::size_t>(count));
    };
    const auto size = static_cast<std::int64_t>(numbers.size());
    std::int64_t shown_consistent = -1;
    std::int64_t shown_inconsistent = 0;
    while (shown_inconsistent < size && consistent(first(shown_inconsistent))) {
        shown_consistent = shown_inconsistent;
        shown_inconsistent = std::min(2 * shown_inconsistent + 1, size);
    }
    while (shown_inconsistent - shown_consistent > 1) {
        const std::int64_t middle = (shown_consistent + shown_inconsistent) / 2;
        (consistent(first(middle)) ? shown_consistent : shown_inconsistent) = middle;
    }
    const auto shortest = first(shown_inconsistent);
    return {shortest.begin(), shortest.end()};
}

// The first numbers that suffice, less those that can be dropped, the last ones first.
template <class Consistent>
Places minimal_set(const Places& ordered, Consistent&& consistent) {
    Places needed = shortest_inconsistent(ordered, consistent);
    Places rest;
    for (std::size_t place = needed.size(); place-- > 0;) {
        rest = needed;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
        if (!consistent(rest)) {
            needed.swap(rest);
        }
    }
    return needed;
}

NumberSet set_of(std::span<const std::int32_t> places, std::size_t size) {
    NumberSet set(size);
    for (const std::int32_t place : places) {
        set.insert(place);
    }
    return set;
}

// The search for one claim about one cell.
class Search {
public:
    Search(const View& view, std::int32_t cell, const ReasonLimits& limits, Budget& budget, Workspace& workspace)
        : view_(view), cell_(cell), limits_(limits), budget_(budget), workspace_(workspace) {}

    std::optional<CellReason> by_numbers(std::optional<bool> is_mine);
    CellReason with_total(bool is_mine);

private:
    CellReason sufficient_sets(int reach, bool is_mine);
    Places nearest_minimal_set(bool is_mine);
    bool look_for_smaller_sets(bool is_mine, std::vector<Places>& sets);
    std::optional<NumberSet> few_broken(LayoutSearch& layouts, bool is_mine) const;
    bool consistent(LayoutSearch& layouts, const NumberSet& chosen, bool cell_is_mine);
    bool settle(bool is_mine);

    const View& view_;
    std::int32_t cell_;
    const ReasonLimits& limits_;
    Budget& budget_;
    Workspace& workspace_;
    NearNumbers near_;
};

std::optional<CellReason> Search::by_numbers(std::optional<bool> is_mine) {
    for (int reach = nearest;; reach *= 2) {
        near_.read(view_, cell_, reach);
        budget_.spend(near_.numbers().size());
        for (const bool claimed : {false, true}) {
            if (is_mine.value_or(claimed) == claimed && settle(claimed)) {
                return sufficient_sets(reach, claimed);
            }
        }
        if (!near_.has_more_beyond()) {
            return std::nullopt;
        }
    }
}

// Whether the numbers read show what the cell is: they are inconsistent with the opposite.
bool Search::settle(bool is_mine) {
    if (near_.numbers().empty()) {
        return false;
    }
    if (!one_or_two(near_, is_mine).empty()) {
        return true;
    }
    LayoutSearch layouts(near_, limits_.most_trials, budget_);
    return !consistent(layouts, NumberSet::all(near_.numbers().size()), !is_mine);
}

bool Search::consistent(LayoutSearch& layouts, const NumberSet& chosen, bool cell_is_mine) {
    switch (layouts.find(chosen, cell_is_mine)) {
        case LayoutSearch::Outcome::found:
            return true;
        case LayoutSearch::Outcome::none:
            return false;
        case LayoutSearch::Outcome::too_many_trials:
            break;
    }
    Places indices;
    chosen.for_each([&](std::int32_t place) { indices.push_back(at(near_.numbers(), place).index); });
    return ChosenNumbers(view_, cell_, near_.window(), budget_, workspace_).consistent(indices, cell_is_mine);
}

CellReason Search::sufficient_sets(int reach, bool is_mine) {
    const std::vector<Places> few = one_or_two(near_, is_mine);
    if (!few.empty()) {
        return offer(near_, few, is_mine, reach);
    }
    const Places minimal = nearest_minimal_set(is_mine);
    // Neighbouring numbers of a set share a cell, so they are at most two apart.
    Places indices;
    for (const std::int32_t place : minimal) {
        indices.push_back(at(near_.numbers(), place).index);
    }
    near_.read(view_, cell_, 2 * static_cast<int>(minimal.size()) - 1);
    std::vector<Places> sets(1);
    for (std::size_t place = 0; place < near_.numbers().size(); ++place) {
        if (std::find(indices.begin(), indices.end(), near_.numbers()[place].index) != indices.end()) {
            sets[0].push_back(static_cast<std::int32_t>(place));
        }
    }
    // A minimal set reaches the cell, unless its numbers contradict each other: these settle any cell, however far it is.
    // Whoever asked finds that out.
    if (sets[0].size() != indices.size()) {
        near_.read(view_, cell_, reach);
        sets[0] = minimal;
    }
    bool is_fewest = false;
    try {
        is_fewest = look_for_smaller_sets(is_mine, sets);
    } catch (const BudgetExceeded&) {
        // What was found by then has to do.
    }
    CellReason reason = offer(near_, sets, is_mine, reach);
    reason.is_fewest = is_fewest;
    return reason;
}

Places Search::nearest_minimal_set(bool is_mine) {
    Places all(near_.numbers().size());
    for (std::size_t place = 0; place < all.size(); ++place) {
        all[place] = static_cast<std::int32_t>(place);
    }
    LayoutSearch layouts(near_, limits_.most_trials, budget_);
    return minimal_set(all, [&](std::span<const std::int32_t> chosen) {
        return consistent(layouts, set_of(chosen, all.size()), !is_mine);
    });
}

// Smaller sufficient sets than the one given, if there are any, and others of the same size. Returns whether it is
// certain that no smaller one is left.
bool Search::look_for_smaller_sets(bool is_mine, std::vector<Places>& sets) {
    const std::size_t size = near_.numbers().size();
    const NumberSet all = NumberSet::all(size);
    LayoutSearch layouts(near_, limits_.most_trials, budget_);
    HittingSet bets(size);
    bool is_fewest = false;
    int offered = 1;
    // Any other set of the same size contains a number that this one has not.
    const auto look_for_others = [&](const Places& found) {
        NumberSet others = all;
        others -= set_of(found, size);
        bets.add(others);
    };
    look_for_others(sets[0]);
    while (layouts.looks() < limits_.most_looks) {
        const std::optional<NumberSet> bet = bets.smallest(static_cast<int>(sets[0].size()), budget_);
        if (!bet) {
            return true;
        }
        const LayoutSearch::Outcome outcome = layouts.find(*bet, !is_mine);
        if (outcome == LayoutSearch::Outcome::too_many_trials) {
            return is_fewest;
        }
        if (outcome == LayoutSearch::Outcome::found) {
            const std::optional<NumberSet> broken = few_broken(layouts, is_mine);
            if (!broken) {
                return is_fewest;
            }
            bets.add(*broken);
            continue;
        }
        Places found;
        bet->for_each([&found](std::int32_t place) { found.push_back(place); });
        if (found.size() < sets[0].size()) {
            sets.clear();
        }
        sets.push_back(found);
        is_fewest = true;  // the bets never grow smaller
        if (++offered == limits_.most_sets) {
            break;
        }
        look_for_others(found);
    }
    return is_fewest;
}

// The numbers that the layout found violates, after changing it to violate fewer where that is easy: the fewer it
// violates, the more it constrains the next bets. Nothing if that takes too many trials.
std::optional<NumberSet> Search::few_broken(LayoutSearch& layouts, bool is_mine) const {
    const std::size_t size = near_.numbers().size();
    NumberSet broken = layouts.broken();
    NumberSet kept_broken(size);
    for (std::int32_t candidate = broken.next(0); candidate != NumberSet::none; candidate = broken.next(0)) {
        NumberSet mended = NumberSet::all(size);
        mended -= broken;
        mended -= kept_broken;
        mended.insert(candidate);
        switch (layouts.find(mended, !is_mine)) {
            case LayoutSearch::Outcome::found:
                broken = layouts.broken();
                broken -= kept_broken;
                break;
            case LayoutSearch::Outcome::none:
                kept_broken.insert(candidate);
                broken.erase(candidate);
                break;
            case LayoutSearch::Outcome::too_many_trials:
                return std::nullopt;
        }
    }
    return kept_broken;
}

// With the mine total

// Every revealed number with hidden neighbours, row by row.
std::vector<NearNumber> numbers_of(const View& view) {
    std::vector<NearNumber> numbers;
    for (int row = 0; row < view.height; ++row) {
        work_meter().did(static_cast<std::size_t>(view.width));
        for (int column = 0; column < view.width; ++column) {
            const std::int32_t index = row * view.width + column;
            const std::int8_t shown = view.numbers[static_cast<std::size_t>(index)];
            if (shown == hidden_number) {
                continue;
            }
            NearNumber number{index, shown, {}};
            for_each_neighbour(view, row, column, [&](int near_row, int near_column) {
                const std::int32_t near = near_row * view.width + near_column;
                if (view.numbers[static_cast<std::size_t>(near)] == hidden_number) {
                    number.cells.add(near);
                }
            });
            if (number.cells.count > 0) {
                numbers.push_back(number);
            }
        }
    }
    return numbers;
}

// In the same order, but those that share a cell with an earlier one come last.
std::vector<NearNumber> disjoint_first(const std::vector<NearNumber>& numbers, const View& view) {
    std::vector<NearNumber> disjoint;
    std::vector<NearNumber> others;
    std::vector<bool> covered(view.numbers.size());
    for (const NearNumber& number : numbers) {
        const bool shares_one = std::any_of(number.cells.begin(), number.cells.end(), [&covered](std::int32_t cell) {
            return covered[static_cast<std::size_t>(cell)];
        });
        (shares_one ? others : disjoint).push_back(number);
        if (!shares_one) {
            for (const std::int32_t cell : number.cells) {
                covered[static_cast<std::size_t>(cell)] = true;
            }
        }
    }
    disjoint.insert(disjoint.end(), others.begin(), others.end());
    return disjoint;
}

// Large numbers that share no cell come first: they account for the mines with the fewest numbers and without case
// analysis.
CellReason Search::with_total(bool is_mine) {
    std::vector<NearNumber> numbers = numbers_of(view_);
    std::stable_sort(numbers.begin(), numbers.end(), [](const NearNumber& a, const NearNumber& b) {
        return std::pair(-a.shown, a.cells.count) < std::pair(-b.shown, b.cells.count);
    });
    numbers = disjoint_first(numbers, view_);
    Places ordered;
    for (const NearNumber& number : numbers) {
        ordered.push_back(number.index);
    }
    ChosenNumbers chosen(view_, cell_, budget_, workspace_);
    const Places needed = minimal_set(ordered, [&](std::span<const std::int32_t> indices) {
        return chosen.consistent_with_total(indices, !is_mine);
    });
    CellReason reason;
    reason.is_mine = is_mine;
    reason.uses_total = true;
    // Numbers are needed in the order in which they were tried.
    std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(reason.sets.emplace_back()),
                 [&needed](const NearNumber& number) {
                     return std::find(needed.begin(), needed.end(), number.index) != needed.end();
                 });
    return reason;
}

}  // namespace

std::optional<CellReason> settled_by_one_or_two(const View& view, std::int32_t cell) {
    NearNumbers near;
    near.read(view, cell, nearest);
    for (const bool is_mine : {false, true}) {
        const std::vector<Places> sets = one_or_two(near, is_mine);
        if (!sets.empty()) {
            return offer(near, sets, is_mine, nearest);
        }
    }
    return std::nullopt;
}

CellReason find_reason(const View& view, std::int32_t cell, std::optional<bool> is_mine, const ReasonLimits& limits,
                       Budget& budget, Workspace& workspace) {
    Search search(view, cell, limits, budget, workspace);
    std::optional<CellReason> reason = search.by_numbers(is_mine);
    if (reason) {
        return *std::move(reason);
    }
    if (!is_mine) {
        throw BudgetExceeded("the numbers alone do not tell what the cell is");
    }
    return search.with_total(*is_mine);
}

}  // namespace sapper
