// The easiest technique that settles anything in a position, and everything that it settles.
//
// A position is what the numbers show and what was settled before. Each technique is applied to the position as it is,
// once: nothing that it settles is used until it has been settled everywhere. So the answer depends on the position
// alone, and a whole solution, stage by stage, on the board alone.
//
// The first two techniques look only at numbers that changed since they last looked. Where they end, each front is
// counted: that tells whether anything is certain at all, and only for certain cells are the other techniques tried.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/view.hpp"
#include "count/workspace.hpp"
#include "reason/few_numbers.hpp"
#include "reason/technique.hpp"

namespace sapper {

// A settled cell, and the numbers that settle it: of all sets of so many, the first in lexicographic order. No numbers
// are named where more than four are needed.
struct Conclusion {
    Cell cell = no_cell;
    bool is_mine = false;
    FewNumbers numbers{};
};

// Memory is reused from position to position; one thread at a time.
class Ladder {
public:
    // Starts over, on a board with nothing revealed. The budget is that of each count.
    void begin(int height, int width, int mines, Budget budget);

    // Starts over, with a consistent view and the flat indices of mines that were found in it. Throws
    // std::invalid_argument if one of them is not hidden.
    void begin(const View& view, std::span<const std::int64_t> known_mines, Budget budget);

    // Adds revealed numbers; draws no conclusion.
    void reveal(std::span<const Cell> cells, std::span<const std::int8_t> numbers);

    // Adds unknown cells that are known to be mines, or safe.
    void settle(std::span<const Cell> mines, std::span<const Cell> safe) { workspace_.knowledge.suppose(mines, safe); }

    // The easiest technique that settles anything; none if nothing is certain. It settles all that is listed in
    // conclusions(), in no particular order, until the next call. Throws Contradiction if the position was found to be
    // inconsistent, and BudgetExceeded.
    Technique climb();
    const std::vector<Conclusion>& conclusions() const { return conclusions_; }

    const Knowledge& knowledge() const { return workspace_.knowledge; }

private:
    void apply_single_numbers();
    void apply_pairs();
    Technique reason_about_certain_cells();
    void count_fronts();
    bool total_may_matter() const;
    void find_few_numbers(std::size_t size);
    void take_all_certain_cells();
    void count_with_total();
    void settle_conclusions();

    void conclude(Cell cell, bool is_mine, const FewNumbers& numbers);
    void conclude_around(Cell witness, NeighbourMask which, bool are_mines, const FewNumbers& numbers);
    FewNumbers pair(Cell one, Cell other) const;

    Workspace workspace_;
    Budget budget_ = Budget::unlimited();
    std::vector<Cell> single_to_do_;
    std::vector<Cell> pairs_to_do_;
    std::vector<std::uint8_t> queued_for_pairs_;

    // Boxes that the numbers of their front settle, by index within the problem.
    struct CertainBox {
        std::int32_t front = 0;
        std::int32_t box = 0;
        bool is_mine = false;
        FewNumbers numbers{};
    };
    std::vector<CertainBox> certain_;
    std::vector<Counting::FrontCount> front_counts_;
    FewNumbersSearch search_;

    std::vector<Conclusion> conclusions_;
    std::vector<std::int32_t> conclusion_of_;  // per cell: index in conclusions_, or none
    std::vector<Cell> mines_;                  // scratch memory
    std::vector<Cell> safe_;
};

}  // namespace sapper
