#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/budget.hpp"
#include "reason/clash.hpp"
#include "reason/explanation.hpp"
#include "wasm/exchange.hpp"

namespace sapper {

namespace {

// One number after another; a list begins with its length.
class FlatAnswer {
public:
    template <class Number>
    void add(Number number) {
        exchange().answer.push_back(static_cast<double>(number));
    }

    void add_all(const std::vector<std::int32_t>& numbers) {
        add(numbers.size());
        exchange().answer.insert(exchange().answer.end(), numbers.begin(), numbers.end());
    }

    void add_steps(const Derivation& derivation, const std::vector<StepId>& steps) {
        add(steps.size());
        for (const StepId id : steps) {
            const Step& step = derivation.steps[static_cast<std::size_t>(id)];
            add(static_cast<int>(step.kind));
            add(step.conclusion);
            add(step.cell);
            add(step.shown);
            add_all(step.premises);
            add(step.cases.size());
            for (const Case& each : step.cases) {
                add(each.supposition);
                add_steps(derivation, each.steps);
            }
        }
    }
};

}  // namespace

// Answer: whether the mine total is part of the contradiction, and the indices of the numbers that are.
SAPPER_EXPORT(clash) Outcome wasm_clash(int height, int width, int mines, double budget) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        const Clash clash = find_clash(view, Budget(whole(budget)), exchange().workspace);
        exchange().answer = {clash.needs_total ? 1.0 : 0.0};
        exchange().answer.insert(exchange().answer.end(), clash.numbers.begin(), clash.numbers.end());
    });
}

// Answer, for a certain cell: 1, whether it is a mine, its grade, its claims (count and cells each), and its steps, each
// with its kind, its conclusion, the cell of its number, what that shows, its premises, and its cases (supposition and
// steps each). Claims are named by their place. For an uncertain cell: 0, its chance of a mine, the cell and the chance
// of the first of the safest, and the numbers that bear on it.
SAPPER_EXPORT(explain) Outcome wasm_explain(int height, int width, int mines, int cell, double budget) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        check_view(view);
        if (cell < 0 || cell >= height * width || view.numbers[static_cast<std::size_t>(cell)] != hidden_number) {
            throw std::invalid_argument("a reason is asked for a hidden cell of the board");
        }
        const Explanation explanation = explain(view, cell, whole(budget), exchange().workspace);
        FlatAnswer answer;
        answer.add(explanation.derivation.has_value());
        if (explanation.derivation) {
            const Derivation& derivation = *explanation.derivation;
            answer.add(derivation.is_mine);
            answer.add(static_cast<int>(derivation.difficulty.grade));
            answer.add(derivation.claims.size());
            for (const DerivedClaim& claim : derivation.claims) {
                answer.add(claim.count);
                answer.add_all(claim.cells);
            }
            answer.add_steps(derivation, derivation.outline);
        } else {
            const CellOdds& odds = explanation.odds;
            answer.add(odds.mine_probability);
            answer.add(odds.best);
            answer.add(odds.best_mine_probability);
            answer.add_all(odds.numbers);
        }
    });
}

}  // namespace sapper
