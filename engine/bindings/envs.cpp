// Many games at once, as environments play them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <atomic>
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
#include "envs/game_batch.hpp"

namespace sapper {
namespace {

using WordsArray = InputArray<std::uint64_t, 1>;
using MaskArray = InputArray<bool, 1>;
template <class Element>
using SharedArray = nb::ndarray<nb::numpy, Element>;

std::int64_t checked_number(std::int64_t number, std::int64_t least, std::int64_t most, const char* complaint) {
    if (number < least || number > most) {
        throw std::invalid_argument(complaint);
    }
    return number;
}

Rules checked_rules(std::tuple<std::int64_t, std::int64_t> size, std::int64_t mines, std::int64_t start,
                    std::int64_t disclosed, bool without_guess, std::int64_t attempts, std::int64_t draws, bool flags,
                    bool chords, std::int64_t longest, std::int64_t autoreset,
                    std::tuple<double, double, double, double, double> rewards,
                    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> streams) {
    const auto [height, width] = size;
    const std::size_t cells = checked_board(height, width);
    Rules rules;
    rules.height = static_cast<int>(height);
    rules.width = static_cast<int>(width);
    rules.mines = checked_mines(mines, cells);
    rules.start = static_cast<Start>(checked_number(start, 0, 3, "there is no such start rule"));
    const std::int64_t most_free = rules.start == Start::safe ? 1
                                   : rules.start == Start::opening
                                       ? std::min<std::int64_t>(3, height) * std::min<std::int64_t>(3, width)
                                       : 0;
    const std::int64_t safe = static_cast<std::int64_t>(cells) - mines;
    checked_number(safe, std::max<std::int64_t>(1, most_free), safe, "there are too many mines");
    rules.disclosed = static_cast<int>(checked_number(disclosed, 0, safe - 1, "too many cells are disclosed"));
    rules.without_guess = without_guess;
    if (without_guess && most_free == 0) {
        throw std::invalid_argument("boards without a guess start with a safe cell or an opening");
    }
    rules.attempts = static_cast<std::uint64_t>(checked_number(attempts, 1, attempts, "at least one board is tried"));
    rules.draws = static_cast<std::uint64_t>(checked_number(draws, 0, draws, "no fewer than 0 boards are drawn"));
    rules.flags = flags;
    rules.chords = chords;
    if (chords && !flags) {
        throw std::invalid_argument("chords need flags");
    }
    checked_number(static_cast<std::int64_t>(cells), 1, most_cells / 3, "the board is too large");
    rules.longest = checked_number(longest, 0, longest, "no game is cut off after fewer than 0 steps");
    rules.autoreset = static_cast<Autoreset>(checked_number(autoreset, 0, 2, "there is no such mode"));
    std::tie(rules.rewards.win, rules.rewards.loss, rules.rewards.cell, rules.rewards.progress, rules.rewards.wasted) =
        rewards;
    std::tie(rules.streams.layout, rules.streams.disclosed, rules.streams.made) = streams;
    return rules;
}

// A batch that Python threads may share: whoever comes second is refused, as is a signal handler.
class SharedBatch {
public:
    SharedBatch(std::int64_t n, std::tuple<std::int64_t, std::int64_t> size, std::int64_t mines, std::int64_t start,
                std::int64_t disclosed, bool without_guess, std::int64_t attempts, std::int64_t draws, bool flags,
                bool chords, std::int64_t longest, std::int64_t autoreset,
                std::tuple<double, double, double, double, double> rewards,
                std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> streams, std::int64_t threads)
        : batch_(checked_batch(n,
                               checked_rules(size, mines, start, disclosed, without_guess, attempts, draws, flags,
                                             chords, longest, autoreset, rewards, streams),
                               threads)) {}

    void reset(const MaskArray& which, const WordsArray& seeds_low, const WordsArray& seeds_high,
               const WordsArray& indices) {
        check_length(which.shape(0));
        check_length(seeds_low.shape(0));
        check_length(seeds_high.shape(0));
        check_length(indices.shape(0));
        std::vector<std::uint8_t> wanted(which.data(), which.data() + which.shape(0));
        std::vector<BoardName> boards;
        for (std::size_t game = 0; game < batch_.games(); ++game) {
            boards.push_back({seeds_low.data()[game], seeds_high.data()[game], indices.data()[game]});
        }
        const Turn turn(*this);
        LongCall call;
        batch_.reset(wanted, boards);
    }

    void step(const IndicesArray& actions) {
        check_length(actions.shape(0));
        const Turn turn(*this);
        LongCall call;
        batch_.step({actions.data(), actions.shape(0)});
    }

    std::optional<NewArray<bool, 2>> layout(std::int64_t game) {
        const Turn turn(*this);
        const std::optional<std::vector<std::uint8_t>> mines = batch_.layout(checked_game(game));
        if (!mines) {
            return std::nullopt;
        }
        auto copy = uninitialised<bool>(mines->size());
        std::transform(mines->begin(), mines->end(), copy.get(), [](std::uint8_t mine) { return mine != 0; });
        return hand_over<bool, 2>(std::move(copy), {height(), width()});
    }

    std::int32_t exploded(std::int64_t game) {
        const Turn turn(*this);
        return batch_.exploded(checked_game(game));
    }

    std::size_t games() const { return batch_.games(); }
    std::size_t height() const { return static_cast<std::size_t>(batch_.rules().height); }
    std::size_t width() const { return static_cast<std::size_t>(batch_.rules().width); }
    std::size_t actions() const { return static_cast<std::size_t>(batch_.rules().actions()); }
    BatchResults& results() { return batch_.results(); }

private:
    class Turn {
    public:
        explicit Turn(SharedBatch& shared) : shared_(shared) {
            if (shared.in_use_.exchange(true)) {
                throw std::runtime_error("these games are being played already, in another call");
            }
        }
        ~Turn() { shared_.in_use_ = false; }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        SharedBatch& shared_;
    };

    static GameBatch checked_batch(std::int64_t n, const Rules& rules, std::int64_t threads) {
        checked_number(n, 1, n, "there must be at least one game");
        const std::size_t games = checked_layouts(n, static_cast<std::size_t>(rules.cells()) * 16);
        return GameBatch(games, rules, checked_threads(threads));
    }

    void check_length(std::size_t length) const {
        if (length != batch_.games()) {
            throw std::invalid_argument("each game needs one entry");
        }
    }

    std::size_t checked_game(std::int64_t game) const {
        const auto last = static_cast<std::int64_t>(batch_.games()) - 1;
        return static_cast<std::size_t>(checked_number(game, 0, last, "there is no such game"));
    }

    GameBatch batch_;
    std::atomic<bool> in_use_ = false;
};

// The batch's own memory as an array, which keeps the batch alive.
template <class Element, class Stored>
SharedArray<Element> shared(SharedBatch& batch, std::vector<Stored>& stored, std::initializer_list<std::size_t> shape) {
    static_assert(sizeof(Element) == sizeof(Stored));
    return SharedArray<Element>(stored.data(), shape, nb::find(batch));
}

}  // namespace

void bind_envs(nb::module_& module) {
    using namespace nb::literals;
    using Batch = SharedBatch;
    nb::class_<Batch>(
        module, "GameBatch", nb::is_final(),
        "Many games at once, and the arrays that all results are written to: they are overwritten by the next call.")
        .def(nb::init<std::int64_t, std::tuple<std::int64_t, std::int64_t>, std::int64_t, std::int64_t, std::int64_t,
                      bool, std::int64_t, std::int64_t, bool, bool, std::int64_t, std::int64_t,
                      std::tuple<double, double, double, double, double>,
                      std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, std::int64_t>(),
             "n"_a, "size"_a, "mines"_a, "start"_a, "disclosed"_a, "without_guess"_a, "attempts"_a, "draws"_a,
             "flags"_a, "chords"_a, "longest"_a, "autoreset"_a, "rewards"_a, "streams"_a, "threads"_a)
        .def("reset", &Batch::reset, "which"_a.noconvert(), "seeds_low"_a.noconvert(), "seeds_high"_a.noconvert(),
             "indices"_a.noconvert(),
             "Begins new games where `which` is true, each on the board with that seed and index. Raises "
             "BudgetExceeded if a board without a guess was not found.")
        .def("step", &Batch::step, "actions"_a.noconvert(),
             "One action (int64) for each game: a cell to open, then to flag, then to chord.")
        .def("layout", &Batch::layout, "game"_a, "Where the mines are, bool (height, width); None if not laid yet.")
        .def("exploded", &Batch::exploded, "game"_a, "The mine that ended the game, a row-major index; -1 if none.")
        .def("observations",
             [](Batch& b) {
                 return shared<std::int8_t>(b, b.results().observations, {b.games(), b.height(), b.width()});
             })
        .def("final_observations",
             [](Batch& b) {
                 const std::size_t kept = b.results().final_observations.empty() ? 0 : b.games();
                 return shared<std::int8_t>(b, b.results().final_observations, {kept, b.height(), b.width()});
             })
        .def("action_masks",
             [](Batch& b) { return shared<std::int8_t>(b, b.results().action_masks, {b.games(), b.actions()}); })
        .def("rewards", [](Batch& b) { return shared<double>(b, b.results().rewards, {b.games()}); })
        .def("terminated", [](Batch& b) { return shared<bool>(b, b.results().terminated, {b.games()}); })
        .def("truncated", [](Batch& b) { return shared<bool>(b, b.results().truncated, {b.games()}); })
        .def("won", [](Batch& b) { return shared<bool>(b, b.results().won, {b.games()}); })
        .def("indices", [](Batch& b) { return shared<std::uint64_t>(b, b.results().indices, {b.games()}); });
}

}  // namespace sapper
