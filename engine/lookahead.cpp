#include "lookahead.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sapper {

Odds Lookahead::odds_beside(const Workspace& before, Place place) {
    if (!before.knowledge.is_hidden(place)) {
        return {0.0, Verdict::safe};
    }
    return odds_of(before, place);
}

bool Lookahead::look(const Workspace& before, Place cell, int number, Budget& budget, After& after) {
    try {
        workspace_.knowledge = before.knowledge;
        const auto shown = static_cast<std::int8_t>(number);
        workspace_.knowledge.reveal({&cell, 1}, {&shown, 1});
        workspace_.condenser.condense(workspace_.knowledge);
        workspace_.counting.count(workspace_.condenser.problem(), budget);
    } catch (const Contradiction&) {
        return false;
    }
    after.probability = std::exp2(workspace_.counting.log2_layouts() - before.counting.log2_layouts());
    std::vector<Place>& safe = workspace_.places;
    safe.clear();
    workspace_.knowledge.move_newly_safe(safe);
    find_two_safest(safe, after);
    return true;
}

// A cell all of whose hidden neighbours are settled shows what is known already: being able to open it helps nobody.
// Such cells count only where there are no others.
void Lookahead::find_two_safest(const std::vector<Place>& known_safe, After& after) const {
    const Problem& problem = workspace_.condenser.problem();
    const Counting& counting = workspace_.counting;
    if (problem.boxes.empty() && problem.sea == 0) {    // all is settled, and nothing can go wrong any more
        after.safest = after.second = 1.0;
        return;
    }
    std::array<double, 2> least_risk{1.0, 1.0};
    std::array<double, 2> least_risk_untold{1.0, 1.0};
    const auto insert = [](std::array<double, 2>& least, double mine) {
        least[1] = std::min(least[1], std::max(mine, least[0]));
        least[0] = std::min(least[0], mine);
    };
    const auto offer = [&](Place cell, double mine) {
        if (mine < least_risk[1]) {
            insert(may_tell(cell) ? least_risk : least_risk_untold, mine);
        }
    };
    for (const Place cell : known_safe) {
        offer(cell, 0.0);
    }
    for (const Place cell : workspace_.condenser.cells()) {
        offer(cell, counting.box(workspace_.condenser.box_of(cell)).mine_probability);
    }
    for (std::int32_t cell = 0; cell < std::min(problem.sea, 2); ++cell) {
        insert(least_risk, counting.sea().mine_probability);
    }
    const std::array<double, 2>& counts = least_risk[0] < 1.0 ? least_risk : least_risk_untold;
    after.safest = 1.0 - counts[0];
    after.second = 1.0 - (counts[1] < 1.0 ? counts[1] : std::min(1.0, least_risk_untold[0]));
}

bool Lookahead::may_tell(Place cell) const {
    for (int d = 0; d < direction_count; ++d) {
        const Place beside = workspace_.knowledge.grid().neighbour(cell, d);
        if (workspace_.knowledge.state(beside) == CellState::unknown && odds_of(workspace_, beside).verdict == Verdict::open) {
            return true;
        }
    }
    return false;
}

}  // namespace sapper
