// A call from Python that may take long: it runs without the GIL. In the main thread Ctrl-C ends it, in another thread
// the stop flag that this thread heeds, if it heeds one.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>

#include "core/stop.hpp"

namespace sapper {

// What a call raises in Python that a stop flag has ended.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("the call was stopped from another thread") {}
};

// Ends the calls of all threads that heed it; once set, it stays set.
class StopFlag {
public:
    void set() { *is_set_ = true; }
    // From now on the calls of this thread end once the flag is set.
    void heed() const;

private:
    std::shared_ptr<std::atomic<bool>> is_set_ = std::make_shared<std::atomic<bool>>(false);
};

// While it lives, other Python threads may run.
class WithoutGil {
public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil();
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

private:
    PyThreadState* state_;
};

class LongCall final : private StopCheck {
public:
    LongCall();

private:
    // In the main thread, lets Python handle its signals; throws nanobind::python_error if a handler raises, as that of
    // Ctrl-C does. In others, throws Interrupted once the flag is set.
    void throw_if_stopped() override;

    using Clock = std::chrono::steady_clock;
    std::optional<Clock::time_point> last_look_;
    StopScope scope_;
    WithoutGil without_gil_;
};

// Remembers which thread handles signals. Called once, when the module is loaded.
void remember_main_thread();

}  // namespace sapper
