#include <nanobind/stl/optional.h>

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
                          std::int64_t most_trials, std::int64_t budget) {
    const View view = view_of(numbers, mines);
    check_view(view);
    const std::int32_t asked = checked_hidden(view, cell);
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (most_sets < 1 || most_sets > most || most_looks < 0 || most_trials < 0 || most_trials > most) {
        throw std::invalid_argument("a limit of the search is out of range");
    }
    const ReasonLimits limits{static_cast<int>(most_sets), static_cast<std::uint64_t>(most_looks),
                              static_cast<int>(most_trials)};
    Budget states(budget);
    CellReason reason;
    {
        LongCall call;
        const BorrowedWorkspace workspace;
        reason = find_reason(view, asked, is_mine, limits, states, *workspace);
    }
    return nb::make_tuple(reason.is_mine, reason.uses_total, reason.is_fewest, reason.reach, states.spent(),
                          as_lists(view, reason.sets));
}

}  // namespace

void bind_reason(nb::module_& module) {
    using namespace nb::literals;
    module.def("few_numbers", &py_few_numbers, "numbers"_a.noconvert(), "cell"_a,
               "Whether a hidden cell is a mine, and every single number that shows it; failing that, every pair; None "
               "if there is none.");
    module.def(
        "find_reason", &py_find_reason, "numbers"_a.noconvert(), "mines"_a, "cell"_a, "is_mine"_a.none(), nb::kw_only(),
        "most_sets"_a, "most_looks"_a, "most_trials"_a, "budget"_a,
        "Which numbers, as few as possible, settle a hidden cell: is it a mine, is the mine total needed too, is "
        "it proved that no fewer numbers suffice, how far from the cell numbers were looked at, states spent, "
        "and sets of numbers.");
}

}  // namespace sapper
