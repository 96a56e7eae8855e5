// What is the same for all games of a batch.
#pragma once

#include <cstdint>

namespace sapper {

// As src/sapper/envs/settings.py numbers them.
enum class Start : std::uint8_t { any, safe, opening, given };
enum class Autoreset : std::uint8_t { next_step, same_step, disabled };

// What an action is worth: the sum of all that apply.
struct Rewards {
    double win = 0.0;
    double loss = 0.0;
    double cell = 0.0;      // for each cell that it opens
    double progress = 0.0;  // if it opens any cell
    double wasted = 0.0;    // if it changes nothing
};

// The purposes of random numbers, as src/sapper/board.py numbers them.
struct Streams {
    std::uint64_t layout = 0;
    std::uint64_t disclosed = 0;
    std::uint64_t made = 0;
};

struct Rules {
    int height = 0;
    int width = 0;
    int mines = 0;
    Start start = Start::any;
    int disclosed = 0;           // safe cells that Start::given shows
    bool without_guess = false;  // boards that need no guess from the first cell on: Start::safe or Start::opening
    std::uint64_t attempts = 0;  // boards that may be tried for each such board
    std::uint64_t draws = 0;     // repair begins when so many of them all needed a guess
    bool flags = false;
    bool chords = false;       // only with flags
    std::int64_t longest = 0;  // the steps after which a game is cut off; 0: never
    Autoreset autoreset = Autoreset::next_step;
    Rewards rewards;
    Streams streams;

    int cells() const { return height * width; }
    int actions() const { return cells() * (1 + (flags ? 1 : 0) + (chords ? 1 : 0)); }
};

}  // namespace sapper
