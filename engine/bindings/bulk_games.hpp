// Bulk play as Python sees it, whoever plays.
#pragma once

#include <cstdint>
#include <tuple>

#include "bindings/arrays.hpp"
#include "play/bulk_games.hpp"

namespace sapper {

// won, guesses, certain_moves, false_cells (row and column): one entry per game.
using BulkResults =
    std::tuple<NewArray<bool, 1>, NewArray<std::int32_t, 1>, NewArray<std::int32_t, 1>, NewArray<std::int32_t, 2>>;

BulkResults play_layouts(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first,
                         std::int64_t threads, std::int64_t budget, const MakePlayer& make_player);

}  // namespace sapper
