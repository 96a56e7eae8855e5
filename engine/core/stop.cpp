#include "core/stop.hpp"

namespace sapper {

void WorkMeter::ask() {
    left_ = between_asking;
    if (check_ != nullptr) {
        check_->throw_if_stopped();
    }
}

}  // namespace sapper
