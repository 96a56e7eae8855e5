// Many games at once, for environments of reinforcement learning: one action for each, arrays that all results are
// written to. The fast twin of sapper.Game, with rewards and resets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/grid.hpp"
#include "envs/dealer.hpp"
#include "envs/rules.hpp"
#include "make/board_maker.hpp"

namespace sapper {

// What a player is shown of a cell: its number, or one of these.
constexpr std::int8_t shown_hidden = -1;
constexpr std::int8_t shown_flag = -2;

// What Python sees: one entry per game. The engine only writes to it.
struct BatchResults {
    BatchResults(std::size_t games, const Rules& rules);

    std::vector<std::int8_t> observations;        // (games, height, width)
    std::vector<std::int8_t> action_masks;        // (games, actions): 1 if the action changes anything
    std::vector<double> rewards;                  // of the last step
    std::vector<std::uint8_t> terminated;         // won or lost
    std::vector<std::uint8_t> truncated;          // after so many steps, whether won, lost or neither
    std::vector<std::uint8_t> won;                // with Autoreset::same_step: by the last step
    std::vector<std::int8_t> final_observations;  // with Autoreset::same_step: of games that ended in the last step
    std::vector<std::uint64_t> indices;           // of the boards
};

class GameBatch {
public:
    GameBatch(std::size_t games, const Rules& rules, int threads);

    // Begins new games where `which` is nonzero, each on the board of that name. Throws BudgetExceeded.
    void reset(std::span<const std::uint8_t> which, std::span<const BoardName> boards);

    // An action for each game: a cell to open, then (plus the number of cells) to flag, then (plus twice) to chord.
    // Throws std::invalid_argument before anything is played, or BudgetExceeded, after which games must be reset.
    void step(std::span<const std::int64_t> actions);

    std::size_t games() const { return names_.size(); }
    const Rules& rules() const { return rules_; }
    BatchResults& results() { return results_; }

    // The mines of a game, flat and nonzero where one is; nothing until they are laid.
    std::optional<std::vector<std::uint8_t>> layout(std::size_t game) const;
    // The mine that ended the game, as a flat index; -1 if none did.
    std::int32_t exploded(std::size_t game) const { return exploded_[game]; }

private:
    // A cell, as an index in the padded array and in the board's rows.
    struct Place {
        std::int32_t padded;
        std::int32_t flat;
        Place operator+(const Place& step) const { return {padded + step.padded, flat + step.flat}; }
    };

    // What a thread needs for itself.
    struct Hand {
        explicit Hand(const Rules& rules);
        Dealer dealer;
        std::vector<Place> zeros;  // opened, their neighbours not yet
        std::vector<std::int32_t> kept_free;
        std::vector<std::int32_t> mined;
        std::vector<std::int64_t> places;
    };

    // One game's part of all arrays.
    struct Game {
        std::size_t number;
        std::uint8_t* cells;
        std::int8_t* shown;
        std::int8_t* mask;
        std::int32_t opened = 0;  // by this action
    };

    // Calls play(game, hand) for every game, on several threads if there are many games.
    template <class Play>
    void for_all(const Play& play);
    Game game(std::size_t number);
    Place place(std::int64_t flat) const { return {at(padded_of_, flat), static_cast<std::int32_t>(flat)}; }
    bool is_over(std::size_t number) const;

    void begin(Game& game, Hand& hand);
    void lay(Game& game, const Place* first, Hand& hand);
    void keep_free(Place first, Hand& hand) const;
    std::span<const std::int32_t> mines_without_guess(std::size_t number, Place first, Hand& hand);
    void disclose(Game& game, std::span<const std::int32_t> mines, Hand& hand);

    void step_one(Game& game, std::int64_t action, Hand& hand);
    void play(Game& game, std::int64_t action, Hand& hand);
    bool open(Game& game, Place at, Hand& hand);
    bool flag(Game& game, Place at);
    bool chord(Game& game, Place at, Hand& hand);
    void open_region(Game& game, Place at, Hand& hand);
    void show(Game& game, Place at);
    void explode(Game& game, Place at);
    void allow_chords_around(Game& game, Place at) const;
    void allow_chord(Game& game, Place at) const;

    Rules rules_;
    std::size_t threads_;
    std::int32_t stride_;
    std::size_t padded_size_;
    std::array<Place, direction_count> steps_;
    std::vector<std::int32_t> padded_of_;   // by flat index
    std::vector<std::uint8_t> all_hidden_;  // a padded board on which nothing has happened
    std::vector<std::int8_t> mask_at_start_;

    std::vector<std::uint8_t> cells_;  // padded boards, one after another
    std::vector<BoardName> names_;
    std::vector<std::int64_t> steps_taken_;
    std::vector<std::int32_t> safe_left_;
    std::vector<std::int32_t> exploded_;
    std::vector<std::uint8_t> laid_;
    BatchResults results_;
    std::vector<Hand> hands_;
};

}  // namespace sapper
