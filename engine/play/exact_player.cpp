#include "play/exact_player.hpp"

namespace sapper {

void ExactPlayer::begin(int height, int width, int mines, std::int64_t budget) {
    workspace_.knowledge.reset(height, width, mines);
    safe_.clear();
    budget_ = budget;
}

void ExactPlayer::see(std::span<const Cell> cells, std::span<const std::int8_t> numbers) {
    Knowledge& knowledge = workspace_.knowledge;
    knowledge.reveal(cells, numbers);
    knowledge.move_newly_safe(safe_);
    knowledge.clear_changed();
}

bool ExactPlayer::next_known_safe(Cell& cell) {
    while (!safe_.empty()) {
        cell = safe_.back();
        safe_.pop_back();
        if (workspace_.knowledge.is_hidden(cell)) {
            return true;
        }
    }
    return false;
}

PlayerMove ExactPlayer::move() {
    Cell cell = no_cell;
    if (next_known_safe(cell)) {
        return {cell, true};
    }
    workspace_.condenser.condense(workspace_.knowledge);
    Budget budget(budget_);
    workspace_.counting.count(workspace_.condenser.problem(), budget);
    collect_safe(workspace_, safe_);
    if (next_known_safe(cell)) {
        return {cell, true};
    }
    return guess(workspace_);
}

}  // namespace sapper
