// Compares two `expert` players, old and new, that differ in their constants, one guess at a time: how many percentage
// points of the win rate the new one gains, and what its decisions cost.
//
// Surviving games are played by the new player. Whenever its guess differs from the old one's, the old player plays out
// both guesses on the same drawn layouts, and the difference, times the chance of getting there, is the gain of that
// guess. Summed over a game this is the difference between the two players' chances of winning: each term changes one
// more guess from old to new. Luck that both would share is never drawn, so far fewer games tell as much as pairs of
// whole ones.
//
//     make one-step
//     build/one-step/one_step --start opening --old least_toss_up=1

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "count/sampling.hpp"
#include "expert/constant_table.hpp"
#include "expert/expert_guesser.hpp"
#include "expert/playouts.hpp"
#include "expert/surviving_game.hpp"

namespace sapper {
namespace {

// ---- Options

struct RowColumn {
    int row = 0;
    int column = 0;
};

enum class Start { safe, opening };

struct Settings {
    int height = 16;
    int width = 30;
    int mines = 99;
    Start start = Start::safe;
    std::optional<RowColumn> first;
    std::uint64_t seed = 1;
    double seconds = 60.0;
    std::int64_t games = std::numeric_limits<std::int64_t>::max();
    int repeats = 24;
    ExpertConstants old_constants;
    ExpertConstants new_constants;

    // Where `expert` itself would start at 16x30/99.
    RowColumn first_cell() const { return first.value_or(start == Start::safe ? RowColumn{0, 0} : RowColumn{3, 3}); }
};

constexpr const char* usage =
    "one_step: the gain and the cost of one set of the expert's constants over another\n"
    "\n"
    "  --old NAME=VALUE,...     constants of the old player that differ from the defaults\n"
    "  --new NAME=VALUE,...     constants of the new player; it must search at least as far as the old one\n"
    "  --level HEIGHTxWIDTH/MINES   16x30/99\n"
    "  --start safe|opening     whether the first cell is just safe, or shows 0 (safe)\n"
    "  --first ROW,COLUMN       the first cell (0,0 for safe, 3,3 for opening)\n"
    "  --seconds SECONDS        start no game after this time (60)\n"
    "  --games GAMES            stop after so many games (no limit)\n"
    "  --repeats TIMES          how often two different guesses are played out (24)\n"
    "  --seed SEED              a seed gives the same games on every machine (1)\n"
    "\n"
    "Ctrl-C stops early and prints the results so far. Constants and their defaults:\n";

struct BadUsage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A number of 0 or more, and nothing after it.
template <class Number>
Number to_number(std::string_view name, std::string_view text, double most = std::numeric_limits<double>::max()) {
    Number number{};
    const char* end = text.data() + text.size();
    const auto [stopped_at, error] = std::from_chars(text.data(), end, number);
    const auto size = static_cast<double>(number);
    if (error != std::errc() || stopped_at != end || !(size >= 0.0 && size <= most)) {
        throw BadUsage("'" + std::string(text) + "' is not a valid value for " + std::string(name));
    }
    return number;
}

// The parts before and after the first separator; nothing if there is none.
std::optional<std::pair<std::string_view, std::string_view>> split(std::string_view text, char separator) {
    const std::size_t where = text.find(separator);
    if (where == std::string_view::npos) {
        return std::nullopt;
    }
    return std::pair(text.substr(0, where), text.substr(where + 1));
}

std::pair<std::string_view, std::string_view> split_or_refuse(std::string_view name, std::string_view text,
                                                              char separator) {
    const auto parts = split(text, separator);
    if (!parts) {
        throw BadUsage("'" + std::string(text) + "' is not a valid value for " + std::string(name));
    }
    return *parts;
}

void set_constants(ExpertConstants& player, std::string_view option, std::string_view list) {
    while (!list.empty()) {
        const auto [first, rest] = split(list, ',').value_or(std::pair(list, std::string_view()));
        const auto [name, value] = split_or_refuse(option, first, '=');
        try {
            set_constant(player, name, to_number<double>(name, value));
        } catch (const std::invalid_argument& refused) {
            throw BadUsage(std::string(refused.what()) + "; --help lists the constants");
        }
        list = rest;
    }
}

void set_option(Settings& settings, std::string_view name, std::string_view value) {
    if (name == "--old") {
        set_constants(settings.old_constants, name, value);
    } else if (name == "--new") {
        set_constants(settings.new_constants, name, value);
    } else if (name == "--level") {
        constexpr double longest_side = 1000.0;
        const auto [size, mines] = split_or_refuse(name, value, '/');
        const auto [height, width] = split_or_refuse(name, size, 'x');
        settings.height = to_number<int>(name, height, longest_side);
        settings.width = to_number<int>(name, width, longest_side);
        settings.mines = to_number<int>(name, mines);
    } else if (name == "--start" && (value == "safe" || value == "opening")) {
        settings.start = value == "safe" ? Start::safe : Start::opening;
    } else if (name == "--start") {
        throw BadUsage("--start must be safe or opening");
    } else if (name == "--first") {
        const auto [row, column] = split_or_refuse(name, value, ',');
        settings.first = RowColumn{to_number<int>(name, row), to_number<int>(name, column)};
    } else if (name == "--seconds") {
        settings.seconds = to_number<double>(name, value);
    } else if (name == "--games") {
        settings.games = to_number<std::int64_t>(name, value);
    } else if (name == "--repeats") {
        settings.repeats = std::max(1, to_number<int>(name, value));
    } else if (name == "--seed") {
        settings.seed = to_number<std::uint64_t>(name, value);
    } else {
        throw BadUsage("there is no option '" + std::string(name) + "'; --help lists them");
    }
}

// Flat indices of the cells that may hold a mine.
std::vector<int> places_for_mines(const Settings& settings) {
    const RowColumn first = settings.first_cell();
    const int distance = settings.start == Start::safe ? 0 : 1;
    std::vector<int> places;
    for (int row = 0; row < settings.height; ++row) {
        for (int column = 0; column < settings.width; ++column) {
            if (std::max(std::abs(row - first.row), std::abs(column - first.column)) > distance) {
                places.push_back(row * settings.width + column);
            }
        }
    }
    return places;
}

void check(const Settings& settings) {
    const RowColumn first = settings.first_cell();
    if (first.row >= settings.height || first.column >= settings.width) {
        throw BadUsage("the first cell is outside the board");
    }
    if (static_cast<std::size_t>(settings.mines) > places_for_mines(settings).size()) {
        throw BadUsage("there are more mines than cells for them");
    }
    // Positions that the old player solves are not examined: they cannot be played better, but such a new player might
    // play them worse.
    if (settings.new_constants.search_layouts < settings.old_constants.search_layouts ||
        settings.new_constants.search_budget < settings.old_constants.search_budget) {
        throw BadUsage("the new player must search at least as far as the old one (search_layouts, search_budget)");
    }
}

Settings read_settings(std::span<const std::string_view> arguments) {
    Settings settings;
    for (std::size_t i = 0; i < arguments.size(); i += 2) {
        if (i + 1 == arguments.size()) {
            throw BadUsage("'" + std::string(arguments[i]) + "' needs a value; see --help");
        }
        set_option(settings, arguments[i], arguments[i + 1]);
    }
    check(settings);
    return settings;
}

void print_help() {
    std::fputs(usage, stdout);
    constexpr ExpertConstants usual;
    for (const NamedConstant& constant : named_constants) {
        std::printf("  %-26s %.10g\n", std::string(constant.name).c_str(), constant.value_in(usual));
    }
}

// ---- Measurement

// Set by Ctrl-C. A second one ends the program at once.
volatile std::sig_atomic_t interrupted = 0;

void interrupt(int signal) {
    interrupted = 1;
    std::signal(signal, SIG_DFL);
}

// The phases of a game, from its end backwards, by the cells that are still unknown.
constexpr std::array most_unknown = {80, 200, 360, 440, std::numeric_limits<int>::max()};
constexpr std::size_t phase_count = most_unknown.size();

std::size_t phase_of(int unknown) {
    return static_cast<std::size_t>(std::lower_bound(most_unknown.begin(), most_unknown.end(), unknown) -
                                    most_unknown.begin());
}

// Guesses that the old player does not solve. Gain and seconds are weighted by the chance of still being alive.
struct Tally {
    std::int64_t guesses = 0;
    std::int64_t differing = 0;
    double gain = 0.0;
    double old_seconds = 0.0;
    double new_seconds = 0.0;

    Tally& operator+=(const Tally& other) {
        guesses += other.guesses;
        differing += other.differing;
        gain += other.gain;
        old_seconds += other.old_seconds;
        new_seconds += other.new_seconds;
        return *this;
    }
};

struct GameTally {
    std::array<Tally, phase_count> phases;
    double chance_to_win = 1.0;

    Tally sum() const {
        Tally all;
        for (const Tally& phase : phases) {
            all += phase;
        }
        return all;
    }
};

// The mean of one number per game.
class Mean {
public:
    void add(double value) {
        ++count_;
        sum_ += value;
        sum_of_squares_ += value * value;
    }

    double value() const { return sum_ / static_cast<double>(count_); }

    // Half the width of its 95 % interval.
    double half_width() const {
        if (count_ < 2) {
            return std::numeric_limits<double>::infinity();
        }
        const double variance = std::max(0.0, sum_of_squares_ / static_cast<double>(count_) - value() * value());
        return 1.96 * std::sqrt(variance / static_cast<double>(count_ - 1));
    }

private:
    std::int64_t count_ = 0;
    double sum_ = 0.0;
    double sum_of_squares_ = 0.0;
};

class Totals {
public:
    void add(const GameTally& game) {
        ++games_;
        won_.add(game.chance_to_win);
        gain_.add(game.sum().gain);
        for (std::size_t phase = 0; phase < phase_count; ++phase) {
            sums_[phase] += game.phases[phase];
            gains_[phase].add(game.phases[phase].gain);
        }
        all_ += game.sum();
    }

    std::int64_t games() const { return games_; }
    const Mean& won() const { return won_; }
    const Mean& gain() const { return gain_; }
    const Tally& all() const { return all_; }
    const Tally& of_phase(std::size_t phase) const { return sums_[phase]; }
    const Mean& gain_of_phase(std::size_t phase) const { return gains_[phase]; }
    double per_game(double sum) const { return sum / static_cast<double>(games_); }

private:
    std::int64_t games_ = 0;
    Mean won_;
    Mean gain_;
    std::array<Mean, phase_count> gains_;
    std::array<Tally, phase_count> sums_;
    Tally all_;
};

Decision decide_on_time(ExpertGuesser& player, const Workspace& counted, double& seconds) {
    const std::clock_t begin = std::clock();
    const Decision decision = player.decide(counted).value();  // some safe cell is still hidden
    seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    return decision;
}

class Comparison {
public:
    explicit Comparison(const Settings& settings)
        : settings_(settings), places_(places_for_mines(settings)), old_player_(settings.old_constants),
          new_player_(settings.new_constants), playout_(std::make_unique<ExpertGuesser>(settings.old_constants)),
          layout_(static_cast<std::size_t>(settings.height * settings.width)) {}

    // Game `number` of the seed; nothing if interrupted.
    std::optional<GameTally> play(std::uint64_t number);

private:
    void lay_mines(RandomStream& random);
    double lead_of_new(Cell old_guess, Cell new_guess, std::uint64_t seed);

    Settings settings_;
    std::vector<int> places_;
    ExpertGuesser old_player_;
    ExpertGuesser new_player_;
    Playout playout_;
    SurvivingGame game_;
    Workspace drawn_from_;
    Budget unlimited_ = Budget::unlimited();
    std::vector<std::uint8_t> layout_;
};

std::optional<GameTally> Comparison::play(std::uint64_t number) {
    RandomStream random(settings_.seed, number);
    lay_mines(random);
    Knowledge nothing;
    nothing.reset(settings_.height, settings_.width, settings_.mines);
    game_.begin(nothing, layout_, {random.next(), 0});
    const RowColumn first = settings_.first_cell();
    game_.open(nothing.grid().cell(first.row, first.column));

    GameTally tally;
    double& alive = tally.chance_to_win;
    while (game_.needs_guess(unlimited_)) {
        if (interrupted != 0) {
            return std::nullopt;
        }
        const Workspace& position = game_.position();
        double old_seconds = 0.0;
        double new_seconds = 0.0;
        const Decision old_decision = decide_on_time(old_player_, position, old_seconds);
        if (old_decision.solved()) {
            alive *= old_decision.share_won();
            break;
        }
        const Decision new_decision = decide_on_time(new_player_, position, new_seconds);
        const bool differ = new_decision.cell != old_decision.cell;
        const double lead = differ ? lead_of_new(old_decision.cell, new_decision.cell, random.next()) : 0.0;
        tally.phases[phase_of(position.knowledge.unknown_count())] +=
            {1, differ ? 1 : 0, alive * lead, alive * old_seconds, alive * new_seconds};
        alive *= game_.survive(new_decision.cell, unlimited_);
    }
    return tally;
}

void Comparison::lay_mines(RandomStream& random) {
    std::vector<int> places = places_;
    std::fill(layout_.begin(), layout_.end(), std::uint8_t{0});
    for (std::size_t mine = 0; mine < static_cast<std::size_t>(settings_.mines); ++mine) {
        const auto left = static_cast<std::uint32_t>(places.size() - mine);
        std::swap(places[mine], places[mine + random.below(left)]);
        at(layout_, places[mine]) = 1;
    }
}

// How much more often a game is won with the new guess, continued by the old player, on the same layouts or the next
// ones in which the guess is safe. The seed is our own: layouts that the new player drew for its own playouts would be
// biased towards its choice.
double Comparison::lead_of_new(Cell old_guess, Cell new_guess, std::uint64_t seed) {
    constexpr std::uint64_t draws_per_repeat = std::uint64_t{1} << 32;
    const Workspace& position = game_.position();
    drawn_from_.knowledge = position.knowledge;
    drawn_from_.condenser.condense(drawn_from_.knowledge);
    Sampler sampler(drawn_from_, unlimited_);
    const auto chance_with = [&](Cell guess, std::uint64_t first_draw) {
        Draws first_draws{seed, first_draw};
        const int index = position.knowledge.grid().flat_index(guess);
        draw_until_safe(sampler, std::span(&index, 1), first_draws, layout_, unlimited_);
        const Draws further_draws{seed, first_draw + draws_per_repeat / 2};
        return (1.0 - odds_of(position, guess).mine_probability) *
               playout_.chance_to_win(position.knowledge, std::span(&guess, 1), layout_, further_draws, unlimited_);
    };
    double lead = 0.0;
    for (int repeat = 0; repeat < settings_.repeats; ++repeat) {
        const std::uint64_t first_draw = static_cast<std::uint64_t>(repeat) * draws_per_repeat;
        lead += chance_with(new_guess, first_draw) - chance_with(old_guess, first_draw);
    }
    return lead / settings_.repeats;
}

// ---- Report

double percent(double share) { return 100.0 * share; }

double percent_differing(const Tally& tally) {
    return percent(static_cast<double>(tally.differing) /
                   static_cast<double>(std::max(std::int64_t{1}, tally.guesses)));
}

double milliseconds(double seconds) { return 1000.0 * seconds; }

void print_row(const std::string& unknown, const Tally& tally, const Mean& gain, const Totals& totals) {
    std::printf("%-12s %10.2f %9.1f %% %+9.3f +- %5.3f %11.3f %11.3f\n", unknown.c_str(),
                totals.per_game(static_cast<double>(tally.guesses)), percent_differing(tally), percent(gain.value()),
                percent(gain.half_width()), milliseconds(totals.per_game(tally.old_seconds)),
                milliseconds(totals.per_game(tally.new_seconds)));
}

std::string name_of_phase(std::size_t phase) {
    return phase + 1 == phase_count ? "over " + std::to_string(most_unknown[phase - 1])
                                    : "to " + std::to_string(most_unknown[phase]);
}

void print(const Totals& totals) {
    if (totals.games() == 0) {
        std::puts("no game was finished");
        return;
    }
    std::printf("games %lld, won %.2f +- %.2f %%\n", static_cast<long long>(totals.games()),
                percent(totals.won().value()), percent(totals.won().half_width()));
    std::printf("gain %+.3f +- %.3f points\n", percent(totals.gain().value()), percent(totals.gain().half_width()));
    std::printf("choices that differ %.1f %%\n\n", percent_differing(totals.all()));
    std::puts(
        "Guesses that old does not solve; gain in points, CPU in ms, both weighted by the chance of still being "
        "alive:\n");
    std::puts("unknown      per game      differ            gain         old ms      new ms");
    for (std::size_t phase = phase_count; phase-- > 0;) {
        if (totals.of_phase(phase).guesses > 0) {
            print_row(name_of_phase(phase), totals.of_phase(phase), totals.gain_of_phase(phase), totals);
        }
    }
    print_row("all", totals.all(), totals.gain(), totals);
}

class Progress {
public:
    void show(const Totals& totals, double seconds) {
        constexpr double pause = 2.0;
        if (!is_seen_ || seconds < next_) {
            return;
        }
        next_ = seconds + pause;
        std::fprintf(stderr, "\r%.0f s: games %lld, gain %+.3f +- %.3f points   ", seconds,
                     static_cast<long long>(totals.games()), percent(totals.gain().value()),
                     percent(totals.gain().half_width()));
    }

    void clear() {
        if (next_ > 0.0) {
            std::fprintf(stderr, "\r%70s\r", "");
        }
    }

private:
    bool is_seen_ = isatty(STDERR_FILENO) != 0;
    double next_ = 0.0;
};

Totals measure(const Settings& settings) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    Comparison comparison(settings);
    Totals totals;
    Progress progress;
    while (totals.games() < settings.games && seconds() < settings.seconds) {
        const std::optional<GameTally> game = comparison.play(static_cast<std::uint64_t>(totals.games()));
        if (!game) {
            break;
        }
        totals.add(*game);
        progress.show(totals, seconds());
    }
    progress.clear();
    return totals;
}

}  // namespace
}  // namespace sapper

int main(int count, char** arguments) {
    const std::vector<std::string_view> given(arguments + 1, arguments + count);
    if (std::find(given.begin(), given.end(), "--help") != given.end()) {
        sapper::print_help();
        return 0;
    }
    try {
        const sapper::Settings settings = sapper::read_settings(given);
        std::signal(SIGINT, sapper::interrupt);
        sapper::print(sapper::measure(settings));
        return 0;
    } catch (const sapper::BadUsage& refused) {
        std::fprintf(stderr, "one_step: %s\n", refused.what());
        return 2;
    }
}
