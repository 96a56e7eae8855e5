// A position without its grid: witnesses, boxes, fronts, the sea and the number of mines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace sapper {

// A number has at most eight hidden neighbours, and a cell at most eight neighbouring numbers.
constexpr int most_around = 8;

// Hidden cells that touch exactly the same witnesses: interchangeable.
struct Box {
    std::int32_t size = 0;
    std::int32_t witness_count = 0;
    std::array<std::int32_t, most_around> witnesses{};  // indices within the front
    std::int32_t row = 0;                               // of one of its cells: a hint for the order of the sweep
    std::int32_t column = 0;
};

// A number that still has unknown neighbours: its boxes hold the `lacking` mines.
struct Witness {
    std::int32_t lacking = 0;
    std::int32_t room = 0;  // cells in its boxes
    std::int32_t box_count = 0;
    std::array<std::int32_t, most_around> boxes{};  // indices within the front
    bool unread = false;                            // number unknown: it may lack any number of mines up to `lacking`
};

// Witnesses and boxes that are connected.
struct Front {
    std::int32_t first_box = 0;
    std::int32_t box_count = 0;
    std::int32_t first_witness = 0;
    std::int32_t witness_count = 0;
    std::int32_t cell_count = 0;
};

struct Problem {
    std::vector<Box> boxes;
    std::vector<Witness> witnesses;
    std::vector<Front> fronts;
    std::int32_t sea = 0;    // hidden cells that touch no witness
    std::int32_t mines = 0;  // in boxes and sea together

    void clear() {
        boxes.clear();
        witnesses.clear();
        fronts.clear();
        sea = 0;
        mines = 0;
    }

    const Box* boxes_of(const Front& front) const { return boxes.data() + front.first_box; }
    const Witness* witnesses_of(const Front& front) const { return witnesses.data() + front.first_witness; }
};

}  // namespace sapper
