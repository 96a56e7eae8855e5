#include "expert.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

Decision Expert::decide(Workspace& counted) {
    Decision decision;
    if (solve(counted, decision)) {
        return decision;
    }
    if (constants_.experiment == 0) {
        decision.place = choose_guess(counted).place;
        return decision;
    }
    find_candidates(counted);
    double best = -1.0;
    for (GuessCandidate& candidate : candidates_) {
        candidate.score = score(counted, candidate, best);
        if (candidate.score > best) {
            best = candidate.score;
            decision.place = candidate.place;
        }
    }
    return decision;
}

bool Expert::solve(const Workspace& counted, Decision& decision) {
    // Rounding may blur the last bits of the estimate: the table has the last word.
    constexpr double blur = 0.001;
    if (counted.counting.log2_layouts() > std::log2(static_cast<double>(constants_.search_layouts)) + blur ||
        !layouts_.write_out(counted, static_cast<std::size_t>(constants_.search_layouts))) {
        return false;
    }
    try {
        const EndgameSearch::Result result =
            endgame_.search(layouts_, counted.knowledge.grid(), static_cast<std::uint64_t>(constants_.search_budget));
        decision.place = result.best;
        decision.solved = true;
        return true;
    } catch (const BudgetExceeded&) {
        return false;
    }
}

void Expert::find_candidates(const Workspace& counted) {
    candidates_.clear();
    const Problem& problem = counted.condenser.problem();
    const Counting& counting = counted.counting;
    double least_mine = 1.0;
    for (std::size_t b = 0; b < problem.boxes.size(); ++b) {
        least_mine = std::min(least_mine, counting.box(static_cast<std::int32_t>(b)).mine_probability);
    }
    if (problem.sea > 0) {
        least_mine = std::min(least_mine, counting.sea().mine_probability);
    }
    const double safe_enough = (1.0 - least_mine) * constants_.candidate_share;
    for (const Place cell : counted.condenser.cells()) {
        const double mine = counting.box(counted.condenser.box_of(cell)).mine_probability;
        if (1.0 - mine >= safe_enough) {
            candidates_.push_back({cell, mine, 0.0});
        }
    }
    if (problem.sea > 0 && 1.0 - counting.sea().mine_probability >= safe_enough) {
        add_sea_candidates(counted, counting.sea().mine_probability);
    }
    std::sort(candidates_.begin(), candidates_.end(), [&](const GuessCandidate& a, const GuessCandidate& b) {
        return std::tuple(a.mine_probability, a.place) < std::tuple(b.mine_probability, b.place);
    });
}

void Expert::add_sea_candidates(const Workspace& counted, double mine_probability) {
    std::vector<std::pair<int, Place>> sea;
    for_each_sea_cell(counted, [&](Place place) { sea.emplace_back(counted.knowledge.hidden_neighbours(place), place); });
    std::sort(sea.begin(), sea.end());
    const auto most = static_cast<std::size_t>(constants_.x1);
    for (std::size_t i = 0; i < sea.size() && i < most; ++i) {
        candidates_.push_back({sea[i].second, mine_probability, 0.0});
    }
}

// The chance to survive the guess and do well after it; cut short where it can't exceed `to_beat` any more.
double Expert::score(const Workspace& counted, const GuessCandidate& candidate, double to_beat) {
    double sum = 0.0;
    double open = 1.0 - candidate.mine_probability;
    if (open <= to_beat) {
        return open;
    }
    Budget budget(0);
    lookahead_.for_each_number(counted, candidate.place, budget, [&](const After& after) {
        sum += after.probability * chance_after(after);
        open -= after.probability;
        return sum + open > to_beat;
    });
    return sum;
}

double Expert::chance_after(const After& after) const {
    if (after.has_safe) {
        return constants_.best_share + (1.0 - constants_.best_share) * (constants_.x2 > 0 ? after.second : 1.0);
    }
    return constants_.best_share * after.safest + (1.0 - constants_.best_share) * after.second;
}

}  // namespace sapper
