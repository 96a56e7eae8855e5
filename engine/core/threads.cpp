#include "core/threads.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/stop.hpp"

namespace sapper {

namespace {

// The end of the whole job: once one thread has failed, or the caller's own check throws, the other threads stop.
class EndOfJob final : public StopCheck {
public:
    // The caller's check is asked in the caller's thread alone.
    explicit EndOfJob(StopCheck* of_caller) : of_caller_(of_caller) {}

    void set() { ended_ = true; }
    void throw_if_stopped() override {
        if (ended_) {
            throw Stopped();
        }
        if (of_caller_ != nullptr && std::this_thread::get_id() == caller_) {
            of_caller_->throw_if_stopped();
        }
    }

private:
    std::atomic<bool> ended_ = false;
    StopCheck* of_caller_;
    std::thread::id caller_ = std::this_thread::get_id();
};

}  // namespace

void run_on_threads(std::size_t threads, const std::function<void()>& job) {
    EndOfJob end(work_meter().check());
    std::mutex mutex;  // for all that follows
    std::exception_ptr failure;
    std::size_t helping = 0;
    std::condition_variable helper_done;

    const auto guarded = [&](auto&& work) {
        const StopScope scope(&end);
        try {
            work();
        } catch (const Stopped&) {
            // By the failure of another thread, which is on record.
        } catch (...) {
            const std::scoped_lock lock(mutex);
            failure = failure ? failure : std::current_exception();
            end.set();
        }
    };
    const auto help = [&] {
        guarded(job);
        const std::scoped_lock lock(mutex);
        --helping;
        helper_done.notify_one();
    };
    // The caller may run out of work long before the others: it goes on asking whether to stop.
    const auto wait_for_helpers = [&] {
        constexpr std::chrono::milliseconds between_asking{20};
        std::unique_lock lock(mutex);
        while (!helper_done.wait_for(lock, between_asking, [&] { return helping == 0; })) {
            lock.unlock();
            end.throw_if_stopped();
            lock.lock();
        }
    };

    std::vector<std::jthread> helpers;
    helping = std::max<std::size_t>(1, threads) - 1;
    for (std::size_t t = 1; t < threads; ++t) {
        helpers.emplace_back(help);
    }
    guarded(job);
    guarded(wait_for_helpers);
    helpers.clear();  // joins them
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace sapper
