#include "reason/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/budget.hpp"
#include "core/errors.hpp"
#include "core/stop.hpp"
#include "count/analysis.hpp"
#include "reason/cell_reason.hpp"
#include "reason/chosen_numbers.hpp"
#include "reason/layout_search.hpp"

namespace sapper {

namespace {

constexpr std::uint64_t default_states = 10'000'000;
// The analysis of the whole board gets one part in so many of the budget; less where one or two numbers have settled the
// cell already.
constexpr std::uint64_t board_share = 2;
constexpr std::uint64_t glance_share = 20;
// A look at a claim in Python takes as long as this many states: derivations go equally far in both.
constexpr std::uint64_t states_per_look = 32;
// How many sets of the same size are tried with case analysis.
constexpr std::size_t most_by_cases = 6;
constexpr ReasonLimits reason_limits{24, 5'000'000, 2'000};

// The whole board

struct Board {
    std::vector<double> mine_probability;
    std::vector<std::int8_t> verdicts;
};

// Nothing if the board takes more than the budget.
std::optional<Board> whole_board(const View& view, Budget budget, Workspace& workspace) {
    Board board{std::vector<double>(view.numbers.size()), std::vector<std::int8_t>(view.numbers.size())};
    try {
        analyze(view, budget, workspace, board.mine_probability, board.verdicts);
    } catch (const BudgetExceeded&) {
        return std::nullopt;
    }
    return board;
}

// Even without a limit, the board must not keep a cell waiting that is settled already.
Budget budget_of_board(const Budget& budget, bool is_settled) {
    if (is_settled) {
        return (budget.is_unlimited() ? Budget(default_states) : budget).share(glance_share);
    }
    return budget.share(board_share);
}

// Throws Contradiction if the numbers near a cell are inconsistent even with what they show of it: such numbers settle
// anything.
void check_consistent(const View& view, std::int32_t cell, const CellReason& reason, Budget& budget,
                      Workspace& workspace) {
    NearNumbers near;
    near.read(view, cell, reason.reach);
    LayoutSearch layouts(near, reason_limits.most_trials, budget);
    const LayoutSearch::Outcome outcome = layouts.find(NumberSet::all(near.numbers().size()), reason.is_mine);
    bool is_consistent = outcome == LayoutSearch::Outcome::found;
    if (outcome == LayoutSearch::Outcome::too_many_trials) {
        std::vector<std::int32_t> indices;
        for (const NearNumber& number : near.numbers()) {
            indices.push_back(number.index);
        }
        is_consistent = ChosenNumbers(view, cell, near.window(), budget, workspace).consistent(indices, reason.is_mine);
    }
    if (!is_consistent) {
        throw Contradiction("the revealed numbers contradict each other");
    }
}

// Certain cells

bool has_cell(const NearNumber& number, std::int32_t cell) {
    return std::find(number.cells.begin(), number.cells.end(), cell) != number.cells.end();
}

// No derivation from these numbers is easier, so most need not be looked for. Where a single comparison is enough, it
// subtracts all other numbers from one that touches the cell, or finds the overlap of two. If that leaves more cells
// than one, it takes another step.
Difficulty least_difficulty(const std::vector<NearNumber>& numbers, std::int32_t cell) {
    const std::size_t size = numbers.size();
    const auto touching = [cell](const NearNumber& number) { return has_cell(number, cell); };
    const auto whole = std::find_if(numbers.begin(), numbers.end(), touching);
    if (whole == numbers.end()) {  // only the mine total tells what the cell is
        return {size, DerivationGrade::single, size + 1};
    }
    const auto left = std::count_if(whole->cells.begin(), whole->cells.end(), [&](std::int32_t each) {
        return std::none_of(numbers.begin(), numbers.end(),
                            [&](const NearNumber& number) { return &number != &*whole && has_cell(number, each); });
    });
    const std::size_t last_step = left > 1 ? 1 : 0;
    if (size == 1) {
        return {1, DerivationGrade::single, 1 + last_step};
    }
    const auto may_be_part = [&](const NearNumber& number) {
        return number.shown == 0 || number.shown == number.cells.count ||
               std::all_of(number.cells.begin(), number.cells.end(),
                           [&](std::int32_t each) { return has_cell(*whole, each); });
    };
    if (std::count_if(numbers.begin(), numbers.end(), touching) == 1 &&
        std::all_of(numbers.begin(), numbers.end(), may_be_part)) {
        return {size, DerivationGrade::subset, size + 1 + last_step};
    }
    if (size == 2) {
        return {2, DerivationGrade::overlap, 3 + last_step};
    }
    return {size, DerivationGrade::chain, size + 2};
}

// The simplest of the derivations considered so far.
class Simplest {
public:
    Simplest(const View& view, std::int32_t cell, const CellReason& reason, Looks& looks)
        : view_(view), cell_(cell), reason_(reason), looks_(looks) {
        for (std::size_t index = 0; reason.uses_total && index < view.numbers.size(); ++index) {
            if (view.numbers[index] == hidden_number) {
                hidden_.push_back(static_cast<std::int32_t>(index));
            }
        }
    }

    // Derives the goal from these numbers, unless that can't be simpler.
    void consider(const std::vector<NearNumber>& numbers, CaseAnalysis case_analysis) {
        if (found_ && found_->difficulty <= least_difficulty(numbers, cell_)) {
            return;
        }
        std::optional<Derivation> derivation =
            derive(numbers, hidden_, view_.mines, cell_, reason_.is_mine, case_analysis, looks_);
        if (derivation && (!found_ || derivation->difficulty < found_->difficulty)) {
            found_ = std::move(derivation);
        }
    }

    std::optional<Derivation>& found() { return found_; }

private:
    const View& view_;
    std::int32_t cell_;
    const CellReason& reason_;
    Looks& looks_;
    std::vector<std::int32_t> hidden_;  // if the mine total is needed
    std::optional<Derivation> found_;
};

// The simplest derivation; if the budget runs out, of those found by then. Case analysis is hardest, to follow and to
// find: it is tried only where nothing else will do.
Derivation simplest_derivation(const View& view, std::int32_t cell, const CellReason& reason, Looks& looks) {
    Simplest simplest(view, cell, reason, looks);
    std::size_t considered = 0;
    try {
        for (const std::vector<NearNumber>& numbers : reason.sets) {
            ++considered;
            simplest.consider(numbers, CaseAnalysis::left_out);
        }
    } catch (const BudgetExceeded&) {
        // What was found by then has to do.
    }
    // The sets are all of the same size.
    if (!simplest.found() || simplest.found()->difficulty.numbers > reason.sets.front().size()) {
        try {
            for (std::size_t set = 0; set < std::min(considered, most_by_cases); ++set) {
                simplest.consider(reason.sets[set], CaseAnalysis::allowed);
            }
        } catch (const BudgetExceeded&) {
            // What was found by then has to do.
        }
    }
    if (!simplest.found()) {
        throw BudgetExceeded("the derivation takes more than the budget allows");
    }
    return *std::move(simplest.found());
}

// Odds

// The numbers that uncertain cells link with a cell, in order.
std::vector<std::int32_t> numbers_linked(const View& view, std::int32_t cell, const Board& board) {
    std::vector<bool> seen(view.numbers.size());
    std::vector<std::int32_t> numbers;
    std::vector<std::int32_t> waiting{cell};
    seen[static_cast<std::size_t>(cell)] = true;
    const auto meet = [&](int row, int column) {
        const std::int32_t index = row * view.width + column;
        const bool is_new = !seen[static_cast<std::size_t>(index)];
        seen[static_cast<std::size_t>(index)] = true;
        return is_new ? index : -1;
    };
    while (!waiting.empty()) {
        const std::int32_t here = waiting.back();
        waiting.pop_back();
        work_meter().did(most_around);
        for_each_neighbour(view, here / view.width, here % view.width, [&](int row, int column) {
            if (view.numbers[static_cast<std::size_t>(row * view.width + column)] == hidden_number) {
                return;
            }
            const std::int32_t number = meet(row, column);
            if (number < 0) {
                return;
            }
            numbers.push_back(number);
            for_each_neighbour(view, row, column, [&](int near_row, int near_column) {
                const auto near = static_cast<std::size_t>(near_row * view.width + near_column);
                if (view.numbers[near] == hidden_number &&
                    board.verdicts[near] == static_cast<std::int8_t>(Verdict::uncertain)) {
                    const std::int32_t uncertain = meet(near_row, near_column);
                    if (uncertain >= 0) {
                        waiting.push_back(uncertain);
                    }
                }
            });
        });
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

CellOdds odds_of(const View& view, std::int32_t cell, const Board& board) {
    CellOdds odds;
    odds.mine_probability = at(board.mine_probability, cell);
    odds.best_mine_probability = 1;
    for (std::size_t index = 0; index < view.numbers.size(); ++index) {
        if (board.mine_probability[index] < odds.best_mine_probability) {  // never nan
            odds.best_mine_probability = board.mine_probability[index];
            odds.best = static_cast<std::int32_t>(index);
        }
    }
    odds.numbers = numbers_linked(view, cell, board);
    return odds;
}

}  // namespace

Explanation explain(const View& view, std::int32_t cell, Budget budget, Workspace& workspace) {
    std::optional<CellReason> reason = settled_by_one_or_two(view, cell);
    const std::optional<Board> board = whole_board(view, budget_of_board(budget, reason.has_value()), workspace);
    if (!reason) {
        std::optional<bool> is_mine;
        if (board) {
            const auto verdict = static_cast<Verdict>(at(board->verdicts, cell));
            if (verdict == Verdict::uncertain) {
                return {std::nullopt, odds_of(view, cell, *board)};
            }
            is_mine = verdict == Verdict::mine;
        }
        Budget for_search = budget.share(2);  // as much is left for derivations
        reason = find_reason(view, cell, is_mine, reason_limits, for_search, workspace);
        budget.spend(for_search.spent());
    }
    if (!board) {
        check_consistent(view, cell, *reason, budget, workspace);
    }
    Looks looks(budget.share(states_per_look));
    return {simplest_derivation(view, cell, *reason, looks), {}};
}

}  // namespace sapper
