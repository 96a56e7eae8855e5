// Best play on a whole small board: every position that can matter is searched, most of them once.
//
// A position is the open cells and their numbers; what it is worth is the number of its layouts that best play wins. The
// search shares nothing with EndgameSearch (expert/), which checks it, and suits the other end: boards so dense that
// bounds refute hardly anything. There it pays to know positions again.
//   - Positions that are turns or mirror images of each other are one position.
//   - A position is looked up before its layouts are gathered.
//   - Cells that are safe in all layouts are opened at once, all together: no choice, no risk.
//   - A cell that shows the same number wherever it is safe is no candidate: it tells nothing, and can wait. Without any
//     candidate a single layout is won, whichever is played for.
//   - A cell that is a mine wherever a candidate is one is not tried: once it is open the candidate is safe, so that the
//     candidate may as well be opened first.
//   - A cell is given up once winning everything not yet searched could not make it the best. Of positions with few safe
//     cells left, only so many layouts can be won (most_won).
//   - Threads search the same positions, each in an order of its own, and meet in the table. What another thread is
//     searching comes last.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/stop.hpp"
#include "known_positions.hpp"
#include "shared_search.hpp"
#include "small_board.hpp"

namespace sapper {

class WholeBoardSearch {
public:
    using Layouts = std::span<const CellSet>;
    using Position = SmallBoard::Position;

    // Layouts; smaller positions are searched faster than looked up.
    static constexpr std::size_t fewest_to_remember = 4;

    // For use in the thread that makes it. Threads that search the same positions in another order find more of them known: `helper` counts the threads, and
    // 0 keeps to the plain order.
    WholeBoardSearch(const SmallBoard& board, KnownPositions& known, SharedSearch& shared, unsigned helper = 0);

    // The number of layouts that best play wins. Throws FoundElsewhere soon after the flag is set.
    LayoutCount solve(Layouts layouts, const Position& position, const std::atomic<bool>& is_found);

private:
    using Count = LayoutCount;

    struct Uncertain {
        CellSet dangerous = 0;  // mines in some layouts
        CellSet varying = 0;    // and not in all of them
    };
    struct Candidate {
        Count mines = 0;  // in how many layouts it is one
        int cell = 0;
    };
    struct Candidates {
        std::array<Candidate, SmallBoard::most_cells> all;
        std::size_t count = 0;
    };
    // How many layouts show each number at a cell, where it is safe.
    struct Split {
        std::array<Count, SmallBoard::most_numbers> size{};
        bool tells() const;
    };
    using Implied = std::array<CellSet, SmallBoard::most_cells>;

    // The number of layouts won, if more than `to_beat`; otherwise an upper bound that is at most `to_beat`, or 1.
    Count won(Layouts layouts, const Position& position, Count to_beat);
    // What is known of a position, or else `worth`.
    Worth look_up(const PositionKey& key, Worth worth) const;
    static Worth most_won(std::size_t layouts, int safe_cells);
    Count won_with_two_left(Layouts layouts, const Position& position);
    Count search(Layouts layouts, const Position& position, Count to_beat);
    Count won_by_guess(Layouts layouts, const Position& position, CellSet varying, Count to_beat);
    Count won_by_guessing_at(Layouts layouts, const Position& position, int cell, const Split& split, Count to_beat);
    template <class VisitOutcome>
    void for_each_outcome(Layouts layouts, const Position& position, CellSet safe, VisitOutcome&& visit);

    static Uncertain look_at(Layouts layouts);
    static Candidates safest_first(Layouts layouts, CellSet varying);
    static void find_implied(Layouts layouts, CellSet varying, Implied& implied);
    Split split_by(Layouts layouts, int cell) const;
    const CellSet* gather(Layouts layouts, int cell, const Split& split);
    CellSet* take(std::size_t layouts);
    void spend(std::size_t layouts);
    void tell_what_was_visited();
    std::size_t first_of(std::size_t choices, const Position& position) const;

    const SmallBoard& board_;
    KnownPositions& known_;
    SharedSearch& shared_;
    unsigned helper_;
    const std::atomic<bool>* is_found_ = nullptr;
    std::uint64_t visited_ = 0;  // layouts, and not yet told
    WorkMeter* meter_;           // this thread's
    std::size_t capacity_;
    std::unique_ptr<CellSet[]> stack_;  // of layouts
    std::size_t top_ = 0;
};

}  // namespace sapper
