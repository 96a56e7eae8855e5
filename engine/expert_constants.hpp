// The numbers that the `expert` player is tuned by, all in one place, each with the experiment that set it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sapper {

struct ExpertConstants {
    std::int64_t search_layouts = 1'000;
    std::int64_t search_budget = 20'000;
    std::int64_t lookahead_states = 4'000'000;
    double candidate_share = 0.85;
    std::size_t sea_candidates = 12;
    double least_toss_up = 0.02;
    int most_enablers = 3;
    double best_share = 0.5;
    double safety_power = 1.0;
};

constexpr std::int64_t visits_a_layout = 20;

// How the budget of a move is spent: so many layouts may be looked at in the tree of one position, and a position is
// searched if its own layouts are few enough for that to suffice as a rule.
inline ExpertConstants constants_for_budget(std::int64_t budget) {
    ExpertConstants constants;
    constants.search_budget = budget;
    constants.search_layouts = budget / visits_a_layout;
    return constants;
}

}  // namespace sapper
