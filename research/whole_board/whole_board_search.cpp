#include "whole_board_search.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/random.hpp"

namespace sapper {

namespace {

constexpr std::size_t most_to_settle = 256;  // layouts; smaller positions are asked about again, with other bounds
constexpr std::size_t fewest_to_share = 64;  // layouts; smaller positions are searched twice faster than avoided
constexpr std::uint64_t most_untold = 1u << 16;
constexpr std::size_t most_to_compare = 4'096;  // layouts; in larger positions, cells are tried faster than compared
constexpr int bits_of_count = 27;
static_assert(SmallBoard::most_layouts >> bits_of_count == 0);

}  // namespace

WholeBoardSearch::WholeBoardSearch(const SmallBoard& board, KnownPositions& known, SharedSearch& shared,
                                   unsigned helper)
    : board_(board), known_(known), shared_(shared), helper_(helper), meter_(&work_meter()),
      // Every level of the search opens a cell.
      capacity_(board.layouts().size() * (static_cast<std::size_t>(board.cell_count()) + 1)),
      stack_(new CellSet[capacity_]) {}

LayoutCount WholeBoardSearch::solve(Layouts layouts, const Position& position, const std::atomic<bool>& is_found) {
    is_found_ = &is_found;
    top_ = 0;
    const LayoutCount value = won(layouts, position, 0);
    tell_what_was_visited();
    return value;
}

LayoutCount WholeBoardSearch::won(Layouts layouts, const Position& position, Count to_beat) {
    const int safe_cells = board_.safe_cells_in(position);
    const Worth at_most = most_won(layouts.size(), safe_cells);
    if (at_most.exact || at_most.won <= to_beat) {
        return at_most.won;
    }
    if (safe_cells == 2) {
        return won_with_two_left(layouts, position);
    }
    if (layouts.size() < fewest_to_remember) {
        return search(layouts, position, to_beat);
    }
    const PositionKey key = board_.key_of(position);
    if (const Worth worth = look_up(key, at_most); worth.exact || worth.won <= to_beat) {
        return worth.won;
    }
    if (layouts.size() <= most_to_settle) {
        to_beat = 0;
    }
    const bool is_large = layouts.size() >= fewest_to_share;
    if (is_large) {
        shared_.under_way.add(key);
    }
    const Count value = search(layouts, position, to_beat);
    known_.remember(key, {value, value > to_beat || value == 1});
    if (is_large) {
        shared_.under_way.remove(key);
    }
    return value;
}

Worth WholeBoardSearch::look_up(const PositionKey& key, Worth worth) const {
    known_.find(key, worth);
    return worth;
}

// Of s safe cells, one is opened first. It tells how many of the other s - 1 are beside it: s different numbers at most.
// So no more than s! courses of a game end well, and each of them in a single layout.
Worth WholeBoardSearch::most_won(std::size_t layouts, int safe_cells) {
    static constexpr auto factorials = [] {
        std::array<Count, 12> all{1};
        for (std::size_t n = 1; n < all.size(); ++n) {
            all[n] = all[n - 1] * static_cast<Count>(n);
        }
        return all;
    }();
    static_assert(factorials.back() <= SmallBoard::most_layouts);
    const auto count = static_cast<Count>(layouts);
    const auto safe = static_cast<std::size_t>(safe_cells);
    const Count won = safe < factorials.size() ? std::min(count, factorials[safe]) : count;
    return {won, won <= 1};
}

// Each number that the better cell shows is followed by a choice that is right in a single layout.
LayoutCount WholeBoardSearch::won_with_two_left(Layouts layouts, const Position& position) {
    spend(layouts.size());
    std::array<std::uint16_t, SmallBoard::most_cells> shown{};
    int most = 0;
    for (const CellSet layout : layouts) {
        for_each_cell(position.hidden & ~layout, [&](int cell) {
            std::uint16_t& numbers = shown[static_cast<std::size_t>(cell)];
            numbers = static_cast<std::uint16_t>(numbers | 1u << std::popcount(layout & board_.around(cell)));
            most = std::max(most, std::popcount(numbers));
        });
    }
    return static_cast<Count>(most);
}

LayoutCount WholeBoardSearch::search(Layouts layouts, const Position& position, Count to_beat) {
    spend(layouts.size());
    const Uncertain uncertain = look_at(layouts);
    if (const CellSet safe = position.hidden & ~uncertain.dangerous; safe != 0) {
        Count sum = static_cast<Count>(layouts.size());
        for_each_outcome(layouts, position, safe, [&](Layouts shown, const Position& after) {
            const Count others = sum - static_cast<Count>(shown.size());
            sum = others + won(shown, after, to_beat > others ? to_beat - others : 0);
            return sum > to_beat;
        });
        return sum;
    }
    return layouts.size() == 2 ? 1 : won_by_guess(layouts, position, uncertain.varying, to_beat);
}

LayoutCount WholeBoardSearch::won_by_guess(Layouts layouts, const Position& position, CellSet varying, Count to_beat) {
    const Candidates candidates = safest_first(layouts, varying);
    Implied implied;
    find_implied(layouts, varying, implied);
    CellSet no_better = 0;
    Count best = to_beat;
    Count at_most = 1;
    for (std::size_t c = 0; c < candidates.count; ++c) {
        const auto [mines, cell] = candidates.all[c];
        const Count safe_in = static_cast<Count>(layouts.size()) - mines;
        if (safe_in <= best) {
            at_most = std::max(at_most, safe_in);
            break;
        }
        if ((no_better & bit_of(cell)) != 0) {
            continue;
        }
        const Split split = split_by(layouts, cell);
        if (!split.tells()) {
            continue;
        }
        no_better |= implied[static_cast<std::size_t>(cell)];
        const Count value = won_by_guessing_at(layouts, position, cell, split, best);
        best = std::max(best, value);
        at_most = std::max(at_most, value);
    }
    return best > to_beat ? best : std::min(at_most, std::max(to_beat, Count{1}));
}

LayoutCount WholeBoardSearch::won_by_guessing_at(Layouts layouts, const Position& position, int cell,
                                                 const Split& split, Count to_beat) {
    std::array<Worth, SmallBoard::most_numbers> worth;
    std::array<PositionKey, SmallBoard::most_numbers> keys{};
    const int safe_cells = board_.safe_cells_in(position) - 1;
    Count sum = 0;
    for (int number = 0; number < SmallBoard::most_numbers; ++number) {
        const auto n = static_cast<std::size_t>(number);
        const Count size = split.size[n];
        worth[n] = most_won(size, safe_cells);
        if (size >= fewest_to_remember && safe_cells > 2) {
            keys[n] = board_.key_after(position, cell, number);
            worth[n] = look_up(keys[n], worth[n]);
        }
        sum += worth[n].won;
    }
    if (sum <= to_beat || std::all_of(worth.begin(), worth.end(), [](const Worth& each) { return each.exact; })) {
        return sum;
    }
    const std::size_t before = top_;
    const CellSet* const gathered = gather(layouts, cell, split);
    std::array<const CellSet*, SmallBoard::most_numbers> shown{};
    for (std::size_t n = 0, start = 0; n < shown.size(); start += split.size[n++]) {
        shown[n] = gathered + start;
    }
    // What other threads are searching comes last: it may be known by then.
    const std::size_t first = first_of(shown.size(), position);
    for (const bool later : {false, true}) {
        for (std::size_t i = 0; i < shown.size() && sum > to_beat; ++i) {
            const std::size_t n = (first + i) % shown.size();
            if (worth[n].exact || (!later && split.size[n] >= fewest_to_share && shared_.under_way.has(keys[n]))) {
                continue;
            }
            Position after = position;
            board_.open(after, cell, static_cast<int>(n));
            const Count others = sum - worth[n].won;
            const Count value = won(Layouts(shown[n], split.size[n]), after, to_beat > others ? to_beat - others : 0);
            worth[n] = {std::min(value, worth[n].won), true};
            sum = others + worth[n].won;
        }
    }
    top_ = before;
    return sum;
}

// Opens safe cells, sixteen at most, and calls visit(layouts, position) for all that they may show, until it says no.
template <class VisitOutcome>
void WholeBoardSearch::for_each_outcome(Layouts layouts, const Position& position, CellSet safe, VisitOutcome&& visit) {
    constexpr int bits_of_number = 4;
    struct Shown {
        std::uint64_t numbers;
        CellSet layout;
    };
    std::array<int, 64 / bits_of_number> cells{};
    std::size_t count = 0;
    for_each_cell(safe, [&](int cell) {
        if (count < cells.size()) {
            cells[count++] = cell;
        }
    });
    std::array<Shown, 64> few;
    std::vector<Shown> many(layouts.size() > few.size() ? layouts.size() : 0);
    const std::span<Shown> all(many.empty() ? few.data() : many.data(), layouts.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const CellSet layout = layouts[i];
        std::uint64_t numbers = 0;
        for (std::size_t c = 0; c < count; ++c) {
            const CellSet around = board_.around(cells[c]);
            numbers = numbers << bits_of_number | static_cast<unsigned>(std::popcount(layout & around));
        }
        all[i] = {numbers, layout};
    }
    std::sort(all.begin(), all.end(), [](const Shown& a, const Shown& b) { return a.numbers < b.numbers; });
    const std::size_t before = top_;
    CellSet* const sorted = take(layouts.size());
    std::transform(all.begin(), all.end(), sorted, [](const Shown& each) { return each.layout; });
    const auto start_of_outcome = [&](std::size_t i) {
        while (i > 0 && all[i - 1].numbers == all[i].numbers) {
            --i;
        }
        return i;
    };
    const std::size_t begin = start_of_outcome(first_of(all.size(), position));
    std::size_t first = begin;
    do {
        const std::uint64_t numbers = all[first].numbers;
        std::size_t end = first;
        while (end < all.size() && all[end].numbers == numbers) {
            ++end;
        }
        Position after = position;
        for (std::size_t c = 0; c < count; ++c) {
            const auto shift = static_cast<int>(count - 1 - c) * bits_of_number;
            board_.open(after, cells[c], static_cast<int>(numbers >> shift & 15));
        }
        if (!visit(Layouts(sorted + first, end - first), after)) {
            break;
        }
        first = end < all.size() ? end : 0;
    } while (first != begin);
    top_ = before;
}

WholeBoardSearch::Uncertain WholeBoardSearch::look_at(Layouts layouts) {
    CellSet in_any = 0;
    CellSet in_all = ~CellSet{0};
    for (const CellSet layout : layouts) {
        in_any |= layout;
        in_all &= layout;
    }
    return {in_any, in_any & ~in_all};
}

// Mines are counted for all cells at once: bit j of every count is in planes[j].
WholeBoardSearch::Candidates WholeBoardSearch::safest_first(Layouts layouts, CellSet varying) {
    std::array<CellSet, bits_of_count> planes;
    std::size_t used = 0;
    for (CellSet carried : layouts) {
        for (std::size_t plane = 0; carried != 0; ++plane) {
            if (plane == used) {
                planes[used++] = 0;
            }
            const CellSet next = planes[plane] & carried;
            planes[plane] ^= carried;
            carried = next;
        }
    }
    Candidates found;
    for_each_cell(varying, [&](int cell) {
        Count mines = 0;
        for (std::size_t plane = 0; plane < used; ++plane) {
            mines |= (planes[plane] >> cell & 1) << plane;
        }
        found.all[found.count++] = {mines, cell};
    });
    std::sort(found.all.begin(), found.all.begin() + static_cast<std::ptrdiff_t>(found.count),
              [](const Candidate& a, const Candidate& b) {
                  return std::tuple(a.mines, a.cell) < std::tuple(b.mines, b.cell);
              });
    return found;
}

// For each varying cell, the cells that are mines wherever it is one.
void WholeBoardSearch::find_implied(Layouts layouts, CellSet varying, Implied& implied) {
    const bool worth_it = layouts.size() <= most_to_compare;
    for_each_cell(varying, [&](int cell) { implied[static_cast<std::size_t>(cell)] = worth_it ? varying : 0; });
    if (worth_it) {
        for (const CellSet layout : layouts) {
            for_each_cell(layout & varying, [&](int cell) { implied[static_cast<std::size_t>(cell)] &= layout; });
        }
    }
}

bool WholeBoardSearch::Split::tells() const {
    return std::count_if(size.begin(), size.end(), [](Count layouts) { return layouts > 0; }) > 1;
}

// The counts are the digits of one number, until they could overflow.
WholeBoardSearch::Split WholeBoardSearch::split_by(Layouts layouts, int cell) const {
    constexpr int digit_bits = 7;
    constexpr std::uint64_t digit_mask = (1u << digit_bits) - 1;
    const CellSet around = board_.around(cell);
    Split split;
    while (!layouts.empty()) {
        const Layouts some = layouts.first(std::min<std::size_t>(layouts.size(), digit_mask));
        std::uint64_t digits = 0;
        for (const CellSet layout : some) {
            const std::uint64_t is_safe = (layout >> cell & 1) ^ 1;
            digits += is_safe << digit_bits * std::popcount(layout & around);
        }
        for (int number = 0; number < SmallBoard::most_numbers; ++number) {
            split.size[static_cast<std::size_t>(number)] +=
                static_cast<Count>(digits >> digit_bits * number & digit_mask);
        }
        layouts = layouts.subspan(some.size());
    }
    return split;
}

// The layouts in which the cell is safe, in the order of the number that it shows, on the stack.
const CellSet* WholeBoardSearch::gather(Layouts layouts, int cell, const Split& split) {
    std::array<std::size_t, SmallBoard::most_numbers> next{};
    std::size_t count = 0;
    for (std::size_t number = 0; number < next.size(); ++number) {
        next[number] = count;
        count += split.size[number];
    }
    CellSet* const gathered = take(count);
    const CellSet around = board_.around(cell);
    for (const CellSet layout : layouts) {
        if ((layout & bit_of(cell)) == 0) {
            gathered[next[static_cast<std::size_t>(std::popcount(layout & around))]++] = layout;
        }
    }
    return gathered;
}

CellSet* WholeBoardSearch::take(std::size_t layouts) {
    top_ += layouts;
    if (top_ > capacity_) {
        throw BudgetExceeded("the search of a whole board went too deep");
    }
    return stack_.get() + (top_ - layouts);
}

void WholeBoardSearch::spend(std::size_t layouts) {
    meter_->did(layouts * static_cast<std::size_t>(board_.cell_count()));
    visited_ += layouts;
    if (visited_ > most_untold) {
        tell_what_was_visited();
        if (is_found_->load(std::memory_order_relaxed)) {
            throw FoundElsewhere();
        }
    }
}

void WholeBoardSearch::tell_what_was_visited() { shared_.visited += std::exchange(visited_, 0); }

// Where to begin with several choices, all of which have to be made: each helper elsewhere.
std::size_t WholeBoardSearch::first_of(std::size_t choices, const Position& position) const {
    return helper_ == 0 ? 0 : RandomStream(position.keys[0].low, helper_).next() % choices;
}

}  // namespace sapper
