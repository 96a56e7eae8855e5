// Where nothing is certain, the `expert` player's choice: the cell that leads to the most wins.
//
//   1. Where the rest of the game is small it is searched to its end, and play is optimal.
//   2. Elsewhere the cells near the safest are compared. Each is credited with the pockets and toss-ups it settles: a
//      risk that would have to be taken later anyway is no reason against a cell. For every number it may show, the
//      position after it is counted and judged.
//   3. Towards the end more can be afforded: a search that tries only the safer cells, or, where there are too many
//      layouts for that, the best candidates played out many times.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "expert/constants.hpp"
#include "expert/decision.hpp"
#include "expert/endgame.hpp"
#include "expert/lookahead.hpp"
#include "expert/playouts.hpp"
#include "expert/pockets.hpp"
#include "expert/toss_ups.hpp"

namespace sapper {

class ExpertGuesser : public Guesser {
public:
    explicit ExpertGuesser(const ExpertConstants& constants);

    // `counted` is counted and has no certainly safe cell. Looking ahead takes its states from the budget; where that
    // ends, what was compared so far decides.
    Decision decide(const Workspace& counted, Budget& budget) override;
    Decision decide(const Workspace& counted) {
        Budget budget(constants_.lookahead_states);
        return decide(counted, budget);
    }

    // What the last decision compared, if it was not solved.
    const std::vector<GuessCandidate>& compared() const { return candidates_; }

    // The chance to win with a candidate of the last decision.
    double win_chance(const Workspace& counted, const Decision& decision, const GuessCandidate& candidate) const;

private:
    bool solve(const Workspace& counted, Decision& decision);
    void credit_unavoidable(const Workspace& counted, Budget& budget);
    void credit_pockets(const Workspace& counted);
    void credit_toss_ups(const Workspace& counted, Budget& budget);
    void find_candidates(const Workspace& counted);
    std::vector<Cell> sea_cells_worth_a_look(const Workspace& counted) const;
    void look_ahead(const Workspace& counted, Budget& budget, Decision& decision);
    double score(const GuessCandidate& candidate, double to_beat, Budget& budget);
    double chance_after(const After& after) const;
    bool search(const Workspace& counted, std::int64_t most_layouts, std::int64_t budget, double share_of_safest,
                DecidedBy searching, Decision& decision);
    bool search_narrowly(const Workspace& counted, Decision& decision);
    void play_out(const Workspace& counted, Decision& decision);

    ExpertConstants constants_;
    LayoutTable layouts_;
    EndgameSearch endgame_;
    Lookahead lookahead_;
    PocketFinder pockets_;
    TossUpFinder toss_ups_;
    std::unique_ptr<Playouts> playouts_;   // none where nothing is to be played out
    std::vector<std::uint8_t> in_pocket_;  // per front
    std::vector<double> credit_;           // per cell
    std::vector<GuessCandidate> candidates_;
};

}  // namespace sapper
