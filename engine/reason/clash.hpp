// Which numbers of an inconsistent position contradict each other, or the mine total.
//
// The set found is minimal: without any one of its numbers, the others are consistent. (There may be other such sets,
// and smaller ones.) A number that is left out is still revealed, so its cell holds no mine.
#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.hpp"
#include "count/view.hpp"
#include "count/workspace.hpp"

namespace sapper {

struct Clash {
    bool needs_total = false;
    std::vector<std::int32_t> numbers;  // row-major indices, in order
};

// The view must be inconsistent. If the budget runs out, the numbers named so far, though fewer might do.
Clash find_clash(const View& view, Budget budget, Workspace& workspace);

}  // namespace sapper
