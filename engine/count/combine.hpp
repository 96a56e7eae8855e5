// Combines fronts and sea: from the ways of each front, by number of mines, to the weight that the rest of the position
// gives to each of those numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid.hpp"
#include "core/wide_number.hpp"
#include "count/sweep.hpp"

namespace sapper {

// C(sea, mines - m) for m = low, low + 1, ... up to a common factor; exactly zero if the sea cannot hold the rest.
std::vector<WideNumber> sea_weights(std::int32_t sea, std::int32_t mines, std::int32_t low, std::int32_t length);

// The binary logarithm of that factor.
double log2_of_sea_unit(std::int32_t sea, std::int32_t mines, std::int32_t low, std::int32_t length);

// A balanced tree of products. Upwards: in how many ways the fronts below a node hold m mines together. Downwards: the
// weight of everything not below the node. It only sums non-negative products, so an impossible number stays exactly
// zero.
template <class Weight>
class ProductTree {
public:
    void clear();
    void add_front(const MineCounts<Weight>& ways);  // all fronts before multiply()
    void multiply(const Budget& budget);             // throws BudgetExceeded
    MineCounts<Weight> total() const;                // of all fronts together
    void weigh(std::span<const Weight> sea);         // aligned with total()
    std::span<const Weight> outside(std::size_t front) const;

    // For sampling: the fronts are the first nodes, the root is the last.
    struct Node {
        std::int32_t low = 0;
        std::int32_t length = 0;
        std::size_t first = 0;  // index into both arrays of weights
        std::int32_t left = no_node;
        std::int32_t right = no_node;
    };
    static constexpr std::int32_t no_node = -1;
    std::size_t node_count() const { return nodes_.size(); }
    const Node& node(std::size_t index) const { return nodes_[index]; }
    const Weight* ways(const Node& node) const { return ways_.data() + node.first; }

private:
    std::vector<Node> nodes_;
    std::vector<Weight> ways_;
    std::vector<Weight> outside_;
};

extern template class ProductTree<double>;
extern template class ProductTree<WideNumber>;

}  // namespace sapper
