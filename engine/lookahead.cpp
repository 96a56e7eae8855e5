#include "lookahead.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

// The two least risks among the cells offered. A cell all of whose hidden neighbours are settled shows what is known
// already: being able to open it helps nobody. Such cells count only where there are no others.
class Lookahead::TwoSafest {
public:
    explicit TwoSafest(const Lookahead& lookahead) : lookahead_(lookahead) {}

    void offer(Place cell, double mine) {
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
    fronts_.keep(before);
}

Verdict Lookahead::verdict_before(Place place) const {
    return before_->knowledge.is_hidden(place) ? odds_of(*before_, place).verdict : Verdict::safe;
}

bool Lookahead::look(Place cell, Budget& budget, After& after) {
    std::vector<Place>& known_safe = workspace_.places;
    try {
        workspace_.knowledge = before_->knowledge;
        workspace_.knowledge.clear_changed();
        const auto shown = static_cast<std::int8_t>(after.number);
        workspace_.knowledge.reveal({&cell, 1}, {&shown, 1});
        count(budget);
    } catch (const Contradiction&) {
        return false;
    }
    known_safe.clear();
    workspace_.knowledge.move_newly_safe(known_safe);
    after.log2_layouts = workspace_.counting.log2_layouts();
    after.probability = std::exp2(after.log2_layouts - before_->counting.log2_layouts());
    find_safe_cells(after);
    return true;
}

void Lookahead::count(Budget& budget) {
    find_touched_fronts();
    condense_touched_fronts();
    if (!count_among_kept_fronts(budget)) {
        count_afresh(budget);
    }
}

// A front is touched where one of its numbers changed, or where a new number reaches into it.
void Lookahead::find_touched_fronts() {
    const Knowledge& knowledge = workspace_.knowledge;
    touched_.assign(fronts_.size(), 0);
    witnesses_to_sweep_.assign(knowledge.changed().begin(), knowledge.changed().end());
    for (const Place witness : knowledge.changed()) {
        touch(fronts_.front_at(witness));
        for_each_direction(knowledge.unknown_around(witness),
                           [&](int d) { touch(fronts_.front_at(knowledge.grid().neighbour(witness, d))); });
    }
    for (std::size_t front = 0; front < fronts_.size(); ++front) {
        if (!fronts_.is_kept(front)) {
            touch(static_cast<std::int32_t>(front));
        }
    }
}

void Lookahead::touch(std::int32_t front) {
    if (front != KeptFronts::no_front && at(touched_, front) == 0) {
        at(touched_, front) = 1;
        const std::span<const Place> witnesses = fronts_.witnesses(static_cast<std::size_t>(front));
        witnesses_to_sweep_.insert(witnesses_to_sweep_.end(), witnesses.begin(), witnesses.end());
    }
}

void Lookahead::condense_touched_fronts() {
    const Knowledge& knowledge = workspace_.knowledge;
    Condenser& condenser = workspace_.condenser;
    condenser.begin(knowledge);
    for (const Place witness : witnesses_to_sweep_) {
        if (knowledge.unknown_around(witness) != 0) {
            condenser.add_front_of(knowledge, witness);
        }
    }
    std::size_t in_fronts = condenser.cells().size();
    others_.clear();
    others_index_.clear();
    for (std::size_t front = 0; front < fronts_.size(); ++front) {
        if (touched_[front] == 0) {
            others_.push_back(fronts_.ways(front));
            others_index_.push_back(front);
            in_fronts += fronts_.cells(front).size();
        }
    }
    condenser.problem().sea = knowledge.unknown_count() - static_cast<std::int32_t>(in_fronts);
    condenser.problem().mines = knowledge.mines_left();
}

bool Lookahead::count_among_kept_fronts(Budget& budget) {
    if (!workspace_.counting.count_among(workspace_.condenser.problem(), others_, budget)) {
        return false;
    }
    for (std::size_t other = 0; other < others_.size(); ++other) {
        fronts_.weigh(others_index_[other], workspace_.counting.outside_of_other(other));
    }
    return true;
}

// For positions beyond float64.
void Lookahead::count_afresh(Budget& budget) {
    others_.clear();
    others_index_.clear();
    workspace_.condenser.condense(workspace_.knowledge);
    workspace_.counting.count(workspace_.condenser.problem(), budget);
}

// An unknown cell that was in a front is in one still: in one that was swept now, or else in one that was kept.
Odds Lookahead::odds_after(Place unknown) const {
    const std::int32_t box = workspace_.condenser.box_of(unknown);
    if (box != Condenser::no_box) {
        return workspace_.counting.box(box);
    }
    return fronts_.front_at(unknown) != KeptFronts::no_front ? fronts_.odds_at(unknown) : workspace_.counting.sea();
}

bool Lookahead::may_tell(Place cell) const {
    const Knowledge& knowledge = workspace_.knowledge;
    for (int d = 0; d < direction_count; ++d) {
        const Place beside = knowledge.grid().neighbour(cell, d);
        if (knowledge.state(beside) == CellState::unknown && odds_after(beside).verdict == Verdict::open) {
            return true;
        }
    }
    return false;
}

void Lookahead::find_safe_cells(After& after) {
    if (workspace_.knowledge.unknown_count() == 0) {    // all is settled, and nothing can go wrong any more
        after.safest = after.second = 1.0;
        after.safe_count = static_cast<int>(workspace_.places.size());
        return;
    }
    TwoSafest safest(*this);
    const auto offer = [&](Place cell, const Odds& odds) {
        safest.offer(cell, odds.mine_probability);
        after.safe_count += odds.verdict == Verdict::safe ? 1 : 0;
    };
    for (const Place cell : workspace_.places) {
        offer(cell, {0.0, Verdict::safe});
    }
    for (const Place cell : workspace_.condenser.cells()) {
        offer(cell, workspace_.counting.box(workspace_.condenser.box_of(cell)));
    }
    for (const std::size_t front : others_index_) {
        for (const Place cell : fronts_.cells(front)) {
            offer(cell, fronts_.odds_at(cell));
        }
    }
    const std::int32_t sea = workspace_.condenser.problem().sea;
    safest.offer_sea(sea, workspace_.counting.sea().mine_probability);
    after.safe_count += sea > 0 && workspace_.counting.sea().verdict == Verdict::safe ? sea : 0;
    safest.write_to(after);
}

}  // namespace sapper
