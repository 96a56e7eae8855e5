#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/budget.hpp"
#include "reason/clash.hpp"
#include "reason/explanation.hpp"
#include "wasm/exchange.hpp"

namespace sapper {

// Answer: whether the mine total is part of the contradiction, and the indices of the numbers that are.
SAPPER_EXPORT(clash) Outcome wasm_clash(int height, int width, int mines, double budget) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        const Clash clash = find_clash(view, checked_budget(budget), exchange().workspace);
        exchange().answer = {clash.needs_total ? 1.0 : 0.0};
        exchange().answer.insert(exchange().answer.end(), clash.numbers.begin(), clash.numbers.end());
    });
}

namespace {

// Lists are written with their length before them.
template <class List>
void write_list(const List& numbers) {
    std::vector<double>& answer = exchange().answer;
    answer.push_back(static_cast<double>(numbers.size()));
    answer.insert(answer.end(), numbers.begin(), numbers.end());
}

void write_derivation(const Derivation& derivation) {
    std::vector<double>& answer = exchange().answer;
    answer = {1.0, derivation.is_mine ? 1.0 : 0.0, static_cast<double>(derivation.difficulty.grade)};
    answer.push_back(static_cast<double>(derivation.claims.size()));
    for (const DerivedClaim& claim : derivation.claims) {
        answer.push_back(claim.count);
        write_list(claim.cells);
    }
    answer.push_back(static_cast<double>(derivation.steps.size()));
    for (const Step& step : derivation.steps) {
        answer.insert(answer.end(), {static_cast<double>(step.kind), static_cast<double>(step.conclusion),
                                     static_cast<double>(step.cell), static_cast<double>(step.shown)});
        write_list(step.premises);
        answer.push_back(static_cast<double>(step.cases.size()));
        for (const Case& each : step.cases) {
            answer.push_back(each.supposition);
            write_list(each.steps);
        }
    }
    write_list(derivation.outline);
}

}  // namespace

// Answer: 1 and the derivation, or 0 and the odds: the mine probability, the index of the first of the safest cells and
// its probability, the indices of the numbers that bear on it.
SAPPER_EXPORT(explain) Outcome wasm_explain(int height, int width, int mines, double budget, int cell) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        check_view(view);
        if (cell < 0 || static_cast<std::size_t>(cell) >= view.numbers.size() ||
            view.numbers[static_cast<std::size_t>(cell)] != hidden_number) {
            throw std::invalid_argument("only a hidden cell can be explained");
        }
        const Explanation explanation = explain(view, cell, checked_budget(budget), exchange().workspace);
        if (explanation.derivation) {
            write_derivation(*explanation.derivation);
            return;
        }
        const CellOdds& odds = explanation.odds;
        exchange().answer = {0.0, odds.mine_probability, static_cast<double>(odds.best), odds.best_mine_probability};
        write_list(odds.numbers);
    });
}

}  // namespace sapper
