#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/budget.hpp"
#include "core/random.hpp"
#include "count/sampling.hpp"
#include "wasm/exchange.hpp"

namespace sapper {

// The chance that none of the cells that the page wrote is a mine. Answer: that chance.
SAPPER_EXPORT(safe_together) Outcome wasm_safe_together(int height, int width, int mines, double states) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        Workspace& workspace = exchange().workspace;
        Budget budget = checked_budget(states);
        check_view(view);
        read_view(view, workspace);
        // One cell after the other, each under the condition that those before it are safe.
        double chance = 1.0;
        for (const Cell cell : cells_written(workspace.knowledge.grid())) {
            workspace.counting.count(workspace.condenser.problem(), budget);
            chance *= 1.0 - odds_of(workspace, cell).mine_probability;
            if (chance == 0.0) {
                break;
            }
            if (workspace.knowledge.state(cell) == CellState::unknown) {
                workspace.knowledge.suppose({}, std::span(&cell, 1));
                workspace.condenser.condense(workspace.knowledge);
            }
        }
        exchange().answer = {chance};
    });
}

namespace {

// Reads the view with some cells taken for safe and, if there is one, another for a mine.
void read_supposing(const View& view, Workspace& workspace, std::span<const Cell> safe, std::optional<Cell> mine) {
    read_view(view, workspace);
    const auto is_unknown = [&](Cell cell) { return workspace.knowledge.state(cell) == CellState::unknown; };
    std::vector<Cell> supposed;
    for (const Cell cell : safe) {
        if (workspace.knowledge.state(cell) == CellState::mine) {
            throw Contradiction("a mine is supposed to be safe");
        }
        if (is_unknown(cell)) {
            supposed.push_back(cell);
        }
    }
    if (mine && workspace.knowledge.state(*mine) == CellState::safe) {
        throw Contradiction("a safe cell is supposed to be a mine");
    }
    const bool adds_mine = mine && is_unknown(*mine);
    workspace.knowledge.suppose(adds_mine ? std::span<const Cell>(&*mine, 1) : std::span<const Cell>(), supposed);
    workspace.condenser.condense(workspace.knowledge);
}

// The first of the cells that is a mine, drawn by the layouts of each case; nothing if there is no such layout.
std::optional<Cell> draw_first_mine(const View& view, Workspace& workspace, std::span<const Cell> cells, Budget& budget,
                                    RandomStream& random) {
    std::vector<double> log2_layouts;  // -INFINITY where there is none
    double most = -INFINITY;
    for (std::size_t first = 0; first < cells.size(); ++first) {
        try {
            read_supposing(view, workspace, cells.first(first), cells[first]);
            workspace.counting.count(workspace.condenser.problem(), budget);
            log2_layouts.push_back(workspace.counting.log2_layouts());
            most = std::max(most, log2_layouts.back());
        } catch (const Contradiction&) {
            log2_layouts.push_back(-INFINITY);
        }
    }
    if (!std::isfinite(most)) {
        return std::nullopt;
    }
    double all = 0.0;
    for (const double log2 : log2_layouts) {
        all += std::exp2(log2 - most);
    }
    double mark = random.fraction() * all;
    std::optional<Cell> drawn;
    for (std::size_t first = 0; first < cells.size() && mark >= 0.0; ++first) {
        mark -= std::exp2(log2_layouts[first] - most);
        drawn = std::isfinite(log2_layouts[first]) ? std::optional(cells[first]) : drawn;
    }
    return drawn;
}

}  // namespace

// Draws a layout with a mine among the cells that the page wrote, or with none. Bytes: the layout. Answer: whether there
// is one. So many layouts of the seed are tried; should none of them do, one is drawn under the condition itself.
SAPPER_EXPORT(draw_layout)
Outcome wasm_draw_layout(int height, int width, int mines, double states, int with_mine, std::uint32_t seed_0,
                         std::uint32_t seed_1, int tries) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        Exchange& out = exchange();
        out.bytes.resize(view.numbers.size());
        const std::uint64_t seed = long_word(seed_0, seed_1);
        out.answer = {1.0};
        Sampler sampler(view, checked_budget(states), out.workspace);
        const std::vector<Cell> cells = cells_written(out.workspace.knowledge.grid());
        for (int layout = 0; layout < tries; ++layout) {
            sampler.draw(seed, static_cast<std::uint64_t>(layout), out.bytes);
            const bool any = std::any_of(out.cells.begin(), out.cells.end(),
                                         [&](std::int32_t index) { return at(out.bytes, index) != 0; });
            if (any == (with_mine != 0)) {
                return;
            }
        }
        try {
            Budget budget = checked_budget(states);
            RandomStream random(seed, static_cast<std::uint64_t>(tries));
            std::span<const Cell> safe(cells);
            std::optional<Cell> mine;
            if (with_mine != 0) {
                mine = draw_first_mine(view, out.workspace, cells, budget, random);
                if (!mine) {
                    out.answer = {0.0};
                    return;
                }
                safe =
                    safe.first(static_cast<std::size_t>(std::find(cells.begin(), cells.end(), *mine) - cells.begin()));
            }
            read_supposing(view, out.workspace, safe, mine);
            Sampler(out.workspace, budget).draw(seed, static_cast<std::uint64_t>(tries) + 1, out.bytes);
        } catch (const Contradiction&) {
            out.answer = {0.0};
        }
    });
}

}  // namespace sapper
