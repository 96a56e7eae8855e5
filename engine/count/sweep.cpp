#include "count/sweep.hpp"

#include <algorithm>

#include "core/stop.hpp"

namespace sapper {

namespace {

// Work is reported layer by layer, and within a layer after so many states: most layers have a few.
constexpr std::size_t states_between_reports = 256;

bool is_time_to_report(std::size_t state) { return state % states_between_reports == states_between_reports - 1; }

}  // namespace

template <class Weight>
void SweepTables<Weight>::clear() {
    swept_.clear();
    layers_.clear();
    states_.clear();
    edges_.clear();
    terms_.clear();
}

template <class Weight>
std::size_t SweepTables<Weight>::sweep_forward(const Front& front, const SweepPlan& plan, Budget& budget) {
    constexpr int slots_per_word = PackedLacks<1>::slots_per_word;
    if (plan.slots <= narrow_words * slots_per_word) {
        sweep_with<narrow_words>(front, plan, budget);
    } else if (plan.slots <= middle_words * slots_per_word) {
        sweep_with<middle_words>(front, plan, budget);
    } else {
        static_assert(most_open_witnesses <= widest_words * slots_per_word);
        sweep_with<widest_words>(front, plan, budget);
    }
    return swept_.size() - 1;
}

template <class Weight>
template <int Words>
void SweepTables<Weight>::sweep_with(const Front& front, const SweepPlan& plan, Budget& budget) {
    auto& [keys_here, next_index] = std::get<StateIndexPair<Words>>(indexes_);
    swept_.push_back({layers_.size(), plan.steps.size() + 1, {}});

    // Before the first step no witness is open and no mine used, which is possible in one way.
    keys_here.assign(1, PackedLacks<Words>{});
    layers_.push_back({states_.size(), 1, edges_.size(), 0, 0});
    states_.push_back({terms_.size(), 0, 1, 0, 0});
    terms_.push_back(Weight(1.0));

    WorkMeter& meter = work_meter();
    for (const SweepStep& step : plan.steps) {
        meter.did(layers_.back().state_count * most_around);
        Layer& layer = layers_.back();
        layer.box = front.first_box + step.box;
        layer.box_size = step.box_size;
        const Layer here = layer;
        find_next_states<Words>(step, here, budget);
        if (next_index.size() == 0) {
            throw Contradiction("the revealed numbers contradict each other");
        }
        const Layer next{here.first_state + here.state_count, next_index.size(), edges_.size(), 0, 0};
        fill_next_terms(here, next, budget);
        layers_.push_back(next);
        keys_here.swap(next_index.keys());
    }
    if (plan.unread_slot != SweepPlan::no_slot) {
        swept_.back().end_state.fill(no_state);
        for (std::size_t s = 0; s < keys_here.size(); ++s) {
            swept_.back().end_state[static_cast<std::size_t>(keys_here[s].get(plan.unread_slot))] =
                static_cast<std::int8_t>(s);
        }
    }
}

// Finds the states of the next layer, the edges to them, and each one's range of mines.
template <class Weight>
template <int Words>
void SweepTables<Weight>::find_next_states(const SweepStep& step, const Layer& layer, const Budget& budget) {
    auto& [keys_here, next_index] = std::get<StateIndexPair<Words>>(indexes_);
    PackedLacks<Words> opening;
    PackedLacks<Words> touched;
    for (int i = 0; i < step.touch_count; ++i) {
        const Touch& touch = step.touches[static_cast<std::size_t>(i)];
        opening.put(touch.slot, touch.opens_with);
        touched.put(touch.slot, 1);
    }
    next_index.begin_round();
    const std::size_t first_next = layer.first_state + layer.state_count;
    for (std::size_t s = 0; s < layer.state_count; ++s) {
        const PackedLacks<Words> lacks = keys_here[s].plus(opening);
        // A box cannot hold more mines than a witness lacks, nor so few that the witness's later boxes lack room.
        int fewest = 0;
        int most = step.box_size;
        for (int i = 0; i < step.touch_count; ++i) {
            const Touch& touch = step.touches[static_cast<std::size_t>(i)];
            const int lack = lacks.get(touch.slot);
            most = std::min(most, lack);
            fewest = std::max(fewest, lack - touch.room_after);
        }
        if (is_time_to_report(s)) {
            work_meter().did(states_between_reports * most_around);
        }
        State& from = states_[layer.first_state + s];
        from.fewest = static_cast<std::uint8_t>(fewest);
        from.edge_count = static_cast<std::uint8_t>(std::max(0, most - fewest + 1));
        const std::int32_t low = from.low;
        const std::int32_t length = from.length;
        for (int mines = fewest; mines <= most; ++mines) {
            const std::uint32_t target = next_index.find_or_add(lacks.minus(touched, mines));
            edges_.push_back(target);
            if (first_next + target == states_.size()) {
                states_.push_back({0, low + mines, length, 0, 0});
                continue;
            }
            State& to = states_[first_next + target];
            const std::int32_t end = std::max(to.low + to.length, low + mines + length);
            to.low = std::min(to.low, low + mines);
            to.length = end - to.low;
        }
        if (next_index.size() > budget.left()) {
            throw BudgetExceeded("the position needs more states than the budget allows");
        }
    }
}

template <class Weight>
void SweepTables<Weight>::fill_next_terms(const Layer& layer, const Layer& next, Budget& budget) {
    std::size_t end = terms_.size();
    for (std::size_t s = next.first_state; s < next.first_state + next.state_count; ++s) {
        states_[s].first_term = end;
        end += static_cast<std::size_t>(states_[s].length);
    }
    budget.spend(end - terms_.size());
    terms_.resize(end);
    std::size_t edge = layer.first_edge;
    for (std::size_t s = layer.first_state; s < layer.first_state + layer.state_count; ++s) {
        const State& from = states_[s];
        const Weight* const ways = terms_.data() + from.first_term;
        if (is_time_to_report(s - layer.first_state)) {
            work_meter().did(states_between_reports * static_cast<std::size_t>(from.length));
        }
        for (int mines = from.fewest; mines < from.fewest + from.edge_count; ++mines) {
            const State& to = states_[next.first_state + edges_[edge++]];
            Weight* const sums = terms_.data() + to.first_term + (from.low + mines - to.low);
            const Weight choices(binomial(layer.box_size, mines));
            for (std::int32_t i = 0; i < from.length; ++i) {
                sums[i] += ways[i] * choices;
            }
        }
    }
}

template <class Weight>
MineCounts<Weight> SweepTables<Weight>::ways_of(std::size_t swept, int left_lacking) const {
    const std::int8_t end_state = swept_[swept].end_state[static_cast<std::size_t>(left_lacking)];
    if (end_state == no_state) {
        return {};
    }
    const Layer& last = layers_[swept_[swept].first_layer + swept_[swept].layer_count - 1];
    const State& end = states_[last.first_state + static_cast<std::size_t>(end_state)];
    return {end.low, {terms_.data() + end.first_term, static_cast<std::size_t>(end.length)}};
}

template <class Weight>
std::size_t SweepTables<Weight>::term_count(std::size_t swept) const {
    const MineCounts<Weight> last = ways_of(swept);
    const State& first = states_[layers_[swept_[swept].first_layer].first_state];
    return static_cast<std::size_t>(last.ways.data() + last.ways.size() - terms_.data()) - first.first_term;
}

template <class Weight>
void SweepTables<Weight>::sweep_back(std::size_t swept, std::span<const Weight> outside,
                                     Completions<Weight>& completions, std::vector<BoxWeights<Weight>>& boxes,
                                     int left_lacking) const {
    // The completions of a state with i mines used: the weight of all ways from there to the end, outside weights
    // included. Their memory layout is that of the layer's terms, so a state finds both at the same offset.
    const Swept& tables = swept_[swept];
    const Layer& last = layers_[tables.first_layer + tables.layer_count - 1];
    const State& last_state = states_[last.first_state + last.state_count - 1];
    const std::size_t first_last_term = states_[last.first_state].first_term;
    completions.next.assign(last_state.first_term + static_cast<std::size_t>(last_state.length) - first_last_term,
                            Weight(0.0));
    std::copy(outside.begin(), outside.end(),
              completions.next.data() + (ways_of(swept, left_lacking).ways.data() - terms_.data()) - first_last_term);
    WorkMeter& meter = work_meter();
    for (std::size_t l = tables.first_layer + tables.layer_count - 1; l-- > tables.first_layer;) {
        const Layer& layer = layers_[l];
        const Layer& next = layers_[l + 1];
        const std::size_t first_term = states_[layer.first_state].first_term;
        const std::size_t first_next_term = states_[next.first_state].first_term;
        meter.did(first_next_term - first_term);
        completions.here.assign(first_next_term - first_term, Weight(0.0));
        BoxWeights<Weight> weights{};
        std::size_t edge = layer.first_edge;
        for (std::size_t s = layer.first_state; s < layer.first_state + layer.state_count; ++s) {
            const State& from = states_[s];
            const Weight* const ways = terms_.data() + from.first_term;
            Weight* const sums = completions.here.data() + (from.first_term - first_term);
            if (is_time_to_report(s - layer.first_state)) {
                meter.did(states_between_reports * static_cast<std::size_t>(from.length));
            }
            for (int mines = from.fewest; mines < from.fewest + from.edge_count; ++mines) {
                const State& to = states_[next.first_state + edges_[edge++]];
                const Weight* const onward =
                    completions.next.data() + (to.first_term - first_next_term) + (from.low + mines - to.low);
                const Weight choices(binomial(layer.box_size, mines));
                Weight through{};
                for (std::int32_t i = 0; i < from.length; ++i) {
                    const Weight completion = onward[i] * choices;
                    sums[i] += completion;
                    through += ways[i] * completion;
                }
                weights[static_cast<std::size_t>(mines)] += through;
            }
        }
        boxes[static_cast<std::size_t>(layer.box)] = weights;
        completions.here.swap(completions.next);
    }
}

template class SweepTables<double>;
template class SweepTables<WideNumber>;

}  // namespace sapper
