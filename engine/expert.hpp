// Where nothing is certain, the `expert` player's choice.
#pragma once

#include <vector>

#include "endgame.hpp"
#include "expert_constants.hpp"
#include "lookahead.hpp"
#include "policy.hpp"
#include "toss_ups.hpp"

namespace sapper {

struct GuessCandidate {
    Place place = no_place;
    double mine_probability = 1.0;
    double credit = 1.0;
    double score = 0.0;
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
    Decision decide(Workspace& counted);

    // What the last decision compared, if it was not solved; those given up early have an upper bound for a score.
    const std::vector<GuessCandidate>& compared() const { return candidates_; }

private:
    bool solve(const Workspace& counted, Decision& decision);
    void find_candidates(const Workspace& counted);
    void add_sea_candidates(const Workspace& counted, double mine_probability);
    double score(const Workspace& counted, const GuessCandidate& candidate, double to_beat);
    double chance_after(const After& after) const;

    ExpertConstants constants_;
    LayoutTable layouts_;
    EndgameSearch endgame_;
    Lookahead lookahead_;
    TossUpFinder toss_ups_;
    std::vector<double> credit_;
    std::vector<GuessCandidate> candidates_;
};

}  // namespace sapper
