#include <nanobind/stl/optional.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/long_call.hpp"
#include "core/budget.hpp"
#include "reason/cell_reason.hpp"
#include "reason/explanation.hpp"

namespace sapper {
namespace {

std::int32_t checked_hidden(const View& view, std::int64_t cell) {
    if (cell < 0 || cell >= static_cast<std::int64_t>(view.numbers.size()) ||
        view.numbers[static_cast<std::size_t>(cell)] != hidden_number) {
        throw std::invalid_argument("a reason is asked for a hidden cell of the board");
    }
    return static_cast<std::int32_t>(cell);
}

nb::object as_cell(const View& view, std::int32_t index) {
    return nb::make_tuple(index / view.width, index % view.width);
}

// Each set as a list of numbers: cell, what it shows, its hidden neighbours.
nb::list as_lists(const View& view, const std::vector<std::vector<NearNumber>>& sets) {
    nb::list result;
    for (const std::vector<NearNumber>& set : sets) {
        nb::list numbers;
        for (const NearNumber& number : set) {
            nb::list hidden;
            for (const std::int32_t cell : number.cells) {
                hidden.append(as_cell(view, cell));
            }
            numbers.append(nb::make_tuple(as_cell(view, number.index), number.shown, hidden));
        }
        result.append(numbers);
    }
    return result;
}

nb::object py_few_numbers(const NumbersArray& numbers, std::int64_t cell) {
    const View view = view_of(numbers, 0);
    check_view(view);
    const std::optional<CellReason> reason = settled_by_one_or_two(view, checked_hidden(view, cell));
    return reason ? nb::object(nb::make_tuple(reason->is_mine, as_lists(view, reason->sets))) : nb::none();
}

nb::object py_find_reason(const NumbersArray& numbers, std::int64_t mines, std::int64_t cell,
                          std::optional<bool> is_mine, std::int64_t most_sets, std::int64_t most_looks,
                          std::int64_t most_trials, BudgetOrNone budget) {
    const View view = view_of(numbers, mines);
    check_view(view);
    const std::int32_t asked = checked_hidden(view, cell);
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (most_sets < 1 || most_sets > most || most_looks < 0 || most_trials < 0 || most_trials > most) {
        throw std::invalid_argument("a limit of the search is out of range");
    }
    const ReasonLimits limits{static_cast<int>(most_sets), static_cast<std::uint64_t>(most_looks),
                              static_cast<int>(most_trials)};
    Budget states = checked_budget(budget);
    CellReason reason;
    {
        LongCall call;
        const BorrowedWorkspace workspace;
        reason = find_reason(view, asked, is_mine, limits, states, *workspace);
    }
    return nb::make_tuple(reason.is_mine, reason.uses_total, reason.is_fewest, reason.reach, states.spent(),
                          as_lists(view, reason.sets));
}

// Steps as src/sapper/proof/written.py reads them.
class WrittenSteps {
public:
    WrittenSteps(const View& view, const Derivation& derivation) : view_(view), derivation_(derivation) {}

    nb::list steps(const std::vector<StepId>& ids) const {
        nb::list result;
        for (const StepId id : ids) {
            result.append(step(derivation_.steps[static_cast<std::size_t>(id)]));
        }
        return result;
    }

private:
    nb::dict step(const Step& step) const {
        static constexpr std::array kinds{"number", "total", "subset", "overlap", "all safe", "all mines", "cases"};
        nb::dict result;
        result["kind"] = kinds[static_cast<std::size_t>(step.kind)];
        switch (step.kind) {
            case StepKind::number:
                result["cell"] = as_cell(view_, step.cell);
                result["number"] = step.shown;
                break;
            case StepKind::total:
                result["mines"] = step.shown;
                break;
            case StepKind::subset:
                result["whole"] = claim(step.premises[0]);
                result["parts"] = nb::list();
                for (std::size_t part = 1; part < step.premises.size(); ++part) {
                    nb::cast<nb::list>(result["parts"]).append(claim(step.premises[part]));
                }
                break;
            case StepKind::overlap:
                result["more"] = claim(step.premises[0]);
                result["fewer"] = claim(step.premises[1]);
                break;
            case StepKind::all_safe:
            case StepKind::all_mines:
                result["premise"] = claim(step.premises[0]);
                break;
            case StepKind::cases:
                result["cases"] = nb::list();
                for (const Case& each : step.cases) {
                    nb::dict written;
                    written["supposition"] = claim(each.supposition);
                    written["steps"] = steps(each.steps);
                    nb::cast<nb::list>(result["cases"]).append(written);
                }
                break;
        }
        result["conclusion"] = claim(step.conclusion);
        return result;
    }

    nb::dict claim(ClaimId id) const {
        const DerivedClaim& said = derivation_.claims[static_cast<std::size_t>(id)];
        nb::list cells;
        for (const std::int32_t cell : said.cells) {
            cells.append(as_cell(view_, cell));
        }
        nb::dict result;
        result["cells"] = cells;
        result["count"] = said.count;
        return result;
    }

    const View& view_;
    const Derivation& derivation_;
};

nb::dict py_explain(const NumbersArray& numbers, std::int64_t mines, std::int64_t cell, BudgetOrNone budget) {
    const View view = view_of(numbers, mines);
    check_view(view);
    const std::int32_t asked = checked_hidden(view, cell);
    Explanation explanation;
    {
        LongCall call;
        const BorrowedWorkspace workspace;
        explanation = explain(view, asked, checked_budget(budget), *workspace);
    }
    nb::dict result;
    result["cell"] = as_cell(view, asked);
    if (explanation.derivation) {
        const Derivation& derivation = *explanation.derivation;
        result["is_mine"] = derivation.is_mine;
        result["steps"] = WrittenSteps(view, derivation).steps(derivation.outline);
        return result;
    }
    const CellOdds& odds = explanation.odds;
    nb::list linked;
    for (const std::int32_t number : odds.numbers) {
        linked.append(as_cell(view, number));
    }
    result["mine_probability"] = odds.mine_probability;
    result["numbers"] = linked;
    result["best"] = as_cell(view, odds.best);
    result["best_mine_probability"] = odds.best_mine_probability;
    return result;
}

}  // namespace

void bind_reason(nb::module_& module) {
    using namespace nb::literals;
    module.def("few_numbers", &py_few_numbers, "numbers"_a.noconvert(), "cell"_a,
               "Whether a hidden cell is a mine, and every single number that shows it; failing that, every pair; None "
               "if there is none.");
    module.def(
        "find_reason", &py_find_reason, "numbers"_a.noconvert(), "mines"_a, "cell"_a, "is_mine"_a.none(), nb::kw_only(),
        "most_sets"_a, "most_looks"_a, "most_trials"_a, "budget"_a.none(),
        "Which numbers, as few as possible, settle a hidden cell: is it a mine, is the mine total needed too, is "
        "it proved that no fewer numbers suffice, how far from the cell numbers were looked at, states spent, "
        "and sets of numbers.");
    module.def(
        "explain", &py_explain, "numbers"_a.noconvert(), "mines"_a, "cell"_a, "budget"_a.none(),
        "Why a hidden cell is safe or a mine: a derivation as plain data, with `is_mine` and `steps`; or its odds, "
        "with `mine_probability`, the `numbers` that bear on it, the `best` cell and its chance. Budget: states; "
        "None: no limit.");
}

}  // namespace sapper
