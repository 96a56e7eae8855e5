#include "lookahead.hpp"

#include <algorithm>
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
    find_two_safest(safe.size(), after);
    return true;
}

void Lookahead::find_two_safest(std::size_t known_safe, After& after) const {
    const Problem& problem = workspace_.condenser.problem();
    const Counting& counting = workspace_.counting;
    // Where all that is unknown is settled, nothing can go wrong any more.
    const bool all_settled = problem.boxes.empty() && problem.sea == 0;
    double first = known_safe > 0 || all_settled ? 0.0 : 1.0;
    double second = known_safe > 1 || all_settled ? 0.0 : 1.0;
    const auto offer = [&](const Odds& odds, std::int32_t cells) {
        const double mine = odds.mine_probability;
        if (mine < first) {
            second = cells > 1 ? mine : first;
            first = mine;
        } else if (mine < second) {
            second = mine;
        }
    };
    for (std::size_t b = 0; b < problem.boxes.size(); ++b) {
        offer(counting.box(static_cast<std::int32_t>(b)), problem.boxes[b].size);
    }
    if (problem.sea > 0) {
        offer(counting.sea(), problem.sea);
    }
    after.safest = 1.0 - first;
    after.second = 1.0 - second;
}

}  // namespace sapper
