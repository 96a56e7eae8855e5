// The learned judge of guesses: a small network that says how far each candidate leads, and what the position is worth.
//
// It sees the unsettled part of the position, and of every candidate what one step of lookahead found. It was trained on
// guesses whose candidates were played out on the same drawn layout (training/README.md).
//
// All arithmetic is on integers in a fixed order, so that play is the same on every machine. Values are multiples of
// 1/512, weights of 1/4096; their products are summed in 32 bits, which the exporter of the weights proves to suffice.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "expert/decision.hpp"
#include "expert/unsettled.hpp"

namespace sapper {

// What is told of a candidate besides its place: fixed-point numbers.
constexpr int trait_count = 12;
using Traits = std::array<std::int16_t, trait_count>;

// `best_score` is the highest of all candidates, `safest` the safety of the safest.
Traits traits_of(const GuessCandidate& candidate, const Unsettled& position, int index, double best_score,
                 double safest);

class Judge {
public:
    struct Candidate {
        int index = 0;  // in the unsettled position
        Traits traits{};
        double lead = 0.0;  // in chance of winning, over an unnamed common reference
    };

    // Writes the lead of every candidate; returns the logit of the chance of winning with the best of them.
    double judge(const Unsettled& position, std::span<Candidate> candidates);

private:
    void see(const Unsettled& position);
    void pool();

    const Unsettled* position_ = nullptr;
    std::vector<std::int16_t> seen_;   // what goes into the network: so many numbers per cell
    std::vector<std::int16_t> value_;  // what it makes of every cell
    std::vector<std::int16_t> inner_;
    std::vector<std::int16_t> next_;
    std::vector<std::int16_t> pooled_;
    std::vector<std::int16_t> overall_;
};

}  // namespace sapper
