#include "reason/numbers.hpp"

#include <algorithm>
#include <cstdlib>

namespace sapper {

namespace {

constexpr std::int32_t not_seen = -1;
constexpr std::int32_t seen = -2;

NearNumbers::Window window_around(const View& view, int row, int column, int radius) {
    const int top = std::max(row - radius, 0);
    const int left = std::max(column - radius, 0);
    const int bottom = radius < view.height - row ? row + radius + 1 : view.height;
    const int right = radius < view.width - column ? column + radius + 1 : view.width;
    return {top, left, bottom - top, right - left};
}

}  // namespace

void NearNumbers::read(const View& view, std::int32_t cell, int reach) {
    numbers_.clear();
    cells_.clear();
    has_more_beyond_ = false;
    const int target_row = cell / view.width;
    const int target_column = cell % view.width;
    window_ = window_around(view, target_row, target_column, reach + 1);
    place_of_.assign(static_cast<std::size_t>(window_.height) * static_cast<std::size_t>(window_.width), not_seen);
    const auto place_at = [this](int row, int column) -> std::int32_t& {
        return at(place_of_, std::int64_t{row - window_.top} * window_.width + column - window_.left);
    };
    const auto distance = [&](std::int32_t index) {
        return std::max(std::abs(index / view.width - target_row), std::abs(index % view.width - target_column));
    };

    // Collect what is connected.
    place_at(target_row, target_column) = seen;
    waiting_.assign(1, cell);
    while (!waiting_.empty()) {
        const std::int32_t here = waiting_.back();
        waiting_.pop_back();
        cells_.push_back({here, {}});
        for_each_neighbour(view, here / view.width, here % view.width, [&](int row, int column) {
            const std::int32_t index = row * view.width + column;
            const std::int8_t shown = view.numbers[static_cast<std::size_t>(index)];
            if (shown == hidden_number) {
                return;
            }
            if (distance(index) > reach) {
                has_more_beyond_ = true;
                return;
            }
            if (place_at(row, column) == seen) {
                return;
            }
            place_at(row, column) = seen;
            numbers_.push_back({index, shown, {}});
            for_each_neighbour(view, row, column, [&](int near_row, int near_column) {
                const std::int32_t near = near_row * view.width + near_column;
                if (view.numbers[static_cast<std::size_t>(near)] == hidden_number &&
                    place_at(near_row, near_column) == not_seen) {
                    place_at(near_row, near_column) = seen;
                    waiting_.push_back(near);
                }
            });
        });
    }

    // Put it in order, and connect numbers and cells by their places.
    std::sort(cells_.begin(), cells_.end(), [](const NearCell& a, const NearCell& b) { return a.index < b.index; });
    std::sort(numbers_.begin(), numbers_.end(), [&](const NearNumber& a, const NearNumber& b) {
        const int of_a = distance(a.index);
        const int of_b = distance(b.index);
        return of_a != of_b ? of_a < of_b : a.index < b.index;
    });
    for (std::size_t place = 0; place < cells_.size(); ++place) {
        const std::int32_t index = cells_[place].index;
        place_at(index / view.width, index % view.width) = static_cast<std::int32_t>(place);
    }
    target_ = place_at(target_row, target_column);
    for (std::size_t place = 0; place < numbers_.size(); ++place) {
        NearNumber& number = numbers_[place];
        for_each_neighbour(view, number.index / view.width, number.index % view.width, [&](int row, int column) {
            if (view.numbers[static_cast<std::size_t>(row * view.width + column)] == hidden_number) {
                const std::int32_t hidden = place_at(row, column);
                number.cells.add(hidden);
                at(cells_, hidden).numbers.add(static_cast<std::int32_t>(place));
            }
        });
    }
}

}  // namespace sapper
