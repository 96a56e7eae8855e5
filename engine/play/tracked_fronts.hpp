// The fronts of a growing view, each counted once and kept until it changes.
#pragma once

#include <cstdint>
#include <vector>

#include "count/workspace.hpp"

namespace sapper {

class TrackedFronts {
public:
    void reset(const Grid& grid);

    // Drops the fronts that changed with knowledge since the last call, counts those that replace them, and appends the
    // cells that these make certainly safe. If it throws, what was not counted stays on the list.
    void update(Workspace& workspace, Budget& budget, std::vector<Cell>& newly_safe);

    // The states needed to count all current fronts: what a fresh count of the view would spend.
    std::uint64_t states() const { return states_; }

    // Whether every number of mines that a front can hold by its own numbers, and every number in the sea, is possible
    // in the whole position: then the total makes nothing certain that the fronts do not.
    bool total_is_loose(const Knowledge& knowledge) const;

private:
    struct StoredFront {
        std::vector<Cell> members;  // witnesses and cells
        std::int32_t cell_count = 0;
        Counting::FrontCount count;
        std::uint64_t states = 0;
    };
    static constexpr std::int32_t no_front = -1;

    void drop_front_at(Cell cell);
    void keep_front(const Workspace& workspace, const Counting::FrontCount& count, std::uint64_t states);
    void add_to_totals(const StoredFront& front, int sign);

    std::vector<StoredFront> fronts_;
    std::vector<std::int32_t> free_fronts_;
    std::vector<std::int32_t> front_at_;  // per cell: the front of a witness, or of a cell in a box
    std::vector<Cell> to_count_;          // includes every witness of the fronts to be counted

    std::uint64_t states_ = 0;
    std::int64_t cells_ = 0;
    std::int64_t low_ = 0;
    std::int64_t high_ = 0;
    std::int64_t fronts_with_gaps_ = 0;
    std::vector<std::int64_t> fronts_by_span_;  // how many current fronts have high - low = i
};

}  // namespace sapper
