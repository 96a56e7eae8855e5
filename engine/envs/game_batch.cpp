#include "envs/game_batch.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/stop.hpp"
#include "core/threads.hpp"

namespace sapper {

namespace {

// A cell of a padded board: its number, and what has become of it. The padding is never hidden.
constexpr unsigned number_bits = 0x0F;
constexpr unsigned mine = 0x10;
constexpr unsigned hidden = 0x20;
constexpr unsigned flagged = 0x40;
constexpr unsigned asleep = 0x80;  // a disclosed 0: it opened nothing itself, but an opening spreads through it

constexpr std::size_t games_at_a_time = 64;
constexpr std::size_t games_worth_a_thread = 512;  // starting one takes as long as playing about so many

}  // namespace

BatchResults::BatchResults(std::size_t games, const Rules& rules)
    : observations(games * static_cast<std::size_t>(rules.cells()), shown_hidden),
      action_masks(games * static_cast<std::size_t>(rules.actions())), rewards(games), terminated(games),
      truncated(games), won(games),
      final_observations(rules.autoreset == Autoreset::same_step ? observations.size() : 0), indices(games) {}

GameBatch::Hand::Hand(const Rules& rules)
    : dealer(static_cast<std::size_t>(rules.cells())), zeros(static_cast<std::size_t>(rules.cells())) {}

GameBatch::GameBatch(std::size_t games, const Rules& rules, int threads)
    : rules_(rules), threads_(static_cast<std::size_t>(threads)), stride_(rules.width + 2),
      padded_size_(static_cast<std::size_t>(rules.height + 2) * static_cast<std::size_t>(stride_)),
      all_hidden_(padded_size_), mask_at_start_(static_cast<std::size_t>(rules.actions())),
      cells_(games * padded_size_), names_(games), steps_taken_(games), safe_left_(games), exploded_(games, -1),
      laid_(games), results_(games, rules) {
    for (std::size_t d = 0; d < directions.size(); ++d) {
        steps_[d] = {directions[d].rows * stride_ + directions[d].columns,
                     directions[d].rows * rules.width + directions[d].columns};
    }
    for (int row = 0; row < rules.height; ++row) {
        for (int column = 0; column < rules.width; ++column) {
            padded_of_.push_back((row + 1) * stride_ + column + 1);
            at(all_hidden_, padded_of_.back()) = hidden;
        }
    }
    // To open or to flag any cell; there is nothing to chord yet.
    std::fill_n(mask_at_start_.begin(), rules.cells() * (rules.flags ? 2 : 1), std::int8_t{1});
    const std::size_t useful = std::max<std::size_t>(1, games / games_worth_a_thread);
    for (std::size_t hand = 0; hand < std::min(useful, threads_); ++hand) {
        hands_.emplace_back(rules_);
    }
}

template <class Play>
void GameBatch::for_all(const Play& play) {
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> next_hand = 0;
    run_on_threads(hands_.size(), [&] {
        Hand& hand = hands_[next_hand.fetch_add(1)];
        for (std::size_t first = next.fetch_add(games_at_a_time); first < games();
             first = next.fetch_add(games_at_a_time)) {
            const std::size_t end = std::min(first + games_at_a_time, games());
            work_meter().did((end - first) * all_hidden_.size());
            for (std::size_t number = first; number < end; ++number) {
                Game one = game(number);
                play(one, hand);
            }
        }
    });
}

GameBatch::Game GameBatch::game(std::size_t number) {
    return {number, cells_.data() + number * padded_size_,
            results_.observations.data() + number * static_cast<std::size_t>(rules_.cells()),
            results_.action_masks.data() + number * mask_at_start_.size()};
}

bool GameBatch::is_over(std::size_t number) const {
    return results_.terminated[number] != 0 || results_.truncated[number] != 0;
}

// New games

void GameBatch::reset(std::span<const std::uint8_t> which, std::span<const BoardName> boards) {
    for_all([&](Game& game, Hand& hand) {
        if (which[game.number] != 0) {
            names_[game.number] = boards[game.number];
            results_.rewards[game.number] = 0.0;
            results_.terminated[game.number] = results_.truncated[game.number] = results_.won[game.number] = 0;
            begin(game, hand);
        }
    });
}

void GameBatch::begin(Game& game, Hand& hand) {
    std::memcpy(game.cells, all_hidden_.data(), padded_size_);
    std::memset(game.shown, shown_hidden, static_cast<std::size_t>(rules_.cells()));
    std::memcpy(game.mask, mask_at_start_.data(), mask_at_start_.size());
    steps_taken_[game.number] = 0;
    safe_left_[game.number] = rules_.cells() - rules_.mines;
    exploded_[game.number] = -1;
    laid_[game.number] = 0;
    results_.indices[game.number] = names_[game.number].index;
    if (rules_.start == Start::any || rules_.start == Start::given) {
        lay(game, nullptr, hand);
    }
}

void GameBatch::lay(Game& game, const Place* first, Hand& hand) {
    const BoardName& name = names_[game.number];
    hand.kept_free.clear();
    if (first != nullptr) {
        keep_free(*first, hand);
    }
    const std::span<const std::int32_t> mines =
        rules_.without_guess
            ? mines_without_guess(game.number, *first, hand)
            : hand.dealer.smallest(name, rules_.streams.layout, static_cast<std::size_t>(rules_.mines), hand.kept_free);
    for (const std::int32_t flat : mines) {
        const std::int32_t padded = at(padded_of_, flat);
        game.cells[padded] = static_cast<std::uint8_t>(game.cells[padded] | mine);
        for (const Place& step : steps_) {
            ++game.cells[padded + step.padded];
        }
    }
    laid_[game.number] = 1;
    if (rules_.start == Start::given) {
        disclose(game, mines, hand);
    }
}

void GameBatch::keep_free(Place first, Hand& hand) const {
    hand.kept_free.push_back(first.flat);
    if (rules_.start == Start::opening) {
        for (const Place& step : steps_) {
            if (at(all_hidden_, (first + step).padded) != 0) {
                hand.kept_free.push_back((first + step).flat);
            }
        }
    }
}

std::span<const std::int32_t> GameBatch::mines_without_guess(std::size_t number, Place first, Hand& hand) {
    const BoardName& name = names_[number];
    const auto cells = static_cast<std::size_t>(rules_.cells());
    hand.places.clear();
    for (std::int32_t flat = 0; flat < rules_.cells(); ++flat) {
        if (std::find(hand.kept_free.begin(), hand.kept_free.end(), flat) == hand.kept_free.end()) {
            hand.places.push_back(flat);
        }
    }
    const Wish wish{{name.seed_low, name.seed_high, rules_.streams.made, cells, static_cast<std::size_t>(rules_.mines),
                     hand.places},
                    rules_.height,
                    rules_.width,
                    first.flat,
                    Technique::none,
                    rules_.attempts,
                    rules_.draws};
    MakingProgress nobody_reads;
    const auto layout = std::make_unique<bool[]>(cells);
    BoardMaker(wish, nobody_reads).make(name.index, {layout.get(), cells});
    hand.mined.clear();
    for (std::int32_t flat = 0; flat < rules_.cells(); ++flat) {
        if (layout[static_cast<std::size_t>(flat)]) {
            hand.mined.push_back(flat);
        }
    }
    return hand.mined;
}

// Only the disclosed cells are shown: a 0 among them opens nothing by itself.
void GameBatch::disclose(Game& game, std::span<const std::int32_t> mines, Hand& hand) {
    hand.mined.assign(mines.begin(), mines.end());
    const auto count = static_cast<std::size_t>(rules_.disclosed);
    safe_left_[game.number] -= rules_.disclosed;
    for (const std::int32_t flat :
         hand.dealer.smallest(names_[game.number], rules_.streams.disclosed, count, hand.mined)) {
        const Place given = place(flat);
        show(game, given);
        if ((game.cells[given.padded] & number_bits) == 0) {
            game.cells[given.padded] |= asleep;
        }
    }
}

// Steps

void GameBatch::step(std::span<const std::int64_t> actions) {
    const auto outside = std::find_if(actions.begin(), actions.end(), [&](std::int64_t action) {
        return action < 0 || action >= static_cast<std::int64_t>(rules_.actions());
    });
    if (outside != actions.end()) {
        throw std::invalid_argument("game " + std::to_string(outside - actions.begin()) + ": there is no action " +
                                    std::to_string(*outside) + "; the last is " + std::to_string(rules_.actions() - 1));
    }
    for_all([&](Game& game, Hand& hand) { step_one(game, actions[game.number], hand); });
}

void GameBatch::step_one(Game& game, std::int64_t action, Hand& hand) {
    const std::size_t number = game.number;
    const auto begin_next = [&] {
        ++names_[number].index;
        begin(game, hand);
    };
    if (is_over(number)) {
        results_.rewards[number] = 0.0;
        if (rules_.autoreset == Autoreset::disabled) {
            return;
        }
        results_.terminated[number] = results_.truncated[number] = results_.won[number] = 0;
        if (rules_.autoreset == Autoreset::next_step) {
            begin_next();
            return;
        }
    }
    play(game, action, hand);
    if (rules_.autoreset == Autoreset::same_step && is_over(number)) {
        const auto cells = static_cast<std::size_t>(rules_.cells());
        std::memcpy(results_.final_observations.data() + number * cells, game.shown, cells);
        begin_next();
    }
}

void GameBatch::play(Game& game, std::int64_t action, Hand& hand) {
    const std::size_t number = game.number;
    const Rewards& worth = rules_.rewards;
    const std::int64_t cells = rules_.cells();
    const bool changed = action < cells       ? open(game, place(action), hand)
                         : action < 2 * cells ? flag(game, place(action - cells))
                                              : chord(game, place(action - 2 * cells), hand);
    double reward = changed ? 0.0 : worth.wasted;
    if (game.opened > 0) {
        safe_left_[number] -= game.opened;
        reward += worth.cell * game.opened + worth.progress;
    }
    const bool lost = exploded_[number] >= 0;
    const bool won = !lost && safe_left_[number] == 0;
    reward += lost ? worth.loss : won ? worth.win : 0.0;
    ++steps_taken_[number];
    results_.rewards[number] = reward;
    results_.won[number] = won ? 1 : 0;
    results_.terminated[number] = lost || won ? 1 : 0;
    results_.truncated[number] = steps_taken_[number] == rules_.longest ? 1 : 0;
}

// Each of these returns whether the action changed anything.

bool GameBatch::open(Game& game, Place at, Hand& hand) {
    if ((game.cells[at.padded] & (hidden | flagged)) != hidden) {
        return false;
    }
    if (laid_[game.number] == 0) {
        lay(game, &at, hand);
    }
    if ((game.cells[at.padded] & mine) != 0) {
        explode(game, at);
    } else {
        open_region(game, at, hand);
    }
    return true;
}

bool GameBatch::flag(Game& game, Place at) {
    if ((game.cells[at.padded] & hidden) == 0) {
        return false;
    }
    game.cells[at.padded] ^= flagged;
    const bool is_flagged = (game.cells[at.padded] & flagged) != 0;
    game.shown[at.flat] = is_flagged ? shown_flag : shown_hidden;
    game.mask[at.flat] = is_flagged ? 0 : 1;
    allow_chords_around(game, at);
    return true;
}

// Opens up to the first mine, as sapper.Game does.
bool GameBatch::chord(Game& game, Place at, Hand& hand) {
    if (game.mask[2 * rules_.cells() + at.flat] == 0) {
        return false;
    }
    for (const Place& step : steps_) {
        const Place beside = at + step;
        const unsigned state = game.cells[beside.padded];
        if ((state & (hidden | flagged)) != hidden) {
            continue;
        }
        if ((state & mine) != 0) {
            explode(game, beside);
            break;
        }
        open_region(game, beside, hand);
    }
    return true;
}

void GameBatch::explode(Game& game, Place at) { exploded_[game.number] = at.flat; }

// Opens a safe cell and, from every 0, what is hidden around it and not flagged.
void GameBatch::open_region(Game& game, Place at, Hand& hand) {
    // Copies, which no write to an array of bytes can change: the compiler keeps them in registers.
    const std::array<Place, direction_count> steps = steps_;
    std::uint8_t* const cells = game.cells;
    std::int8_t* const shown = game.shown;
    std::int8_t* const mask = game.mask;
    Place* const zeros = hand.zeros.data();
    const bool only_open = !rules_.flags;
    std::size_t waiting = 0;
    std::int32_t opened = 0;
    const auto open_one = [&](Place one, unsigned state) {
        if ((state & hidden) != 0) {
            ++opened;
            if (only_open) {
                shown[one.flat] = static_cast<std::int8_t>(state & number_bits);
                mask[one.flat] = 0;
            } else {
                show(game, one);
            }
        }
        cells[one.padded] = static_cast<std::uint8_t>(state & ~(hidden | asleep));
        zeros[waiting] = one;
        waiting += (state & number_bits) == 0 ? 1 : 0;
    };
    open_one(at, cells[at.padded]);
    while (waiting > 0) {
        const Place zero = zeros[--waiting];
        for (const Place& step : steps) {
            const Place beside = zero + step;
            const unsigned state = cells[beside.padded];
            if ((state & (hidden | asleep)) != 0 && (state & flagged) == 0) {
                open_one(beside, state);
            }
        }
    }
    game.opened += opened;
}

// Shows a hidden cell.
void GameBatch::show(Game& game, Place at) {
    const unsigned state = game.cells[at.padded] & ~hidden;
    game.cells[at.padded] = static_cast<std::uint8_t>(state);
    game.shown[at.flat] = static_cast<std::int8_t>(state & number_bits);
    game.mask[at.flat] = 0;
    if (rules_.flags) {
        game.mask[rules_.cells() + at.flat] = 0;
        allow_chords_around(game, at);
    }
}

// What can be chorded changes only around a cell that changes.
void GameBatch::allow_chords_around(Game& game, Place at) const {
    if (!rules_.chords) {
        return;
    }
    allow_chord(game, at);
    for (const Place& step : steps_) {
        if (all_hidden_[static_cast<std::size_t>((at + step).padded)] != 0) {
            allow_chord(game, at + step);
        }
    }
}

void GameBatch::allow_chord(Game& game, Place at) const {
    unsigned flags = 0;
    unsigned closed = 0;
    for (const Place& step : steps_) {
        const unsigned state = game.cells[(at + step).padded];
        flags += (state & flagged) != 0 ? 1 : 0;
        closed += (state & (hidden | flagged)) == hidden ? 1 : 0;
    }
    const unsigned state = game.cells[at.padded];
    const bool allowed = (state & hidden) == 0 && (state & number_bits) == flags && closed > 0;
    game.mask[2 * rules_.cells() + at.flat] = allowed ? 1 : 0;
}

// For those who may look

std::optional<std::vector<std::uint8_t>> GameBatch::layout(std::size_t game) const {
    if (laid_[game] == 0) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> mines;
    for (const std::int32_t padded : padded_of_) {
        const unsigned state = cells_[game * padded_size_ + static_cast<std::size_t>(padded)];
        mines.push_back((state & mine) != 0 ? 1 : 0);
    }
    return mines;
}

}  // namespace sapper
