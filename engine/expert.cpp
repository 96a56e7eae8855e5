#include "expert.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

Decision Expert::decide(Workspace& counted) {
    Decision decision;
    candidates_.clear();
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
        decision.won = result.won;
        decision.layouts = result.layouts;
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
    credit_.assign(counted.knowledge.grid().padded_size(), 1.0);
    if (constants_.experiment & 2) {
        Budget budget(0);
        for (const TossUp& toss : toss_ups_.find(counted, constants_.influence_least, 3, budget)) {
            const double factor = 1.0 / (1.0 - constants_.influence_share * toss.lost);
            at(credit_, toss.one) *= factor;
            at(credit_, toss.other) *= factor;
            if (constants_.experiment & 4) {
                for (const Place enabler : toss.enablers) {
                    at(credit_, enabler) *= factor;
                }
            }
        }
    }
    for (const Place cell : counted.condenser.cells()) {
        const double mine = counting.box(counted.condenser.box_of(cell)).mine_probability;
        if (mine < 1.0 && (1.0 - mine) * at(credit_, cell) >= safe_enough) {
            candidates_.push_back({cell, mine, at(credit_, cell), 0.0});
        }
    }
    if (problem.sea > 0 && 1.0 - counting.sea().mine_probability >= safe_enough) {
        add_sea_candidates(counted, counting.sea().mine_probability);
    }
    std::sort(candidates_.begin(), candidates_.end(), [&](const GuessCandidate& a, const GuessCandidate& b) {
        return std::tuple(-(1.0 - a.mine_probability) * a.credit, a.place) < std::tuple(-(1.0 - b.mine_probability) * b.credit, b.place);
    });
}

void Expert::add_sea_candidates(const Workspace& counted, double mine_probability) {
    std::vector<std::pair<int, Place>> sea;
    for_each_sea_cell(counted, [&](Place place) { sea.emplace_back(counted.knowledge.hidden_neighbours(place), place); });
    std::sort(sea.begin(), sea.end());
    const auto most = static_cast<std::size_t>(constants_.x1);
    for (std::size_t i = 0; i < sea.size() && i < most; ++i) {
        candidates_.push_back({sea[i].second, mine_probability, at(credit_, sea[i].second), 0.0});
    }
}

// The chance to survive the guess and do well after it; cut short where it can't exceed `to_beat` any more.
double Expert::score(const Workspace& counted, const GuessCandidate& candidate, double to_beat) {
    double sum = 0.0;
    double open = 1.0 - candidate.mine_probability;
    const double slack = constants_.x3 > 0 ? 1.15 : 1.0;
    if (open * candidate.credit * slack <= to_beat) {
        return open * candidate.credit;
    }
    Budget budget(0);
    const double before = counted.counting.log2_layouts();
    lookahead_.for_each_number(counted, candidate.place, budget, [&](const After& after) {
        double chance = chance_after(after);
        if (constants_.x3 > 0) {
            chance *= std::exp(-constants_.x3 * (after.log2_layouts - before) - constants_.x4);
        }
        sum += after.probability * chance;
        open -= after.probability;
        return (sum + open * slack) * candidate.credit > to_beat;
    });
    return sum * candidate.credit;
}

double Expert::chance_after(const After& after) const {
    if ((constants_.experiment & 8) == 0) {
        return constants_.best_share * after.safest + (1.0 - constants_.best_share) * after.second;
    }
    const double unknown = after.front_cells + after.sea;
    const double bits = after.log2_layouts / 100.0;
    const double z = 2.264 + 1.588 * after.safest + 0.965 * after.second - (after.safe_cells > 0 ? 0.189 : 0.0) +
                     0.29 * std::log1p(after.safe_cells) - 0.245 * bits - 0.1003 * after.doubt + 0.00656 * after.sea -
                     0.01122 * after.mines + 0.041 * after.front_cells - 0.088 * after.fronts -
                     10.21 * after.mines / (unknown + 1.0) - 0.066 * bits * bits - 0.529 * std::log1p(after.sea) +
                     0.43 * after.doubt / (after.front_cells + 1.0);
    return 1.0 / (1.0 + std::exp(-z));
}

}  // namespace sapper
