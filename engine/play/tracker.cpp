#include "play/tracker.hpp"

#include <algorithm>
#include <functional>

namespace sapper {

namespace {

void move_to_heap(std::vector<Cell>& cells, std::vector<Cell>& heap) {
    for (const Cell cell : cells) {
        heap.push_back(cell);
        std::push_heap(heap.begin(), heap.end(), std::greater<>());
    }
    cells.clear();
}

}  // namespace

Tracker::Tracker(int height, int width, int mines) {
    workspace_.knowledge.reset(height, width, mines);
    fronts_.reset(grid());
}

void Tracker::reveal(std::span<const std::int64_t> flat_indices, std::span<const std::int8_t> numbers) {
    if (contradicted_) {
        throw Contradiction("the revealed numbers contradict each other");
    }
    Knowledge& knowledge = workspace_.knowledge;
    std::vector<Cell>& cells = workspace_.cells;
    cells.clear();
    for (const std::int64_t index : flat_indices) {
        if (index < 0 || index >= grid().cell_count()) {
            throw std::invalid_argument("a revealed cell is outside the board");
        }
        cells.push_back(grid().cell(static_cast<int>(index)));
        if (!knowledge.is_hidden(cells.back())) {
            throw std::invalid_argument("a cell cannot be revealed twice");
        }
    }
    for (const std::int8_t number : numbers) {
        if (number <= hidden_number || number > largest_number) {
            throw std::invalid_argument("a revealed cell shows a number from 0 to 8");
        }
    }
    std::vector<Cell> sorted = cells;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
        throw std::invalid_argument("a cell cannot be revealed twice");
    }

    try {
        knowledge.reveal(cells, numbers);
    } catch (const Contradiction&) {
        contradicted_ = true;
        throw;
    }
    cells.clear();
    knowledge.move_newly_safe(cells);
    move_to_heap(cells, safe_by_rules_);
}

std::optional<Tracker::Choice> Tracker::choose(Budget budget) {
    if (contradicted_) {
        throw Contradiction("the revealed numbers contradict each other");
    }
    if (const std::optional<Cell> cell = lowest_hidden(safe_by_rules_)) {
        return certainly_safe(*cell);
    }

    Budget for_changed_fronts = budget;
    fronts_.update(workspace_, for_changed_fronts, found_by_counting_);
    move_to_heap(found_by_counting_, safe_by_counting_);
    // The answer depends on the view alone, so counting all fronts afresh must be within the budget, too.
    Budget(budget).spend(fronts_.states());
    if (fronts_.total_is_loose(workspace_.knowledge)) {
        if (const std::optional<Cell> cell = lowest_hidden(safe_by_counting_)) {
            return certainly_safe(*cell);
        }
    }
    return choose_by_counting_all(budget);
}

std::optional<Tracker::Choice> Tracker::choose_by_counting_all(Budget budget) {
    workspace_.condenser.condense(workspace_.knowledge);
    workspace_.counting.count(workspace_.condenser.problem(), budget);
    std::vector<Cell> safe;
    collect_safe(workspace_, safe);
    if (!safe.empty()) {
        return certainly_safe(*std::min_element(safe.begin(), safe.end()));
    }
    const std::optional<Guess> guess = safest_guess(workspace_);
    if (!guess) {
        return std::nullopt;
    }
    return Choice{grid().flat_index(guess->cell), false, guess->mine_probability};
}

std::optional<Cell> Tracker::lowest_hidden(std::vector<Cell>& heap) {
    while (!heap.empty()) {
        if (workspace_.knowledge.is_hidden(heap.front())) {
            return heap.front();
        }
        std::pop_heap(heap.begin(), heap.end(), std::greater<>());
        heap.pop_back();
    }
    return std::nullopt;
}

Tracker::Choice Tracker::certainly_safe(Cell cell) const { return {grid().flat_index(cell), true, 0.0}; }

}  // namespace sapper
