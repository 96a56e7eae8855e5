#include "make/no_guess_check.hpp"

#include <algorithm>

#include "core/stop.hpp"

namespace sapper {

NoGuessCheck::NoGuessCheck(int height, int width, int mines, Budget budget) : mines_(mines), budget_(budget) {
    workspace_.knowledge.reset(height, width, mines);
}

bool NoGuessCheck::solves(std::span<const std::uint8_t> layout, Cell first, Reasoning most) {
    const int height = knowledge().grid().height();
    const int width = knowledge().grid().width();
    work_meter().did(layout.size());
    referee_.deal(height, width, layout);
    workspace_.knowledge.reset(height, width, mines_);
    safe_.clear();
    fronts_in_use_ = false;
    opened_ = 0;
    used_ = Reasoning::single_numbers;
    bool went_on = open(first);
    while (went_on && !referee_.all_safe_cells_open()) {
        went_on = open_next_known() || (most >= Reasoning::pairs && compare_next_pairs()) ||
                  (most >= Reasoning::all_numbers && count_fronts()) || (most >= Reasoning::mine_total && count_all());
    }
    return went_on;
}

bool NoGuessCheck::open(Cell cell) {
    if (!referee_.open(cell, seen_)) {
        return false;
    }
    opened_ += static_cast<int>(seen_.cells.size());
    work_meter().did(seen_.cells.size());
    workspace_.knowledge.reveal_for_singles(seen_.cells, seen_.numbers);
    workspace_.knowledge.move_newly_safe(safe_);
    return true;
}

bool NoGuessCheck::open_next_known() {
    while (!safe_.empty()) {
        const Cell cell = safe_.back();
        safe_.pop_back();
        if (knowledge().is_hidden(cell)) {
            return open(cell);
        }
    }
    return false;
}

bool NoGuessCheck::compare_next_pairs() {
    while (safe_.empty()) {
        if (!workspace_.knowledge.compare_next_pairs()) {
            return false;
        }
        workspace_.knowledge.move_newly_safe(safe_);
    }
    used_ = std::max(used_, Reasoning::pairs);
    return true;
}

bool NoGuessCheck::count_fronts() {
    used_ = std::max(used_, Reasoning::all_numbers);
    if (!fronts_in_use_) {
        fronts_.reset(knowledge().grid());
        fronts_in_use_ = true;
    }
    try {
        Budget budget = budget_;
        fronts_.update(workspace_, budget, safe_);
    } catch (const BudgetExceeded&) {
        return false;
    }
    return !safe_.empty();
}

bool NoGuessCheck::count_all() {
    used_ = Reasoning::mine_total;
    if (fronts_.total_is_loose(knowledge())) {
        return false;
    }
    try {
        workspace_.condenser.condense(knowledge());
        Budget budget = budget_;
        workspace_.counting.count(workspace_.condenser.problem(), budget);
        collect_safe(workspace_, safe_);
    } catch (const BudgetExceeded&) {
        return false;
    }
    return !safe_.empty();
}

}  // namespace sapper
