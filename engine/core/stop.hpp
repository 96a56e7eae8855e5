// Ends a long computation from outside.
//
// Whoever starts a computation says how to find out whether it is still wanted: a StopCheck, in force in its thread for
// the life of a StopScope. Wherever work is done, it is reported to the thread's WorkMeter, which asks now and then. To
// report costs a nanosecond, and nothing has to be passed down to the innermost loops.
#pragma once

#include <cstddef>
#include <exception>

namespace sapper {

// What ends the helper threads of a computation that has ended already. Nobody sees it.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "the computation was stopped"; }
};

class StopCheck {
public:
    virtual void throw_if_stopped() = 0;

protected:
    ~StopCheck() = default;
};

// One per thread.
class WorkMeter {
public:
    // A unit of work is an inner loop's turn: about a nanosecond, and never more than a hundred.
    void did(std::size_t work) {
        if (work >= left_) {
            ask();
        } else {
            left_ -= work;
        }
    }

    StopCheck* check() const { return check_; }

private:
    friend class StopScope;
    void ask();

    static constexpr std::size_t between_asking = std::size_t{1} << 18;  // units: less than 30 milliseconds
    std::size_t left_ = between_asking;
    StopCheck* check_ = nullptr;
};

inline thread_local constinit WorkMeter thread_work_meter;
inline WorkMeter& work_meter() { return thread_work_meter; }

class StopScope {
public:
    // Without a check nothing is asked. The check must outlive the scope.
    explicit StopScope(StopCheck* check) : before_(work_meter().check_) { work_meter().check_ = check; }
    ~StopScope() { work_meter().check_ = before_; }
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

private:
    StopCheck* before_;
};

}  // namespace sapper
