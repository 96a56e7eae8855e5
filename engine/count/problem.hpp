// A position without its grid: witnesses, boxes, fronts, a sea and a number of mines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace sapper {

// A number has at most eight hidden neighbours, a cell at most eight numbers beside it.
constexpr int most_around = 8;

// Hidden cells that touch exactly the same witnesses: interchangeable.
struct Box {
    std::int32_t size = 0;
    std::int32_t witness_count = 0;
    std::array<std::int32_t, most_around> witnesses{};  // counted within the front
    std::int32_t row = 0;                               // where one of its cells lies: a hint for the order of a sweep
    std::int32_t column = 0;
};

// A number that still has unknown neighbours: so many mines are lacking in its boxes.
struct Witness {
    std::int32_t lacking = 0;
    std::int32_t room = 0;  // cells in its boxes
    std::int32_t box_count = 0;
    std::array<std::int32_t, most_around> boxes{};  // counted within the front
    bool unread = false;  // its number is not known: it may lack any number of mines, `lacking` at most
};

// Witnesses and boxes connected with each other.
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
    std::int32_t mines = 0;  // in the boxes and the sea together

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
