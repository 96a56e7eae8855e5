// What can go wrong with a position, as types of their own.
#pragma once

#include <algorithm>
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

    explicit Budget(std::int64_t states)
        : allowed_(states <= 0 ? unlimited : static_cast<std::uint64_t>(states)), left_(allowed_) {}

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

    // Putting the fronts of a position together makes no states, but where they are very many it takes longer than
    // counting each. It may take so many multiplications for each state allowed, and always as many as any board of
    // usual size needs. They are not spent: what a position costs, and so what is left of the budget, are its states.
    void check_multiplications(std::uint64_t count) const {
        if (count / multiplications_a_state > std::max(allowed_, states_worth_no_check)) {
            throw BudgetExceeded("putting the fronts together takes more than the budget allows");
        }
    }

private:
    // A multiplication takes 6 ns with all that follows from it, a state about 100: with the default budget it is two
    // seconds at most.
    static constexpr std::uint64_t multiplications_a_state = 32;
    static constexpr std::uint64_t states_worth_no_check = 50'000;

    std::uint64_t allowed_;
    std::uint64_t left_;
    std::uint64_t spent_ = 0;
};

}  // namespace sapper
