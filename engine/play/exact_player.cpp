#include "play/exact_player.hpp"

namespace sapper {

void ExactPlayer::begin(int height, int width, int mines, Budget budget) {
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

std::optional<Cell> ExactPlayer::next_known_safe() {
    while (!safe_.empty()) {
        const Cell cell = safe_.back();
        safe_.pop_back();
        if (workspace_.knowledge.is_hidden(cell)) {
            return cell;
        }
    }
    return std::nullopt;
}

PlayerMove ExactPlayer::move() {
    if (const std::optional<Cell> cell = next_known_safe()) {
        return {*cell, true};
    }
    workspace_.condenser.condense(workspace_.knowledge);
    Budget budget = budget_;
    workspace_.counting.count(workspace_.condenser.problem(), budget);
    collect_safe(workspace_, safe_);
    if (const std::optional<Cell> cell = next_known_safe()) {
        return {*cell, true};
    }
    return guess(workspace_);
}

}  // namespace sapper
