#include "expert.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace sapper {

Decision Expert::decide(const Workspace& counted) {
    Decision decision;
    candidates_.clear();
    if (solve(counted, decision)) {
        return decision;
    }
    Budget budget(constants_.lookahead_states);
    credit_toss_ups(counted, budget);
    find_candidates(counted);
    decision.place = best_candidate(counted, budget);
    return decision;
}

bool Expert::solve(const Workspace& counted, Decision& decision) {
    // Rounding may blur the last bits of the estimate: the table has the last word.
    constexpr double blur = 0.001;
    const std::int64_t most = constants_.search_layouts;
    if (most < 1 || counted.counting.log2_layouts() > std::log2(static_cast<double>(most)) + blur ||
        !layouts_.write_out(counted, static_cast<std::size_t>(most))) {
        return false;
    }
    try {
        const EndgameSearch::Result result =
            endgame_.search(layouts_, counted.knowledge.grid(), static_cast<std::uint64_t>(constants_.search_budget));
        decision = {result.best, true, result.won, result.layouts};
        return true;
    } catch (const BudgetExceeded&) {
        return false;
    }
}

// Opening a cell of a toss-up, or one of its enablers, settles it: where the cell is safe, nothing is lost there any
// more. All other cells leave a chance of `lost` to lose later. Dividing by the chance not to, instead of multiplying
// all others by it, comes to the same.
void Expert::credit_toss_ups(const Workspace& counted, Budget& budget) {
    credit_.assign(counted.knowledge.grid().padded_size(), 1.0);
    try {
        for (const TossUp& toss_up : toss_ups_.find(counted, constants_.least_toss_up, constants_.most_enablers, budget)) {
            const double credit = 1.0 / (1.0 - toss_up.lost);
            at(credit_, toss_up.one) *= credit;
            at(credit_, toss_up.other) *= credit;
            for (const Place enabler : toss_up.enablers) {
                at(credit_, enabler) *= credit;
            }
        }
    } catch (const BudgetExceeded&) {
        credit_.assign(credit_.size(), 1.0);
    }
}

void Expert::find_candidates(const Workspace& counted) {
    const Guess safest = choose_guess(counted);
    if (safest.place == no_place) {
        return;
    }
    candidates_.push_back({safest.place, safest.mine_probability, at(credit_, safest.place), 0.0});
    const double safe_enough = (1.0 - safest.mine_probability) * constants_.candidate_share;
    const auto offer = [&](Place place, double mine_probability) {
        const GuessCandidate candidate{place, mine_probability, at(credit_, place), 0.0};
        if (mine_probability < 1.0 && place != safest.place && candidate.credited_safety() >= safe_enough) {
            candidates_.push_back(candidate);
        }
    };
    for (const Place cell : counted.condenser.cells()) {
        offer(cell, counted.counting.box(counted.condenser.box_of(cell)).mine_probability);
    }
    if (counted.condenser.problem().sea > 0) {
        // All cells of the sea are alike safe: those with the fewest hidden neighbours tell the most.
        std::vector<std::pair<int, Place>> sea;
        for_each_sea_cell(counted, [&](Place place) { sea.emplace_back(counted.knowledge.hidden_neighbours(place), place); });
        const std::size_t most = std::min(sea.size(), constants_.sea_candidates);
        std::partial_sort(sea.begin(), sea.begin() + static_cast<std::ptrdiff_t>(most), sea.end());
        for (std::size_t i = 0; i < most; ++i) {
            offer(sea[i].second, counted.counting.sea().mine_probability);
        }
    }
    std::sort(candidates_.begin(), candidates_.end(), [](const GuessCandidate& a, const GuessCandidate& b) {
        return std::pair(-a.credited_safety(), a.place) < std::pair(-b.credited_safety(), b.place);
    });
}

Place Expert::best_candidate(const Workspace& counted, Budget& budget) {
    Place best = no_place;
    double best_score = 0.0;
    try {
        for (GuessCandidate& candidate : candidates_) {
            candidate.score = score(counted, candidate, best_score, budget);
            if (candidate.score > best_score) {
                best_score = candidate.score;
                best = candidate.place;
            }
        }
    } catch (const BudgetExceeded&) {
        // What was compared so far decides; the first candidate is the safest, toss-ups considered.
    }
    return best == no_place && !candidates_.empty() ? candidates_.front().place : best;
}

// The chance to survive the guess and to do well after it; cut short where it can't exceed `to_beat` any more.
double Expert::score(const Workspace& counted, const GuessCandidate& candidate, double to_beat, Budget& budget) {
    double sum = 0.0;
    double not_looked_at = 1.0 - candidate.mine_probability;
    if (not_looked_at * candidate.credit <= to_beat) {
        return not_looked_at * candidate.credit;
    }
    lookahead_.for_each_number(counted, candidate.place, budget, [&](const After& after) {
        sum += after.probability * chance_after(after);
        not_looked_at = std::max(0.0, not_looked_at - after.probability);
        return (sum + not_looked_at) * candidate.credit > to_beat;
    });
    return (sum + not_looked_at) * candidate.credit;
}

// A position without a safe cell costs a guess now and, as a rule, more guesses after it; hence the power.
double Expert::chance_after(const After& after) const {
    const double safety = constants_.best_share * after.safest + (1.0 - constants_.best_share) * after.second;
    return std::pow(safety, constants_.safety_power);
}

}  // namespace sapper
