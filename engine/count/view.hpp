// What a player sees.
#pragma once

#include <cstdint>
#include <span>

namespace sapper {

constexpr std::int8_t hidden_number = -1;
constexpr std::int8_t largest_number = 8;

// height * width numbers in row-major order, -1 for a hidden cell.
struct View {
    int height = 0;
    int width = 0;
    int mines = 0;
    std::span<const std::int8_t> numbers;
};

// Throws std::invalid_argument unless the view has cells, valid numbers, and no more mines than cells.
void check_view(const View& view);

}  // namespace sapper
