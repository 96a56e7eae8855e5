#include "play/bulk_games.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "play/referee.hpp"

namespace sapper {

namespace {

GameResult play_game(Referee& referee, ExactPlayer& player, Cell first) {
    GameResult result;
    Referee::Opened opened;
    bool alive = referee.open(first, opened);
    while (alive && !referee.all_safe_cells_open()) {
        player.see(opened.cells, opened.numbers);
        const PlayerMove move = player.move();
        ++(move.certain ? result.certain_moves : result.guesses);
        alive = referee.open(move.cell, opened);
    }
    result.won = alive;
    return result;
}

// Plays until no game is left. Threads share nothing but the number of the next game.
void play_some(const GamesToPlay& games, ExactPlayer& player, std::atomic<std::size_t>& next_game,
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
        referee.deal(games.height, games.width, layout);
        player.begin(games.height, games.width, mines, games.budget);
        results[game] = play_game(referee, player, referee.grid().cell(games.first_row, games.first_column));
    }
}

}  // namespace

void play_games(const GamesToPlay& games, const MakePlayer& make_player, int threads, std::span<GameResult> results) {
    std::atomic<std::size_t> next_game = 0;
    std::mutex failure_mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            play_some(games, *make_player(), next_game, results);
        } catch (...) {
            const std::scoped_lock lock(failure_mutex);
            failure = std::current_exception();
            next_game = results.size();
        }
    };
    const auto useful = std::max<std::size_t>(1, std::min(results.size(), static_cast<std::size_t>(threads)));
    std::vector<std::jthread> helpers;
    for (std::size_t t = 1; t < useful; ++t) {
        helpers.emplace_back(work);
    }
    work();
    helpers.clear();  // waits for them
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace sapper
