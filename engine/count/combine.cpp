#include "count/combine.hpp"

#include <algorithm>
#include <cmath>

#include "core/stop.hpp"

namespace sapper {

namespace {

struct MinesInSea {
    std::int32_t fewest;
    std::int32_t most;

    MinesInSea(std::int32_t sea, std::int32_t mines, std::int32_t low, std::int32_t length)
        : fewest(std::max(0, mines - low - length + 1)), most(std::min(sea, mines - low)) {}
    std::int32_t middle() const { return fewest + (most - fewest) / 2; }
};

}  // namespace

double log2_of_sea_unit(std::int32_t sea, std::int32_t mines, std::int32_t low, std::int32_t length) {
    const std::int32_t middle = MinesInSea(sea, mines, low, length).middle();
    const auto log_factorial = [](std::int32_t n) { return std::lgamma(n + 1.0); };
    return (log_factorial(sea) - log_factorial(middle) - log_factorial(sea - middle)) / std::log(2.0);
}

std::vector<WideNumber> sea_weights(std::int32_t sea, std::int32_t mines, std::int32_t low, std::int32_t length) {
    std::vector<WideNumber> weights(static_cast<std::size_t>(length));
    // The sea holds k = mines - m mines, so k falls as m grows. Only ratios matter: the middle of the possible values
    // gets weight 1, and the others follow from C(n, k+1) / C(n, k) = (n - k) / (k + 1).
    const MinesInSea in_sea(sea, mines, low, length);
    if (in_sea.fewest > in_sea.most) {
        return weights;
    }
    const auto weight_of = [&](std::int32_t k) -> WideNumber& { return at(weights, mines - low - k); };
    weight_of(in_sea.middle()) = 1.0;
    for (std::int32_t k = in_sea.middle(); k < in_sea.most; ++k) {
        weight_of(k + 1) = weight_of(k) * (static_cast<double>(sea - k) / static_cast<double>(k + 1));
    }
    for (std::int32_t k = in_sea.middle(); k > in_sea.fewest; --k) {
        weight_of(k - 1) = weight_of(k) * (static_cast<double>(k) / static_cast<double>(sea - k + 1));
    }
    return weights;
}

template <class Weight>
void ProductTree<Weight>::clear() {
    nodes_.clear();
    ways_.clear();
}

template <class Weight>
void ProductTree<Weight>::add_front(const MineCounts<Weight>& ways) {
    nodes_.push_back({ways.low, ways.length(), ways_.size(), no_node, no_node});
    ways_.insert(ways_.end(), ways.ways.begin(), ways.ways.end());
}

template <class Weight>
void ProductTree<Weight>::multiply(const Budget& budget) {
    if (nodes_.empty()) {
        nodes_.push_back({0, 1, 0, no_node, no_node});
        ways_.assign(1, Weight(1.0));
        return;
    }
    WorkMeter& meter = work_meter();
    std::uint64_t multiplications = 0;
    // Always multiply the two oldest nodes without a parent: that keeps the tree balanced.
    for (std::size_t next = 0; next + 1 < nodes_.size(); next += 2) {
        const Node left = nodes_[next];
        const Node right = nodes_[next + 1];
        const Node product{left.low + right.low, left.length + right.length - 1, ways_.size(),
                           static_cast<std::int32_t>(next), static_cast<std::int32_t>(next + 1)};
        multiplications += static_cast<std::uint64_t>(left.length) * static_cast<std::uint64_t>(right.length);
        budget.check_multiplications(multiplications);
        ways_.resize(ways_.size() + static_cast<std::size_t>(product.length));
        for (std::int32_t i = 0; i < left.length; ++i) {
            const Weight factor = at(ways_, static_cast<std::int64_t>(left.first) + i);
            Weight* const sums = ways_.data() + product.first + i;
            const Weight* const others = ways_.data() + right.first;
            meter.did(static_cast<std::size_t>(right.length));
            for (std::int32_t j = 0; j < right.length; ++j) {
                sums[j] += factor * others[j];
            }
        }
        nodes_.push_back(product);
    }
}

template <class Weight>
MineCounts<Weight> ProductTree<Weight>::total() const {
    const Node& root = nodes_.back();
    return {root.low, {ways_.data() + root.first, static_cast<std::size_t>(root.length)}};
}

template <class Weight>
void ProductTree<Weight>::weigh(std::span<const Weight> sea) {
    WorkMeter& meter = work_meter();
    outside_.assign(ways_.size(), Weight(0.0));
    std::copy(sea.begin(), sea.end(), outside_.begin() + static_cast<std::ptrdiff_t>(nodes_.back().first));
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        const Node& node = nodes_[n];
        if (node.left == no_node) {
            continue;
        }
        const Node& left = at(nodes_, node.left);
        const Node& right = at(nodes_, node.right);
        for (std::int32_t i = 0; i < left.length; ++i) {
            const Weight* const above = outside_.data() + node.first + i;
            const Weight* const ways_right = ways_.data() + right.first;
            Weight* const outside_right = outside_.data() + right.first;
            meter.did(static_cast<std::size_t>(right.length));
            const Weight ways_left = ways_[left.first + static_cast<std::size_t>(i)];
            Weight sum{};
            for (std::int32_t j = 0; j < right.length; ++j) {
                sum += ways_right[j] * above[j];
                outside_right[j] += ways_left * above[j];
            }
            outside_[left.first + static_cast<std::size_t>(i)] = sum;
        }
    }
}

template <class Weight>
std::span<const Weight> ProductTree<Weight>::outside(std::size_t front) const {
    return {outside_.data() + nodes_[front].first, static_cast<std::size_t>(nodes_[front].length)};
}

template class ProductTree<double>;
template class ProductTree<WideNumber>;

}  // namespace sapper
