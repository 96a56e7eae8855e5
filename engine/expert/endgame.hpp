// Optimal play to the end of a position whose layouts can be written out.
//
// A node is a set of layouts: those that agree with everything opened so far. Its value is the number of them won by
// optimal play; which cells are open follows from the set, so equal sets are equal nodes. What keeps the tree small:
//   - cells that are safe in all layouts of a node are opened at once, all together: no choice, no risk;
//   - a cell that shows the same number wherever it is safe tells nothing: it is opened last and never a candidate;
//   - a cell that is a mine wherever another one is, and elsewhere too, is not tried: once it is open, the other one is
//     safe, so that the other one may as well be opened first;
//   - nodes are looked up without what all their layouts have in common, so that finished parts of a position look
//     alike, whatever their outcome;
//   - if the layouts are all combinations of independent parts, the parts are searched separately and multiplied;
//   - a candidate is abandoned once winning everything not yet searched could not make it the best.
// Sets are bitsets over the layouts of a pack. A node with far fewer layouts than its pack gets one of its own.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "core/budget.hpp"
#include "core/stop.hpp"
#include "count/layout_table.hpp"
#include "count/workspace.hpp"
#include "expert/independent_parts.hpp"
#include "expert/known_nodes.hpp"
#include "expert/layout_pack.hpp"
#include "expert/rivals.hpp"

namespace sapper {

class EndgameSearch {
public:
    struct Result {
        std::uint64_t won = 0;
        std::uint64_t layouts = 0;
        std::optional<Cell> best;  // the move to make; none if every hidden cell is a mine
        bool best_is_safe = false;
    };

    // The budget bounds the layouts visited, summed over all nodes; throws BudgetExceeded.
    Result search(const LayoutTable& table, const Grid& grid, std::uint64_t budget);

    // Layouts visited by the last search.
    std::uint64_t visited() const { return spent_; }

private:
    using Count = std::uint64_t;  // of layouts
    static_assert(LayoutTable::most_bits <= std::numeric_limits<LayoutRow>::max());
    static_assert(most_cells <= std::numeric_limits<CellColumn>::max());

    // The search recurses, and a thread has half a megabyte of stack on some systems. A level takes one kilobyte, or two
    // in packs of 1,024 layouts. Ends of games need 20 levels; only artificial positions, such as a single mine in a row of
    // hundreds of cells, need more than these.
    static constexpr int most_levels = 200;

    struct Candidate {
        std::uint32_t cell = 0;  // in the pack
        Count safe_in = 0;
        Count numbers = 0;                             // that it may show; counted at the root
        Count at_most = 0;                             // upper bound on the wins by guessing there
        std::array<std::uint32_t, 9> at_most_after{};  // each number that it may show
    };
    // The stacks of a search in packs of one size.
    template <class Set>
    struct Stacks {
        std::vector<Candidate> candidates;
        std::vector<Set> sets;
        std::vector<std::size_t> safe;

        void clear() {
            candidates.clear();
            sets.clear();
            safe.clear();
        }
    };

    template <class Visit>
    void in_pack(Visit&& visit);
    template <class Set>
    static bool deserves_own_pack(const LayoutPack<Set>& pack, Count layouts);

    template <class Set>
    void choose_best(const LayoutPack<Set>& pack, Result& result);

    template <class Set>
    Count won(const LayoutPack<Set>& pack, const Set& left, Count to_beat);
    template <class Set>
    Count won_in_own_pack(const LayoutPack<Set>& pack, const Set& left, Count to_beat);
    template <class Set>
    Count won_after_safe_cells(const LayoutPack<Set>& pack, const Set& left, std::size_t first_safe, Count to_beat);
    template <class Set>
    Count won_in_parts_or_by_guess(const LayoutPack<Set>& pack, const Set& left, std::size_t first, Count to_beat);
    template <class Set>
    Count won_by_guess(const LayoutPack<Set>& pack, const Set& left, std::size_t first, Count to_beat);
    template <class Set>
    Count won_by_guessing_at(const LayoutPack<Set>& pack, const Set& left, const Candidate& candidate, Count to_beat);

    template <class Set>
    void look_at(const LayoutPack<Set>& pack, const Set& left, Count all);
    template <class Set>
    void drop_dominated(const LayoutPack<Set>& pack, const Set& left, std::size_t first);
    template <class Set>
    void find_bounds(const LayoutPack<Set>& pack, const Set& left, std::size_t first, Count to_beat);
    template <class Set>
    Count at_most(const LayoutPack<Set>& pack, const Set& left) const;
    template <class Set>
    std::uint64_t canonical_key(const LayoutPack<Set>& pack, const Set& left) const;
    void find_cells_around(const LayoutTable& table, const Grid& grid);
    void spend(std::uint64_t layouts);

    template <class Set>
    Stacks<Set>& stacks();

    const LayoutTable* table_ = nullptr;
    CellsAround around_;
    std::vector<std::uint32_t> column_of_;  // per cell of the padded grid: 1 + its column in the table
    Rivals rivals_;
    IndependentParts parts_;
    KnownNodes known_;
    std::vector<std::uint64_t>
        varying_;                  // of the node being looked at: cells that are mines in some layouts, not in all
    std::vector<LayoutRow> rows_;  // of the next pack
    std::vector<CellColumn> columns_;
    std::uint64_t spent_ = 0;
    int level_ = 0;
    std::uint64_t budget_ = 0;
    WorkMeter* meter_ = nullptr;  // this thread's

    template <class Set>
    struct Sized {
        LayoutPack<Set> pack;
        Stacks<Set> stacks;
    };
    std::tuple<Sized<SmallSet<1>>, Sized<SmallSet<4>>, Sized<SmallSet<16>>> small_;
    std::vector<std::unique_ptr<LayoutPack<LargeSet>>> large_packs_;  // the first ones are in use
    std::size_t large_in_use_ = 0;
    Stacks<LargeSet> large_stacks_;
};

// The same for a position that was counted, within the budget and in a time that goes with it; throws BudgetExceeded.
EndgameSearch::Result search_to_the_end(Workspace& counted, std::uint64_t budget);

}  // namespace sapper
