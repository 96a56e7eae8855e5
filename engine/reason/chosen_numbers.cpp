#include "reason/chosen_numbers.hpp"

#include "core/errors.hpp"

namespace sapper {

ChosenNumbers::ChosenNumbers(const View& view, std::int32_t cell, Budget& budget, Workspace& workspace)
    : ChosenNumbers(view, cell, {0, 0, view.height, view.width}, budget, workspace) {}

ChosenNumbers::ChosenNumbers(const View& view, std::int32_t cell, const NearNumbers::Window& part, Budget& budget,
                             Workspace& workspace)
    : view_(view), cell_(cell), part_(part), budget_(budget), workspace_(workspace) {}

bool ChosenNumbers::consistent(std::span<const std::int32_t> numbers, bool cell_is_mine) {
    try {
        read(numbers, cell_is_mine, part_.height * part_.width);  // so many that the total never matters
        workspace_.counting.sweep_fronts(workspace_.condenser.problem(), budget_);
        return true;
    } catch (const Contradiction&) {
        return false;
    }
}

bool ChosenNumbers::consistent_with_total(std::span<const std::int32_t> numbers, bool cell_is_mine) {
    try {
        read(numbers, cell_is_mine, view_.mines);
        workspace_.counting.count_layouts(workspace_.condenser.problem(), budget_);
        return true;
    } catch (const Contradiction&) {
        return false;
    }
}

void ChosenNumbers::read(std::span<const std::int32_t> numbers, bool cell_is_mine, int mines) {
    // Reading a cell takes about ten nanoseconds, a state of a count about fifty.
    constexpr std::uint64_t cells_per_state = 5;
    budget_.spend(1 +
                  static_cast<std::uint64_t>(part_.height) * static_cast<std::uint64_t>(part_.width) / cells_per_state);
    Knowledge& knowledge = workspace_.knowledge;
    knowledge.reset(part_.height, part_.width, mines);
    const Grid& grid = knowledge.grid();
    const auto place_of = [&](std::int32_t index) {
        return grid.cell(index / view_.width - part_.top, index % view_.width - part_.left);
    };
    is_chosen_.assign(grid.padded_size(), 0);
    workspace_.cells.clear();
    workspace_.numbers.clear();
    for (const std::int32_t index : numbers) {
        const Cell cell = place_of(index);
        at(is_chosen_, cell) = 1;
        workspace_.cells.push_back(cell);
        workspace_.numbers.push_back(view_.numbers[static_cast<std::size_t>(index)]);
    }
    safe_.clear();
    for (int row = 0; row < part_.height; ++row) {
        const auto first = static_cast<std::size_t>(row + part_.top) * static_cast<std::size_t>(view_.width) +
                           static_cast<std::size_t>(part_.left);
        for (int column = 0; column < part_.width; ++column) {
            const Cell cell = grid.cell(row, column);
            if (view_.numbers[first + static_cast<std::size_t>(column)] != hidden_number && at(is_chosen_, cell) == 0) {
                safe_.push_back(cell);
            }
        }
    }
    const bool is_supposed = cell_ != no_cell_supposed;
    const Cell target = is_supposed ? place_of(cell_) : no_cell;
    if (is_supposed && !cell_is_mine) {
        safe_.push_back(target);
    }
    knowledge.suppose(std::span<const Cell>(&target, is_supposed && cell_is_mine ? 1 : 0), safe_);
    knowledge.reveal(workspace_.cells, workspace_.numbers);
    workspace_.condenser.condense(knowledge);
}

}  // namespace sapper
