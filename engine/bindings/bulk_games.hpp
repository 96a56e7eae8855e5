// Bulk play as Python sees it, whoever plays.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "play/bulk_games.hpp"

namespace sapper {

// won, guesses, certain_moves, false_cells (row and column), luck: one entry per game; no luck if it is not measured.
using BulkResults = std::tuple<NewArray<bool, 1>, NewArray<std::int32_t, 1>, NewArray<std::int32_t, 1>,
                               NewArray<std::int32_t, 2>, NewArray<double, 1>>;

BulkResults play_layouts(const LayoutsArray& layouts, std::tuple<std::int64_t, std::int64_t> first,
                         std::int64_t threads, const Budget& budget, const MakePlayer& make_player,
                         const MakeLuckMeter& make_luck_meter);

// The weights of the value by which luck is measured: one for each feature of a guess, or nothing. Throws
// std::invalid_argument.
using ValueWeights = std::optional<std::vector<double>>;
MakeLuckMeter luck_meter_by(const ValueWeights& weights);

}  // namespace sapper
