#include "count/exact_ways.hpp"

#include <span>
#include <utility>

#include "core/stop.hpp"

namespace sapper {

namespace {

constexpr int bits_per_limb = 32;

// A limb takes this much less time than one of the budget's multiplications.
constexpr std::size_t limbs_per_multiplication = 8;

// All arithmetic is modulo 2^(32 * limbs), which is exact for whatever ends below that, however large the ways to dead
// ends may grow in between. The sweep's own result, rounded, tells how many limbs suffice; a spare bit covers its error.
template <class Weight>
std::size_t limbs_for(std::span<const Weight> ways) {
    Weight sum{};
    for (const Weight& way : ways) {
        sum += way;
    }
    return static_cast<std::size_t>(log2_of(sum) + 2.0) / bits_per_limb + 1;
}

// sum += ways * choices; at most C(8, 4) choices, so that nothing exceeds 64 bits.
void add_product(std::uint32_t* sum, const std::uint32_t* ways, std::uint64_t choices, std::size_t limbs) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs; ++i) {
        carry += sum[i] + ways[i] * choices;
        sum[i] = static_cast<std::uint32_t>(carry);
        carry >>= bits_per_limb;
    }
}

template <class Weight>
ExactWays walk(const SweepTables<Weight>& tables, std::size_t swept, const Budget& budget,
               std::uint64_t& multiplications) {
    const MineCounts<Weight> rounded = tables.ways_of(swept);
    ExactWays exact{rounded.low, limbs_for(rounded.ways), {}};
    multiplications += tables.term_count(swept) * exact.limbs / limbs_per_multiplication;
    budget.check_multiplications(multiplications);
    const auto& [first_layer, layer_count, end_state] = tables.swept(swept);
    std::vector<std::uint32_t> here(exact.limbs);
    here[0] = 1;
    for (std::size_t l = first_layer; l + 1 < first_layer + layer_count; ++l) {
        const Layer& layer = tables.layer(l);
        const Layer& next = tables.layer(l + 1);
        const std::size_t first_term = tables.state(layer.first_state).first_term;
        const std::size_t first_next_term = tables.state(next.first_state).first_term;
        const State& last = tables.state(next.first_state + next.state_count - 1);
        std::vector<std::uint32_t> after((last.first_term + static_cast<std::size_t>(last.length) - first_next_term) *
                                         exact.limbs);
        std::size_t edge = layer.first_edge;
        for (std::size_t s = layer.first_state; s < layer.first_state + layer.state_count; ++s) {
            const State& from = tables.state(s);
            work_meter().did(static_cast<std::size_t>(from.length) * from.edge_count * exact.limbs);
            const std::uint32_t* const ways = here.data() + (from.first_term - first_term) * exact.limbs;
            for (int mines = from.fewest; mines < from.fewest + from.edge_count; ++mines) {
                const State& to = tables.state(next.first_state + tables.edge(edge++));
                const std::size_t target =
                    to.first_term - first_next_term + static_cast<std::size_t>(from.low + mines - to.low);
                // A polynomial's limbs lie side by side, but its terms must not carry into each other.
                for (std::size_t i = 0; i < static_cast<std::size_t>(from.length); ++i) {
                    add_product(after.data() + (target + i) * exact.limbs, ways + i * exact.limbs,
                                static_cast<std::uint64_t>(binomial(layer.box_size, mines)), exact.limbs);
                }
            }
        }
        here.swap(after);
    }
    exact.ways = std::move(here);
    return exact;
}

}  // namespace

std::vector<ExactWays> exact_ways(const Counting& swept, std::size_t fronts, const Budget& budget) {
    std::vector<ExactWays> all;
    std::uint64_t multiplications = 0;
    for (std::size_t front = 0; front < fronts; ++front) {
        const Counting::SweptFront& which = swept.swept_front(front);
        all.push_back(which.wide ? walk(swept.wide_tables(), which.index, budget, multiplications)
                                 : walk(swept.tables(), which.index, budget, multiplications));
    }
    return all;
}

}  // namespace sapper
