// The order in which a front's boxes are swept, and what each step opens and closes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "count/problem.hpp"

namespace sapper {

// What one step does to one witness of its box.
struct Touch {
    std::int32_t slot = 0;       // where a state stores what the witness lacks, while it is open
    std::int8_t opens_with = 0;  // what it lacks, if this step opens it; otherwise 0
    std::int8_t room_after = 0;  // cells of its boxes swept later; 0 closes it
};

struct SweepStep {
    std::int32_t box = 0;  // index within the front
    std::int32_t box_size = 0;
    std::int32_t touch_count = 0;
    std::array<Touch, most_around> touches{};
};

struct SweepPlan {
    std::vector<SweepStep> steps;
    int slots = 0;              // most witnesses open at a time
    int unread_slot = no_slot;  // of the unread witness, which stays open to the end

    static constexpr int no_slot = -1;
};

// With more witnesses open at a time than this, no memory would suffice to sweep a front.
constexpr int most_open_witnesses = 128;

// Finds a cheap order. Memory is reused from call to call.
class SweepPlanner {
public:
    // Throws BudgetExceeded if every order keeps too many witnesses open.
    const SweepPlan& plan(const Problem& problem, const Front& front);

private:
    using Order = std::vector<std::int32_t>;

    bool greedy_order(std::int32_t first_box, Order& order);
    void search_orders();
    double cost_of(const Order& order);
    void consider(const Order& order);
    void write_plan();
    std::int32_t cheapest_start() const;
    int change_of_width(const Box& box) const;
    void restart();

    const Box* boxes_ = nullptr;
    const Witness* witnesses_ = nullptr;
    std::int32_t box_count_ = 0;
    std::int32_t witness_count_ = 0;

    std::vector<std::int32_t> room_;      // per witness: cells not yet swept
    std::vector<std::uint8_t> in_reach_;  // per box: is or was among the candidates
    std::vector<std::int32_t> candidates_;
    std::vector<std::int32_t> slot_of_;
    std::vector<std::int32_t> free_slots_;
    Order best_;
    double best_cost_ = 0.0;
    SweepPlan plan_;
};

}  // namespace sapper
