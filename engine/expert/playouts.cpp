#include "expert/playouts.hpp"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

// Arbitrary, but draws must be the same on every machine, and differ between the games of one guess.
constexpr std::uint64_t seed = 0x5A99E2;
constexpr std::uint64_t draws_per_playout = std::uint64_t{1} << 32;

}  // namespace

double Playout::chance_to_win(const Knowledge& from, std::span<const Cell> first, std::span<const std::uint8_t> layout,
                              Draws draws, Budget& budget) {
    game_.begin(from, layout, draws);
    for (const Cell cell : first) {
        if (game_.position().knowledge.is_hidden(cell)) {  // not yet opened with the region of another
            game_.open(cell);
        }
    }
    double chance = 1.0;
    while (game_.needs_guess(budget)) {
        const Decision decision = player_->decide(game_.position(), budget).value();  // some safe cell is still hidden
        if (decision.solved()) {
            return chance * decision.share_won();
        }
        chance *= game_.survive(decision.cell, budget);
    }
    return chance;
}

Cell Playouts::best(const Workspace& counted, std::span<const GuessCandidate> candidates) {
    find_contenders(candidates);
    played_ = 0;
    sum_of_first_ = 0.0;
    drawn_from_.knowledge = counted.knowledge;
    drawn_from_.condenser.condense(drawn_from_.knowledge);
    Budget budget(constants_.playout_states);
    try {
        Sampler sampler(drawn_from_, budget);
        int next_look = constants_.first_playouts;
        while (played_ < constants_.playouts && !is_decided()) {
            play(counted, sampler, budget);
            if (played_ == next_look || played_ == constants_.playouts) {
                judge();
                next_look = 2 * played_;
            }
        }
    } catch (const BudgetExceeded&) {
        judge();  // by what was seen so far
    }
    return leader().cell;
}

void Playouts::find_contenders(std::span<const GuessCandidate> candidates) {
    std::vector<GuessCandidate> by_lead(candidates.begin(), candidates.end());
    std::sort(by_lead.begin(), by_lead.end(), [](const GuessCandidate& a, const GuessCandidate& b) {
        return std::pair(-a.lead, a.cell) < std::pair(-b.lead, b.cell);
    });
    contenders_.clear();
    for (const GuessCandidate& candidate : by_lead) {
        const double lead = candidate.lead - by_lead.front().lead;
        if (contenders_.empty() || (contenders_.size() < constants_.contenders && lead > -constants_.farthest_behind)) {
            contenders_.push_back({candidate.cell, 1.0 - candidate.mine_probability, lead, 0.0, lead, false});
        }
    }
}

// All contenders on one layout, or the next drawn one in which the contender is safe: then contenders differ by what
// they lead to, not by what was drawn.
void Playouts::play(const Workspace& counted, Sampler& sampler, Budget& budget) {
    const Grid& grid = counted.knowledge.grid();
    const std::uint64_t first_draw = static_cast<std::uint64_t>(played_) * draws_per_playout;
    layout_.resize(static_cast<std::size_t>(grid.cell_count()));
    chances_.assign(contenders_.size(), 0.0);
    for (std::size_t c = 0; c < contenders_.size(); ++c) {
        const Contender& contender = contenders_[c];
        if (contender.is_out && c != 0) {  // the first is the reference for all
            continue;
        }
        Draws first_draws{seed, first_draw};
        const int index = grid.flat_index(contender.cell);
        draw_until_safe(sampler, std::span(&index, 1), first_draws, layout_, budget);
        const Draws further_draws{seed, first_draw + draws_per_playout / 2};
        chances_[c] = contender.safety * playout_.chance_to_win(counted.knowledge, std::span(&contender.cell, 1),
                                                                layout_, further_draws, budget);
    }
    ++played_;
    sum_of_first_ += chances_.front();
    for (std::size_t c = 0; c < contenders_.size(); ++c) {
        contenders_[c].sum_of_leads += contenders_[c].is_out ? 0.0 : chances_[c] - chances_.front();
    }
}

// Combines what the scores predict with what was seen, each weighted by its precision, and drops contenders too far
// behind.
void Playouts::judge() {
    const double trust_in_score = 1.0 / (constants_.lead_blur * constants_.lead_blur);
    const double trust_in_a_playout = 1.0 / (constants_.playout_blur * constants_.playout_blur);
    for (Contender& contender : contenders_) {
        if (!contender.is_out) {
            contender.lead = (contender.expected_lead * trust_in_score + contender.sum_of_leads * trust_in_a_playout) /
                             (trust_in_score + played_ * trust_in_a_playout);
        }
    }
    const double blur = 1.0 / std::sqrt(trust_in_score + played_ * trust_in_a_playout);
    const double too_far_behind = leader().lead - constants_.blurs_behind * blur;
    for (Contender& contender : contenders_) {
        contender.is_out = contender.is_out || contender.lead < too_far_behind;
    }
}

bool Playouts::is_decided() const {
    return std::count_if(contenders_.begin(), contenders_.end(), [](const Contender& each) { return !each.is_out; }) ==
           1;
}

const Playouts::Contender& Playouts::leader() const {
    return *std::max_element(contenders_.begin(), contenders_.end(), [](const Contender& a, const Contender& b) {
        return std::pair(!a.is_out, a.lead) < std::pair(!b.is_out, b.lead);
    });
}

double Playouts::chance_of(Cell cell, double by_score) const {
    // The mean of the leader's own playouts. Its lead over the first depends on the scores, and the first may be far
    // off.
    const Contender& best = leader();
    const double chance_of_best = (sum_of_first_ + best.sum_of_leads) / played_;
    const auto own = std::find_if(contenders_.begin(), contenders_.end(),
                                  [cell](const Contender& contender) { return contender.cell == cell; });
    // A contender dropped early was not played any further: its lead may be out of date.
    const double behind = own == contenders_.end() ? 0.0 : std::max(0.0, best.lead - own->lead);
    const double chance = own == contenders_.end() ? std::min(by_score, chance_of_best) : chance_of_best - behind;
    return std::clamp(chance, 0.0, 1.0);
}

}  // namespace sapper
