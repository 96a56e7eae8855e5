// Counting one front: a sweep over its boxes, forward once and back once.
//
// A state is what each open witness still lacks. Its value is a polynomial in the mines used so far: how many ways lead
// to it with that many mines. States that agree merge, so the cost follows the front's width, not its length.
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

// How likely a box is to hold k mines, up to a common factor.
template <class Weight>
using BoxWeights = std::array<Weight, most_around + 1>;

// Memory of a sweep back, kept by the caller: the completions of one layer's states and of the next's.
template <class Weight>
struct Completions {
    std::vector<Weight> here;
    std::vector<Weight> next;
};

// A state of one layer. Its edges lead to states of the next layer: one for each number of mines that the layer's box
// may hold then, from `fewest` on. Edges lie in the order of the states, so no state needs to say where its own begin.
struct State {
    std::size_t first_term = 0;
    std::int32_t low = 0;     // the fewest mines used on a way to this state
    std::int32_t length = 0;  // terms of the polynomial
    std::uint8_t fewest = 0;
    std::uint8_t edge_count = 0;
};

struct Layer {
    std::size_t first_state = 0;
    std::size_t state_count = 0;
    std::size_t first_edge = 0;
    std::int32_t box = 0;  // counted within the problem
    std::int32_t box_size = 0;
};

// The tables of any number of fronts, one after the other in memory that is kept from call to call.
template <class Weight>
class SweepTables {
public:
    void clear();

    // Sweeps a front and keeps its tables; throws BudgetExceeded, and Contradiction where no state is left.
    std::size_t sweep_forward(const Front& front, const SweepPlan& plan, Budget& budget);

    // In how many ways a swept front holds each number of mines. Of a front with an unread witness: those ways that
    // leave it lacking so many mines; there may be none.
    MineCounts<Weight> ways_of(std::size_t swept, int left_lacking = 0) const;
    std::size_t term_count(std::size_t swept) const;  // what sweeping back once costs

    // Sweeps back with the weight that the rest of the position gives to each number of mines of this front, aligned
    // with ways_of(swept, left_lacking), and writes the distribution of each box (counted within the problem).
    void sweep_back(std::size_t swept, std::span<const Weight> outside, Completions<Weight>& completions,
                    std::vector<BoxWeights<Weight>>& boxes, int left_lacking = 0) const;

    // For sampling, which walks the tables itself.
    struct Swept {
        std::size_t first_layer = 0;
        std::size_t layer_count = 0;  // with the last one, which has no box and one state
        // That one state is the first; of a front with an unread witness, one for each number of mines that it may be
        // left lacking.
        std::array<std::int8_t, most_around + 1> end_state{};
    };
    const Swept& swept(std::size_t index) const { return swept_[index]; }
    const Layer& layer(std::size_t index) const { return layers_[index]; }
    const State& state(std::size_t index) const { return states_[index]; }
    std::uint32_t edge(std::size_t index) const { return edges_[index]; }
    const Weight& term(std::size_t index) const { return terms_[index]; }

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
    std::vector<std::uint32_t> edges_;  // the target, counted within the next layer
    std::vector<Weight> terms_;
    StateIndexes indexes_;
};

extern template class SweepTables<double>;
extern template class SweepTables<WideNumber>;

}  // namespace sapper
