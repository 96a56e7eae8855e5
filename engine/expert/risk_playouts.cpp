#include "expert/risk_playouts.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "count/sampling.hpp"
#include "expert/constants.hpp"
#include "expert/expert_guesser.hpp"
#include "expert/playouts.hpp"

namespace sapper {

namespace {

// Arbitrary, but the same on every machine.
constexpr std::uint64_t risk_seed = 0x5A99E3;
constexpr std::uint64_t draws_per_game = std::uint64_t{1} << 32;

}  // namespace

PlayedRisk play_out_risk(const Workspace& counted, std::span<const Cell> cells, double safety, int games,
                         Budget& budget) {
    const Grid& grid = counted.knowledge.grid();
    Workspace drawn_from;
    drawn_from.knowledge = counted.knowledge;
    drawn_from.condenser.condense(drawn_from.knowledge);
    Sampler sampler(drawn_from, budget);
    Playout playout(std::make_unique<ExpertGuesser>(constants_for_playouts()));
    std::vector<int> indices;
    for (const Cell cell : cells) {
        indices.push_back(grid.flat_index(cell));
    }
    std::vector<std::uint8_t> layout(static_cast<std::size_t>(grid.cell_count()));

    PlayedRisk played;
    double sum_of_squares = 0.0;
    for (int game = 0; game < games; ++game) {
        const std::uint64_t first_draw = static_cast<std::uint64_t>(game) * draws_per_game;
        const Draws further_draws{risk_seed, first_draw + draws_per_game / 2};
        Draws draws{risk_seed, first_draw};
        draw_until_safe(sampler, {}, draws, layout, budget);
        const double best = playout.chance_to_win(counted.knowledge, {}, layout, further_draws, budget);
        double taken = 0.0;
        if (safety > 0.0) {
            draws = {risk_seed, first_draw};  // the same layout again, if the cells are safe there
            draw_until_safe(sampler, indices, draws, layout, budget);
            taken = safety * playout.chance_to_win(counted.knowledge, cells, layout, further_draws, budget);
        }
        played.best += best;
        played.taken += taken;
        sum_of_squares += (best - taken) * (best - taken);
    }
    played.best /= games;
    played.taken /= games;
    const double mean = played.best - played.taken;
    const double variance = std::max(0.0, sum_of_squares / games - mean * mean);
    played.deviation = std::sqrt(variance / std::max(1, games - 1));
    return played;
}

}  // namespace sapper
