#include "play/bulk_games.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/stop.hpp"
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

// The end of all games: once one thread has failed, or the caller's own check throws, the other threads stop.
class EndOfGames final : public StopCheck {
public:
    // The caller's check is asked in the caller's thread alone.
    explicit EndOfGames(StopCheck* of_caller) : of_caller_(of_caller) {}

    void set() { ended_ = true; }
    void throw_if_stopped() override {
        if (ended_) {
            throw Stopped();
        }
        if (of_caller_ != nullptr && std::this_thread::get_id() == caller_) {
            of_caller_->throw_if_stopped();
        }
    }

private:
    std::atomic<bool> ended_ = false;
    StopCheck* of_caller_;
    std::thread::id caller_ = std::this_thread::get_id();
};

}  // namespace

void play_games(const GamesToPlay& games, const MakePlayer& make_player, const MakeLuckMeter& make_luck_meter,
                int threads, std::span<GameResult> results) {
    std::atomic<std::size_t> next_game = 0;
    EndOfGames end(work_meter().check());
    std::mutex mutex;  // for all that follows
    std::exception_ptr failure;
    std::size_t helping = 0;
    std::condition_variable helper_done;

    const auto guarded = [&](auto&& job) {
        const StopScope scope(&end);
        try {
            job();
        } catch (const Stopped&) {
            // By the failure of another thread, which is on record.
        } catch (...) {
            const std::scoped_lock lock(mutex);
            failure = failure ? failure : std::current_exception();
            end.set();
        }
    };
    const auto play = [&] {
        const std::unique_ptr<LuckMeter> meter = make_luck_meter ? make_luck_meter() : std::make_unique<NoLuckMeter>();
        play_some(games, *make_player(), *meter, next_game, results);
    };
    const auto help = [&] {
        guarded(play);
        const std::scoped_lock lock(mutex);
        --helping;
        helper_done.notify_one();
    };
    // The caller may run out of games long before the others: it goes on asking whether to stop.
    const auto wait_for_helpers = [&] {
        constexpr std::chrono::milliseconds between_asking{20};
        std::unique_lock lock(mutex);
        while (!helper_done.wait_for(lock, between_asking, [&] { return helping == 0; })) {
            lock.unlock();
            end.throw_if_stopped();
            lock.lock();
        }
    };

    const auto useful = std::max<std::size_t>(1, std::min(results.size(), static_cast<std::size_t>(threads)));
    std::vector<std::jthread> helpers;
    helping = useful - 1;
    for (std::size_t t = 1; t < useful; ++t) {
        helpers.emplace_back(help);
    }
    guarded(play);
    guarded(wait_for_helpers);
    helpers.clear();  // joins them
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace sapper
