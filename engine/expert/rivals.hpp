// Layouts of which at most one can be won, whatever is played: no cell that is safe in two of them ever tells them apart.
// Counting such groups instead of layouts gives an upper bound on the layouts won.
#pragma once

#include <cstdint>
#include <vector>

#include "count/layout_table.hpp"
#include "expert/layout_pack.hpp"

namespace sapper {

class Rivals {
public:
    // Arranges the layouts of a table in groups of rivals.
    void group(const LayoutTable& table, const CellsAround& around);

    // All layouts, group after group.
    const std::vector<LayoutRow>& rows() const { return rows_; }
    // Per layout of the table, the number of its group.
    const std::vector<std::uint32_t>& groups() const { return groups_; }

private:
    // Layouts farther apart in the table are not compared.
    static constexpr std::size_t chunk_size = std::size_t{1} << 14;

    void put_most_telling_first();
    void keep_rivals_of(std::size_t layout);

    LayoutPack<LargeSet> pack_;
    std::vector<std::size_t> most_telling_;  // cells of the pack
    std::vector<std::uint64_t> ungrouped_;
    std::vector<std::uint64_t> joining_;    // layouts that may still join a group
    std::vector<std::size_t> where_joining_;  // its words that are not 0
    std::vector<LayoutRow> chunk_;
    std::vector<CellColumn> columns_;
    std::vector<LayoutRow> rows_;
    std::vector<std::uint32_t> groups_;
};

}  // namespace sapper
