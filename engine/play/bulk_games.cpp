#include "play/bulk_games.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

#include "core/stop.hpp"
#include "core/threads.hpp"
#include "play/referee.hpp"

namespace sapper {

namespace {

// A luck meter for games whose luck nobody asks about.
class NoLuckMeter final : public LuckMeter {
public:
    void begin_game() override {}
    void before_guess(const Workspace&, const PlayerMove&) override {}
    void guess_hit_mine() override {}
    void guess_showed(int) override {}
    double end_game(bool) override { return 0.0; }
};

GameResult play_game(Referee& referee, ExactPlayer& player, LuckMeter& meter, Cell first) {
    GameResult result;
    Referee::Opened opened;
    meter.begin_game();
    bool alive = referee.open(first, opened);
    while (alive && !referee.all_safe_cells_open()) {
        work_meter().did(opened.cells.size());
        player.see(opened.cells, opened.numbers);
        const PlayerMove move = player.move();
        ++(move.certain ? result.certain_moves : result.guesses);
        if (!move.certain) {
            meter.before_guess(player.position(), move);
        }
        alive = referee.open(move.cell, opened);
        if (!move.certain) {
            alive ? meter.guess_showed(opened.numbers.front()) : meter.guess_hit_mine();
        } else if (!alive) {
            result.false_row = referee.grid().row(move.cell);
            result.false_column = referee.grid().column(move.cell);
        }
    }
    result.won = alive;
    result.luck = meter.end_game(alive);
    return result;
}

// Plays until no game is left. Threads share nothing but the number of the next game.
void play_some(const GamesToPlay& games, ExactPlayer& player, LuckMeter& meter, std::atomic<std::size_t>& next_game,
               std::span<GameResult> results) {
    const auto cells = static_cast<std::size_t>(games.height) * static_cast<std::size_t>(games.width);
    Referee referee;
    while (true) {
        const std::size_t game = next_game.fetch_add(1);
        if (game >= results.size()) {
            return;
        }
        const std::span<const std::uint8_t> layout = games.layouts.subspan(game * cells, cells);
        const auto mines =
            static_cast<int>(std::count_if(layout.begin(), layout.end(), [](std::uint8_t mine) { return mine != 0; }));
        work_meter().did(cells);
        referee.deal(games.height, games.width, layout);
        player.begin(games.height, games.width, mines, games.budget);
        results[game] = play_game(referee, player, meter, referee.grid().cell(games.first_row, games.first_column));
    }
}

}  // namespace

void play_games(const GamesToPlay& games, const MakePlayer& make_player, const MakeLuckMeter& make_luck_meter,
                int threads, std::span<GameResult> results) {
    std::atomic<std::size_t> next_game = 0;
    const auto play = [&] {
        const std::unique_ptr<LuckMeter> meter = make_luck_meter ? make_luck_meter() : std::make_unique<NoLuckMeter>();
        play_some(games, *make_player(), *meter, next_game, results);
    };
    run_on_threads(std::min(results.size(), static_cast<std::size_t>(threads)), play);
}

}  // namespace sapper
