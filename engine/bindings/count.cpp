#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/long_call.hpp"
#include "core/budget.hpp"
#include "count/analysis.hpp"
#include "count/exact_ways.hpp"
#include "count/sampling.hpp"

namespace sapper {
namespace {

using Analyze = void(const View&, Budget, Workspace&, std::span<double>, std::span<std::int8_t>);

template <Analyze analyze>
auto py_analyze(const NumbersArray& numbers, std::int64_t mines, BudgetOrNone budget) {
    const View view = view_of(numbers, mines);
    auto mine_probability = uninitialised<double>(view.numbers.size());
    auto verdicts = uninitialised<std::int8_t>(view.numbers.size());
    {
        LongCall call;
        const BorrowedWorkspace workspace;
        analyze(view, checked_budget(budget), *workspace, {mine_probability.get(), view.numbers.size()},
                {verdicts.get(), view.numbers.size()});
    }
    return std::tuple(hand_over<double, 2>(std::move(mine_probability), {numbers.shape(0), numbers.shape(1)}),
                      hand_over<std::int8_t, 2>(std::move(verdicts), {numbers.shape(0), numbers.shape(1)}));
}

NewArray<bool, 3> py_sample(const NumbersArray& numbers, std::int64_t mines, std::int64_t n, std::uint64_t seed,
                            BudgetOrNone budget) {
    const View view = view_of(numbers, mines);
    const std::size_t cells = view.numbers.size();
    const std::size_t count = checked_layouts(n, cells);
    std::unique_ptr<bool[]> layouts;
    {
        LongCall call;
        const BorrowedWorkspace workspace;
        Sampler sampler(view, checked_budget(budget), *workspace);
        layouts = uninitialised<bool>(count * cells);
        std::vector<std::uint8_t> layout(cells);
        for (std::size_t i = 0; i < count; ++i) {
            sampler.draw(seed, i, layout);
            std::transform(layout.begin(), layout.end(), layouts.get() + i * cells,
                           [](std::uint8_t mine) { return mine != 0; });
        }
    }
    return hand_over<bool, 3>(std::move(layouts), {count, numbers.shape(0), numbers.shape(1)});
}

// The limbs as bytes, least significant first on any machine.
nb::bytes little_endian(const std::vector<std::uint32_t>& limbs) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(limbs.size() * sizeof(std::uint32_t));
    for (const std::uint32_t limb : limbs) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes.push_back(static_cast<std::uint8_t>(limb >> shift & 0xFFu));
        }
    }
    return nb::bytes(bytes.data(), bytes.size());
}

auto py_front_ways(const NumbersArray& numbers, std::int64_t mines, BudgetOrNone states,
                   std::optional<std::int64_t> mine) {
    const View view = view_of(numbers, mines);
    if (mine && (*mine < 0 || *mine >= static_cast<std::int64_t>(view.numbers.size()) ||
                 view.numbers[static_cast<std::size_t>(*mine)] != hidden_number)) {
        throw std::invalid_argument("only a hidden cell of the board can be assumed to be a mine");
    }
    std::vector<ExactWays> fronts;
    std::int64_t sea = 0;
    std::int64_t mines_in_fronts_and_sea = 0;
    {
        LongCall call;
        const BorrowedWorkspace borrowed;
        Workspace& workspace = *borrowed;
        Budget budget = checked_budget(states);
        check_view(view);
        read_view(view, workspace);
        if (mine) {
            const Cell assumed = workspace.knowledge.grid().cell(static_cast<int>(*mine));
            workspace.knowledge.suppose(std::span(&assumed, 1), {});
            workspace.condenser.condense(workspace.knowledge);
        }
        const auto& problem = workspace.condenser.problem();
        workspace.counting.sweep_fronts(problem, budget);
        fronts = exact_ways(workspace.counting, problem.fronts.size(), budget);
        sea = problem.sea;
        mines_in_fronts_and_sea = problem.mines;
    }
    nb::list result;
    for (const ExactWays& front : fronts) {
        result.append(nb::make_tuple(front.low, front.limbs * sizeof(std::uint32_t), little_endian(front.ways)));
    }
    return std::tuple(sea, mines_in_fronts_and_sea, result);
}

}  // namespace

void bind_count(nb::module_& module) {
    using namespace nb::literals;
    module.def(
        "analyze", &py_analyze<analyze>, "numbers"_a.noconvert(), "mines"_a, "budget"_a.none(),
        "The mine probability of every cell (nan if revealed), and its verdict: 1 certainly safe, -1 certainly a "
        "mine, 0 uncertain or revealed.\n\n"
        "numbers: int8 (height, width), -1 for hidden. budget: most states to create; None: no limit.");
    module.def("analyze_apart", &py_analyze<analyze_apart>, "numbers"_a.noconvert(), "mines"_a, "budget"_a.none(),
               "As much of analyze as the budget allows, front by front: what is certain whatever the mine total, the "
               "probability where it does not depend on the other fronts, and nan for all other hidden cells.");
    module.def(
        "front_ways", &py_front_ways, "numbers"_a.noconvert(), "mines"_a, "budget"_a.none(), "mine"_a = nb::none(),
        "The cells of the sea, the mines in fronts and sea together, and the ways of each front to hold each number of "
        "mines: the lowest number, the bytes of each number of ways, and these numbers one after the other. With the "
        "index of a hidden cell: only layouts in which it is a mine.");
    module.def(
        "sample", &py_sample, "numbers"_a.noconvert(), "mines"_a, "n"_a, "seed"_a, "budget"_a.none(),
        "n layouts, bool (n, height, width), drawn uniformly and independently from all that agree with the view. "
        "Layout i depends on the view, the seed and i alone.");
}

}  // namespace sapper
