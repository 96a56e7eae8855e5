// Many positions in one call, on several threads. A position that has no answer keeps no other from having one.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/expert_constants.hpp"
#include "bindings/long_call.hpp"
#include "core/budget.hpp"
#include "core/stop.hpp"
#include "core/threads.hpp"
#include "count/analysis.hpp"
#include "expert/expert_guesser.hpp"
#include "play/tracker.hpp"

namespace sapper {
namespace {

using PositionsArray = InputArray<std::int8_t, 3>;

// As src/sapper/exact/batches.py names them.
enum class Status : std::int8_t { answered, contradiction, budget_exceeded };

// Positions of one size in the memory of an array, each with its own number of mines.
class Batch {
public:
    Batch(const PositionsArray& numbers, const IndicesArray& mines)
        : numbers_(numbers.data()), mines_(mines.data()), count_(numbers.shape(0)),
          height_(static_cast<int>(numbers.shape(1))), width_(static_cast<int>(numbers.shape(2))),
          cells_(checked_cells(numbers.shape(1), numbers.shape(2))) {
        if (mines.shape(0) != count_) {
            throw std::invalid_argument("each position needs its number of mines");
        }
        for (std::size_t position = 0; position < count_; ++position) {
            checked_mines(mines_[position], cells_);
        }
    }

    std::size_t count() const { return count_; }
    std::size_t cells() const { return cells_; }
    View view(std::size_t position) const {
        return {height_, width_, static_cast<int>(mines_[position]), {numbers_ + position * cells_, cells_}};
    }

private:
    const std::int8_t* numbers_;
    const std::int64_t* mines_;
    std::size_t count_;
    int height_;
    int width_;
    std::size_t cells_;
};

// Calls answer(position) for every position. Each thread has its own, from make_answer: all that threads share is the
// number of the next positions to take.
using Answer = std::function<void(std::size_t)>;
void answer_all(const Batch& batch, int threads, std::span<Status> status, const std::function<Answer()>& make_answer) {
    constexpr std::size_t at_a_time = 16;
    std::atomic<std::size_t> next = 0;
    const auto job = [&] {
        const Answer answer = make_answer();
        for (std::size_t begin = next.fetch_add(at_a_time); begin < batch.count(); begin = next.fetch_add(at_a_time)) {
            for (std::size_t position = begin; position < std::min(begin + at_a_time, batch.count()); ++position) {
                work_meter().did(batch.cells());
                try {
                    answer(position);
                    status[position] = Status::answered;
                } catch (const Contradiction&) {
                    status[position] = Status::contradiction;
                } catch (const BudgetExceeded&) {
                    status[position] = Status::budget_exceeded;
                }
            }
        }
    };
    const std::size_t useful = (batch.count() + at_a_time - 1) / at_a_time;
    run_on_threads(std::min(useful, static_cast<std::size_t>(threads)), job);
}

NewArray<std::int8_t, 1> hand_over_status(const std::vector<Status>& status) {
    auto codes = uninitialised<std::int8_t>(status.size());
    std::transform(status.begin(), status.end(), codes.get(), [](Status one) { return static_cast<std::int8_t>(one); });
    return hand_over<std::int8_t, 1>(std::move(codes), {status.size()});
}

auto py_analyze_many(const PositionsArray& numbers, const IndicesArray& mines, BudgetOrNone budget, bool partial,
                     std::int64_t threads) {
    const Batch batch(numbers, mines);
    const int thread_count = checked_threads(threads);
    const Budget states = checked_budget(budget);
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    auto mine_probability = uninitialised<double>(batch.count() * batch.cells());
    auto verdicts = uninitialised<std::int8_t>(batch.count() * batch.cells());
    auto log2_layouts = uninitialised<double>(batch.count());
    std::vector<Status> status(batch.count());

    // What a position that fails leaves behind says nothing of any cell.
    const auto analyze_one = [&](std::size_t position, Workspace& workspace) {
        const View view = batch.view(position);
        const std::span<double> probability{mine_probability.get() + position * batch.cells(), batch.cells()};
        const std::span<std::int8_t> verdict{verdicts.get() + position * batch.cells(), batch.cells()};
        const auto say_nothing = [&](double log2_here) {
            std::fill(probability.begin(), probability.end(), unknown);
            std::fill(verdict.begin(), verdict.end(), static_cast<std::int8_t>(Verdict::uncertain));
            log2_layouts[position] = log2_here;
        };
        try {
            analyze(view, states, workspace, probability, verdict);
            log2_layouts[position] = workspace.counting.log2_layouts();
        } catch (const Contradiction&) {
            say_nothing(-std::numeric_limits<double>::infinity());
            throw;
        } catch (const BudgetExceeded&) {
            say_nothing(unknown);
            if (partial) {
                try {
                    analyze_apart(view, states, workspace, probability, verdict);
                } catch (const Contradiction&) {
                    say_nothing(-std::numeric_limits<double>::infinity());
                    throw;
                }
            }
            throw;
        }
    };
    {
        LongCall call;
        answer_all(batch, thread_count, status, [&]() -> Answer {
            return [&analyze_one, borrowed = std::make_shared<BorrowedWorkspace>()](std::size_t position) {
                analyze_one(position, **borrowed);
            };
        });
    }
    return std::tuple(
        hand_over<double, 3>(std::move(mine_probability), {batch.count(), numbers.shape(1), numbers.shape(2)}),
        hand_over<std::int8_t, 3>(std::move(verdicts), {batch.count(), numbers.shape(1), numbers.shape(2)}),
        hand_over<double, 1>(std::move(log2_layouts), {batch.count()}), hand_over_status(status));
}

// The move that an agent makes in a position; no cell if every hidden one is a mine.
struct ChosenMove {
    int flat_index = -1;
    bool certain = false;
    bool by_search = false;
    double mine_probability = std::numeric_limits<double>::quiet_NaN();
};

// One thread's player: the exact one, or the expert.
class Chooser {
public:
    Chooser(const std::optional<ExpertConstants>& constants, const Budget& budget)
        : expert_(constants ? std::make_unique<ExpertGuesser>(*constants) : nullptr), budget_(budget) {}

    ChosenMove choose(const View& view) {
        check_view(view);
        const std::optional<Tracker::Choice> choice = exact_choice(view);
        if (!choice) {
            return {};
        }
        if (choice->certain || expert_ == nullptr) {
            return {choice->flat_index, choice->certain, false, choice->mine_probability};
        }
        return expert_guess(view);
    }

private:
    std::optional<Tracker::Choice> exact_choice(const View& view) {
        indices_.clear();
        shown_.clear();
        for (std::size_t index = 0; index < view.numbers.size(); ++index) {
            if (view.numbers[index] != hidden_number) {
                indices_.push_back(static_cast<std::int64_t>(index));
                shown_.push_back(view.numbers[index]);
            }
        }
        Tracker tracker(view.height, view.width, view.mines);
        tracker.reveal(indices_, shown_);
        return tracker.choose(budget_);
    }

    ChosenMove expert_guess(const View& view) {
        Workspace& workspace = *borrowed_;
        Budget states = default_budget;
        read_view(view, workspace);
        workspace.counting.count(workspace.condenser.problem(), states);
        const Decision decision = expert_->decide(workspace).value();  // a cell that may be safe is left
        return {workspace.knowledge.grid().flat_index(decision.cell), false, decision.decided_by == DecidedBy::search,
                odds_of(workspace, decision.cell).mine_probability};
    }

    std::unique_ptr<ExpertGuesser> expert_;  // null if the exact player chooses
    Budget budget_;
    BorrowedWorkspace borrowed_;
    std::vector<std::int64_t> indices_;
    std::vector<std::int8_t> shown_;
};

auto choose_many(const PositionsArray& numbers, const IndicesArray& mines,
                 const std::optional<ExpertConstants>& constants, const Budget& budget, std::int64_t threads) {
    const Batch batch(numbers, mines);
    const int thread_count = checked_threads(threads);
    auto indices = uninitialised<std::int64_t>(batch.count());
    auto certain = uninitialised<bool>(batch.count());
    auto by_search = uninitialised<bool>(batch.count());
    auto mine_probability = uninitialised<double>(batch.count());
    std::vector<Status> status(batch.count());
    {
        LongCall call;
        std::vector<ChosenMove> moves(batch.count());
        answer_all(batch, thread_count, status, [&]() -> Answer {
            return [&, chooser = std::make_shared<Chooser>(constants, budget)](std::size_t position) {
                moves[position] = chooser->choose(batch.view(position));
            };
        });
        for (std::size_t position = 0; position < batch.count(); ++position) {
            indices[position] = moves[position].flat_index;
            certain[position] = moves[position].certain;
            by_search[position] = moves[position].by_search;
            mine_probability[position] = moves[position].mine_probability;
        }
    }
    return std::tuple(hand_over<std::int64_t, 1>(std::move(indices), {batch.count()}),
                      hand_over<bool, 1>(std::move(certain), {batch.count()}),
                      hand_over<bool, 1>(std::move(by_search), {batch.count()}),
                      hand_over<double, 1>(std::move(mine_probability), {batch.count()}), hand_over_status(status));
}

auto py_choose_exact(const PositionsArray& numbers, const IndicesArray& mines, BudgetOrNone budget,
                     std::int64_t threads) {
    return choose_many(numbers, mines, std::nullopt, checked_budget(budget), threads);
}

auto py_choose_expert(const PositionsArray& numbers, const IndicesArray& mines, std::int64_t budget,
                      const NamedValues& constants, std::int64_t threads) {
    return choose_many(numbers, mines, constants_with(budget, constants), default_budget, threads);
}

}  // namespace

void bind_batches(nb::module_& module) {
    using namespace nb::literals;
    module.def(
        "analyze_many", &py_analyze_many, "numbers"_a.noconvert(), "mines"_a.noconvert(), "budget"_a.none(),
        "partial"_a, "threads"_a,
        "analyze for each position: mine_probability and verdicts (n, height, width), log2_layouts (n) and status "
        "(int8, n): 0 answered, 1 contradiction, 2 budget exceeded. Those that are not answered have nan and 0 "
        "everywhere; if partial, what analyze_apart finds within the budget.\n\n"
        "numbers: int8 (n, height, width); mines: int64 (n); budget: states for each position.");
    module.def("choose_exact", &py_choose_exact, "numbers"_a.noconvert(), "mines"_a.noconvert(), "budget"_a.none(),
               "threads"_a,
               "The exact player's move in each position: row-major index (-1 if there is none), certain, whether a "
               "search to the end chose it, mine_probability, and status as for analyze_many.");
    module.def(
        "choose_expert", &py_choose_expert, "numbers"_a.noconvert(), "mines"_a.noconvert(), "budget"_a, "constants"_a,
        "threads"_a,
        "Like choose_exact, with the expert player. budget: most layouts to visit in the search of one position. "
        "constants: by name, where they differ from the usual ones.");
}

}  // namespace sapper
