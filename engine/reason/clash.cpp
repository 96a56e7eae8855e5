#include "reason/clash.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <span>
#include <utility>

#include "core/errors.hpp"
#include "core/grid.hpp"
#include "reason/chosen_numbers.hpp"
#include "reason/numbers.hpp"

namespace sapper {

namespace {

using Indices = std::vector<std::int32_t>;
using Consistent = std::function<bool(std::span<const std::int32_t>)>;

struct HiddenAround {
    int hidden = 0;
    int shown = 0;
};

HiddenAround around(const View& view, std::int32_t index) {
    HiddenAround here{0, view.numbers[static_cast<std::size_t>(index)]};
    for_each_neighbour(view, index / view.width, index % view.width, [&](int row, int column) {
        here.hidden += view.numbers[static_cast<std::size_t>(row * view.width + column)] == hidden_number ? 1 : 0;
    });
    return here;
}

// Every number that says something about hidden cells, or can't be true by itself.
Indices numbers_that_matter(const View& view) {
    Indices numbers;
    for (std::int32_t index = 0; index < static_cast<std::int32_t>(view.numbers.size()); ++index) {
        if (view.numbers[static_cast<std::size_t>(index)] != hidden_number) {
            const HiddenAround here = around(view, index);
            if (here.hidden > 0 || here.shown > 0) {
                numbers.push_back(index);
            }
        }
    }
    return numbers;
}

// Cuts inconsistent numbers down to the shortest beginning that is inconsistent. Each trial takes twice as many until
// they are, so that none is much larger than it has to be; a binary search does the rest.
void cut_down(Indices& numbers, const Consistent& consistent) {
    const auto first = [&](std::size_t count) { return std::span<const std::int32_t>(numbers.data(), count); };
    std::size_t fits = 0;  // one more than the longest beginning known to be consistent
    std::size_t clashes = 0;
    while (clashes < numbers.size() && consistent(first(clashes))) {
        fits = clashes + 1;
        clashes = std::min(2 * clashes + 1, numbers.size());
    }
    while (fits < clashes) {
        const std::size_t middle = (fits + clashes) / 2;
        if (consistent(first(middle))) {
            fits = middle + 1;
        } else {
            clashes = middle;
        }
    }
    numbers.resize(clashes);
}

// Drops every number without which the rest is still inconsistent. Whatever stays is needed: without it the rest was
// consistent, and a smaller rest is too.
void drop_needless(Indices& numbers, const Consistent& consistent) {
    for (std::size_t place = 0; place < numbers.size();) {
        Indices rest = numbers;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
        if (consistent(rest)) {
            ++place;
        } else {
            numbers = std::move(rest);
        }
    }
}

void sort_nearest_first(const View& view, Indices& numbers, std::int32_t to) {
    const auto distance = [&](std::int32_t index) {
        return std::max(std::abs(index / view.width - to / view.width), std::abs(index % view.width - to % view.width));
    };
    std::sort(numbers.begin(), numbers.end(), [&](std::int32_t one, std::int32_t other) {
        return std::pair(distance(one), one) < std::pair(distance(other), other);
    });
}

// The strongest evidence against the total first: if there are too few mines, numbers that want many; if there are too
// many, numbers with many safe cells around. Numbers that share a hidden cell with a stronger one come last.
void sort_strongest_first(const View& view, Indices& numbers, bool too_few_mines) {
    const auto strength = [&](std::int32_t index) {
        const HiddenAround here = around(view, index);
        return too_few_mines ? here.shown : here.hidden - here.shown;
    };
    std::stable_sort(numbers.begin(), numbers.end(),
                     [&](std::int32_t one, std::int32_t other) { return strength(one) > strength(other); });
    std::vector<std::uint8_t> covered(view.numbers.size(), 0);
    std::stable_partition(numbers.begin(), numbers.end(), [&](std::int32_t index) {
        Indices hidden;
        for_each_neighbour(view, index / view.width, index % view.width, [&](int row, int column) {
            const std::int32_t near = row * view.width + column;
            if (view.numbers[static_cast<std::size_t>(near)] == hidden_number) {
                hidden.push_back(near);
            }
        });
        const bool disjoint =
            std::none_of(hidden.begin(), hidden.end(), [&](std::int32_t near) { return at(covered, near) != 0; });
        if (disjoint) {
            std::for_each(hidden.begin(), hidden.end(), [&](std::int32_t near) { at(covered, near) = 1; });
        }
        return disjoint;
    });
}

// After the numbers alone were found consistent: whether even the fewest mines that they allow are too many.
bool wants_more_mines(const View& view, const Workspace& swept) {
    const Problem& problem = swept.condenser.problem();
    std::int64_t fewest = static_cast<std::int64_t>(view.numbers.size()) - problem.mines;  // as many are settled
    for (std::size_t front = 0; front < problem.fronts.size(); ++front) {
        fewest += swept.counting.mines_of(front).low;
    }
    return fewest > view.mines;
}

}  // namespace

Clash find_clash(const View& view, Budget budget, Workspace& workspace) {
    check_view(view);
    ChosenNumbers chosen(view, ChosenNumbers::no_cell_supposed, budget, workspace);
    const Consistent alone = [&](std::span<const std::int32_t> numbers) { return chosen.consistent(numbers, false); };
    const Consistent with_total = [&](std::span<const std::int32_t> numbers) {
        return chosen.consistent_with_total(numbers, false);
    };
    Clash clash{false, numbers_that_matter(view)};
    Indices& numbers = clash.numbers;
    try {
        clash.needs_total = alone(numbers);
        if (clash.needs_total) {
            sort_strongest_first(view, numbers, wants_more_mines(view, workspace));
            cut_down(numbers, with_total);
            drop_needless(numbers, with_total);
        } else {
            cut_down(numbers, alone);
            sort_nearest_first(view, numbers, numbers.back());
            cut_down(numbers, alone);
            drop_needless(numbers, alone);
        }
    } catch (const BudgetExceeded&) {
        // All that are left are named.
    }
    std::sort(numbers.begin(), numbers.end());
    return clash;
}

}  // namespace sapper
