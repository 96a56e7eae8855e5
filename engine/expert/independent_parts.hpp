// Independent parts of a position, to be searched separately: if its layouts are all combinations of the parts' own, the
// shares won multiply.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "count/layout_table.hpp"
#include "expert/layout_pack.hpp"

namespace sapper {

class IndependentParts {
public:
    // The cells of a table: which are so near each other that a number may tell about both.
    void prepare(const LayoutTable& table, const Grid& grid);

    // For each part, the layouts of `left` that differ from its first one only there. Nothing, if there are no
    // independent parts. `varying`: the cells that are mines in some of the layouts but not in all, a bit for each.
    template <class Set>
    bool find(const LayoutPack<Set>& pack, const Set& left, const std::vector<std::uint64_t>& varying,
              std::vector<Set>& parts) {
        // Parts that share nothing but the mine total, and hold a fixed number of mines each, may be independent.
        if (!is_prepared() || !find_connected(varying)) {
            return false;
        }
        join_unfixed(pack, left);
        return masks_.size() > words_ && find_own_layouts(pack, left, varying, parts);
    }

private:
    static constexpr std::size_t most_cells_to_split = 1024;  // or the masks would take too much memory

    bool is_prepared() const { return !near_.empty(); }
    bool find_connected(const std::vector<std::uint64_t>& varying);

    const std::uint64_t* mask(std::size_t part) const { return masks_.data() + part * words_; }

    template <class Set>
    void join_unfixed(const LayoutPack<Set>& pack, const Set& left) {
        const std::size_t all = left.count();
        unfixed_.assign(words_, 0);
        std::size_t kept = 0;
        for (std::size_t part = 0; part * words_ < masks_.size(); ++part) {
            work_meter().did(all * words_);
            const auto mines_in = [&](std::size_t layout) {
                int mines = 0;
                for (std::size_t w = 0; w < words_; ++w) {
                    mines += std::popcount(pack.layout(layout)[w] & mask(part)[w]);
                }
                return mines;
            };
            const int mines = mines_in(left.first());
            bool is_fixed = true;
            left.for_each([&](std::size_t layout) { is_fixed = is_fixed && mines_in(layout) == mines; });
            for (std::size_t w = 0; w < words_; ++w) {
                (is_fixed ? masks_[kept * words_ + w] : unfixed_[w]) |= mask(part)[w];
            }
            kept += is_fixed ? 1 : 0;
        }
        masks_.resize(kept * words_);
        if (std::any_of(unfixed_.begin(), unfixed_.end(), [](std::uint64_t word) { return word != 0; })) {
            masks_.insert(masks_.end(), unfixed_.begin(), unfixed_.end());
        }
    }

    template <class Set>
    bool find_own_layouts(const LayoutPack<Set>& pack, const Set& left, const std::vector<std::uint64_t>& varying,
                          std::vector<Set>& parts) const {
        const std::size_t all = left.count();
        const std::uint64_t* const first = pack.layout(left.first());
        std::size_t combinations = 1;
        for (std::size_t part = 0; part * words_ < masks_.size(); ++part) {
            work_meter().did(all * words_);
            Set own = left.without(left);
            left.for_each([&](std::size_t layout) {
                std::uint64_t differs = 0;
                for (std::size_t w = 0; w < words_; ++w) {
                    differs |= (pack.layout(layout)[w] ^ first[w]) & varying[w] & ~mask(part)[w];
                }
                if (differs == 0) {
                    own.insert(layout);
                }
            });
            combinations *= own.count();
            if (combinations > all) {  // or it might overflow
                return false;
            }
            parts.push_back(std::move(own));
        }
        return combinations == all;
    }

    std::size_t words_ = 0;             // per mask of the table's cells
    std::vector<std::uint64_t> near_;   // per cell, a mask
    std::vector<std::uint64_t> masks_;  // per part
    std::vector<std::uint64_t> unfixed_;
    std::vector<std::uint64_t> rest_;
    std::vector<std::uint64_t> to_follow_;
};

}  // namespace sapper
