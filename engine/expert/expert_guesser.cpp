#include "expert/expert_guesser.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sapper {

namespace {

// Scores this close are equal but for rounding: the first is kept, on every machine.
bool is_clearly_better(double score, double than) {
    constexpr double clearly = 1.0 + 1e-9;
    return score > than * clearly;
}

Cell best_by_score(const std::vector<GuessCandidate>& compared) {
    const GuessCandidate* best = &compared.front();
    for (const GuessCandidate& candidate : compared) {
        best = is_clearly_better(candidate.score, best->score) ? &candidate : best;
    }
    return best->cell;
}

double best_score_of(const std::vector<GuessCandidate>& compared) {
    const auto by_score = [](const GuessCandidate& a, const GuessCandidate& b) { return a.score < b.score; };
    return std::max_element(compared.begin(), compared.end(), by_score)->score;
}

}  // namespace

ExpertGuesser::ExpertGuesser(const ExpertConstants& constants) : constants_(constants) {
    if (constants.playouts >= constants.first_playouts) {
        playouts_ = std::make_unique<Playouts>(constants, std::make_unique<ExpertGuesser>(constants_for_playouts()));
    }
}

std::optional<Decision> ExpertGuesser::decide(const Workspace& counted, Budget& budget) {
    compared_.clear();
    judged_.clear();
    const std::optional<Guess> safest = safest_guess(counted);
    if (!safest) {
        return std::nullopt;
    }
    if (const std::optional<Decision> solved = solve(counted)) {
        return solved;
    }
    const Credits credits = credits_for_toss_ups(counted, budget);
    compared_ = look_ahead(counted, candidates_near(*safest, counted, credits), budget);
    if (compared_.empty()) {
        return Decision{safest->cell, DecidedBy::safety};
    }
    lead_by_score(compared_);
    Decision decision{best_by_score(compared_), DecidedBy::lookahead};
    if (may_judge(counted)) {
        decision = {judge(counted, *safest, compared_), DecidedBy::judge};
    }
    if (const std::optional<Cell> best = play_out(counted, compared_)) {
        decision = {*best, DecidedBy::playouts};
    }
    return decision;
}

// Nothing if the position has more layouts or needs a longer search.
std::optional<Decision> ExpertGuesser::solve(const Workspace& counted) {
    // The estimate may be off in its last bits: the table decides.
    constexpr double rounding = 0.001;
    const std::int64_t most_layouts = constants_.search_layouts;
    if (most_layouts < 1 || counted.counting.log2_layouts() > std::log2(static_cast<double>(most_layouts)) + rounding ||
        !layouts_.write_out(counted, static_cast<std::size_t>(most_layouts))) {
        return std::nullopt;
    }
    try {
        const EndgameSearch::Result result =
            endgame_.search(layouts_, counted.knowledge.grid(), static_cast<std::uint64_t>(constants_.search_budget));
        return Decision{result.best.value(), DecidedBy::search, result.won, result.layouts};
    } catch (const BudgetExceeded&) {
        return std::nullopt;
    }
}

// An unavoidable guess loses nothing now that it would not lose later: a cell that settles it is not charged for it,
// while all other cells leave it to be made. Dividing by its chance of success is equivalent to multiplying all others
// by it. A toss-up is settled by opening one of its two cells, or one of its enablers.
//
// They take at most half of the budget: the other half is left for the lookahead.
ExpertGuesser::Credits ExpertGuesser::credits_for_toss_ups(const Workspace& counted, Budget& budget) {
    Budget half = budget.half();
    try {
        toss_ups_.find(counted, constants_.least_toss_up, constants_.most_enablers, half);
    } catch (const BudgetExceeded&) {
        // The ones found so far count.
    }
    budget.spend(half.spent());
    Credits credits(counted.knowledge.grid().padded_size(), 1.0);
    for (const TossUp& toss_up : toss_ups_.found()) {
        const double credit = 1.0 / (1.0 - toss_up.lost);
        at(credits, toss_up.one) *= credit;
        at(credits, toss_up.other) *= credit;
        for (const Cell enabler : toss_up.enablers) {
            at(credits, enabler) *= credit;
        }
    }
    return credits;
}

// The safest cell and those near it, toss-ups considered: the best of them first.
std::vector<GuessCandidate> ExpertGuesser::candidates_near(const Guess& safest, const Workspace& counted,
                                                           const Credits& credits) const {
    std::vector<GuessCandidate> candidates{{safest.cell, safest.mine_probability, at(credits, safest.cell)}};
    const double safe_enough = (1.0 - safest.mine_probability) * constants_.candidate_share;
    const auto offer = [&](Cell cell, double mine_probability) {
        const GuessCandidate candidate{cell, mine_probability, at(credits, cell)};
        if (mine_probability < 1.0 && cell != safest.cell && candidate.credited_safety() >= safe_enough) {
            candidates.push_back(candidate);
        }
    };
    for (const Cell cell : counted.condenser.cells()) {
        offer(cell, counted.counting.box(counted.condenser.box_of(cell)).mine_probability);
    }
    for (const Cell cell : sea_cells_worth_a_look(counted)) {
        offer(cell, counted.counting.sea().mine_probability);
    }
    std::sort(candidates.begin(), candidates.end(), [](const GuessCandidate& a, const GuessCandidate& b) {
        return std::pair(-a.credited_safety(), a.cell) < std::pair(-b.credited_safety(), b.cell);
    });
    return candidates;
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

// Scores the candidates in order. Those whose turn does not come within the budget are left out.
std::vector<GuessCandidate> ExpertGuesser::look_ahead(const Workspace& counted, std::vector<GuessCandidate> candidates,
                                                      Budget& budget) {
    const double share_to_beat = share_of_best_that_matters();
    double best_score = 0.0;
    std::size_t scored = 0;
    lookahead_.begin(counted);
    try {
        for (GuessCandidate& candidate : candidates) {
            candidate.score = score(candidate, best_score * share_to_beat, budget);
            if (is_clearly_better(candidate.score, best_score)) {
                best_score = candidate.score;
            }
            ++scored;
        }
    } catch (const BudgetExceeded&) {
        // What was compared so far decides.
    }
    candidates.resize(scored);
    return candidates;
}

// A candidate that the judge or playouts might still prove best is scored in full.
double ExpertGuesser::share_of_best_that_matters() const {
    if (constants_.judged_share > 0.0) {
        return constants_.judged_share;
    }
    return playouts_ == nullptr ? 1.0 : Playouts::least_share_of_best_score(constants_);
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

void ExpertGuesser::lead_by_score(std::vector<GuessCandidate>& compared) const {
    const double best = best_score_of(compared);
    for (GuessCandidate& candidate : compared) {
        candidate.lead = constants_.lead_of_score * std::log(candidate.share_of(best));
    }
}

// The judge is made for boards of usual size.
bool ExpertGuesser::may_judge(const Workspace& counted) const {
    return constants_.judged_share > 0.0 && counted.knowledge.grid().cell_count() <= constants_.judged_cells;
}

// Of the candidates with a score near the best, the one that leads by the judge. All leads are over that one; the other
// candidates keep theirs by score, which are far behind.
Cell ExpertGuesser::judge(const Workspace& counted, const Guess& safest, std::vector<GuessCandidate>& compared) {
    const Grid& grid = counted.knowledge.grid();
    const double best_score = best_score_of(compared);
    unsettled_.read(counted);
    std::vector<GuessCandidate*> near_best;
    for (GuessCandidate& candidate : compared) {
        const double share = candidate.share_of(best_score);
        // The best itself is always near it, even if no other may be.
        if (share == 1.0 || candidate.score > best_score * constants_.judged_share) {
            const int index = unsettled_.index(grid.row(candidate.cell), grid.column(candidate.cell));
            judged_.push_back(
                {index, traits_of(candidate, unsettled_, index, best_score, 1.0 - safest.mine_probability), 0.0});
            near_best.push_back(&candidate);
        }
    }
    logit_ = judge_.judge(unsettled_, judged_);
    const auto by_lead = [](const Judge::Candidate& a, const Judge::Candidate& b) { return a.lead < b.lead; };
    const auto best = std::max_element(judged_.begin(), judged_.end(), by_lead);
    for (std::size_t i = 0; i < judged_.size(); ++i) {
        near_best[i]->lead = judged_[i].lead - best->lead;
    }
    return near_best[static_cast<std::size_t>(best - judged_.begin())]->cell;
}

// Nothing if no other candidate comes close, or if a single playout takes too long.
std::optional<Cell> ExpertGuesser::play_out(const Workspace& counted, const std::vector<GuessCandidate>& compared) {
    if (playouts_ == nullptr || compared.size() < 2 ||
        counted.counting.log2_layouts() > constants_.playout_log2_layouts) {
        return std::nullopt;
    }
    const Cell best = playouts_->best(counted, compared);
    return playouts_->count() > 0 ? std::optional(best) : std::nullopt;
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
