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
    // Arranges the layouts of a table in groups of rivals, in a time that suits a search with this budget.
    void group(const LayoutTable& table, const CellsAround& around, std::uint64_t budget);

    // All layouts, group after group.
    const std::vector<LayoutRow>& rows() const { return rows_; }
    // Per layout of the table, the number of its group.
    const std::vector<std::uint32_t>& groups() const { return groups_; }

private:
    // Layouts farther apart in the table than a chunk are not compared: the time of a chunk grows with its square.
    static std::size_t size_of_chunks(std::size_t layouts, std::uint64_t budget);

    // Layouts are sorted by what the most telling cells show. What these tell apart is then found for a whole class.
    static constexpr std::size_t cells_of_class = 6;

    struct Joining {
        std::vector<std::uint64_t> layouts;  // that may still join a group
        std::vector<std::size_t> words;      // those that are not 0
    };

    void take_chunk(const LayoutTable& table, const CellsAround& around, std::size_t first, std::size_t end);
    void put_most_telling_first();
    void sort_into_classes();
    void group_chunk();
    void start_class(std::size_t layout);
    void start_group(std::size_t layout);
    void join(std::size_t layout);
    void keep_rivals_of(std::size_t layout, Joining& joining, std::size_t first_cell, std::size_t end_cell) const;

    std::vector<LayoutRow> rows_;
    std::vector<std::uint32_t> groups_;
    std::uint32_t group_count_ = 0;

    // Of the chunk at hand.
    LayoutPack<LargeSet> pack_;
    std::vector<LayoutRow> chunk_;
    std::vector<CellColumn> columns_;
    std::vector<std::size_t> most_telling_;  // cells of the pack
    std::vector<std::uint32_t> class_of_;    // per layout of the chunk
    std::vector<std::uint64_t> ungrouped_;
    Joining class_joining_;
    Joining joining_;
};

}  // namespace sapper
