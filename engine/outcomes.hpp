// What can go wrong with a position, as types of their own.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace sapper {

// No layout agrees with the numbers and the mine total.
struct Contradiction : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The count would need more states than the caller allowed.
struct BudgetExceeded : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Counting is #P-hard, so every count is given a number of states it may create and never goes beyond it.
// A state is one pair (what the open witnesses lack, mines used so far): its memory is a few tens of bytes.
class Budget {
public:
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    explicit Budget(std::int64_t states) : left_(states <= 0 ? unlimited : static_cast<std::uint64_t>(states)) {}

    std::uint64_t left() const { return left_; }

    void spend(std::uint64_t states) {
        if (states > left_) {
            throw BudgetExceeded("the position needs more states than the budget allows");
        }
        if (left_ != unlimited) {
            left_ -= states;
        }
        spent_ += states;
    }

    std::uint64_t spent() const { return spent_; }

private:
    std::uint64_t left_;
    std::uint64_t spent_ = 0;
};

}  // namespace sapper
