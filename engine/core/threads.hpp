// One job on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace sapper {

// Runs the job on so many threads at once, the caller's own included, and returns when all have ended. If one fails, or
// the caller's StopCheck ends the call, the others stop at the next opportunity, and the first failure is thrown. What
// the threads share, such as the number of the next piece of work, is the job's own business.
void run_on_threads(std::size_t threads, const std::function<void()>& job);

}  // namespace sapper
