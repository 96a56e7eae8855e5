#include "bindings/long_call.hpp"

#include <thread>

namespace sapper {

namespace {

constexpr std::chrono::milliseconds between_looks{50};

unsigned long main_thread = 0;

bool in_main_thread() { return PyThread_get_thread_ident() == main_thread; }

thread_local std::shared_ptr<const std::atomic<bool>> flag_of_this_thread;

}  // namespace

void StopFlag::heed() const { flag_of_this_thread = is_set_; }

void remember_main_thread() {
    const nanobind::object thread = nanobind::module_::import_("threading").attr("main_thread")();
    main_thread = nanobind::cast<unsigned long>(thread.attr("ident"));
}

// A daemon thread that asks for the GIL while Python shuts down is ended by unwinding its stack, which neither a destructor
// nor a binding survives: the whole program would abort. It waits for the end of the program instead, as in Python 3.14.
WithoutGil::~WithoutGil() {
    try {
        PyEval_RestoreThread(state_);
    } catch (...) {
        while (true) {
            std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }
}

// Python handles signals in its main thread alone. Other threads leave the GIL alone too: while Python shuts down, it
// would never be theirs.
LongCall::LongCall() : scope_(in_main_thread() || flag_of_this_thread ? this : nullptr) {}

void LongCall::throw_if_stopped() {
    if (!in_main_thread()) {
        if (*flag_of_this_thread) {
            throw Interrupted();
        }
        return;
    }
    // Most calls end before the clock is read a second time.
    const Clock::time_point now = Clock::now();
    if (!last_look_) {
        last_look_ = now;
    }
    if (now - *last_look_ < between_looks) {
        return;
    }
    const nanobind::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) {
        throw nanobind::python_error();
    }
    last_look_ = Clock::now();
}

}  // namespace sapper
