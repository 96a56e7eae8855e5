#include "reason/layout_search.hpp"

#include <limits>

#include "core/stop.hpp"

namespace sapper {

LayoutSearch::LayoutSearch(const NearNumbers& near, int most_trials, Budget& budget)
    : near_(near), most_trials_(most_trials), budget_(budget), states_(near.cells().size()),
      sentences_(near.numbers().size()) {}

LayoutSearch::Outcome LayoutSearch::find(const NumberSet& chosen, bool target_is_mine) {
    // Trying a number takes a few nanoseconds, a state of a count about fifty.
    constexpr std::uint64_t looks_per_state = 8;
    states_.assign(states_.size(), State::undecided);
    sentences_.assign(sentences_.size(), {});
    chosen_.clear();
    waiting_.clear();
    decided_.clear();
    assumptions_.clear();
    chosen.for_each([this](std::int32_t number) {
        const NearNumber& said = at(near_.numbers(), number);
        at(sentences_, number) = {said.shown, said.cells.count, true, true};
        chosen_.push_back(number);
        waiting_.push_back(number);
    });
    decide(near_.target(), target_is_mine ? State::mine : State::safe);
    bool is_possible = follow_up();
    for (int trials = 1; trials <= most_trials_; ++trials) {
        budget_.spend(1 + chosen_.size() / looks_per_state);
        work_meter().did(8 * chosen_.size());
        looks_ += chosen_.size();
        if (is_possible) {
            const std::int32_t cell = cell_to_try();
            if (cell == NumberSet::none) {
                return Outcome::found;
            }
            assumptions_.push_back({cell, decided_.size()});
            is_possible = suppose(cell, State::mine);
        } else if (assumptions_.empty()) {
            return Outcome::none;
        } else {
            const Assumption wrong = assumptions_.back();
            assumptions_.pop_back();
            undo(wrong.decided_before);
            is_possible = suppose(wrong.cell, State::safe);
        }
    }
    return Outcome::too_many_trials;
}

NumberSet LayoutSearch::broken() const {
    const std::vector<NearNumber>& numbers = near_.numbers();
    NumberSet broken(numbers.size());
    for (std::size_t place = 0; place < numbers.size(); ++place) {
        int mines = 0;
        for (const std::int32_t cell : numbers[place].cells) {
            mines += at(states_, cell) == State::mine ? 1 : 0;
        }
        if (mines != numbers[place].shown) {
            broken.insert(static_cast<std::int32_t>(place));
        }
    }
    return broken;
}

bool LayoutSearch::suppose(std::int32_t cell, State as) {
    decide(cell, as);
    return follow_up();
}

// Applies single numbers until nothing changes; false if one of them can no longer be true.
bool LayoutSearch::follow_up() {
    bool is_possible = true;
    while (!waiting_.empty()) {
        const std::int32_t number = waiting_.back();
        waiting_.pop_back();
        Sentence& sentence = at(sentences_, number);
        sentence.is_waiting = false;
        if (!is_possible) {
            continue;  // the others no longer matter, but they must not be left waiting
        }
        if (sentence.lacking < 0 || sentence.lacking > sentence.room) {
            is_possible = false;
        } else if (sentence.room > 0 && (sentence.lacking == 0 || sentence.lacking == sentence.room)) {
            const State as = sentence.lacking == 0 ? State::safe : State::mine;
            for (const std::int32_t cell : at(near_.numbers(), number).cells) {
                if (at(states_, cell) == State::undecided) {
                    decide(cell, as);
                }
            }
        }
    }
    return is_possible;
}

void LayoutSearch::decide(std::int32_t cell, State as) {
    at(states_, cell) = as;
    decided_.push_back(cell);
    for (const std::int32_t number : at(near_.cells(), cell).numbers) {
        Sentence& sentence = at(sentences_, number);
        --sentence.room;
        sentence.lacking -= as == State::mine ? 1 : 0;
        if (sentence.is_chosen && !sentence.is_waiting) {
            sentence.is_waiting = true;
            waiting_.push_back(number);
        }
    }
}

void LayoutSearch::undo(std::size_t decided) {
    while (decided_.size() > decided) {
        const std::int32_t cell = decided_.back();
        decided_.pop_back();
        for (const std::int32_t number : at(near_.cells(), cell).numbers) {
            Sentence& sentence = at(sentences_, number);
            ++sentence.room;
            sentence.lacking += at(states_, cell) == State::mine ? 1 : 0;
        }
        at(states_, cell) = State::undecided;
    }
}

// The first undecided cell of the chosen number with the fewest; none if everything is decided.
std::int32_t LayoutSearch::cell_to_try() const {
    std::int32_t tightest = NumberSet::none;
    int fewest = std::numeric_limits<int>::max();
    for (const std::int32_t number : chosen_) {
        const int room = at(sentences_, number).room;
        if (room > 0 && room < fewest) {
            fewest = room;
            tightest = number;
        }
    }
    if (tightest == NumberSet::none) {
        return NumberSet::none;
    }
    for (const std::int32_t cell : at(near_.numbers(), tightest).cells) {
        if (at(states_, cell) == State::undecided) {
            return cell;
        }
    }
    return NumberSet::none;
}

}  // namespace sapper
