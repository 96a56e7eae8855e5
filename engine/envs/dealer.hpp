// Where the mines of a game are, and which cells are disclosed: the same boards as those of MineLayer, as a list of
// cells and without a list of places, so that each game may keep other cells free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

struct BoardName {
    std::uint64_t seed_low = 0;
    std::uint64_t seed_high = 0;
    std::uint64_t index = 0;
};

// Memory is reused from board to board; one thread at a time.
class Dealer {
public:
    explicit Dealer(std::size_t cells);

    // Every cell draws a number from the board's stream. Returns the so many cells (flat indices) with the smallest, in
    // no particular order, leaving out those that are kept free. There must be enough of the others. The span is valid
    // until the next call.
    std::span<const std::int32_t> smallest(const BoardName& board, std::uint64_t stream, std::size_t count,
                                           std::span<const std::int32_t> kept_free);

private:
    void draw(const BoardName& board, std::uint64_t stream);
    bool choose_quickly(std::size_t count, std::size_t among);
    void choose_by_sorting(std::size_t count);

    std::size_t cells_;
    std::vector<std::uint64_t> numbers_;  // drawn by each cell
    std::vector<std::int32_t> chosen_;
    std::vector<std::int32_t> near_border_;
    std::vector<std::uint64_t> border_numbers_;
};

}  // namespace sapper
