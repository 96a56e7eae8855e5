// A call from Python that may take long: it runs without the GIL, and Ctrl-C ends it.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>

#include "core/stop.hpp"

namespace sapper {

class LongCall final : private StopCheck {
public:
    LongCall();

private:
    // Lets Python handle its signals; throws nanobind::python_error if a handler raises, as that of Ctrl-C does.
    void throw_if_stopped() override;

    using Clock = std::chrono::steady_clock;
    std::optional<Clock::time_point> last_look_;
    StopScope scope_;
    nanobind::gil_scoped_release no_gil_;
};

// Remembers which thread handles signals. Called once, when the module is loaded.
void remember_main_thread();

}  // namespace sapper
