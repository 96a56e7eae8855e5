// Layouts drawn uniformly from all that agree with a view, using the tables that counted them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "count/workspace.hpp"

namespace sapper {

// The edges of a front's tables, reversed: from which states, with how many mines in the box, a state was reached.
struct ReversedEdges {
    struct Edge {
        std::uint32_t source = 0;  // index within its layer
        std::int32_t mines = 0;
    };
    std::vector<std::size_t> first;  // per state from the second layer on, and one past the end
    std::vector<Edge> edges;
};

class Sampler {
public:
    // Counts the view. Throws Contradiction, BudgetExceeded, std::invalid_argument.
    Sampler(const View& view, Budget budget, Workspace& workspace);

    // Counts a condensed position. Throws Contradiction, BudgetExceeded.
    Sampler(Workspace& condensed, Budget& budget);

    // Draws layout `index` of a seed, a function of the two and the view alone: height * width cells, 1 for a mine.
    void draw(std::uint64_t seed, std::uint64_t index, std::span<std::uint8_t> layout);

private:
    void group_cells();
    void draw_totals(RandomStream& random);
    template <class Weight>
    void draw_front(const SweepTables<Weight>& tables, std::size_t swept, const ReversedEdges& reversed,
                    std::int32_t mines, RandomStream& random);
    void place_mines(std::span<std::int32_t> cells, std::int32_t mines, RandomStream& random,
                     std::span<std::uint8_t> layout);

    Workspace& workspace_;
    std::vector<ReversedEdges> reversed_;   // per front
    std::vector<std::int32_t> node_mines_;  // per node of the product tree
    std::vector<std::int32_t> box_mines_;   // per box
    std::int32_t sea_mines_ = 0;
    std::vector<std::int32_t> box_cells_;      // flat indices, box by box
    std::vector<std::size_t> first_box_cell_;  // per box, and one past the end
    std::vector<std::int32_t> sea_cells_;
    std::vector<std::int32_t> known_mines_;
    std::vector<std::size_t> partners_;  // scratch of place_mines
};

}  // namespace sapper
