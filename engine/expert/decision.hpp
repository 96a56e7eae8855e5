// What is compared when nothing is certain, what is chosen, and who chooses.
#pragma once

#include <cstdint>
#include <optional>

#include "core/budget.hpp"
#include "core/grid.hpp"
#include "count/workspace.hpp"
#include "expert/lookahead.hpp"

namespace sapper {

// What one step of lookahead saw of a cell, summed over the numbers it may show, each weighted by its probability.
struct SeenAhead {
    double probability = 0.0;
    double safest = 0.0;  // the safety of the safest cell afterwards, and of the second safest
    double second = 0.0;
    double any_safe = 0.0;    // 1 if any cell is certainly safe
    double safe_cells = 0.0;  // n / (n + 2) for n of them
    double none_around = 0.0;
    double log2_layouts = 0.0;

    void add(const After& after) {
        const double weight = after.probability;
        probability += weight;
        safest += weight * after.safest;
        second += weight * after.second;
        any_safe += after.safe_count > 0 ? weight : 0.0;
        safe_cells += weight * after.safe_count / (after.safe_count + 2.0);
        none_around += after.none_around ? weight : 0.0;
        log2_layouts += weight * after.log2_layouts;
    }
};

struct GuessCandidate {
    Cell cell = 0;
    double mine_probability = 1.0;
    double credit = 1.0;  // factor for the toss-ups that it settles
    double score = 0.0;   // of a candidate dropped early, an upper bound
    SeenAhead seen{};     // incomplete if dropped early
    double lead = 0.0;    // in chance of winning, by the score or the judge

    double credited_safety() const { return (1.0 - mine_probability) * credit; }
    // The share of the best score that it has. Where even the best is 0, all are equally good.
    double share_of(double best_score) const { return best_score > 0.0 ? score / best_score : 1.0; }
    bool is_seen_in_full() const {
        constexpr double rounding = 1e-9;
        return seen.probability > 0.0 && seen.probability > 1.0 - mine_probability - rounding;
    }
};

// What a candidate is expected to do once it is open and safe.
struct Ahead {
    double opens = 0.0;        // the chance that it shows a 0, certain mines aside
    double leaves_safe = 0.0;  // the chance that some cell is certainly safe then
    double bits = 0.0;         // how much it tells
};

// Nothing if its lookahead was cut short.
inline std::optional<Ahead> ahead_of(const GuessCandidate& candidate, double log2_layouts) {
    if (!candidate.is_seen_in_full()) {
        return std::nullopt;
    }
    const SeenAhead& seen = candidate.seen;
    return Ahead{seen.none_around / seen.probability, seen.any_safe / seen.probability,
                 log2_layouts - seen.log2_layouts / seen.probability};
}

// By safety: looking ahead takes more than the budget allows.
enum class DecidedBy : std::uint8_t { search, lookahead, judge, playouts, safety };

struct Decision {
    Cell cell = 0;
    DecidedBy decided_by = DecidedBy::lookahead;
    std::uint64_t won = 0;  // layouts won, after a search
    std::uint64_t layouts = 0;

    bool solved() const { return decided_by == DecidedBy::search; }
    double share_won() const { return static_cast<double>(won) / static_cast<double>(layouts); }
};

class Guesser {
public:
    virtual ~Guesser() = default;

    // `counted` has no certainly safe cell. Nothing if every hidden cell is a mine. Never throws BudgetExceeded: when
    // the budget runs out, what was compared so far decides.
    virtual std::optional<Decision> decide(const Workspace& counted, Budget& budget) = 0;
};

}  // namespace sapper
