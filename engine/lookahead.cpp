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
    const Problem& problem = workspace_.condenser.problem();
    const Counting& counting = workspace_.counting;
    after.probability = std::exp2(counting.log2_layouts() - before.counting.log2_layouts());
    after.unknown = workspace_.knowledge.unknown_count();
    std::vector<Place>& safe = workspace_.places;
    safe.clear();
    workspace_.knowledge.move_newly_safe(safe);
    after.has_safe = !safe.empty();
    double first = 1.0;
    double second = 1.0;
    const auto offer = [&](const Odds& odds, std::int32_t cells) {
        after.has_safe = after.has_safe || odds.verdict == Verdict::safe;
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
    const bool done = problem.boxes.empty() && problem.sea == 0;
    after.has_safe = after.has_safe || done;
    after.safest = 1.0 - first;
    after.second = 1.0 - second;
    return true;
}

}  // namespace sapper
