// Whole games of the engine's players, many at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "play/exact_player.hpp"

namespace sapper {

struct GameResult {
    bool won = false;
    std::int32_t guesses = 0;        // cells revealed after the first without being certain
    std::int32_t certain_moves = 0;  // cells revealed because they were certain; not those a region opened by itself
};

struct GamesToPlay {
    int height = 0;
    int width = 0;
    std::span<const std::uint8_t> layouts;  // one game after the other, row-major
    int first_row = 0;
    int first_column = 0;
    std::int64_t budget = 0;  // states for each analysis
};

using MakePlayer = std::function<std::unique_ptr<ExactPlayer>()>;

// Plays all games on so many threads, each with a player of its own. A result depends on its own layout alone. Throws
// BudgetExceeded.
void play_games(const GamesToPlay& games, const MakePlayer& make_player, int threads, std::span<GameResult> results);

}  // namespace sapper
