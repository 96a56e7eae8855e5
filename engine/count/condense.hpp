// From knowledge on a grid to a problem without one: groups unknown cells into boxes, and boxes into fronts.
#pragma once

#include <cstdint>
#include <vector>

#include "count/knowledge.hpp"
#include "count/problem.hpp"

namespace sapper {

class Condenser {
public:
    // The whole position.
    void condense(const Knowledge& knowledge);

    // Piece by piece: begin(), then each front that contains one of the given witnesses.
    void begin(const Knowledge& knowledge);
    bool add_front_of(const Knowledge& knowledge, Cell witness);  // false if its front was added before

    Problem& problem() { return problem_; }
    const Problem& problem() const { return problem_; }

    static constexpr std::int32_t no_box = -1;
    std::int32_t box_of(Cell cell) const { return at(cell_round_, cell) == round_ ? at(box_of_, cell) : no_box; }
    const std::vector<Cell>& witness_cells() const { return witness_cells_; }
    const std::vector<Cell>& cells() const { return cells_; }  // of all fronts, front by front

private:
    void join_box(const Knowledge& knowledge, Cell cell, const Front& front);
    void meet_witness(const Knowledge& knowledge, Cell witness, const Front& front);

    Problem problem_;
    std::vector<Cell> witness_cells_;          // parallel to problem_.witnesses
    std::vector<std::uint16_t> box_patterns_;  // parallel to problem_.boxes, see condense.cpp
    std::vector<std::int32_t> next_box_;       // parallel to problem_.boxes: the next one with the same first witness
    std::vector<Cell> cells_;

    // Per cell, valid only if its round is the current one: nothing needs clearing between calls.
    std::uint32_t round_ = 0;
    std::vector<std::uint32_t> witness_round_;
    std::vector<std::uint32_t> cell_round_;
    std::vector<std::int32_t> witness_id_;
    std::vector<std::int32_t> first_box_;
    std::vector<std::int32_t> box_of_;
};

}  // namespace sapper
