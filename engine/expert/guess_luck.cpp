#include "expert/guess_luck.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace sapper {

namespace {

// Every number that the cell may show; none if counting them takes too many states.
void look_at_numbers(Lookahead& lookahead, const Workspace& counted, Cell cell, Budget states,
                     std::vector<After>& after) {
    after.clear();
    try {
        Budget budget = states;
        lookahead.begin(counted);
        lookahead.for_each_number(cell, budget, [&](const After& each) {
            after.push_back(each);
            return true;
        });
    } catch (const BudgetExceeded&) {
        after.clear();
    }
}

// Nothing if the number was not counted.
std::optional<std::size_t> place_of(int number, const std::vector<After>& after) {
    const auto is_number = [number](const After& each) { return each.number == number; };
    const auto place = std::find_if(after.begin(), after.end(), is_number);
    return place == after.end() ? std::nullopt : std::optional(static_cast<std::size_t>(place - after.begin()));
}

}  // namespace

GuessLuck::GuessLuck(std::unique_ptr<GuessValue> value, Budget states) : value_(std::move(value)), states_(states) {}

void GuessLuck::begin_game() {
    luck_ = 0.0;
    expecting_ = Expecting::nothing;
}

// After a guess in a searched position, the value of what happened is the share of layouts won in the next one.
void GuessLuck::before_guess(const Workspace& counted, const PlayerMove& guess) {
    if (expecting_ == Expecting::next_share) {
        const std::optional<double> share = guess.share_won ? guess.share_won : share_won(counted);
        luck_ += share ? *share - expected_ : 0.0;
    }
    if (guess.share_won) {
        expecting_ = Expecting::next_share;
        expected_ = *guess.share_won;
    } else {
        expect_number(counted, guess.cell);
    }
}

void GuessLuck::expect_number(const Workspace& counted, Cell cell) {
    look_at_numbers(lookahead_, counted, cell, states_, after_);
    if (after_.empty()) {
        expecting_ = Expecting::nothing;
        return;
    }
    expecting_ = Expecting::number;
    value_->judge(counted, after_, values_);
    expected_ = 0.0;
    for (std::size_t shown = 0; shown < after_.size(); ++shown) {
        expected_ += after_[shown].probability * values_[shown];
    }
}

// For the rare position that the player did not search though it had searched the one before. Nothing if the search
// takes too long: the luck of that guess is left out.
std::optional<double> GuessLuck::share_won(const Workspace& counted) {
    constexpr std::uint64_t most_visits = 100'000'000;
    try {
        if (!layouts_.write_out(counted, LayoutTable::most_bits)) {
            return std::nullopt;
        }
        const EndgameSearch::Result result = endgame_.search(layouts_, counted.knowledge.grid(), most_visits);
        return static_cast<double>(result.won) / static_cast<double>(result.layouts);
    } catch (const BudgetExceeded&) {
        return std::nullopt;
    }
}

void GuessLuck::guess_hit_mine() {
    luck_ -= expecting_ == Expecting::nothing ? 0.0 : expected_;
    expecting_ = Expecting::nothing;
}

void GuessLuck::guess_showed(int number) {
    if (expecting_ == Expecting::number) {
        const std::optional<std::size_t> shown = place_of(number, after_);
        luck_ += shown ? values_[*shown] - expected_ : 0.0;
        expecting_ = Expecting::nothing;
    }
}

double GuessLuck::end_game(bool won) {
    if (won && expecting_ == Expecting::next_share) {
        luck_ += 1.0 - expected_;
    }
    return luck_;
}

void GuessRecorder::begin_game() {
    first_row_ = rows_.size();
    is_settled_ = false;
}

void GuessRecorder::before_guess(const Workspace& counted, const PlayerMove& guess) {
    if (is_settled_) {
        return;
    }
    if (guess.share_won) {
        settle(*guess.share_won);
        return;
    }
    look_at_numbers(lookahead_, counted, guess.cell, states_, after_);
    features_.clear();
    for (std::size_t shown = 0; shown < after_.size(); ++shown) {
        features_.push_back(features_of(counted, after_[shown]));
    }
}

void GuessRecorder::guess_showed(int number) {
    const std::optional<std::size_t> shown = place_of(number, after_);
    if (!is_settled_ && shown) {
        rows_.push_back({features_[*shown], 0.0});
    }
}

double GuessRecorder::end_game(bool won) {
    if (!is_settled_) {
        settle(won ? 1.0 : 0.0);
    }
    return 0.0;
}

void GuessRecorder::settle(double chance) {
    std::for_each(rows_.begin() + static_cast<std::ptrdiff_t>(first_row_), rows_.end(),
                  [chance](Row& row) { row.chance = chance; });
    is_settled_ = true;
}

}  // namespace sapper
