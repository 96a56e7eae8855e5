// The `exact` player for bulk play. It is told numbers and asked for moves; it never meets the referee.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis.hpp"
#include "policy.hpp"

namespace sapper {

struct PlayerMove {
    Place place = no_place;
    bool certain = false;
};

class ExactPlayer {
public:
    virtual ~ExactPlayer() = default;

    void begin(int height, int width, int mines, std::int64_t budget);
    void see(std::span<const Place> places, std::span<const std::int8_t> numbers);

    // Cells that the numbers settle by themselves come first, in the order of discovery; then those that only counting
    // settles; a guess where there are none. That order is free: a guess is made only where no certain cell is left, so
    // what is guessed, and whether the game is won, do not depend on it.
    PlayerMove move();

protected:
    // The cell to open where none is certain; `counted` is the position, counted.
    virtual Place guess(Workspace& counted) { return choose_guess(counted).place; }

private:
    bool next_known_safe(Place& place);

    Workspace workspace_;
    std::vector<Place> safe_;
    std::int64_t budget_ = 0;
};

}  // namespace sapper
