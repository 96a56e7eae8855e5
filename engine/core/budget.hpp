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
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    explicit Budget(std::int64_t states)
        : allowed_(states <= 0 ? unlimited : static_cast<std::uint64_t>(states)), left_(allowed_) {}

    // Half of what is left; no limit stays no limit.
    Budget half() const {
        Budget half = *this;
        half.spent_ = 0;
        half.allowed_ = half.left_ = left_ == unlimited ? unlimited : left_ / 2;
        return half;
    }

    std::uint64_t left() const { return left_; }
    std::uint64_t spent() const { return spent_; }

    void spend(std::uint64_t states) {
        if (states > left_) {
            throw BudgetExceeded("the position needs more states than the budget allows");
        }
        if (left_ != unlimited) {
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
    // A multiplication takes 6 ns, all consequences included: at most a second with the default budget
    // (benchmarks/bench_budgets.py).
    static constexpr std::uint64_t multiplications_per_state = 16;
    static constexpr std::uint64_t smallest_limit = 100'000;

    std::uint64_t allowed_;
    std::uint64_t left_;
    std::uint64_t spent_ = 0;
};

}  // namespace sapper
