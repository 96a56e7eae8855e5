// The `expert` player's choice when nothing is certain: the cell that leads to the most wins.
//
//   1. If the rest of the game is small, it is searched to its end, and play is optimal.
//   2. Otherwise the cells near the safest are compared. Each gets credit for the toss-ups it settles: a risk that must
//      be taken sooner or later does not count against a cell. For every number it may show, the resulting position is
//      counted and scored.
//   3. The learned judge chooses among the candidates with the best scores.
//   4. With a larger budget, those that the judge finds best are played out.
#pragma once

#include <memory>
#include <vector>

#include "expert/constants.hpp"
#include "expert/decision.hpp"
#include "expert/endgame.hpp"
#include "expert/judge.hpp"
#include "expert/lookahead.hpp"
#include "expert/playouts.hpp"
#include "expert/toss_ups.hpp"

namespace sapper {

class ExpertGuesser : public Guesser {
public:
    explicit ExpertGuesser(const ExpertConstants& constants);

    // The lookahead takes its states from the budget; without one, from the usual budget.
    Decision decide(const Workspace& counted, Budget& budget) override;
    Decision decide(const Workspace& counted) {
        Budget budget(constants_.lookahead_states);
        return decide(counted, budget);
    }

    // What the last decision compared, unless it was solved.
    const std::vector<GuessCandidate>& compared() const { return candidates_; }

    // What the judge was told and said in the last decision: empty unless it was asked.
    const Unsettled& unsettled() const { return unsettled_; }
    const std::vector<Judge::Candidate>& judged() const { return judged_; }
    double logit() const { return logit_; }

    // The chance of winning with a candidate of the last decision.
    double win_chance(const Workspace& counted, const Decision& decision, const GuessCandidate& candidate) const;

private:
    bool solve(const Workspace& counted, Decision& decision);
    void credit_unavoidable(const Workspace& counted, Budget& budget);
    void find_candidates(const Workspace& counted);
    std::vector<Cell> sea_cells_worth_a_look(const Workspace& counted) const;
    void look_ahead(const Workspace& counted, Budget& budget, Decision& decision);
    double score(GuessCandidate& candidate, double to_beat, Budget& budget);
    double chance_after(const After& after) const;
    double chance_by_judge(const GuessCandidate& candidate) const;
    double chance_by_score(const Workspace& counted, const GuessCandidate& candidate) const;
    void lead_by_score();
    void judge(const Workspace& counted, Decision& decision);
    void play_out(const Workspace& counted, Decision& decision);

    ExpertConstants constants_;
    LayoutTable layouts_;
    EndgameSearch endgame_;
    Lookahead lookahead_;
    TossUpFinder toss_ups_;
    Judge judge_;
    Unsettled unsettled_;
    std::vector<Judge::Candidate> judged_;
    double logit_ = 0.0;                  // of the chance of winning, by the judge
    std::unique_ptr<Playouts> playouts_;  // null without playouts
    std::vector<double> credit_;          // per cell
    std::vector<GuessCandidate> candidates_;
};

}  // namespace sapper
