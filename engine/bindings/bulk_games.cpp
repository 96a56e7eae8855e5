#include "bindings/bulk_games.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/long_call.hpp"
#include "expert/guess_luck.hpp"
#include "expert/guess_value.hpp"

namespace sapper {

BulkResults play_layouts(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first,
                         std::int64_t threads, const Budget& budget, const MakePlayer& make_player,
                         const MakeLuckMeter& make_luck_meter) {
    const std::size_t count = layouts.shape(0);
    const std::size_t cells = checked_cells(layouts.shape(1), layouts.shape(2));
    const auto [row, column] = first;
    if (row < 0 || row >= static_cast<std::int64_t>(layouts.shape(1)) || column < 0 ||
        column >= static_cast<std::int64_t>(layouts.shape(2))) {
        throw std::invalid_argument("the first cell is outside the board");
    }
    const int thread_count = checked_threads(threads);
    auto won = uninitialised<bool>(count);
    auto guesses = uninitialised<std::int32_t>(count);
    auto certain_moves = uninitialised<std::int32_t>(count);
    const std::size_t measured = make_luck_meter ? count : 0;
    auto luck = uninitialised<double>(measured);
    auto false_cells = uninitialised<std::int32_t>(2 * count);
    {
        LongCall call;
        std::vector<GameResult> results(count);
        // Read as bytes: a NumPy bool need not be a valid C++ one.
        const auto* const bytes = static_cast<const std::uint8_t*>(static_cast<const void*>(layouts.data()));
        play_games({static_cast<int>(layouts.shape(1)),
                    static_cast<int>(layouts.shape(2)),
                    {bytes, count * cells},
                    static_cast<int>(row),
                    static_cast<int>(column),
                    budget},
                   make_player, make_luck_meter, thread_count, results);
        for (std::size_t i = 0; i < count; ++i) {
            won[i] = results[i].won;
            guesses[i] = results[i].guesses;
            certain_moves[i] = results[i].certain_moves;
            false_cells[2 * i] = results[i].false_row;
            false_cells[2 * i + 1] = results[i].false_column;
        }
        for (std::size_t i = 0; i < measured; ++i) {
            luck[i] = results[i].luck;
        }
    }
    return std::tuple(hand_over<bool, 1>(std::move(won), {count}),
                      hand_over<std::int32_t, 1>(std::move(guesses), {count}),
                      hand_over<std::int32_t, 1>(std::move(certain_moves), {count}),
                      hand_over<std::int32_t, 2>(std::move(false_cells), {count, 2}),
                      hand_over<double, 1>(std::move(luck), {measured}));
}

MakeLuckMeter luck_meter_by(const ValueWeights& weights) {
    if (!weights) {
        return nullptr;
    }
    GuessFeatures checked{};
    if (weights->size() != checked.size()) {
        throw std::invalid_argument("a value has one weight for each feature of a guess");
    }
    std::copy(weights->begin(), weights->end(), checked.begin());
    return
        [checked] { return std::make_unique<GuessLuck>(std::make_unique<FittedGuessValue>(checked), default_budget); };
}

}  // namespace sapper
