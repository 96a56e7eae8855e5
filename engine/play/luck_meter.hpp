// Told of every guess of a game and of what came of it, it says how much of the result was luck.
//
// The luck of a guess is a value of what happened, less the exact expectation of that value over everything that could
// have happened. Its mean is 0, whatever the value is: a result without its luck has the same mean, and the better the
// value, the less it scatters.
#pragma once

#include "count/workspace.hpp"
#include "play/exact_player.hpp"

namespace sapper {

class LuckMeter {
public:
    virtual ~LuckMeter() = default;

    virtual void begin_game() = 0;

    // `counted` has no certainly safe cell; the player is about to open an uncertain one.
    virtual void before_guess(const Workspace& counted, const PlayerMove& guess) = 0;
    virtual void guess_hit_mine() = 0;
    virtual void guess_showed(int number) = 0;

    // The luck of the whole game: what it added to the chance of winning.
    virtual double end_game(bool won) = 0;
};

}  // namespace sapper
