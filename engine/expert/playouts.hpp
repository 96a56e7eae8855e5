// How a game may continue after a guess: played to its end on layouts drawn from all that agree with the view.
//
// A game's value is the product of the chances of its guesses and the exact chance of the end that is searched. Its
// mean is the chance of winning, as for games that may be lost, but estimated from far fewer games.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "count/sampling.hpp"
#include "count/workspace.hpp"
#include "expert/constants.hpp"
#include "expert/decision.hpp"
#include "expert/surviving_game.hpp"

namespace sapper {

// One game at a time.
class Playout {
public:
    // `player` makes every guess after the first.
    explicit Playout(std::unique_ptr<Guesser> player) : player_(std::move(player)) {}

    // The estimated chance of winning after opening `first`, which are safe in the layout. `draws` are for layouts
    // needed on the way. Throws BudgetExceeded.
    double chance_to_win(const Knowledge& from, std::span<const Cell> first, std::span<const std::uint8_t> layout,
                         Draws draws, Budget& budget);

private:
    std::unique_ptr<Guesser> player_;
    SurvivingGame game_;
};

// Plays out the candidates of a guess, all on the same layouts, until one stands out.
class Playouts {
public:
    Playouts(const ExpertConstants& constants, std::unique_ptr<Guesser> player)
        : constants_(constants), playout_(std::move(player)) {}

    // Candidates with a smaller score, relative to the best, are not played out.
    static double least_share_of_best_score(const ExpertConstants& constants) {
        return std::exp(-constants.farthest_behind / constants.lead_of_score);
    }

    // The best candidate. There must be at least one, and all must be scored.
    Cell best(const Workspace& counted, std::span<const GuessCandidate> candidates);

    // How often the candidates of the last decision were played out.
    int count() const { return played_; }

    // The chance of winning with a candidate of the last decision; for one that was not played out, at most that of the
    // best.
    double chance_of(Cell cell, double by_score) const;

private:
    struct Contender {
        Cell cell = 0;
        double safety = 0.0;
        double expected_lead = 0.0;  // over the first, by the scores alone
        double sum_of_leads = 0.0;   // over the first, on the same layouts
        double lead = 0.0;           // over the first, by both
        bool is_out = false;
    };

    void find_contenders(std::span<const GuessCandidate> candidates);
    void play(const Workspace& counted, Sampler& sampler, Budget& budget);
    void judge();
    bool is_decided() const;
    const Contender& leader() const;

    ExpertConstants constants_;
    Playout playout_;
    Workspace drawn_from_;
    std::vector<Contender> contenders_;  // ordered by score
    std::vector<double> chances_;        // on one layout, per contender
    std::vector<std::uint8_t> layout_;
    int played_ = 0;
    double sum_of_first_ = 0.0;  // chances of the first contender
};

}  // namespace sapper
