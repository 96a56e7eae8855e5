// The numbers that the `expert` player is tuned by, all in one place, each with the experiment that set it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sapper {

// All experiments: 16x30/99, safe start in the corner, the same 40,000 boards, paired; gains in points of the win rate
// with 95 % intervals. docs/expert.md tells the whole ladder.
struct ExpertConstants {
    // Searching positions of at most 1,000 layouts: +1.78 +- 0.29 (20,000 games) over never searching. Of 5,000, with
    // ten times the budget: +0.01 +- 0.09 more, at six times the cost.
    std::int64_t search_layouts = 1'000;
    std::int64_t search_budget = 20'000;

    // States of all counts of one decision. A bound for the widest fronts alone: a usual decision takes a thousandth.
    std::int64_t lookahead_states = 4'000'000;

    // Cells are compared if they are, toss-ups considered, this share as safe as the safest. 0.9, 0.8 and 0.7 win alike
    // (within 0.1 of each other, 10,000 games).
    double candidate_share = 0.85;

    // Of the sea, so many cells. 40, with a share of 0.8: +0.02 against 12 (40,000 games), at 1.3 times the cost.
    std::size_t sea_candidates = 12;

    // Beside those, the cells of the sea beside a front with at most so many hidden neighbours: +0.03 +- 0.06 (16,000
    // games of the finer comparison); all of them with a share of 0.75: -0.02 against these.
    int most_hidden_beside_front = 5;

    // Pockets of more layouts are not solved apart; there are hardly any. Solving pockets: +0.01 +- 0.02 (6,000 games of
    // the finer comparison).
    std::int64_t pocket_layouts = 500;

    // Toss-ups lost with less than this probability are not looked for, nor those that need more cells to be mines.
    // Credit for toss-ups: +0.02 +- 0.06 for their own cells, +0.10 +- 0.07 with their enablers.
    double least_toss_up = 0.02;
    int most_enablers = 3;

    // The weight of the safest cell after a guess, the second safest having the rest. 0.5 against 0.8: +0.06 +- 0.13.
    // A logistic fit of 180,000 outcomes gives the two about the same weight.
    double best_share = 0.5;

    // Power 3 against 2: -0.30 +- 0.14; 1.5 against 2: +0.00 +- 0.30 (6,000 games each of the finer comparison); 2
    // against 1: +0.15 +- 0.37.
    double safety_power = 2.0;
};

// From the score of a guess to the chance to win the game with it, for people to read: it changes no ranking. A logistic
// fit of 64,000 guesses at 16x30/99 (safe and opening), 16x16/40 and 9x9/10, each with the product of the chances of all
// guesses after it until the game was won or could be searched. It explains 39 % of their variance; sixths of the
// guesses of each level, ordered by it, are right to 5 points, most of them to 2.
struct WinChanceFit {
    double base = 3.136;
    double log_score = 1.598;
    double density = -8.62;        // mines over cells, of what is unknown
    double mines = -0.01222;       // for each mine that is left
};

// A search of a position looks at each of its layouts about so often, as a rule.
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
