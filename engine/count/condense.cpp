#include "count/condense.hpp"

#include "core/stop.hpp"

namespace sapper {

namespace {

// A canonical form of a cell's witnesses, equal for two cells exactly if they have the same witnesses: the direction of
// the first one in row-major order, and the pattern of all as seen from the first (three rows of five).
struct WitnessPattern {
    std::int8_t first_direction;
    std::uint16_t pattern;
};

constexpr std::array<WitnessPattern, 256> witness_patterns = [] {
    constexpr int columns_seen = 5;
    constexpr int columns_before = 2;
    std::array<WitnessPattern, 256> all{};
    for (unsigned mask = 1; mask < all.size(); ++mask) {
        const int first = std::countr_zero(mask);
        const Offset origin = directions[static_cast<std::size_t>(first)];
        unsigned pattern = 0;
        for (int d = first; d < direction_count; ++d) {
            if ((mask >> d & 1u) != 0) {
                const Offset step = directions[static_cast<std::size_t>(d)];
                pattern |=
                    1u << ((step.rows - origin.rows) * columns_seen + step.columns - origin.columns + columns_before);
            }
        }
        all[mask] = {static_cast<std::int8_t>(first), static_cast<std::uint16_t>(pattern)};
    }
    return all;
}();

}  // namespace

void Condenser::condense(const Knowledge& knowledge) {
    begin(knowledge);
    const Grid& grid = knowledge.grid();
    WorkMeter& meter = work_meter();
    for (int row = 0; row < grid.height(); ++row) {
        meter.did(static_cast<std::size_t>(grid.width()));
        const Cell row_end = grid.cell(row, 0) + grid.width();
        for (Cell cell = knowledge.next_witness(grid.cell(row, 0), row_end); cell < row_end;
             cell = knowledge.next_witness(cell + 1, row_end)) {
            add_front_of(knowledge, cell);
        }
    }
    problem_.sea = knowledge.unknown_count() - static_cast<std::int32_t>(cells_.size());
    problem_.mines = knowledge.mines_left();
}

void Condenser::begin(const Knowledge& knowledge) {
    problem_.clear();
    witness_cells_.clear();
    box_patterns_.clear();
    next_box_.clear();
    cells_.clear();
    const std::size_t size = knowledge.grid().padded_size();
    ++round_;
    if (witness_round_.size() < size || round_ == 0) {
        round_ = 1;
        witness_round_.assign(size, 0);
        cell_round_.assign(size, 0);
        witness_id_.resize(size);
        first_box_.resize(size);
        box_of_.resize(size);
    }
}

bool Condenser::add_front_of(const Knowledge& knowledge, Cell witness) {
    if (at(witness_round_, witness) == round_) {
        return false;
    }
    Front front;
    front.first_box = static_cast<std::int32_t>(problem_.boxes.size());
    front.first_witness = static_cast<std::int32_t>(problem_.witnesses.size());
    const std::size_t first_cell = cells_.size();
    meet_witness(knowledge, witness, front);
    // The list of witnesses grows during the loop: every cell adds the witnesses that it touches.
    for (std::size_t next = static_cast<std::size_t>(front.first_witness); next < witness_cells_.size(); ++next) {
        const Cell here = witness_cells_[next];
        for_each_direction(knowledge.unknown_around(here), [&](int direction) {
            const Cell cell = knowledge.grid().neighbour(here, direction);
            if (at(cell_round_, cell) != round_) {
                join_box(knowledge, cell, front);
            }
        });
    }
    front.box_count = static_cast<std::int32_t>(problem_.boxes.size()) - front.first_box;
    front.witness_count = static_cast<std::int32_t>(problem_.witnesses.size()) - front.first_witness;
    front.cell_count = static_cast<std::int32_t>(cells_.size() - first_cell);
    problem_.fronts.push_back(front);
    return true;
}

void Condenser::meet_witness(const Knowledge& knowledge, Cell witness, const Front& front) {
    at(witness_round_, witness) = round_;
    at(witness_id_, witness) = static_cast<std::int32_t>(problem_.witnesses.size()) - front.first_witness;
    at(first_box_, witness) = no_box;
    witness_cells_.push_back(witness);
    Witness& added = problem_.witnesses.emplace_back();
    added.lacking = knowledge.lacking(witness);
    added.room = count_of(knowledge.unknown_around(witness));
}

void Condenser::join_box(const Knowledge& knowledge, Cell cell, const Front& front) {
    const Grid& grid = knowledge.grid();
    unsigned witness_mask = 0;
    for (int d = 0; d < direction_count; ++d) {
        witness_mask |= static_cast<unsigned>(knowledge.unknown_around(grid.neighbour(cell, d)) != 0) << d;
    }
    for_each_direction(static_cast<NeighbourMask>(witness_mask), [&](int direction) {
        const Cell witness = grid.neighbour(cell, direction);
        if (at(witness_round_, witness) != round_) {
            meet_witness(knowledge, witness, front);
        }
    });
    at(cell_round_, cell) = round_;
    cells_.push_back(cell);

    const WitnessPattern seen = witness_patterns[witness_mask];
    std::int32_t& first_box = at(first_box_, grid.neighbour(cell, seen.first_direction));
    for (std::int32_t box = first_box; box != no_box; box = at(next_box_, box)) {
        if (at(box_patterns_, box) == seen.pattern) {
            ++at(problem_.boxes, box).size;
            at(box_of_, cell) = box;
            return;
        }
    }
    const auto added = static_cast<std::int32_t>(problem_.boxes.size());
    next_box_.push_back(first_box);
    box_patterns_.push_back(seen.pattern);
    first_box = added;
    at(box_of_, cell) = added;
    Box& box = problem_.boxes.emplace_back();
    box.size = 1;
    box.row = grid.row(cell);
    box.column = grid.column(cell);
    for_each_direction(static_cast<NeighbourMask>(witness_mask), [&](int direction) {
        const std::int32_t witness = at(witness_id_, grid.neighbour(cell, direction));
        box.witnesses[static_cast<std::size_t>(box.witness_count++)] = witness;
        Witness& beside = at(problem_.witnesses, front.first_witness + witness);
        beside.boxes[static_cast<std::size_t>(beside.box_count++)] = added - front.first_box;
    });
}

}  // namespace sapper
