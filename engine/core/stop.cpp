#include "core/stop.hpp"

#include "core/errors.hpp"

namespace sapper {

void WorkMeter::ask(std::size_t work) {
    const std::size_t beyond = work - left_;
    left_ = between_asking - beyond % between_asking;
    if (times_left_ != unlimited) {
        const std::uint64_t times = 1 + beyond / between_asking;
        if (times > times_left_) {
            throw BudgetExceeded("the answer takes more work than the budget allows");
        }
        times_left_ -= times;
    }
    if (check_ != nullptr) {
        check_->throw_if_stopped();
    }
}

}  // namespace sapper
