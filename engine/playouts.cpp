#include "playouts.hpp"

#include <algorithm>
#include <cmath>

#include "expert.hpp"
#include "policy.hpp"

namespace sapper {

namespace {

// Any will do: what is drawn has to be the same on every machine, and to differ from game to game of one guess.
constexpr std::uint64_t seed = 0x5A99E2;
constexpr std::uint64_t draws_a_playout = std::uint64_t{1} << 32;

// Where nearly all is mines, hardly a layout has none at a given cell: drawing until one has counts, too, or it might
// not end. A state takes as long as so many cells of a layout.
constexpr int cells_a_state = 16;

void spend_on_another_draw(const Grid& grid, Budget& budget) {
    budget.spend(static_cast<std::uint64_t>(1 + grid.cell_count() / cells_a_state));
}

}  // namespace

Playout::Playout() : player_(std::make_unique<Expert>(constants_for_playouts())) {}

Playout::~Playout() = default;

double Playout::chance_to_win(const Knowledge& from, Place guess, std::span<const std::uint8_t> layout,
                              std::uint64_t draws, Budget& budget) {
    position_.knowledge = from;
    layout_.assign(layout.begin(), layout.end());
    draws_ = draws;
    known_safe_.clear();
    open(guess);
    double chance = 1.0;
    while (!is_won_by_certain_cells(budget)) {
        const Decision decision = player_->decide(position_, budget);
        if (decision.solved()) {
            return chance * decision.share_won();
        }
        chance *= 1.0 - odds_of(position_, decision.place).mine_probability;
        make_safe(decision.place, budget);
        open(decision.place);
    }
    return chance;
}

// Opens all that is certain. Where the game goes on, the position is counted.
bool Playout::is_won_by_certain_cells(Budget& budget) {
    Knowledge& knowledge = position_.knowledge;
    while (true) {
        while (!known_safe_.empty()) {
            const Place cell = known_safe_.back();
            known_safe_.pop_back();
            if (knowledge.is_hidden(cell)) {
                open(cell);
            }
        }
        if (knowledge.unknown_count() == knowledge.mines_left()) {
            return true;
        }
        position_.condenser.condense(knowledge);
        position_.counting.count(position_.condenser.problem(), budget);
        collect_safe(position_, known_safe_);
        if (known_safe_.empty()) {
            return false;
        }
    }
}

void Playout::open(Place cell) {
    Knowledge& knowledge = position_.knowledge;
    is_opened_.assign(knowledge.grid().padded_size(), 0);
    opened_.assign(1, cell);
    shown_.clear();
    at(is_opened_, cell) = 1;
    for (std::size_t next = 0; next < opened_.size(); ++next) {
        const Place here = opened_[next];
        shown_.push_back(static_cast<std::int8_t>(mines_around(here)));
        for (int d = 0; shown_.back() == 0 && d < direction_count; ++d) {
            const Place beside = knowledge.grid().neighbour(here, d);
            if (at(is_opened_, beside) == 0 && knowledge.is_hidden(beside)) {
                at(is_opened_, beside) = 1;
                opened_.push_back(beside);
            }
        }
    }
    knowledge.reveal(opened_, shown_);
    knowledge.move_newly_safe(known_safe_);
    knowledge.clear_changed();
}

int Playout::mines_around(Place cell) const {
    const Grid& grid = position_.knowledge.grid();
    int mines = 0;
    for (int d = 0; d < direction_count; ++d) {
        const Place beside = grid.neighbour(cell, d);
        if (position_.knowledge.state(beside) != CellState::outside) {
            mines += layout_[static_cast<std::size_t>(grid.flat_index(beside))];
        }
    }
    return mines;
}

void Playout::make_safe(Place cell, Budget& budget) {
    const auto index = static_cast<std::size_t>(position_.knowledge.grid().flat_index(cell));
    if (layout_[index] == 0) {
        return;
    }
    Sampler sampler(position_, budget);
    while (layout_[index] != 0) {
        spend_on_another_draw(position_.knowledge.grid(), budget);
        sampler.draw(seed, draws_++, layout_);
    }
}

Place Playouts::best(const Workspace& counted, std::span<const GuessCandidate> candidates) {
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
        // What was seen so far decides.
        judge();
    }
    return leader().place;
}

void Playouts::find_contenders(std::span<const GuessCandidate> candidates) {
    std::vector<GuessCandidate> by_score(candidates.begin(), candidates.end());
    std::sort(by_score.begin(), by_score.end(), [](const GuessCandidate& a, const GuessCandidate& b) {
        return std::pair(-a.score, a.place) < std::pair(-b.score, b.place);
    });
    contenders_.clear();
    for (const GuessCandidate& candidate : by_score) {
        const double lead = constants_.lead_of_score * std::log(candidate.score / by_score.front().score);
        if (contenders_.empty() || (contenders_.size() < constants_.contenders && lead > -constants_.farthest_behind)) {
            contenders_.push_back({candidate.place, 1.0 - candidate.mine_probability, lead, 0.0, lead, false});
        }
    }
}

// One layout, or as near to it as can be where a contender is a mine in it: what differs between contenders is then what
// they lead to, and not what was drawn.
void Playouts::play(const Workspace& counted, Sampler& sampler, Budget& budget) {
    const Grid& grid = counted.knowledge.grid();
    const std::uint64_t first_draw = static_cast<std::uint64_t>(played_) * draws_a_playout;
    layout_.resize(static_cast<std::size_t>(grid.cell_count()));
    chances_.assign(contenders_.size(), 0.0);
    for (std::size_t c = 0; c < contenders_.size(); ++c) {
        const Contender& contender = contenders_[c];
        if (contender.is_out && c != 0) {    // all are measured by the first one
            continue;
        }
        const auto index = static_cast<std::size_t>(grid.flat_index(contender.place));
        std::uint64_t draw = first_draw;
        sampler.draw(seed, draw++, layout_);
        while (layout_[index] != 0) {
            spend_on_another_draw(grid, budget);
            sampler.draw(seed, draw++, layout_);
        }
        chances_[c] = contender.safety * playout_.chance_to_win(counted.knowledge, contender.place, layout_,
                                                                first_draw + draws_a_playout / 2, budget);
    }
    ++played_;
    sum_of_first_ += chances_.front();
    for (std::size_t c = 0; c < contenders_.size(); ++c) {
        contenders_[c].sum_of_leads += contenders_[c].is_out ? 0.0 : chances_[c] - chances_.front();
    }
}

// What the scores lead to expect and what was seen, weighed by how far each may be trusted. Who is too far behind is out.
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
    return std::count_if(contenders_.begin(), contenders_.end(), [](const Contender& each) { return !each.is_out; }) == 1;
}

const Playouts::Contender& Playouts::leader() const {
    return *std::max_element(contenders_.begin(), contenders_.end(), [](const Contender& a, const Contender& b) {
        return std::pair(!a.is_out, a.lead) < std::pair(!b.is_out, b.lead);
    });
}

double Playouts::chance_of(Place place, double by_score) const {
    if (played_ == 0) {
        return by_score;
    }
    // What the leader's own playouts came to; a lead over the first one leans on the scores, and the first may be far off.
    const Contender& best = leader();
    const double chance_of_best = (sum_of_first_ + best.sum_of_leads) / played_;
    const auto own = std::find_if(contenders_.begin(), contenders_.end(),
                                  [place](const Contender& contender) { return contender.place == place; });
    // One that was left out early was not played on: its lead may be out of date.
    const double behind = own == contenders_.end() ? 0.0 : std::max(0.0, best.lead - own->lead);
    const double chance = own == contenders_.end() ? std::min(by_score, chance_of_best) : chance_of_best - behind;
    return std::clamp(chance, 0.0, 1.0);
}

}  // namespace sapper
