#include "count/sampling.hpp"

#include <algorithm>
#include <utility>

#include "core/stop.hpp"

namespace sapper {

namespace {

// Draws from 0 .. count - 1 in proportion to weight_of(i); never one of weight zero.
template <class Weight, class WeightOf>
std::int32_t draw_weighted(std::int32_t count, RandomStream& random, WeightOf&& weight_of) {
    Weight total{};
    for (std::int32_t i = 0; i < count; ++i) {
        total += weight_of(i);
    }
    const Weight target = total * Weight(random.fraction());
    Weight reached{};
    std::int32_t last_possible = 0;
    for (std::int32_t i = 0; i < count; ++i) {
        const Weight weight = weight_of(i);
        if (is_zero(weight)) {
            continue;
        }
        last_possible = i;
        reached += weight;
        if (target < reached) {
            break;
        }
    }
    return last_possible;
}

template <class Weight>
ReversedEdges reverse(const SweepTables<Weight>& tables, std::size_t index) {
    const auto& swept = tables.swept(index);
    const std::size_t end_layer = swept.first_layer + swept.layer_count - 1;
    const std::size_t first_state = tables.layer(swept.first_layer).first_state + 1;
    const std::size_t end_state = tables.layer(end_layer).first_state + 1;
    ReversedEdges reversed;
    reversed.first.assign(end_state - first_state + 1, 0);

    const auto for_each_edge = [&](auto&& visit) {
        for (std::size_t l = swept.first_layer; l < end_layer; ++l) {
            const Layer& layer = tables.layer(l);
            work_meter().did(layer.state_count * most_around);
            const std::size_t next_first = tables.layer(l + 1).first_state - first_state;
            std::size_t edge = layer.first_edge;
            for (std::size_t s = 0; s < layer.state_count; ++s) {
                const State& from = tables.state(layer.first_state + s);
                for (int mines = from.fewest; mines < from.fewest + from.edge_count; ++mines) {
                    visit(next_first + tables.edge(edge++), ReversedEdges::Edge{static_cast<std::uint32_t>(s), mines});
                }
            }
        }
    };
    // A counting sort by target: count, accumulate, fill each target's range from its end.
    std::size_t edge_count = 0;
    for_each_edge([&](std::size_t target, const ReversedEdges::Edge&) {
        ++reversed.first[target];
        ++edge_count;
    });
    std::size_t sum = 0;
    for (std::size_t& first : reversed.first) {
        sum += first;
        first = sum;
    }
    reversed.edges.resize(edge_count);
    for_each_edge(
        [&](std::size_t target, const ReversedEdges::Edge& edge) { reversed.edges[--reversed.first[target]] = edge; });
    return reversed;
}

Workspace& checked_and_read(const View& view, Workspace& workspace) {
    check_view(view);
    read_view(view, workspace);
    return workspace;
}

}  // namespace

Sampler::Sampler(const View& view, Budget budget, Workspace& workspace)
    : Sampler(checked_and_read(view, workspace), budget) {}

Sampler::Sampler(Workspace& condensed, Budget& budget) : workspace_(condensed) {
    Counting& counting = condensed.counting;
    const Problem& problem = condensed.condenser.problem();
    counting.sweep_fronts(problem, budget);
    counting.combine_wide(problem, budget);
    for (std::size_t f = 0; f < problem.fronts.size(); ++f) {
        const Counting::SweptFront& swept = counting.swept_front(f);
        reversed_.push_back(swept.wide ? reverse(counting.wide_tables(), swept.index)
                                       : reverse(counting.tables(), swept.index));
    }
    node_mines_.resize(counting.wide_tree().node_count());
    box_mines_.resize(problem.boxes.size());
    group_cells();
}

void Sampler::group_cells() {
    const Knowledge& knowledge = workspace_.knowledge;
    const Condenser& condenser = workspace_.condenser;
    const Problem& problem = condenser.problem();
    const Grid& grid = knowledge.grid();
    first_box_cell_.assign(1, 0);
    for (const Box& box : problem.boxes) {
        first_box_cell_.push_back(first_box_cell_.back() + static_cast<std::size_t>(box.size));
    }
    std::vector<std::size_t> next_cell = first_box_cell_;
    box_cells_.resize(first_box_cell_.back());
    for (const Cell cell : condenser.cells()) {
        box_cells_[at(next_cell, condenser.box_of(cell))++] = grid.flat_index(cell);
    }
    for_each_sea_cell(workspace_, [&](Cell cell) { sea_cells_.push_back(grid.flat_index(cell)); });
    for (int index = 0; index < grid.cell_count(); ++index) {
        if (knowledge.state(grid.cell(index)) == CellState::mine) {
            known_mines_.push_back(index);
        }
    }
}

void Sampler::draw(std::uint64_t seed, std::uint64_t index, std::span<std::uint8_t> layout) {
    RandomStream random(seed, index);
    const Counting& counting = workspace_.counting;
    work_meter().did(layout.size());
    draw_totals(random);
    for (std::size_t f = 0; f < reversed_.size(); ++f) {
        const Counting::SweptFront& swept = counting.swept_front(f);
        if (swept.wide) {
            draw_front(counting.wide_tables(), swept.index, reversed_[f], node_mines_[f], random);
        } else {
            draw_front(counting.tables(), swept.index, reversed_[f], node_mines_[f], random);
        }
    }

    std::fill(layout.begin(), layout.end(), std::uint8_t{0});
    for (const std::int32_t cell : known_mines_) {
        layout[static_cast<std::size_t>(cell)] = 1;
    }
    const std::span<std::int32_t> box_cells(box_cells_);
    for (std::size_t b = 0; b < box_mines_.size(); ++b) {
        place_mines(box_cells.subspan(first_box_cell_[b], first_box_cell_[b + 1] - first_box_cell_[b]), box_mines_[b],
                    random, layout);
    }
    place_mines(sea_cells_, sea_mines_, random, layout);
}

// From the root down: the mines of all fronts together, then how each node's mines divide between its halves.
void Sampler::draw_totals(RandomStream& random) {
    const ProductTree<WideNumber>& tree = workspace_.counting.wide_tree();
    const std::vector<WideNumber>& sea = workspace_.counting.sea_weights_used();
    const MineCounts<WideNumber> total = tree.total();
    const std::int32_t fronts_hold =
        total.low + draw_weighted<WideNumber>(total.length(), random, [&](std::int32_t i) {
            return total.ways[static_cast<std::size_t>(i)] * sea[static_cast<std::size_t>(i)];
        });
    node_mines_.back() = fronts_hold;
    sea_mines_ = workspace_.condenser.problem().mines - fronts_hold;
    for (std::size_t n = tree.node_count(); n-- > 0;) {
        const auto& node = tree.node(n);
        if (node.left == tree.no_node) {
            continue;
        }
        const auto& left = tree.node(static_cast<std::size_t>(node.left));
        const auto& right = tree.node(static_cast<std::size_t>(node.right));
        work_meter().did(static_cast<std::size_t>(left.length));
        const std::int32_t mines = node_mines_[n];
        const std::int32_t in_left =
            left.low + draw_weighted<WideNumber>(left.length, random, [&](std::int32_t i) {
                const std::int32_t rest = mines - left.low - i - right.low;
                return rest < 0 || rest >= right.length ? WideNumber() : tree.ways(left)[i] * tree.ways(right)[rest];
            });
        at(node_mines_, node.left) = in_left;
        at(node_mines_, node.right) = mines - in_left;
    }
}

// Backwards from the last state: each step draws the previous state and the mines of the box in between, in proportion
// to the ways that lead there.
template <class Weight>
void Sampler::draw_front(const SweepTables<Weight>& tables, std::size_t index, const ReversedEdges& reversed,
                         std::int32_t mines, RandomStream& random) {
    const auto& swept = tables.swept(index);
    const std::size_t first_reversed = tables.layer(swept.first_layer).first_state + 1;
    work_meter().did(swept.layer_count * most_around);
    std::size_t state = 0;  // index within the layer
    for (std::size_t l = swept.first_layer + swept.layer_count - 1; l > swept.first_layer; --l) {
        const Layer& before = tables.layer(l - 1);
        const std::size_t reached = tables.layer(l).first_state + state - first_reversed;
        const std::size_t first = reversed.first[reached];
        const auto choices = static_cast<std::int32_t>(reversed.first[reached + 1] - first);
        const std::int32_t drawn = draw_weighted<Weight>(choices, random, [&](std::int32_t i) {
            const ReversedEdges::Edge& edge = reversed.edges[first + static_cast<std::size_t>(i)];
            const State& from = tables.state(before.first_state + edge.source);
            const std::int32_t term = mines - edge.mines - from.low;
            return term < 0 || term >= from.length ? Weight{}
                                                   : tables.term(from.first_term + static_cast<std::size_t>(term)) *
                                                         Weight(binomial(before.box_size, edge.mines));
        });
        const ReversedEdges::Edge& edge = reversed.edges[first + static_cast<std::size_t>(drawn)];
        at(box_mines_, before.box) = edge.mines;
        mines -= edge.mines;
        state = edge.source;
    }
}

// A uniformly random choice of so many cells. The list is restored, so that draws are independent.
void Sampler::place_mines(std::span<std::int32_t> cells, std::int32_t mines, RandomStream& random,
                          std::span<std::uint8_t> layout) {
    const std::size_t count = cells.size();
    const auto chosen = static_cast<std::size_t>(mines);
    partners_.clear();
    for (std::size_t i = 0; i < chosen; ++i) {
        const std::size_t partner = i + random.below(static_cast<std::uint32_t>(count - i));
        std::swap(cells[i], cells[partner]);
        partners_.push_back(partner);
        layout[static_cast<std::size_t>(cells[i])] = 1;
    }
    for (std::size_t i = chosen; i-- > 0;) {
        std::swap(cells[i], cells[partners_[i]]);
    }
}

}  // namespace sapper
