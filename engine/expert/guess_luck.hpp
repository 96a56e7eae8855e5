// The luck of guesses: by exact shares where the player has searched the rest of the game, elsewhere by a value of the
// numbers that the cell may show, with their exact probabilities.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "count/layout_table.hpp"
#include "expert/endgame.hpp"
#include "expert/guess_value.hpp"
#include "expert/lookahead.hpp"
#include "play/luck_meter.hpp"

namespace sapper {

class GuessLuck final : public LuckMeter {
public:
    // A guess is left out if counting what it may lead to takes more states.
    GuessLuck(std::unique_ptr<GuessValue> value, Budget states);

    void begin_game() override;
    void before_guess(const Workspace& counted, const PlayerMove& guess) override;
    void guess_hit_mine() override;
    void guess_showed(int number) override;
    double end_game(bool won) override;

private:
    enum class Expecting : std::int8_t { nothing, number, next_share };

    void expect_number(const Workspace& counted, Cell cell);
    std::optional<double> share_won(const Workspace& counted);

    std::unique_ptr<GuessValue> value_;
    Budget states_;
    double luck_ = 0.0;
    Expecting expecting_ = Expecting::nothing;
    double expected_ = 0.0;  // of the value of what comes of the guess
    std::vector<After> after_;
    std::vector<double> values_;  // parallel to after_
    Lookahead lookahead_;
    LayoutTable layouts_;
    EndgameSearch endgame_;
};

// Writes down what guesses led to, to fit a value to: all that were survived before the rest of the game was searched.
class GuessRecorder final : public LuckMeter {
public:
    struct Row {
        GuessFeatures features{};
        double chance = 0.0;  // of winning the game, where it was searched; 1 or 0 if it ended before
    };
    GuessRecorder(std::vector<Row>& rows, Budget states) : rows_(rows), states_(states) {}

    void begin_game() override;
    void before_guess(const Workspace& counted, const PlayerMove& guess) override;
    void guess_hit_mine() override {}
    void guess_showed(int number) override;
    double end_game(bool won) override;

private:
    void settle(double chance);

    std::vector<Row>& rows_;
    Budget states_;
    std::size_t first_row_ = 0;  // of the game
    bool is_settled_ = false;
    std::vector<After> after_;
    std::vector<GuessFeatures> features_;  // parallel to after_
    Lookahead lookahead_;
};

}  // namespace sapper
