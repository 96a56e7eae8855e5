// Optimal play to the end of a position whose layouts can be written out.
//
// A node is a set of layouts: those that agree with everything opened so far. Its value is the number of them won by
// optimal play; which cells are open follows from the set, so equal sets are equal nodes. What keeps the tree small:
//   - cells that are safe in all layouts of a node are opened at once, all together: no choice, no risk;
//   - a cell that shows the same number wherever it is safe tells nothing: it is opened last and never a candidate;
//   - of cells that are mines in the same layouts only one is tried: it makes the others safe;
//   - nodes are looked up without what all their layouts have in common, so that finished parts of a position look
//     alike, whatever their outcome;
//   - if the layouts are all combinations of independent parts, the parts are searched separately and multiplied;
//   - a candidate is abandoned once winning everything not yet searched could not make it the best.
// With few layouts left, sets of them are bitsets (bitset_search.hpp); this searches the nodes above.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/budget.hpp"
#include "core/stop.hpp"
#include "count/layout_table.hpp"
#include "expert/bitset_search.hpp"

namespace sapper {

class EndgameSearch {
public:
    struct Result {
        std::uint64_t won = 0;
        std::uint64_t layouts = 0;
        Cell best = no_cell;  // the move to make; none if every hidden cell is a mine
        bool best_is_safe = false;
    };

    // The budget bounds the layouts visited, summed over all nodes; throws BudgetExceeded. With a share above 0, only
    // cells are tried whose safety is at least that share of the safest cell's: the search is shorter, and its result a
    // lower bound.
    Result search(const LayoutTable& table, const Grid& grid, std::uint64_t budget, double share_of_safest = 0.0);

    // Layouts visited by the last search.
    std::uint64_t visited() const { return spent_; }

private:
    using Row = std::uint32_t;     // index of a layout in the table
    using Column = std::uint32_t;  // index of a cell in the table
    using Count = std::uint64_t;
    static_assert(LayoutTable::most_bytes <= std::numeric_limits<Row>::max());
    static_assert(most_cells <= std::numeric_limits<Column>::max());

    // The search recurses. Every level has fewer layouts than the one above, and visits them all, so one of this depth
    // visits eight million. A level takes about a kilobyte of stack, as does each of the at most 1,024 levels of a
    // search by bitsets: five megabytes in all.
    static constexpr int most_levels = 4'000;

    // The rows and columns of all nodes on the path from the root are on two stacks.
    struct Slice {
        std::size_t first = 0;
        std::size_t count = 0;
    };
    struct Node {
        Slice rows;
        Slice columns;
    };
    struct Candidate {
        Column column = 0;
        std::uint32_t mines = 0;
        std::uint32_t values = 0;
        std::uint64_t mine_pattern = 0;
    };
    struct Seen {
        Count value = 0;
        bool exact = false;  // otherwise an upper bound
    };

    Count won(Node node, Count to_beat);
    Count won_by_bitsets(const Node& node, Count to_beat);
    template <std::size_t words>
    Count won_by_bitsets(BitsetSearch<words>& few, const Node& node, Count to_beat);
    Count won_after_safe_cells(const Node& node, const std::vector<Column>& safe, Count to_beat);
    Count won_by_guess(const Node& node, std::vector<Candidate>& candidates, Count to_beat, Cell* best);
    Count won_by_guessing_at(const Node& node, const Candidate& candidate, Count to_beat);
    Count won_in_classes(const Slice& columns, std::span<const Slice> classes, Count to_beat);
    bool split_into_parts(const Node& node, Count& product);

    void look_at(Node& node, std::vector<Column>& safe, std::vector<Candidate>& candidates);
    std::uint64_t canonical_key(const Node& node) const;
    std::uint64_t projection(Row row, std::span<const Column> columns) const;
    void find_mine_patterns(const Node& node, std::vector<Candidate>& candidates) const;
    std::uint8_t shown(Row row, Column column) const { return table_->layout(row)[column]; }
    void spend(std::uint64_t layouts);

    const LayoutTable* table_ = nullptr;
    const Grid* grid_ = nullptr;
    std::vector<Row> rows_;
    std::vector<Column> columns_;
    std::vector<std::uint8_t> least_shown_;  // parallel to columns_: the least number shown in the node
    std::unordered_map<std::uint64_t, Seen> seen_;
    std::vector<std::array<std::uint32_t, shows_mine + 1>> tallies_;
    std::vector<std::pair<std::uint64_t, Row>> keyed_rows_;
    std::uint64_t spent_ = 0;
    int level_ = 0;
    std::uint64_t budget_ = 0;
    WorkMeter* meter_ = nullptr;  // this thread's
    double share_of_safest_ = 0.0;
    BitsetSearch<1> bitsets_1_;
    BitsetSearch<4> bitsets_4_;
    BitsetSearch<16> bitsets_16_;
    static constexpr std::size_t most_in_bitsets = BitsetSearch<16>::most;
};

}  // namespace sapper
