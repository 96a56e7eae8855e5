// The engine's own errors. A bad argument is a std::invalid_argument.
#pragma once

#include <stdexcept>

namespace sapper {

// No layout agrees with the numbers and the mine total.
struct Contradiction : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The answer would cost more than the caller allowed.
struct BudgetExceeded : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace sapper
