// A limit on the work of a count.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/errors.hpp"

namespace sapper {

// Counting is #P-hard, so every count is limited to a number of states. A state is one pair (what the open witnesses
// lack, mines used so far) and takes a few tens of bytes.
class Budget {
public:
    // A budget of 0 allows nothing: only unlimited() sets no limit.
    explicit constexpr Budget(std::uint64_t states) : allowed_(states), left_(states) {}
    static constexpr Budget unlimited() { return Budget(no_limit); }

    // Half of what is left, rounded down, so that halving comes to an end. No limit stays no limit.
    Budget half() const { return Budget(is_unlimited() ? no_limit : left_ / 2); }

    // One part in so many of what is left, rounded up. No limit stays no limit.
    Budget share(std::uint64_t parts) const {
        return Budget(is_unlimited() ? no_limit : left_ / parts + (left_ % parts != 0 ? 1 : 0));
    }

    bool is_unlimited() const { return left_ == no_limit; }
    std::uint64_t left() const { return left_; }
    std::uint64_t spent() const { return spent_; }

    void spend(std::uint64_t states) {
        if (states > left_) {
            throw BudgetExceeded("the position needs more states than the budget allows");
        }
        if (!is_unlimited()) {
            left_ -= states;
        }
        spent_ += states;
    }

    // Combining fronts creates no states, but with very many fronts it takes longer than counting them. The limit on
    // its multiplications is proportional to the budget, and never below what a board of usual size needs. They are
    // not deducted: the cost of a position, and so what remains of the budget, is its number of states.
    void check_multiplications(std::uint64_t count) const {
        if (count / multiplications_per_state > std::max(allowed_, smallest_limit)) {
            throw BudgetExceeded("combining the fronts takes more work than the budget allows");
        }
    }

private:
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    // A multiplication takes 6 ns, all consequences included: at most a second with the default budget
    // (benchmarks/bench_budgets.py).
    static constexpr std::uint64_t multiplications_per_state = 16;
    static constexpr std::uint64_t smallest_limit = 100'000;

    std::uint64_t allowed_;
    std::uint64_t left_;
    std::uint64_t spent_ = 0;
};

}  // namespace sapper
