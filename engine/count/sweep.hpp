// Counts one front: a sweep over its boxes, forward once and back once.
//
// A state is what each open witness still lacks. Its value is a polynomial in the mines used so far: the number of ways
// that lead to it with that many mines. Equal states merge, so the cost follows the front's width, not its length.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/budget.hpp"
#include "core/wide_number.hpp"
#include "count/problem.hpp"
#include "count/state_index.hpp"
#include "count/sweep_plan.hpp"

namespace sapper {

constexpr std::array<std::array<double, most_around + 1>, most_around + 1> binomials = [] {
    std::array<std::array<double, most_around + 1>, most_around + 1> rows{};
    for (std::size_t n = 0; n < rows.size(); ++n) {
        rows[n][0] = 1.0;
        for (std::size_t k = 1; k <= n; ++k) {
            rows[n][k] = rows[n - 1][k - 1] + (k < n ? rows[n - 1][k] : 0.0);
        }
    }
    return rows;
}();

inline double binomial(int n, int k) { return binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)]; }

// A polynomial in the number of mines: ways[i] ways with low + i mines.
template <class Weight>
struct MineCounts {
    std::int32_t low = 0;
    std::span<const Weight> ways;

    std::int32_t length() const { return static_cast<std::int32_t>(ways.size()); }
};

// The weight of each number of mines in a box, up to a common factor.
template <class Weight>
using BoxWeights = std::array<Weight, most_around + 1>;

// Scratch memory of a backward sweep, owned by the caller: the completions of one layer's states and of the next's.
template <class Weight>
struct Completions {
    std::vector<Weight> here;
    std::vector<Weight> next;
};

// A state of one layer. Its edges lead to states of the next layer, one for each number of mines that the layer's box
// can then hold, starting at `fewest`. Edges are stored in the order of the states, so a state need not record where
// its own begin.
struct State {
    std::size_t first_term = 0;
    std::int32_t low = 0;     // the fewest mines used on any way to this state
    std::int32_t length = 0;  // terms of the polynomial
    std::uint8_t fewest = 0;
    std::uint8_t edge_count = 0;
};

struct Layer {
    std::size_t first_state = 0;
    std::size_t state_count = 0;
    std::size_t first_edge = 0;
    std::int32_t box = 0;  // index within the problem
    std::int32_t box_size = 0;
};

// The tables of any number of fronts, consecutive in memory that is reused from call to call.
template <class Weight>
class SweepTables {
public:
    void clear();

    // Sweeps a front and keeps its tables. Throws BudgetExceeded, and Contradiction if no state is left.
    std::size_t sweep_forward(const Front& front, const SweepPlan& plan, Budget& budget);

    // In how many ways a swept front holds each number of mines. With an unread witness: the ways that leave it lacking
    // so many mines, possibly none.
    MineCounts<Weight> ways_of(std::size_t swept, int left_lacking = 0) const;
    std::size_t term_count(std::size_t swept) const;  // the cost of one backward sweep

    // Sweeps back with the weight that the rest of the position gives to each number of mines of this front, aligned
    // with ways_of(swept, left_lacking), and writes the distribution of each box, by index within the problem.
    void sweep_back(std::size_t swept, std::span<const Weight> outside, Completions<Weight>& completions,
                    std::vector<BoxWeights<Weight>>& boxes, int left_lacking = 0) const;

    // For sampling, which reads the tables itself.
    struct Swept {
        std::size_t first_layer = 0;
        std::size_t layer_count = 0;  // including the last one, which has no box and one state
        // The index of that state: 0. With an unread witness there is one for each number of mines that it may be left
        // lacking.
        std::array<std::int8_t, most_around + 1> end_state{};
    };
    const Swept& swept(std::size_t index) const { return swept_[index]; }
    const Layer& layer(std::size_t index) const { return layers_[index]; }
    const State& state(std::size_t index) const { return states_[index]; }
    std::uint32_t edge(std::size_t index) const { return edges_[index]; }
    const Weight& term(std::size_t index) const { return terms_[index]; }

    // How many states there is memory for: as many as the largest sweep so far had.
    std::size_t states_reserved() const { return states_.capacity(); }

private:
    static constexpr std::int8_t no_state = -1;

    template <int Words>
    void sweep_with(const Front& front, const SweepPlan& plan, Budget& budget);
    template <int Words>
    void find_next_states(const SweepStep& step, const Layer& layer, const Budget& budget);
    void fill_next_terms(const Layer& layer, const Layer& next, Budget& budget);

    std::vector<Swept> swept_;
    std::vector<Layer> layers_;
    std::vector<State> states_;
    std::vector<std::uint32_t> edges_;  // target, as index within the next layer
    std::vector<Weight> terms_;
    StateIndexes indexes_;
};

extern template class SweepTables<double>;
extern template class SweepTables<WideNumber>;

}  // namespace sapper
