// Where nothing is certain, the `expert` player's choice: the cell that leads to the most wins.
//
//   1. Where the rest of the game is small it is searched to its end, and play is optimal.
//   2. Elsewhere the cells near the safest are compared. Each is credited with the pockets and toss-ups it settles: a
//      risk that would have to be taken later anyway is no reason against a cell. For every number it may show, the
//      position after it is counted and judged.
#pragma once

#include <vector>

#include "endgame.hpp"
#include "expert_constants.hpp"
#include "lookahead.hpp"
#include "pockets.hpp"
#include "policy.hpp"
#include "toss_ups.hpp"

namespace sapper {

struct GuessCandidate {
    Place place = no_place;
    double mine_probability = 1.0;
    double credit = 1.0;    // what settling pockets and toss-ups multiplies its chance by
    double score = 0.0;     // how far it leads; of a candidate given up early, an upper bound

    double credited_safety() const { return (1.0 - mine_probability) * credit; }
};

struct Decision {
    Place place = no_place;
    bool solved = false;         // by searching the rest of the game; then won of layouts are won
    std::uint64_t won = 0;
    std::uint64_t layouts = 0;
};

class Expert {
public:
    explicit Expert(const ExpertConstants& constants) : constants_(constants) {}

    // `counted` is counted and has no certainly safe cell.
    Decision decide(const Workspace& counted);

    // What the last decision compared, if it was not solved.
    const std::vector<GuessCandidate>& compared() const { return candidates_; }

    // The chance to win that a score stands for, in the position that was decided.
    static double win_chance(const Workspace& counted, double score);

private:
    bool solve(const Workspace& counted, Decision& decision);
    void credit_unavoidable(const Workspace& counted, Budget& budget);
    void credit_pockets(const Workspace& counted);
    void credit_toss_ups(const Workspace& counted, Budget& budget);
    void find_candidates(const Workspace& counted);
    std::vector<Place> sea_cells_worth_a_look(const Workspace& counted) const;
    Place best_candidate(const Workspace& counted, Budget& budget);
    double score(const GuessCandidate& candidate, double to_beat, Budget& budget);
    double chance_after(const After& after) const;

    ExpertConstants constants_;
    LayoutTable layouts_;
    EndgameSearch endgame_;
    Lookahead lookahead_;
    PocketFinder pockets_;
    TossUpFinder toss_ups_;
    std::vector<std::uint8_t> in_pocket_;    // per front
    std::vector<double> credit_;    // per place
    std::vector<GuessCandidate> candidates_;
};

}  // namespace sapper
