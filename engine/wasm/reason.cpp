#include "core/budget.hpp"
#include "reason/clash.hpp"
#include "wasm/exchange.hpp"

namespace sapper {

// Answer: whether the mine total is part of the contradiction, and the indices of the numbers that are.
SAPPER_EXPORT(clash) Outcome wasm_clash(int height, int width, int mines, double budget) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        const Clash clash = find_clash(view, Budget(whole(budget)), exchange().workspace);
        exchange().answer = {clash.needs_total ? 1.0 : 0.0};
        exchange().answer.insert(exchange().answer.end(), clash.numbers.begin(), clash.numbers.end());
    });
}

}  // namespace sapper
