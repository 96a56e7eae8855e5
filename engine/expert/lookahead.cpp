#include "expert/lookahead.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/stop.hpp"

namespace sapper {

// The two lowest risks among the cells offered. A cell whose hidden neighbours are all settled shows a number that is
// known already: opening it does not help. Such cells count only if there are no others.
class Lookahead::TwoSafest {
public:
    explicit TwoSafest(const Lookahead& lookahead) : lookahead_(lookahead) {}

    void offer(Cell cell, double mine) {
        if (mine < least_risk_[1]) {
            insert(lookahead_.may_tell(cell) ? least_risk_ : least_risk_untold_, mine);
        }
    }
    void offer_sea(std::int32_t cells, double mine) {
        for (std::int32_t cell = 0; cell < std::min(cells, 2); ++cell) {
            insert(least_risk_, mine);
        }
    }
    void write_to(After& after) const {
        const std::array<double, 2>& counts = least_risk_[0] < 1.0 ? least_risk_ : least_risk_untold_;
        after.safest = 1.0 - counts[0];
        after.second = 1.0 - (counts[1] < 1.0 ? counts[1] : std::min(1.0, least_risk_untold_[0]));
    }

private:
    static void insert(std::array<double, 2>& least, double mine) {
        least[1] = std::min(least[1], std::max(mine, least[0]));
        least[0] = std::min(least[0], mine);
    }

    const Lookahead& lookahead_;
    std::array<double, 2> least_risk_{1.0, 1.0};
    std::array<double, 2> least_risk_untold_{1.0, 1.0};
};

void Lookahead::begin(const Workspace& before) {
    before_ = &before;
    fronts_.prepare(before);
}

int Lookahead::certain_mines_around(Cell cell) const {
    int mines = 0;
    for (int d = 0; d < direction_count; ++d) {
        const Cell beside = before_->knowledge.grid().neighbour(cell, d);
        mines += before_->knowledge.is_hidden(beside) && odds_of(*before_, beside).verdict == Verdict::mine ? 1 : 0;
    }
    return mines;
}

void Lookahead::open(Cell cell, Budget& budget) {
    work_meter().did(before_->knowledge.grid().padded_size());
    workspace_.knowledge = before_->knowledge;
    workspace_.knowledge.clear_changed();
    most_shown_ = workspace_.knowledge.open_unread(cell);
    known_safe_.clear();
    beyond_float64_ = false;
    find_touched_fronts();
    condense_touched_fronts(cell);
    workspace_.counting.sweep_fronts(workspace_.condenser.problem(), budget);
}

// A front is touched if one of its numbers changed, or if a new number reaches into it.
void Lookahead::find_touched_fronts() {
    const Knowledge& knowledge = workspace_.knowledge;
    touched_.assign(fronts_.size(), 0);
    witnesses_to_sweep_.clear();
    for (const Cell witness : knowledge.changed()) {
        touch(fronts_.front_at(witness));
        for_each_direction(knowledge.unknown_around(witness),
                           [&](int d) { touch(fronts_.front_at(knowledge.grid().neighbour(witness, d))); });
    }
    for (std::size_t front = 0; front < fronts_.size(); ++front) {
        if (!fronts_.has_table(front)) {
            touch(static_cast<std::int32_t>(front));
        }
    }
}

void Lookahead::touch(std::int32_t front) {
    if (front != FrontReweighter::no_front && at(touched_, front) == 0) {
        at(touched_, front) = 1;
        const std::span<const Cell> witnesses = fronts_.witnesses(static_cast<std::size_t>(front));
        witnesses_to_sweep_.insert(witnesses_to_sweep_.end(), witnesses.begin(), witnesses.end());
    }
}

void Lookahead::condense_touched_fronts(Cell cell) {
    const Knowledge& knowledge = workspace_.knowledge;
    Condenser& condenser = workspace_.condenser;
    condenser.begin(knowledge);
    if (knowledge.unknown_around(cell) != 0) {
        condenser.add_front_of(knowledge, cell);
        condenser.problem().witnesses.front().unread = true;
    }
    for (const Cell witness : witnesses_to_sweep_) {
        if (knowledge.unknown_around(witness) != 0) {
            condenser.add_front_of(knowledge, witness);
        }
    }
    std::size_t in_fronts = condenser.cells().size();
    others_.clear();
    ways_of_others_.clear();
    for (std::size_t front = 0; front < fronts_.size(); ++front) {
        if (touched_[front] == 0) {
            others_.push_back(front);
            ways_of_others_.push_back(fronts_.ways(front));
            in_fronts += fronts_.cells(front).size();
        }
    }
    condenser.problem().sea = knowledge.unknown_count() - static_cast<std::int32_t>(in_fronts);
    condenser.problem().mines = knowledge.mines_left();
}

bool Lookahead::look(Cell cell, Budget& budget, After& after) {
    if (!count(cell, after.number, budget)) {
        return false;
    }
    after.log2_layouts = workspace_.counting.log2_layouts();
    after.probability = std::exp2(after.log2_layouts - before_->counting.log2_layouts());
    find_safe_cells(after);
    return true;
}

bool Lookahead::count(Cell cell, int number, Budget& budget) {
    Counting& counting = workspace_.counting;
    if (!beyond_float64_) {
        switch (counting.read(workspace_.condenser.problem(), ways_of_others_, most_shown_ - number, budget)) {
            case Counting::Reading::counted:
                for (std::size_t i = 0; i < others_.size(); ++i) {
                    fronts_.reweigh(others_[i], counting.outside_of_other(i));
                }
                return true;
            case Counting::Reading::impossible:
                return false;
            case Counting::Reading::beyond_float64:
                beyond_float64_ = true;  // for the next numbers too: their sweep is about to be overwritten
        }
    }
    return count_afresh(cell, number, budget);
}

bool Lookahead::count_afresh(Cell cell, int number, Budget& budget) {
    others_.clear();
    known_safe_.clear();
    try {
        workspace_.knowledge = before_->knowledge;
        const auto shown = static_cast<std::int8_t>(number);
        workspace_.knowledge.reveal({&cell, 1}, {&shown, 1});
        workspace_.condenser.condense(workspace_.knowledge);
        workspace_.counting.count(workspace_.condenser.problem(), budget);
    } catch (const Contradiction&) {
        return false;
    }
    workspace_.knowledge.move_newly_safe(known_safe_);
    return true;
}

// An unknown cell that was in a front still is: in one just swept, or else in a reweighted one.
Odds Lookahead::odds_after(Cell unknown) const {
    const std::int32_t box = workspace_.condenser.box_of(unknown);
    if (box != Condenser::no_box) {
        return workspace_.counting.box(box);
    }
    return fronts_.front_at(unknown) != FrontReweighter::no_front ? fronts_.odds_at(unknown)
                                                                  : workspace_.counting.sea();
}

bool Lookahead::may_tell(Cell cell) const {
    const Knowledge& knowledge = workspace_.knowledge;
    for (int d = 0; d < direction_count; ++d) {
        const Cell beside = knowledge.grid().neighbour(cell, d);
        if (knowledge.state(beside) == CellState::unknown && odds_after(beside).verdict == Verdict::uncertain) {
            return true;
        }
    }
    return false;
}

void Lookahead::find_safe_cells(After& after) {
    work_meter().did(workspace_.condenser.cells().size() * direction_count);
    TwoSafest safest(*this);
    bool all_settled = true;
    const auto offer = [&](Cell cell, const Odds& odds) {
        safest.offer(cell, odds.mine_probability);
        after.safe_count += odds.verdict == Verdict::safe ? 1 : 0;
        all_settled = all_settled && odds.verdict != Verdict::uncertain;
    };
    for (const Cell cell : known_safe_) {
        offer(cell, {0.0, Verdict::safe});
    }
    for (const Cell cell : workspace_.condenser.cells()) {
        offer(cell, workspace_.counting.box(workspace_.condenser.box_of(cell)));
    }
    for (const std::size_t front : others_) {
        for (const Cell cell : fronts_.cells(front)) {
            offer(cell, fronts_.odds_at(cell));
        }
    }
    const std::int32_t sea = workspace_.condenser.problem().sea;
    if (sea > 0) {
        const Odds& odds = workspace_.counting.sea();
        safest.offer_sea(sea, odds.mine_probability);
        after.safe_count += odds.verdict == Verdict::safe ? sea : 0;
        all_settled = all_settled && odds.verdict != Verdict::uncertain;
    }
    safest.write_to(after);
    if (all_settled) {
        after.safest = after.second = 1.0;
    }
}

}  // namespace sapper
