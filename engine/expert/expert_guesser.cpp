#include "expert/expert_guesser.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "play/safest_guess.hpp"

namespace sapper {

ExpertGuesser::ExpertGuesser(const ExpertConstants& constants) : constants_(constants) {
    if (constants.playouts >= constants.first_playouts) {
        playouts_ = std::make_unique<Playouts>(constants, std::make_unique<ExpertGuesser>(constants_for_playouts()));
    }
}

Decision ExpertGuesser::decide(const Workspace& counted, Budget& budget) {
    Decision decision;
    candidates_.clear();
    judged_.clear();
    if (solve(counted, decision)) {
        return decision;
    }
    credit_unavoidable(counted, budget);
    find_candidates(counted);
    look_ahead(counted, budget, decision);
    lead_by_score();
    judge(counted, decision);
    play_out(counted, decision);
    return decision;
}

// False if the position has more layouts or needs a longer search.
bool ExpertGuesser::solve(const Workspace& counted, Decision& decision) {
    // The estimate may be off in its last bits: the table decides.
    constexpr double rounding = 0.001;
    const std::int64_t most_layouts = constants_.search_layouts;
    if (most_layouts < 1 || counted.counting.log2_layouts() > std::log2(static_cast<double>(most_layouts)) + rounding ||
        !layouts_.write_out(counted, static_cast<std::size_t>(most_layouts))) {
        return false;
    }
    try {
        const EndgameSearch::Result result =
            endgame_.search(layouts_, counted.knowledge.grid(), static_cast<std::uint64_t>(constants_.search_budget));
        decision = {result.best, DecidedBy::search, result.won, result.layouts};
        return true;
    } catch (const BudgetExceeded&) {
        return false;
    }
}

void ExpertGuesser::lead_by_score() {
    double best_score = 0.0;
    for (const GuessCandidate& candidate : candidates_) {
        best_score = std::max(best_score, candidate.score);
    }
    for (GuessCandidate& candidate : candidates_) {
        candidate.lead = constants_.lead_of_score * std::log(candidate.score / best_score);
    }
}

// Among the candidates with a score near the best, the one that leads by the judge. All leads are over that one; the
// other candidates keep theirs by score, which are far behind.
void ExpertGuesser::judge(const Workspace& counted, Decision& decision) {
    const Grid& grid = counted.knowledge.grid();
    if (constants_.judged_share <= 0.0 || candidates_.empty() || grid.cell_count() > constants_.judged_cells) {
        return;
    }
    const auto by_score = [](const GuessCandidate& a, const GuessCandidate& b) { return a.score < b.score; };
    const double best_score = std::max_element(candidates_.begin(), candidates_.end(), by_score)->score;
    const double safest = 1.0 - safest_guess(counted).mine_probability;
    unsettled_.read(counted);
    std::vector<GuessCandidate*> near_best;
    for (GuessCandidate& candidate : candidates_) {
        if (candidate.score > best_score * constants_.judged_share) {
            const int index = unsettled_.index(grid.row(candidate.cell), grid.column(candidate.cell));
            judged_.push_back({index, traits_of(candidate, unsettled_, index, best_score, safest), 0.0});
            near_best.push_back(&candidate);
        }
    }
    logit_ = judge_.judge(unsettled_, judged_);
    const auto by_lead = [](const Judge::Candidate& a, const Judge::Candidate& b) { return a.lead < b.lead; };
    const auto best = std::max_element(judged_.begin(), judged_.end(), by_lead);
    for (std::size_t i = 0; i < judged_.size(); ++i) {
        near_best[i]->lead = judged_[i].lead - best->lead;
    }
    decision.cell = near_best[static_cast<std::size_t>(best - judged_.begin())]->cell;
    decision.decided_by = DecidedBy::judge;
}

void ExpertGuesser::play_out(const Workspace& counted, Decision& decision) {
    if (playouts_ != nullptr && candidates_.size() > 1 &&
        counted.counting.log2_layouts() <= constants_.playout_log2_layouts) {
        const Cell best = playouts_->best(counted, candidates_);
        if (playouts_->count() > 0) {  // otherwise no other came close, or a single playout takes too long
            decision = {best, DecidedBy::playouts, 0, 0};
        }
    }
}

// An unavoidable guess loses nothing now that it would not lose later: a cell that settles it is not charged for it,
// while all other cells leave it to be made. Dividing by its chance of success is equivalent to multiplying all others
// by it. A toss-up is settled by opening one of its two cells, or one of its enablers.
void ExpertGuesser::credit_unavoidable(const Workspace& counted, Budget& budget) {
    credit_.assign(counted.knowledge.grid().padded_size(), 1.0);
    try {
        toss_ups_.find(counted, constants_.least_toss_up, constants_.most_enablers, budget);
    } catch (const BudgetExceeded&) {
        // The ones found so far count.
    }
    for (const TossUp& toss_up : toss_ups_.found()) {
        const double credit = 1.0 / (1.0 - toss_up.lost);
        at(credit_, toss_up.one) *= credit;
        at(credit_, toss_up.other) *= credit;
        for (const Cell enabler : toss_up.enablers) {
            at(credit_, enabler) *= credit;
        }
    }
}

void ExpertGuesser::find_candidates(const Workspace& counted) {
    const Guess safest = safest_guess(counted);
    if (safest.cell == no_cell) {
        return;
    }
    candidates_.push_back({safest.cell, safest.mine_probability, at(credit_, safest.cell)});
    const double safe_enough = (1.0 - safest.mine_probability) * constants_.candidate_share;
    const auto offer = [&](Cell cell, double mine_probability) {
        const GuessCandidate candidate{cell, mine_probability, at(credit_, cell)};
        if (mine_probability < 1.0 && cell != safest.cell && candidate.credited_safety() >= safe_enough) {
            candidates_.push_back(candidate);
        }
    };
    for (const Cell cell : counted.condenser.cells()) {
        offer(cell, counted.counting.box(counted.condenser.box_of(cell)).mine_probability);
    }
    for (const Cell cell : sea_cells_worth_a_look(counted)) {
        offer(cell, counted.counting.sea().mine_probability);
    }
    std::sort(candidates_.begin(), candidates_.end(), [](const GuessCandidate& a, const GuessCandidate& b) {
        return std::pair(-a.credited_safety(), a.cell) < std::pair(-b.credited_safety(), b.cell);
    });
}

// All cells of the sea are equally safe. Those with the fewest hidden neighbours show a 0 most often; those beside a
// front also tell something about it.
std::vector<Cell> ExpertGuesser::sea_cells_worth_a_look(const Workspace& counted) const {
    const Knowledge& knowledge = counted.knowledge;
    const auto is_beside_a_front = [&](Cell cell) {
        for (int d = 0; d < direction_count; ++d) {
            if (counted.condenser.box_of(knowledge.grid().neighbour(cell, d)) != Condenser::no_box) {
                return true;
            }
        }
        return false;
    };
    std::vector<Cell> worth_a_look;
    std::vector<std::pair<int, Cell>> others;
    for_each_sea_cell(counted, [&](Cell cell) {
        const int hidden = knowledge.hidden_neighbours(cell);
        if (hidden <= constants_.most_hidden_beside_front && is_beside_a_front(cell)) {
            worth_a_look.push_back(cell);
        } else {
            others.emplace_back(hidden, cell);
        }
    });
    const std::size_t most = std::min(others.size(), constants_.sea_candidates);
    std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(most), others.end());
    for (std::size_t i = 0; i < most; ++i) {
        worth_a_look.push_back(others[i].second);
    }
    return worth_a_look;
}

void ExpertGuesser::look_ahead(const Workspace& counted, Budget& budget, Decision& decision) {
    if (candidates_.empty()) {
        return;
    }
    // The first candidate is the safest, toss-ups considered.
    decision.cell = candidates_.front().cell;
    // A candidate that playouts might still prove best is scored in full.
    const double share_to_beat = constants_.judged_share > 0.0 ? constants_.judged_share
                                 : playouts_ == nullptr        ? 1.0
                                                               : Playouts::least_share_of_best_score(constants_);
    // Scores this close are equal but for rounding: the first is kept, on every machine.
    constexpr double clearly = 1.0 + 1e-9;
    double best_score = 0.0;
    lookahead_.begin(counted);
    try {
        for (GuessCandidate& candidate : candidates_) {
            candidate.score = score(candidate, best_score * share_to_beat, budget);
            if (candidate.score > best_score * clearly) {
                best_score = candidate.score;
                decision.cell = candidate.cell;
            }
        }
    } catch (const BudgetExceeded&) {
        // What was compared so far decides.
    }
}

// The chance of surviving the guess and doing well afterwards; cut short once it cannot exceed `to_beat`.
double ExpertGuesser::score(GuessCandidate& candidate, double to_beat, Budget& budget) {
    double sum = 0.0;
    double not_looked_at = 1.0 - candidate.mine_probability;
    if (not_looked_at * candidate.credit <= to_beat) {
        return not_looked_at * candidate.credit;
    }
    lookahead_.for_each_number(candidate.cell, budget, [&](const After& after) {
        sum += after.probability * chance_after(after);
        candidate.seen.add(after);
        not_looked_at = std::max(0.0, not_looked_at - after.probability);
        return (sum + not_looked_at) * candidate.credit > to_beat;
    });
    return (sum + not_looked_at) * candidate.credit;
}

double ExpertGuesser::win_chance(const Workspace& counted, const Decision& decision,
                                 const GuessCandidate& candidate) const {
    const double estimate = judged_.empty() ? chance_by_score(counted, candidate) : chance_by_judge(candidate);
    return decision.decided_by == DecidedBy::playouts ? playouts_->chance_of(candidate.cell, estimate) : estimate;
}

// The judge learned the value from games of a weaker player, but needs no correction: over 3,994 guesses of the expert
// (tools/calibration.py), a logistic fit of the results to it has the slope 1.01 +- 0.09 and the base +0.04 +- 0.07.
double ExpertGuesser::chance_by_judge(const GuessCandidate& candidate) const {
    const double of_best = 1.0 / (1.0 + std::exp(-logit_));
    return std::clamp(of_best + candidate.lead, 0.0, 1.0);
}

double ExpertGuesser::chance_by_score(const Workspace& counted, const GuessCandidate& candidate) const {
    constexpr WinChanceFit fit;
    const double mines = counted.knowledge.mines_left();
    const double density = mines / std::max(1, counted.knowledge.unknown_count());
    const double sum = fit.base + fit.log_score * std::log(candidate.score) + fit.density * density + fit.mines * mines;
    return candidate.score > 0.0 ? 1.0 / (1.0 + std::exp(-sum)) : 0.0;
}

// A position without a safe cell costs a guess now and usually more later; hence the power.
double ExpertGuesser::chance_after(const After& after) const {
    const double safety = constants_.best_share * after.safest + (1.0 - constants_.best_share) * after.second;
    return std::pow(safety, constants_.safety_power);
}

}  // namespace sapper
