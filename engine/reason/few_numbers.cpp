#include "reason/few_numbers.hpp"

#include <algorithm>

#include "core/stop.hpp"

namespace sapper {

bool FewNumbersSearch::find(const Condenser& condensed, const Front& front, std::int32_t box, bool is_mine,
                            std::size_t size, FewNumbers& numbers) {
    const Problem& problem = condensed.problem();
    witnesses_ = problem.witnesses_of(front);
    boxes_ = problem.boxes_of(front);
    witness_cells_ = condensed.witness_cells().data() + front.first_witness;
    target_ = box - front.first_box;
    is_mine_ = is_mine;
    met_.resize(static_cast<std::size_t>(front.witness_count));
    mask_of_box_.assign(static_cast<std::size_t>(front.box_count), 0);
    best_.fill(no_cell);

    // Each connected set is met once: with the first of its numbers that touches the cell, after which that number is
    // excluded.
    const Box& target = boxes_[target_];
    for (std::int32_t i = 0; i < target.witness_count; ++i) {
        std::fill(met_.begin(), met_.end(), std::uint8_t{0});
        for (std::int32_t j = 0; j <= i; ++j) {
            at(met_, target.witnesses[static_cast<std::size_t>(j)]) = 1;
        }
        candidates_.clear();
        chosen_.assign(1, target.witnesses[static_cast<std::size_t>(i)]);
        add_neighbours(chosen_.back());
        extend(0, size);
    }
    numbers = best_;
    return best_.front() != no_cell;
}

// Chooses candidates from the given one on. Those chosen earlier in the same loop have had all their sets.
void FewNumbersSearch::extend(std::size_t first_candidate, std::size_t size) {
    if (chosen_.size() == size) {
        work_meter().did(region_count);
        if (settles()) {
            std::vector<Cell> cells(size);
            std::transform(chosen_.begin(), chosen_.end(), cells.begin(),
                           [this](std::int32_t witness) { return witness_cells_[witness]; });
            std::sort(cells.begin(), cells.end());
            FewNumbers found;
            found.fill(no_cell);
            std::copy(cells.begin(), cells.end(), found.begin());
            if (best_.front() == no_cell || found < best_) {
                best_ = found;
            }
        }
        return;
    }
    const std::size_t known = candidates_.size();
    for (std::size_t next = first_candidate; next < known; ++next) {
        chosen_.push_back(candidates_[next]);
        add_neighbours(candidates_[next]);
        extend(next + 1, size);
        for (std::size_t added = known; added < candidates_.size(); ++added) {
            at(met_, candidates_[added]) = 0;
        }
        candidates_.resize(known);
        chosen_.pop_back();
    }
}

void FewNumbersSearch::add_neighbours(std::int32_t witness) {
    const Witness& here = witnesses_[witness];
    for (std::int32_t b = 0; b < here.box_count; ++b) {
        const Box& box = boxes_[here.boxes[static_cast<std::size_t>(b)]];
        for (std::int32_t w = 0; w < box.witness_count; ++w) {
            const std::int32_t beside = box.witnesses[static_cast<std::size_t>(w)];
            if (at(met_, beside) == 0) {
                at(met_, beside) = 1;
                candidates_.push_back(beside);
            }
        }
    }
}

// Whether the chosen numbers leave no way for the target to be anything else.
bool FewNumbersSearch::settles() {
    region_size_.fill(0);
    for (std::size_t number = 0; number < chosen_.size(); ++number) {
        const Witness& witness = witnesses_[chosen_[number]];
        lacking_[number] = witness.lacking;
        for (std::int32_t b = 0; b < witness.box_count; ++b) {
            std::uint8_t& mask = at(mask_of_box_, witness.boxes[static_cast<std::size_t>(b)]);
            mask = static_cast<std::uint8_t>(mask | 1u << number);
        }
    }
    const std::size_t target_region = at(mask_of_box_, target_);
    for (const std::int32_t chosen : chosen_) {
        const Witness& witness = witnesses_[chosen];
        for (std::int32_t b = 0; b < witness.box_count; ++b) {
            const std::int32_t box = witness.boxes[static_cast<std::size_t>(b)];
            region_size_[at(mask_of_box_, box)] += at(mask_of_box_, box) != 0 ? boxes_[box].size : 0;
            at(mask_of_box_, box) = 0;
        }
    }

    // The target first, then the regions of most numbers: they leave the least choice.
    regions_used_ = 0;
    for (int touched = static_cast<int>(chosen_.size()); touched > 0; --touched) {
        for (std::size_t region = 1; region < std::size_t{1} << chosen_.size(); ++region) {
            if (region_size_[region] > 0 && region != target_region &&
                count_of(static_cast<NeighbourMask>(region)) == touched) {
                order_[regions_used_++] = region;
            }
        }
    }
    const int size = region_size_[target_region];
    const int fewest = is_mine_ ? 0 : 1;
    const int most = is_mine_ ? size - 1 : size;
    for (int mines = fewest; mines <= most; ++mines) {
        for (std::size_t number = 0; number < chosen_.size(); ++number) {
            lacking_[number] -= (target_region >> number & 1u) != 0 ? mines : 0;
        }
        const bool possible = can_be_completed(0);
        for (std::size_t number = 0; number < chosen_.size(); ++number) {
            lacking_[number] += (target_region >> number & 1u) != 0 ? mines : 0;
        }
        if (possible) {
            return false;
        }
    }
    return true;
}

// Whether the regions from this one on can hold what the numbers still lack.
bool FewNumbersSearch::can_be_completed(std::size_t next) {
    if (next == regions_used_) {
        return std::all_of(lacking_.begin(), lacking_.begin() + static_cast<std::ptrdiff_t>(chosen_.size()),
                           [](int lack) { return lack == 0; });
    }
    const std::size_t region = order_[next];
    int most = region_size_[region];
    for (std::size_t number = 0; number < chosen_.size(); ++number) {
        if (lacking_[number] < 0) {
            return false;
        }
        if ((region >> number & 1u) != 0) {
            most = std::min(most, lacking_[number]);
        }
    }
    const auto place = [&](int mines) {
        for (std::size_t number = 0; number < chosen_.size(); ++number) {
            lacking_[number] -= (region >> number & 1u) != 0 ? mines : 0;
        }
    };
    // The last regions touch one number each: they hold exactly what it lacks, or can't.
    bool possible = false;
    const int fewest = count_of(static_cast<NeighbourMask>(region)) == 1 ? most : 0;
    for (int mines = fewest; mines <= most && !possible; ++mines) {
        place(mines);
        possible = can_be_completed(next + 1);
        place(-mines);
    }
    return possible;
}

}  // namespace sapper
