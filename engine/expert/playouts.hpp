// How a game may go on after a guess: played to its end on layouts drawn from all that agree with what is seen.
//
// What a game counts for is the product of its guesses' chances, times the exact chance of the end that is searched. The
// mean is the chance to win, as it would be of games that die, from far fewer of them.
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

    // The chance to win after opening `guess`, which is safe in the layout, as this way to go on tells. `draws` are for
    // the layouts that are drawn on the way. Throws BudgetExceeded.
    double chance_to_win(const Knowledge& from, Cell guess, std::span<const std::uint8_t> layout, Draws draws,
                         Budget& budget);

private:
    std::unique_ptr<Guesser> player_;
    SurvivingGame game_;
};

// The candidates of a guess, all played out on the same layouts until one stands out.
class Playouts {
public:
    Playouts(const ExpertConstants& constants, std::unique_ptr<Guesser> player)
        : constants_(constants), playout_(std::move(player)) {}

    // Candidates with a smaller score, as a share of the best one, are not played out.
    static double least_share_of_best_score(const ExpertConstants& constants) {
        return std::exp(-constants.farthest_behind / constants.lead_of_score);
    }

    // The best of the candidates, of which there are some, and which are scored.
    Cell best(const Workspace& counted, std::span<const GuessCandidate> candidates);

    // How many times each of the last decision's candidates was played out.
    int count() const { return played_; }

    // The chance to win with a candidate of the last decision, once played out; where it was not played out it is at most that of the best.
    double chance_of(Cell cell, double by_score) const;

private:
    struct Contender {
        Cell cell = 0;
        double safety = 0.0;
        double expected_lead = 0.0;  // over the first one: by the scores, before anything is played
        double sum_of_leads = 0.0;   // over the first one, on the same layouts
        double lead = 0.0;           // by both
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
    std::vector<Contender> contenders_;  // by score
    std::vector<double> chances_;        // of one layout, per contender
    std::vector<std::uint8_t> layout_;
    int played_ = 0;
    double sum_of_first_ = 0.0;  // chances of the first contender
};

}  // namespace sapper
