#include "count/view.hpp"

#include <stdexcept>

namespace sapper {

void check_view(const View& view) {
    if (view.numbers.empty()) {
        throw std::invalid_argument("a view needs at least one cell");
    }
    if (view.mines < 0 || view.mines > view.height * view.width) {
        throw std::invalid_argument("the number of mines must be between 0 and the number of cells");
    }
    // No early exit, so that the compiler can vectorise the loop.
    bool all_valid = true;
    for (const std::int8_t number : view.numbers) {
        all_valid &= number >= hidden_number && number <= largest_number;
    }
    if (!all_valid) {
        throw std::invalid_argument("a cell shows a number from 0 to 8, or -1 if it is hidden");
    }
}

}  // namespace sapper
