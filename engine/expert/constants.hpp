// The tuned numbers of the `expert` player, all in one place, each with the experiment that set it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sapper {

// Candidates with a score above this share of the best are what the judge learned to compare.
constexpr double judged_share_in_training = 0.84;

// Experiments at 16x30/99; gains in percentage points of the win rate with 95 % intervals. docs/expert.md has the whole
// story, and each constant by itself, phase by phase and from both starts: no other value tried is better beyond noise.
// `make one-step` builds the program that repeats the one-step comparisons.
struct ExpertConstants {
    // Searching positions of at most 1,000 layouts: +1.78 +- 0.29 (20,000 games) over no search. At most 10,000, instead
    // of 1,000: +0.040 +- 0.007; 30,000: another +0.020 +- 0.007; 100,000: another +0.019 +- 0.008, for twice the cost of
    // 50,000 (19,600, 10,400 and 6,700 games from an opening of the one-step comparison, with the judge).
    std::int64_t search_layouts = 50'000;
    std::int64_t search_budget = 1'000'000;

    // States of all counts of one decision. Only a bound for the widest fronts: a usual decision takes a thousandth.
    std::int64_t lookahead_states = 4'000'000;

    // Cells are compared if their safety, toss-ups considered, is at least this share of the safest cell's. 0.95: -0.338
    // +- 0.204 from a safe corner; 0.7: +0.019 +- 0.015, but -0.009 +- 0.017 from an opening (one step).
    double candidate_share = 0.85;

    // Cells of the sea to compare. 4: -0.004 +- 0.006; 40: -0.001 +- 0.014 from a safe corner (4,400 games, one step).
    std::size_t sea_candidates = 12;

    // In addition, cells of the sea beside a front with at most so many hidden neighbours. None: -0.093 +- 0.081 from a
    // safe corner, before the first opening; all: +0.010 +- 0.023 (907 and 3,500 games, one step).
    int most_hidden_beside_front = 5;

    // Toss-ups less likely than this to be lost are ignored, and so are those that need more enablers. Credit for
    // toss-ups: +0.105 +- 0.023 from an opening, besides the judge (7,200 games of the one-step comparison).
    double least_toss_up = 0.02;
    int most_enablers = 3;

    // The weight of the safest cell after a guess; the second safest has the rest. 0.5 against 0.8: +0.06 +- 0.13. A
    // logistic fit of 180,000 outcomes gives the two about equal weight.
    double best_share = 0.5;

    // The judge has learned with power 2. With it, 1 where at most 440 cells are unknown: -0.057 +- 0.148 from a safe
    // corner, +0.072 +- 0.191 from an opening; 1 before: -0.056 +- 0.325 and +0.009 +- 0.037 (one step).
    double safety_power = 2.0;

    // The learned judge compares candidates whose score is above this share of the best; 0: it is not asked. Without
    // playouts, against the expert before it (48 playouts, no judge), whole games with their luck removed: +0.267 +-
    // 0.079 from an opening (70,000 games) at 0.58 times the cost. On boards far larger than those it learned from, it
    // is never asked.
    double judged_share = judged_share_in_training;
    int judged_cells = 4'096;

    // With a larger budget, candidates that the judge finds best are played out. Fewer than `first_playouts` tell nothing
    // beyond the judge: 48 of them +0.028 +- 0.047 at twice the cost (28,000 games from an opening, luck removed), while
    // 480 of 6 candidates up to 2^40 layouts gained +0.081 +- 0.056 (1,409 games of the one-step comparison). With
    // endgames of 500,000 layouts searched besides, +0.060 +- 0.040 (2,058 games), none of it above 2^25 layouts.
    int playouts = 48;
    int first_playouts = 96;  // then, and at each doubling, candidates too far behind are dropped
    double playout_log2_layouts = 27.0;
    std::size_t contenders = 6;

    // How much a score tells about the chance of winning: the slope of the chance in the logarithm of the score, from
    // 224,000 guesses whose other candidates were played out on the same layout (0.27 to 0.34 in all phases of the
    // game). How much true leads deviate from the judge's: 0.01, from what it leaves unexplained. The deviation of a
    // single playout: 0.12 to 0.15.
    double lead_of_score = 0.28;
    double farthest_behind = 0.03;
    double lead_blur = 0.012;
    double playout_blur = 0.14;
    double blurs_behind = 1.2;

    // States of all counts in the playouts of one guess: only a bound for wide fronts.
    std::int64_t playout_states = 2'000'000;
};

// From the score of a guess to the chance of winning the game with it, for people to read: it changes no ranking. A
// logistic fit of 64,000 guesses at 16x30/99 (safe and opening), 16x16/40 and 9x9/10, each with the product of the
// chances of all later guesses until the game was won or could be searched. It explains 39 % of their variance; in
// sixths of each level's guesses, ordered by it, it is right to 5 points, mostly to 2.
struct WinChanceFit {
    double base = 3.136;
    double log_score = 1.598;
    double density = -8.62;   // of mines among unknown cells
    double mines = -0.01222;  // per mine left
};

// How often a search usually visits each layout of its position.
constexpr std::int64_t visits_per_layout = 20;

// How the budget of a move is spent: it bounds the layouts visited in the search of one position, and a position is
// searched if it has few enough layouts for that usually to suffice. The playouts scale with it.
inline ExpertConstants constants_for_budget(std::int64_t budget) {
    constexpr ExpertConstants usual;
    constexpr double more_than_any_can_use = 1e15;
    const auto in_proportion = [&](std::int64_t amount) {
        const double share = static_cast<double>(budget) / static_cast<double>(usual.search_budget);
        return static_cast<std::int64_t>(std::min(static_cast<double>(amount) * share, more_than_any_can_use));
    };
    constexpr std::int64_t most_playouts = 10'000;
    ExpertConstants constants;
    constants.search_budget = budget;
    constants.search_layouts = budget / visits_per_layout;
    constants.playouts = static_cast<int>(std::min(most_playouts, in_proportion(usual.playouts)));
    constants.playout_states = in_proportion(usual.playout_states);
    return constants;
}

// The player inside playouts: 40.67 against 40.78 % of 4,000 surviving games (+- 0.8 each) in half the time, and
// without playouts of its own.
inline ExpertConstants constants_for_playouts() {
    ExpertConstants constants = constants_for_budget(4'000);
    constants.playouts = 0;
    constants.judged_share = 0.0;
    constants.candidate_share = 0.95;
    constants.sea_candidates = 4;
    constants.most_hidden_beside_front = 0;
    constants.least_toss_up = 1.0;  // ignores all toss-ups
    return constants;
}

}  // namespace sapper
