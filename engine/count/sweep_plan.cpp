#include "count/sweep_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/budget.hpp"
#include "core/grid.hpp"
#include "core/stop.hpp"

namespace sapper {

namespace {

// A greedy order with an estimate below this is used as it is: searching for a better one would cost more.
constexpr double cheap_enough = 3000.0;

// Binary logarithms of 1..9 in units of 1/1024: widths of a state, summed.
constexpr std::array<int, 10> log_of{0, 0, 1024, 1623, 2048, 2378, 2647, 2875, 3072, 3246};

// How many values the witness's lack can take once all but `room` of its cells are swept.
int values_of(const Witness& witness, int room) {
    if (witness.unread) {
        return witness.room - room + 1;
    }
    const int most = std::min(witness.lacking, room);
    const int least = std::max(0, witness.lacking - (witness.room - room));
    return std::max(1, most - least + 1);
}

}  // namespace

const SweepPlan& SweepPlanner::plan(const Problem& problem, const Front& front) {
    boxes_ = problem.boxes_of(front);
    witnesses_ = problem.witnesses_of(front);
    box_count_ = front.box_count;
    witness_count_ = front.witness_count;
    best_cost_ = std::numeric_limits<double>::infinity();

    const bool narrow = greedy_order(cheapest_start(), best_);
    constexpr int always_cheap = 4;  // so few boxes need no second look
    if (box_count_ > always_cheap) {
        if (narrow) {
            best_cost_ = cost_of(best_);
        }
        if (best_cost_ > cheap_enough) {
            search_orders();
        }
        if (best_cost_ == std::numeric_limits<double>::infinity()) {
            throw BudgetExceeded("a front of the position is too wide to count");
        }
    }
    write_plan();
    return plan_;
}

void SweepPlanner::restart() {
    room_.resize(static_cast<std::size_t>(witness_count_));
    for (std::int32_t w = 0; w < witness_count_; ++w) {
        at(room_, w) = witnesses_[w].room;
    }
}

// The change in the logarithm of the number of states if the box is swept next.
int SweepPlanner::change_of_width(const Box& box) const {
    int change = 0;
    for (int i = 0; i < box.witness_count; ++i) {
        const std::int32_t w = box.witnesses[static_cast<std::size_t>(i)];
        const int room = at(room_, w);
        const Witness& witness = witnesses_[w];
        change += log_of[static_cast<std::size_t>(values_of(witness, room - box.size))] -
                  log_of[static_cast<std::size_t>(values_of(witness, room))];
    }
    return change;
}

std::int32_t SweepPlanner::cheapest_start() const {
    // One end of the front: a box with few witnesses, which share few other boxes.
    std::int32_t best = 0;
    int fewest = std::numeric_limits<int>::max();
    for (std::int32_t b = 0; b < box_count_; ++b) {
        const Box& box = boxes_[b];
        int opened = 0;
        for (int i = 0; i < box.witness_count; ++i) {
            const Witness& witness = witnesses_[box.witnesses[static_cast<std::size_t>(i)]];
            // An unread witness stays open to the end: better to open it late.
            opened += witness.unread ? box_count_ : witness.box_count;
        }
        if (opened < fewest) {
            fewest = opened;
            best = b;
        }
    }
    return best;
}

// Repeatedly sweeps, among the boxes in reach, the one that leaves the fewest states. Returns false, unfinished, if too
// many witnesses would be open: on a vast front the rest would only waste time.
bool SweepPlanner::greedy_order(std::int32_t first_box, Order& order) {
    WorkMeter& meter = work_meter();
    int open = 0;
    restart();
    in_reach_.assign(static_cast<std::size_t>(box_count_), 0);
    candidates_.clear();
    candidates_.push_back(first_box);
    at(in_reach_, first_box) = 1;
    order.clear();
    while (!candidates_.empty()) {
        meter.did(candidates_.size());
        std::size_t chosen = 0;
        if (candidates_.size() > 1) {
            int least = std::numeric_limits<int>::max();
            for (std::size_t c = 0; c < candidates_.size(); ++c) {
                const int change = change_of_width(boxes_[candidates_[c]]);
                if (change < least) {
                    least = change;
                    chosen = c;
                }
            }
        }
        const std::int32_t b = candidates_[chosen];
        candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(chosen));  // keeps the oldest first
        order.push_back(b);
        const Box& box = boxes_[b];
        for (int i = 0; i < box.witness_count; ++i) {
            const std::int32_t w = box.witnesses[static_cast<std::size_t>(i)];
            const Witness& witness = witnesses_[w];
            const bool opens = at(room_, w) == witness.room;
            at(room_, w) -= box.size;
            open += (opens ? 1 : 0) - (at(room_, w) == 0 && !witness.unread ? 1 : 0);
            if (!opens) {
                continue;
            }
            for (int j = 0; j < witness.box_count; ++j) {
                const std::int32_t near = witness.boxes[static_cast<std::size_t>(j)];
                if (at(in_reach_, near) == 0) {
                    at(in_reach_, near) = 1;
                    candidates_.push_back(near);
                }
            }
        }
        if (open > most_open_witnesses) {
            return false;
        }
    }
    return true;
}

// The estimated number of states, assuming every open witness independent within its range.
double SweepPlanner::cost_of(const Order& order) {
    restart();
    double states = 1.0;
    double sum = 0.0;
    int open = 0;
    for (const std::int32_t b : order) {
        const Box& box = boxes_[b];
        for (int i = 0; i < box.witness_count; ++i) {
            const std::int32_t w = box.witnesses[static_cast<std::size_t>(i)];
            const Witness& witness = witnesses_[w];
            open += at(room_, w) == witness.room ? 1 : 0;
            const int room = at(room_, w) -= box.size;
            open -= room == 0 && !witness.unread ? 1 : 0;
            states *= static_cast<double>(values_of(witness, room)) /
                      static_cast<double>(values_of(witness, room + box.size));
        }
        sum += states;
        if (sum >= best_cost_) {
            return sum;
        }
        if (open > most_open_witnesses) {
            return std::numeric_limits<double>::infinity();
        }
    }
    return sum;
}

void SweepPlanner::consider(const Order& order) {
    const double cost = cost_of(order);
    if (cost < best_cost_) {
        best_cost_ = cost;
        best_ = order;
    }
}

void SweepPlanner::search_orders() {
    Order candidate(static_cast<std::size_t>(box_count_));
    std::iota(candidate.begin(), candidate.end(), 0);
    std::sort(candidate.begin(), candidate.end(), [this](std::int32_t a, std::int32_t b) {
        return std::pair(boxes_[a].row, boxes_[a].column) < std::pair(boxes_[b].row, boxes_[b].column);
    });
    consider(candidate);
    std::sort(candidate.begin(), candidate.end(), [this](std::int32_t a, std::int32_t b) {
        return std::pair(boxes_[a].column, boxes_[a].row) < std::pair(boxes_[b].column, boxes_[b].row);
    });
    consider(candidate);
    // A greedy order costs more on a longer front, so longer fronts get fewer of them.
    constexpr std::int32_t most_starts = 64;
    constexpr std::int32_t boxes_in_all = 16'384;
    const std::int32_t starts = std::clamp(boxes_in_all / box_count_, 1, std::min(most_starts, box_count_));
    const std::int32_t stride = box_count_ / starts;
    for (std::int32_t first = 0; first < box_count_; first += stride) {
        if (greedy_order(first, candidate)) {
            consider(candidate);
        }
    }
}

void SweepPlanner::write_plan() {
    restart();
    slot_of_.resize(static_cast<std::size_t>(witness_count_));
    free_slots_.clear();
    plan_.steps.clear();
    plan_.slots = 0;
    plan_.unread_slot = SweepPlan::no_slot;
    for (const std::int32_t b : best_) {
        const Box& box = boxes_[b];
        SweepStep& step = plan_.steps.emplace_back();
        step.box = b;
        step.box_size = box.size;
        step.touch_count = box.witness_count;
        for (std::size_t i = 0; i < static_cast<std::size_t>(box.witness_count); ++i) {
            const std::int32_t w = box.witnesses[i];
            Touch& touch = step.touches[i];
            if (at(room_, w) == witnesses_[w].room) {
                if (free_slots_.empty()) {
                    free_slots_.push_back(plan_.slots++);
                }
                at(slot_of_, w) = free_slots_.back();
                free_slots_.pop_back();
                touch.opens_with = static_cast<std::int8_t>(witnesses_[w].lacking);
            }
            at(room_, w) -= box.size;
            touch.slot = at(slot_of_, w);
            touch.room_after = static_cast<std::int8_t>(at(room_, w));
            if (witnesses_[w].unread) {
                plan_.unread_slot = touch.slot;
                touch.room_after = most_around;  // always enough room, and never closed
            }
        }
        // A slot becomes free only after the whole step, which still reads it.
        for (std::size_t i = 0; i < static_cast<std::size_t>(box.witness_count); ++i) {
            if (step.touches[i].room_after == 0) {
                free_slots_.push_back(step.touches[i].slot);
            }
        }
    }
}

}  // namespace sapper
