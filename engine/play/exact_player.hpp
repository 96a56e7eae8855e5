// The `exact` player for bulk play. It is told numbers and asked for moves; it never meets the referee.
#pragma once

#include <cstdint>
#include <vector>

#include "count/workspace.hpp"
#include "play/safest_guess.hpp"

namespace sapper {

struct PlayerMove {
    Cell cell = no_cell;
    bool certain = false;
};

class ExactPlayer {
public:
    virtual ~ExactPlayer() = default;

    void begin(int height, int width, int mines, std::int64_t budget);
    void see(std::span<const Cell> cells, std::span<const std::int8_t> numbers);

    // Cells that the numbers settle by themselves come first, in the order of discovery; then those that only counting
    // settles; a guess where there are none. That order is free: a guess is made only where no certain cell is left, so
    // what is guessed, and whether the game is won, do not depend on it.
    PlayerMove move();

protected:
    // The cell to open where none is certain; `counted` is the position, counted.
    virtual Cell guess(Workspace& counted) { return safest_guess(counted).cell; }

private:
    bool next_known_safe(Cell& cell);

    Workspace workspace_;
    std::vector<Cell> safe_;
    std::int64_t budget_ = 0;
};

}  // namespace sapper
