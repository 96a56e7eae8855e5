// The `exact` player for bulk play. It is told numbers and asked for moves; it never sees the referee.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "count/workspace.hpp"
#include "play/safest_guess.hpp"

namespace sapper {

struct PlayerMove {
    Cell cell = 0;
    bool certain = false;
    // Of the possible layouts, those that optimal play wins: known only if the rest of the game was searched.
    std::optional<double> share_won = std::nullopt;
};

class ExactPlayer {
public:
    virtual ~ExactPlayer() = default;

    // The budget is that of each count.
    void begin(int height, int width, int mines, Budget budget);
    void see(std::span<const Cell> cells, std::span<const std::int8_t> numbers);

    // First the cells that the cheap rules found safe, in order of discovery; then those that only counting finds;
    // otherwise a guess. The order of certain cells is free: a guess is made only when none is left, so it does not
    // affect the guesses or whether the game is won. Some safe cell must still be hidden.
    PlayerMove move();

    // As the player knows it; counted, if its last move was a guess.
    const Workspace& position() const { return workspace_; }

protected:
    // The move when no cell is certain. Some safe cell is still hidden.
    virtual PlayerMove guess(Workspace& counted) { return {safest_guess(counted).value().cell}; }

private:
    std::optional<Cell> next_known_safe();

    Workspace workspace_;
    std::vector<Cell> safe_;
    Budget budget_ = Budget::unlimited();
};

}  // namespace sapper
