// Ends a long computation from outside.
//
// Whoever starts a computation says how to find out whether it is still wanted: a StopCheck, in force in its thread for
// the life of a StopScope. Wherever work is done, it is reported to the thread's WorkMeter, which asks now and then. To
// report costs a nanosecond, and nothing has to be passed down to the innermost loops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>

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
            ask(work);
        } else {
            left_ -= work;
        }
    }

    StopCheck* check() const { return check_; }

private:
    friend class StopScope;
    friend class WorkLimit;
    void ask(std::size_t work);

    static constexpr std::size_t between_asking = std::size_t{1} << 18;  // units: less than 30 milliseconds
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
    std::size_t left_ = between_asking;
    std::uint64_t times_left_ = unlimited;  // to ask, before a limit on the work is reached
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

// For the life of this object, its thread may do about so much work; then BudgetExceeded is thrown. The same call gets
// equally far every time.
class WorkLimit {
public:
    explicit WorkLimit(std::uint64_t units)
        : left_before_(work_meter().left_), times_before_(work_meter().times_left_) {
        work_meter().left_ = WorkMeter::between_asking;
        work_meter().times_left_ = units / WorkMeter::between_asking;
    }
    ~WorkLimit() {
        work_meter().left_ = left_before_;
        work_meter().times_left_ = times_before_;
    }
    WorkLimit(const WorkLimit&) = delete;
    WorkLimit& operator=(const WorkLimit&) = delete;

private:
    // A signal handler may make calls of its own in the middle of another.
    std::size_t left_before_;
    std::uint64_t times_before_;
};

}  // namespace sapper
