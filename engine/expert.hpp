// Where nothing is certain, the `expert` player's choice.
#pragma once

#include <vector>

#include "endgame.hpp"
#include "expert_constants.hpp"
#include "lookahead.hpp"
#include "policy.hpp"

namespace sapper {

struct GuessCandidate {
    Place place = no_place;
    double mine_probability = 1.0;
    double score = 0.0;
};

struct Decision {
    Place place = no_place;
    bool solved = false;
};

class Expert {
public:
    explicit Expert(const ExpertConstants& constants) : constants_(constants) {}

    // `counted` is counted and has no certainly safe cell.
    Decision decide(Workspace& counted);

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
    std::vector<GuessCandidate> candidates_;
};

}  // namespace sapper
