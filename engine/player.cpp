#include "player.hpp"

namespace sapper {

void ExactPlayer::begin(int height, int width, int mines, std::int64_t budget) {
    workspace_.knowledge.reset(height, width, mines);
    safe_.clear();
    budget_ = budget;
}

void ExactPlayer::see(std::span<const Place> places, std::span<const std::int8_t> numbers) {
    Knowledge& knowledge = workspace_.knowledge;
    knowledge.reveal(places, numbers);
    knowledge.move_newly_safe(safe_);
    knowledge.clear_changed();
}

bool ExactPlayer::next_known_safe(Place& place) {
    while (!safe_.empty()) {
        place = safe_.back();
        safe_.pop_back();
        if (workspace_.knowledge.is_hidden(place)) {
            return true;
        }
    }
    return false;
}

PlayerMove ExactPlayer::move() {
    Place place = no_place;
    if (next_known_safe(place)) {
        return {place, true};
    }
    workspace_.condenser.condense(workspace_.knowledge);
    Budget budget(budget_);
    workspace_.counting.count(workspace_.condenser.problem(), budget);
    collect_safe(workspace_, safe_);
    if (next_known_safe(place)) {
        return {place, true};
    }
    return {guess(workspace_), false};
}

}  // namespace sapper
