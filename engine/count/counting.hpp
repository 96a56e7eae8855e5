// The exact answer to a problem: sweep every front, combine them with the sea, sweep back.
#pragma once

#include <cstdint>
#include <vector>

#include "count/combine.hpp"
#include "count/problem.hpp"
#include "count/sweep.hpp"
#include "count/sweep_plan.hpp"

namespace sapper {

enum class Verdict : std::int8_t { mine = -1, uncertain = 0, safe = 1 };

// The odds of each cell of a box, or of the sea. The probability is 0 exactly if the verdict is safe, and 1 exactly if
// it is mine: the verdict follows from which weights are exactly zero, never from rounding.
struct Odds {
    double mine_probability = 0.0;
    Verdict verdict = Verdict::uncertain;
};

Odds odds_from(double mine_probability, bool may_be_mine, bool may_be_safe);

// Memory is reused from call to call; one thread at a time.
class Counting {
public:
    // Throws Contradiction or BudgetExceeded.
    void count(const Problem& problem, Budget& budget);

    // For a problem with an unread witness, in a position with other fronts of which only the ways are given. Call
    // sweep_fronts(problem) once, then this, in place of count(), for each number of mines that the witness may be left
    // lacking.
    enum class Reading : std::int8_t { counted, impossible, beyond_float64 };
    Reading read(const Problem& problem, std::span<const MineCounts<double>> others, int left_lacking,
                 const Budget& budget);
    // After read(): the weight that the rest of the position gives to each number of mines of one of the others.
    std::span<const double> outside_of_other(std::size_t other) const { return tree_.outside(swept_.size() + other); }

    // As much of count() as the budget allows: every front alone, those with the fewest boxes first, until it is
    // spent. Writes only what holds whatever the other fronts and the mine total turn out to be: all verdicts that
    // follow from a front's own numbers, and its odds if these numbers fix its number of mines. All other odds are
    // unknown: a probability of nan. Throws Contradiction.
    void count_apart(const Problem& problem, Budget budget);

    // The number of layouts alone, at half the cost of count().
    void count_layouts(const Problem& problem, Budget& budget);

    // One front, ignoring the mine total: its verdicts are exactly those that follow from its own numbers; the
    // probabilities in between mean nothing.
    struct FrontCount {
        std::int32_t low = 0;
        std::int32_t high = 0;
        bool has_gaps = false;  // some number of mines between low and high is impossible
    };
    FrontCount count_alone(const Problem& problem, const Front& front, Budget& budget);

    const Odds& box(std::int32_t index) const { return box_odds_[static_cast<std::size_t>(index)]; }
    const Odds& sea() const { return sea_odds_; }

    // After count(): the binary logarithm of the number of layouts, and the fewest and most mines that a front's own
    // numbers allow.
    double log2_layouts() const { return log2_layouts_; }
    struct Range {
        std::int32_t low = 0;
        std::int32_t high = 0;
    };
    Range mines_of(std::size_t front) const;

    // The tables, for sampling. Wide ones replace those of a front whose numbers exceed float64.
    struct SweptFront {
        bool wide = false;
        std::size_t index = 0;
        bool unread = false;  // has an unread witness
    };
    const SweptFront& swept_front(std::size_t front) const { return swept_[front]; }
    const SweepTables<double>& tables() const { return tables_; }
    const SweepTables<WideNumber>& wide_tables() const { return wide_tables_; }
    const ProductTree<WideNumber>& wide_tree() const { return wide_tree_; }
    std::size_t states_reserved() const { return tables_.states_reserved() + wide_tables_.states_reserved(); }

    // The two stages of count() that sampling needs.
    void sweep_fronts(const Problem& problem, Budget& budget);
    void combine_wide(const Problem& problem, const Budget& budget);
    const std::vector<WideNumber>& sea_weights_used() const { return sea_weights_; }

private:
    template <class Weight>
    FrontCount count_alone_in(SweepTables<Weight>& tables, Completions<Weight>& completions,
                              std::vector<BoxWeights<Weight>>& weights, const Problem& problem, const Front& front,
                              Budget& budget);
    void forget_uncertain(const Front& front);
    MineCounts<double> ways_of(const SweptFront& swept) const {
        return tables_.ways_of(swept.index, swept.unread ? left_lacking_ : 0);
    }
    bool fits_float64(const Problem& problem, std::span<const MineCounts<double>> others);
    bool combine(const Problem& problem, std::span<const MineCounts<double>> others, const Budget& budget);
    void weigh_boxes(const Problem& problem);
    void weigh_boxes_wide(const Problem& problem, Budget& budget);
    template <class Weight>
    bool weigh_sea(const Problem& problem, const MineCounts<Weight>& total, const std::vector<Weight>& sea);
    template <class Weight>
    void write_odds(const Problem& problem, const Front& front, const std::vector<BoxWeights<Weight>>& weights);

    SweepPlanner planner_;
    SweepTables<double> tables_;
    SweepTables<WideNumber> wide_tables_;
    std::vector<SweptFront> swept_;
    int left_lacking_ = 0;  // mines that the unread witness, if any, is left lacking
    ProductTree<double> tree_;
    ProductTree<WideNumber> wide_tree_;
    std::vector<WideNumber> sea_weights_;
    std::vector<double> narrow_sea_weights_;
    Completions<double> completions_;
    Completions<WideNumber> wide_completions_;
    std::vector<BoxWeights<double>> box_weights_;
    std::vector<BoxWeights<WideNumber>> wide_box_weights_;
    std::vector<Odds> box_odds_;
    Odds sea_odds_;
    double log2_layouts_ = 0.0;
};

}  // namespace sapper
