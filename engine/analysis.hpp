// A whole view at once: what is certain, and the mine probability of every hidden cell.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "condense.hpp"
#include "counting.hpp"
#include "knowledge.hpp"

namespace sapper {

constexpr std::int8_t hidden_number = -1;
constexpr std::int8_t largest_number = 8;

// What a player sees: height * width numbers in row-major order, -1 where a cell is hidden.
struct ViewOfBoard {
    int height = 0;
    int width = 0;
    int mines = 0;
    std::span<const std::int8_t> numbers;
};

// Throws std::invalid_argument unless the view has cells, proper numbers, and room for its mines on the board.
void check_view(const ViewOfBoard& view);

// Memory that is kept between calls; one for each thread.
struct Workspace {
    Knowledge knowledge;
    Condenser condenser;
    Counting counting;
    std::vector<Place> places;
    std::vector<std::int8_t> numbers;
};

// Fills workspace.knowledge and workspace.condenser from a view.
void read_view(const ViewOfBoard& view, Workspace& workspace);

// The odds of a hidden cell, once knowledge is condensed and counted.
inline Odds odds_of(const Workspace& workspace, Place place) {
    switch (workspace.knowledge.state(place)) {
        case CellState::safe:
            return {0.0, Verdict::safe};
        case CellState::mine:
            return {1.0, Verdict::mine};
        default:
            break;
    }
    const std::int32_t box = workspace.condenser.box_of(place);
    return box == Condenser::no_box ? workspace.counting.sea() : workspace.counting.box(box);
}

// Writes, for every cell, the mine probability (nan where revealed) and the verdict (open where revealed).
void analyze(const ViewOfBoard& view, Budget budget, Workspace& workspace, std::span<double> mine_probability,
             std::span<std::int8_t> verdicts);

}  // namespace sapper
