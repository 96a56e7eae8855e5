#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/bulk_games.hpp"
#include "bindings/long_call.hpp"
#include "play/board_measures.hpp"
#include "play/exact_player.hpp"
#include "play/mine_laying.hpp"
#include "play/tracker.hpp"

namespace sapper {
namespace {

NewArray<bool, 3> py_lay(std::tuple<std::uint64_t, std::uint64_t> seed, std::uint64_t stream, std::uint64_t start_index,
                         std::int64_t n, std::tuple<std::int64_t, std::int64_t> size, std::int64_t mines,
                         const IndicesArray& places) {
    const auto [height, width] = size;
    const std::size_t cells = checked_board(height, width);
    const std::span<const std::int64_t> may_be_mines = checked_places(places, cells, mines);
    const std::size_t count = checked_layouts(n, cells);
    std::unique_ptr<bool[]> layouts;
    {
        LongCall call;
        layouts = uninitialised<bool>(count * cells);
        MineLayer layer(
            {std::get<0>(seed), std::get<1>(seed), stream, cells, static_cast<std::size_t>(mines), may_be_mines});
        for (std::size_t board = 0; board < count; ++board) {
            layer.lay(start_index + board, 0, {layouts.get() + board * cells, cells});
        }
    }
    return hand_over<bool, 3>(std::move(layouts),
                              {count, static_cast<std::size_t>(height), static_cast<std::size_t>(width)});
}

// Read as bytes: a NumPy bool need not be a valid C++ one.
std::span<const std::uint8_t> bytes_of(const LayoutArray& layout) {
    return {static_cast<const std::uint8_t*>(static_cast<const void*>(layout.data())),
            checked_cells(layout.shape(0), layout.shape(1))};
}

std::tuple<int, int, int> py_measure_board(const LayoutArray& layout) {
    const std::span<const std::uint8_t> bytes = bytes_of(layout);
    LongCall call;
    const BoardMeasures measures =
        measure_board(static_cast<int>(layout.shape(0)), static_cast<int>(layout.shape(1)), bytes);
    return {measures.three_bv, measures.openings, measures.islands};
}

int py_solved_units(const LayoutArray& layout, const LayoutArray& is_open) {
    if (layout.shape(0) != is_open.shape(0) || layout.shape(1) != is_open.shape(1)) {
        throw std::invalid_argument("a cell is open or not on a board of the same size");
    }
    const std::span<const std::uint8_t> bytes = bytes_of(layout);
    const std::span<const std::uint8_t> open_bytes = bytes_of(is_open);
    LongCall call;
    return solved_units(static_cast<int>(layout.shape(0)), static_cast<int>(layout.shape(1)), bytes, open_bytes);
}

int py_count_zini_clicks(const LayoutArray& layout, bool human) {
    const std::span<const std::uint8_t> bytes = bytes_of(layout);
    LongCall call;
    return count_zini_clicks(static_cast<int>(layout.shape(0)), static_cast<int>(layout.shape(1)), bytes, human);
}

int py_visibly_solved(const NumbersArray& numbers) {
    const std::size_t cells = checked_cells(numbers.shape(0), numbers.shape(1));
    LongCall call;
    return visibly_solved(static_cast<int>(numbers.shape(0)), static_cast<int>(numbers.shape(1)),
                          {numbers.data(), cells});
}

BulkResults py_play_exact(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first,
                          std::int64_t threads, BudgetOrNone budget, const ValueWeights& value) {
    return play_layouts(
        layouts, first, threads, checked_budget(budget), [] { return std::make_unique<ExactPlayer>(); },
        luck_meter_by(value));
}

// A tracker that Python threads may share: one call at a time.
class SharedTracker {
public:
    SharedTracker(std::int64_t height, std::int64_t width, std::int64_t mines)
        : tracker_(checked_tracker(height, width, mines)) {}

    void reveal(const IndicesArray& flat_indices, const RevealedArray& numbers) {
        if (flat_indices.shape(0) != numbers.shape(0)) {
            throw std::invalid_argument("each revealed cell needs one number");
        }
        LongCall call;
        const Turn turn(*this);
        tracker_.reveal({flat_indices.data(), flat_indices.shape(0)}, {numbers.data(), numbers.shape(0)});
    }

    std::optional<std::tuple<int, bool, double>> choose(BudgetOrNone budget) {
        LongCall call;
        const Turn turn(*this);
        const std::optional<Tracker::Choice> choice = tracker_.choose(checked_budget(budget));
        if (!choice) {
            return std::nullopt;
        }
        return std::tuple(choice->flat_index, choice->certain, choice->mine_probability);
    }

private:
    static Tracker checked_tracker(std::int64_t height, std::int64_t width, std::int64_t mines) {
        const std::size_t cells = checked_board(height, width);
        return Tracker(static_cast<int>(height), static_cast<int>(width), checked_mines(mines, cells));
    }

    // A thread that has its turn already is in a signal handler: it would wait for itself.
    class Turn {
    public:
        explicit Turn(SharedTracker& shared) : shared_(shared) {
            if (shared.turn_of_ == std::this_thread::get_id()) {
                throw std::runtime_error("a signal handler cannot use the tracker whose call it interrupted");
            }
            shared.mutex_.lock();
            shared.turn_of_ = std::this_thread::get_id();
        }
        ~Turn() {
            shared_.turn_of_ = std::thread::id();
            shared_.mutex_.unlock();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        SharedTracker& shared_;
    };

    std::mutex mutex_;
    std::atomic<std::thread::id> turn_of_;
    Tracker tracker_;
};

}  // namespace

void bind_play(nb::module_& module) {
    using namespace nb::literals;
    module.def("lay", &py_lay, "seed"_a, "stream"_a, "start_index"_a, "n"_a, "size"_a, "mines"_a,
               "places"_a.noconvert(),
               "The layouts, bool (n, height, width), of boards start_index, start_index + 1, ... of a seed, given as "
               "its lower and upper 64 bits. Every cell draws a number from the board's stream; the mines go to the "
               "places (int64, row-major indices) with the smallest.");
    module.def(
        "play_exact", &py_play_exact, "layouts"_a.noconvert(), "first"_a, "threads"_a, "budget"_a.none(),
        "value"_a = nb::none(),
        "Plays the exact player on each layout, bool (n, height, width), starting at the cell first. A mine there "
        "loses.\n\n"
        "Returns won (bool), guesses (int32: uncertain cells revealed, not counting the first), certain_moves "
        "(int32: certain cells revealed, not counting those that a 0 opened), false_cells (int32 (n, 2): the mine that "
        "was called certainly safe, -1 -1 if none was) and luck (float64: what the luck of the guesses added to the "
        "chance of winning). budget: states per analysis. Luck is measured only with a value: the weights of the "
        "features of a guess.");

    module.def("measure_board", &py_measure_board, "layout"_a.noconvert(),
               "The 3BV, the openings and the islands of a layout, bool (height, width).");
    module.def("solved_units", &py_solved_units, "layout"_a.noconvert(), "is_open"_a.noconvert(),
               "How much of a layout's 3BV is done, by the cells that are open; both bool (height, width).");
    module.def("count_zini_clicks", &py_count_zini_clicks, "layout"_a.noconvert(), "human"_a,
               "How many clicks of ZiNi win a layout, bool (height, width), by the greedy rule or the human one.");
    module.def("visibly_solved", &py_visibly_solved, "numbers"_a.noconvert(),
               "The 3BV that can be seen to be done, of numbers, int8 (height, width), -1 for a hidden cell.");

    nb::class_<SharedTracker>(module, "Tracker", nb::is_final(),
                              "The exact player's knowledge of one game, updated from move to move. Its answers depend "
                              "on the view alone.")
        .def(nb::init<std::int64_t, std::int64_t, std::int64_t>(), "height"_a, "width"_a, "mines"_a)
        .def("reveal", &SharedTracker::reveal, "flat_indices"_a.noconvert(), "numbers"_a.noconvert(),
             "Adds revealed cells: their row-major indices (int64) and their numbers (int8).")
        .def("choose", &SharedTracker::choose, "budget"_a.none(),
             "The next cell: (index, certain, mine_probability); None if every hidden cell is a mine.");
}

}  // namespace sapper
