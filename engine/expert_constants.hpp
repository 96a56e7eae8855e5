// The numbers that the `expert` player was tuned by, all in one place.
#pragma once

#include <cstdint>

namespace sapper {

struct ExpertConstants {
    std::int64_t search_layouts = 5'000;
    std::int64_t search_budget = 200'000;
    std::int64_t visits_a_layout = 20;
    double candidate_share = 0.90;
    double best_share = 0.8;
    double influence_share = 0.9;
    double influence_least = 0.02;
    int experiment = 0;
    double x1 = 0, x2 = 0, x3 = 0, x4 = 0;
};

// How the budget of a move is spent: so many layouts may be looked at in the tree of one position, and a position is
// searched if its own layouts are few enough for that to suffice as a rule.
inline ExpertConstants constants_for_budget(std::int64_t budget) {
    ExpertConstants constants;
    constants.search_budget = budget;
    constants.search_layouts = budget / constants.visits_a_layout;
    return constants;
}

}  // namespace sapper
