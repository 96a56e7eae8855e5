#include "play/tracked_fronts.hpp"

#include <algorithm>

#include "count/loose_total.hpp"

namespace sapper {

void TrackedFronts::reset(const Grid& grid) {
    fronts_.clear();
    free_fronts_.clear();
    to_count_.clear();
    states_ = 0;
    cells_ = low_ = high_ = fronts_with_gaps_ = 0;
    fronts_by_span_.clear();
    front_at_.assign(grid.padded_size(), no_front);
}

void TrackedFronts::update(Workspace& workspace, Budget& budget, std::vector<Cell>& newly_safe) {
    Knowledge& knowledge = workspace.knowledge;
    const Grid& grid = knowledge.grid();
    // A front changes if one of its numbers does, or if a new number reaches into it.
    for (const Cell witness : knowledge.changed()) {
        if (knowledge.unknown_around(witness) != 0) {
            to_count_.push_back(witness);
        }
        drop_front_at(witness);
        for_each_direction(knowledge.unknown_around(witness),
                           [&](int direction) { drop_front_at(grid.neighbour(witness, direction)); });
    }
    knowledge.clear_changed();

    // Now every witness of a front to be counted is on the list. Starting from the lowest gives the same result as a
    // fresh count of the whole view.
    std::sort(to_count_.begin(), to_count_.end());
    Condenser& condenser = workspace.condenser;
    for (std::size_t next = 0; next < to_count_.size(); ++next) {
        const Cell witness = to_count_[next];
        if (knowledge.unknown_around(witness) == 0 || at(front_at_, witness) != no_front) {
            continue;
        }
        condenser.begin(knowledge);
        condenser.add_front_of(knowledge, witness);
        const Problem& problem = condenser.problem();
        const std::uint64_t spent_before = budget.spent();
        const Counting::FrontCount count = workspace.counting.count_alone(problem, problem.fronts.front(), budget);
        keep_front(workspace, count, budget.spent() - spent_before);
        for (const Cell cell : condenser.cells()) {
            if (workspace.counting.box(condenser.box_of(cell)).verdict == Verdict::safe) {
                newly_safe.push_back(cell);
            }
        }
    }
    to_count_.clear();
}

void TrackedFronts::drop_front_at(Cell cell) {
    const std::int32_t id = at(front_at_, cell);
    if (id == no_front) {
        return;
    }
    at(front_at_, cell) = no_front;
    StoredFront& front = at(fronts_, id);
    add_to_totals(front, -1);
    to_count_.insert(to_count_.end(), front.members.begin(), front.members.end());
    for (const Cell member : front.members) {
        at(front_at_, member) = no_front;
    }
    front.members.clear();
    free_fronts_.push_back(id);
}

void TrackedFronts::keep_front(const Workspace& workspace, const Counting::FrontCount& count, std::uint64_t states) {
    if (free_fronts_.empty()) {
        free_fronts_.push_back(static_cast<std::int32_t>(fronts_.size()));
        fronts_.emplace_back();
    }
    const std::int32_t id = free_fronts_.back();
    free_fronts_.pop_back();
    StoredFront& front = at(fronts_, id);
    const Condenser& condenser = workspace.condenser;
    front.members.assign(condenser.witness_cells().begin(), condenser.witness_cells().end());
    front.members.insert(front.members.end(), condenser.cells().begin(), condenser.cells().end());
    for (const Cell member : front.members) {
        at(front_at_, member) = id;
    }
    front.cell_count = static_cast<std::int32_t>(condenser.cells().size());
    front.count = count;
    front.states = states;
    add_to_totals(front, 1);
}

void TrackedFronts::add_to_totals(const StoredFront& front, int sign) {
    states_ = sign > 0 ? states_ + front.states : states_ - front.states;
    cells_ += sign * front.cell_count;
    low_ += sign * front.count.low;
    high_ += sign * front.count.high;
    fronts_with_gaps_ += front.count.has_gaps ? sign : 0;
    const auto span = static_cast<std::size_t>(front.count.high - front.count.low);
    if (span >= fronts_by_span_.size()) {
        fronts_by_span_.resize(span + 1, 0);
    }
    fronts_by_span_[span] += sign;
}

bool TrackedFronts::total_is_loose(const Knowledge& knowledge) const {
    const std::int64_t sea = knowledge.unknown_count() - cells_;
    const std::int64_t mines = knowledge.mines_left();
    std::int64_t widest_span = static_cast<std::int64_t>(fronts_by_span_.size()) - 1;
    while (widest_span > 0 && at(fronts_by_span_, widest_span) == 0) {
        --widest_span;
    }
    return sapper::total_is_loose({low_, high_, widest_span, fronts_with_gaps_ > 0}, sea, mines);
}

}  // namespace sapper
