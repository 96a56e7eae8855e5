#include <cstdint>
#include <span>
#include <vector>

#include "core/budget.hpp"
#include "count/analysis.hpp"
#include "count/exact_ways.hpp"
#include "wasm/exchange.hpp"

namespace sapper {

namespace {

using Analyze = void(const View&, Budget, Workspace&, std::span<double>, std::span<std::int8_t>);

Outcome analyze_by(Analyze analyze_view, int height, int width, int mines, double budget) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        Exchange& out = exchange();
        out.answer.resize(view.numbers.size());
        out.verdicts.resize(view.numbers.size());
        analyze_view(view, checked_budget(budget), out.workspace, out.answer, out.verdicts);
    });
}

}  // namespace

// Answer: the mine probability of every cell, nan if revealed or unknown. Verdicts: 1 certainly safe, -1 certainly a
// mine, 0 uncertain or revealed.
SAPPER_EXPORT(analyze) Outcome wasm_analyze(int height, int width, int mines, double budget) {
    return analyze_by(analyze, height, width, mines, budget);
}

// The same as far as the budget goes, front by front.
SAPPER_EXPORT(analyze_apart) Outcome wasm_analyze_apart(int height, int width, int mines, double budget) {
    return analyze_by(analyze_apart, height, width, mines, budget);
}

// Answer: the cells of the sea, the mines in fronts and sea together; for each front, the fewest mines it can hold, the
// limbs of each number of ways, how many such numbers there are, and their limbs of 32 bits, lowest first. With the index
// of a hidden cell (or -1): only layouts in which it is a mine.
SAPPER_EXPORT(front_ways) Outcome wasm_front_ways(int height, int width, int mines, double states, int mine) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        Exchange& out = exchange();
        Workspace& workspace = out.workspace;
        Budget budget = checked_budget(states);
        check_view(view);
        read_view(view, workspace);
        if (mine >= 0) {
            const Cell assumed = workspace.knowledge.grid().cell(mine);
            workspace.knowledge.suppose(std::span(&assumed, 1), {});
            workspace.condenser.condense(workspace.knowledge);
        }
        const auto& problem = workspace.condenser.problem();
        workspace.counting.sweep_fronts(problem, budget);
        out.answer = {static_cast<double>(problem.sea), static_cast<double>(problem.mines)};
        for (const ExactWays& front : exact_ways(workspace.counting, problem.fronts.size(), budget)) {
            out.answer.push_back(front.low);
            out.answer.push_back(static_cast<double>(front.limbs));
            out.answer.push_back(static_cast<double>(front.ways.size() / front.limbs));
            out.answer.insert(out.answer.end(), front.ways.begin(), front.ways.end());
        }
    });
}

}  // namespace sapper
