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
#include <optional>
#include <vector>

#include "expert/constants.hpp"
#include "expert/decision.hpp"
#include "expert/endgame.hpp"
#include "expert/judge.hpp"
#include "expert/lookahead.hpp"
#include "expert/playouts.hpp"
#include "expert/toss_ups.hpp"
#include "play/safest_guess.hpp"

namespace sapper {

class ExpertGuesser : public Guesser {
public:
    explicit ExpertGuesser(const ExpertConstants& constants);

    // The toss-ups and the lookahead take their states from the budget; without one, from the usual budget.
    std::optional<Decision> decide(const Workspace& counted, Budget& budget) override;
    std::optional<Decision> decide(const Workspace& counted) {
        Budget budget(static_cast<std::uint64_t>(constants_.lookahead_states));
        return decide(counted, budget);
    }

    // What the last decision compared; empty if it was solved, or if looking ahead took more than the budget.
    const std::vector<GuessCandidate>& compared() const { return compared_; }

    // What the judge was told and said in the last decision: empty unless it was asked.
    const Unsettled& unsettled() const { return unsettled_; }
    const std::vector<Judge::Candidate>& judged() const { return judged_; }
    double logit() const { return logit_; }

    // The chance of winning with a candidate of the last decision.
    double win_chance(const Workspace& counted, const Decision& decision, const GuessCandidate& candidate) const;

private:
    // What each cell is credited with for the toss-ups that it settles: a factor, 1 for none.
    using Credits = std::vector<double>;

    std::optional<Decision> solve(const Workspace& counted);
    Credits credits_for_toss_ups(const Workspace& counted, Budget& budget);
    std::vector<GuessCandidate> candidates_near(const Guess& safest, const Workspace& counted,
                                                const Credits& credits) const;
    std::vector<Cell> sea_cells_worth_a_look(const Workspace& counted) const;
    std::vector<GuessCandidate> look_ahead(const Workspace& counted, std::vector<GuessCandidate> candidates,
                                           Budget& budget);
    double share_of_best_that_matters() const;
    double score(GuessCandidate& candidate, double to_beat, Budget& budget);
    double chance_after(const After& after) const;
    double chance_by_judge(const GuessCandidate& candidate) const;
    double chance_by_score(const Workspace& counted, const GuessCandidate& candidate) const;
    void lead_by_score(std::vector<GuessCandidate>& compared) const;
    bool may_judge(const Workspace& counted) const;
    Cell judge(const Workspace& counted, const Guess& safest, std::vector<GuessCandidate>& compared);
    std::optional<Cell> play_out(const Workspace& counted, const std::vector<GuessCandidate>& compared);

    ExpertConstants constants_;
    LayoutTable layouts_;
    EndgameSearch endgame_;
    Lookahead lookahead_;
    TossUpFinder toss_ups_;
    Judge judge_;
    std::unique_ptr<Playouts> playouts_;  // null without playouts

    // Of the last decision.
    std::vector<GuessCandidate> compared_;
    Unsettled unsettled_;
    std::vector<Judge::Candidate> judged_;
    double logit_ = 0.0;  // of the chance of winning, by the judge
};

}  // namespace sapper
