// Whole games of the engine's players, many at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "play/exact_player.hpp"
#include "play/luck_meter.hpp"

namespace sapper {

struct GameResult {
    bool won = false;
    std::int32_t guesses = 0;        // uncertain cells revealed, not counting the first cell
    std::int32_t certain_moves = 0;  // certain cells revealed, not counting those that a 0 opened
    int false_row = -1;              // of the mine that the player called certainly safe; -1 if there was none
    int false_column = -1;
    double luck = 0.0;  // of the guesses, if it is measured
};

struct GamesToPlay {
    int height = 0;
    int width = 0;
    std::span<const std::uint8_t> layouts;  // game after game, row-major
    int first_row = 0;
    int first_column = 0;
    Budget budget = Budget::unlimited();  // of each count
};

using MakePlayer = std::function<std::unique_ptr<ExactPlayer>()>;
using MakeLuckMeter = std::function<std::unique_ptr<LuckMeter>()>;

// Plays all games on so many threads, each with its own player, and its own luck meter if one can be made. A result
// depends on its own layout alone. Throws BudgetExceeded.
void play_games(const GamesToPlay& games, const MakePlayer& make_player, const MakeLuckMeter& make_luck_meter,
                int threads, std::span<GameResult> results);

}  // namespace sapper
