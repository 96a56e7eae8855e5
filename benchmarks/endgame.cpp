// What it takes to search the end of a game: positions met in play, by how many layouts they have.
//
// Surviving games are played by the judge without any search, so that a seed gives the same positions whatever the
// search is like: two builds of the engine can be compared position by position (--list).
//
//     make one-step
//     build/one-step/endgame --start opening --budget 1000000

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "expert/endgame.hpp"
#include "expert/expert_guesser.hpp"
#include "expert/surviving_game.hpp"

namespace sapper {
namespace {

struct Settings {
    bool opening = true;
    std::uint64_t seed = 1;
    std::size_t positions = 100;  // per class
    std::uint64_t budget = 20'000'000;
    bool list = false;
};

struct SizeClass {
    double least = 0.0;  // layouts
    double most = 0.0;
    std::size_t positions = 0;
    std::size_t solved = 0;
    std::size_t cells = 0;
    double written_ms = 0.0;
    double solved_ms = 0.0;
    double given_up_ms = 0.0;
    std::uint64_t visits = 0;  // of solved positions
    std::vector<double> each_ms{};
};

double cpu_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

ExpertConstants without_search() {
    ExpertConstants constants;
    constants.search_layouts = 0;
    constants.playouts = 0;
    constants.judged_share = judged_share_in_training;
    return constants;
}

class Benchmark {
public:
    explicit Benchmark(const Settings& settings) : settings_(settings), player_(without_search()) {}

    void run() {
        for (std::uint64_t game = 0; !done(); ++game) {
            try {
                play(game);
            } catch (const BudgetExceeded&) {
                // A front too wide to count.
            }
        }
        report();
    }

private:
    static constexpr int height = 16;
    static constexpr int width = 30;
    static constexpr int mines = 99;
    static constexpr std::int64_t states = 4'000'000;

    bool done() const {
        return std::all_of(classes_.begin(), classes_.end(),
                           [&](const SizeClass& each) { return each.positions >= settings_.positions; });
    }

    void play(std::uint64_t number) {
        RandomStream random(settings_.seed, number);
        const int first = settings_.opening ? 3 : 0;
        Knowledge nothing;
        nothing.reset(height, width, mines);
        game_.begin(nothing, lay_mines(first, settings_.opening ? 1 : 0, random), {random.next(), 0});
        game_.open(nothing.grid().cell(first, first));
        Budget budget(states);
        while (!done() && game_.needs_guess(budget)) {
            const double log2_layouts = game_.position().counting.log2_layouts();
            if (log2_layouts < std::log2(classes_.front().least)) {
                return;
            }
            for (SizeClass& each : classes_) {
                if (log2_layouts >= std::log2(each.least) && log2_layouts < std::log2(each.most) &&
                    each.positions < settings_.positions) {
                    measure(each, number);
                }
            }
            game_.survive(player_.decide(game_.position()).value().cell, budget);
        }
    }

    std::vector<std::uint8_t> lay_mines(int first, int kept_free, RandomStream& random) const {
        std::vector<std::uint8_t> layout(height * width, 0);
        for (int laid = 0; laid < mines;) {
            const auto row = static_cast<int>(random.below(height));
            const auto column = static_cast<int>(random.below(width));
            std::uint8_t& place = layout[static_cast<std::size_t>(row * width + column)];
            if (place == 0 && std::max(std::abs(row - first), std::abs(column - first)) > kept_free) {
                place = 1;
                ++laid;
            }
        }
        return layout;
    }

    void measure(SizeClass& size, std::uint64_t game) {
        const Workspace& position = game_.position();
        const double start = cpu_ms();
        if (!layouts_.write_out(position, static_cast<std::size_t>(size.most) + 1)) {
            return;
        }
        const double written = cpu_ms();
        EndgameSearch::Result result;
        try {
            result = search_.search(layouts_, position.knowledge.grid(), settings_.budget);
        } catch (const BudgetExceeded&) {
            // Counted as given up.
        }
        const double ms = cpu_ms() - written;
        ++size.positions;
        size.cells += layouts_.cell_count();
        size.written_ms += written - start;
        size.each_ms.push_back(ms);
        if (result.layouts != 0) {
            ++size.solved;
            size.solved_ms += ms;
            size.visits += search_.visited();
        } else {
            size.given_up_ms += ms;
        }
        if (settings_.list) {
            std::printf("%llu %zu %zu %llu %d %.3f %llu\n", static_cast<unsigned long long>(game),
                        layouts_.layout_count(), layouts_.cell_count(), static_cast<unsigned long long>(result.won),
                        static_cast<int>(result.best.value_or(no_cell)), ms,
                        static_cast<unsigned long long>(search_.visited()));
        }
    }

    void report() {
        std::printf("16x30/99, %s, seed %llu, at most %llu visits; milliseconds of CPU time\n",
                    settings_.opening ? "opening at (3,3)" : "safe corner",
                    static_cast<unsigned long long>(settings_.seed), static_cast<unsigned long long>(settings_.budget));
        std::printf("%-15s %9s %6s %8s %8s %8s %8s %8s %8s %14s\n", "layouts", "positions", "cells", "solved %",
                    "written", "median", "90 %", "solved", "given up", "visits/solved");
        for (SizeClass& size : classes_) {
            std::sort(size.each_ms.begin(), size.each_ms.end());
            const auto count = static_cast<double>(size.positions);
            const auto solved = static_cast<double>(std::max<std::size_t>(1, size.solved));
            const auto given_up = static_cast<double>(std::max<std::size_t>(1, size.positions - size.solved));
            std::printf("%6.0f - %6.0f %9zu %6.1f %8.1f %8.3f %8.3f %8.3f %8.3f %8.3f %14.0f\n", size.least, size.most,
                        size.positions, static_cast<double>(size.cells) / count,
                        100.0 * static_cast<double>(size.solved) / count, size.written_ms / count,
                        size.each_ms[size.positions / 2], size.each_ms[size.positions * 9 / 10],
                        size.solved_ms / solved, size.given_up_ms / given_up,
                        static_cast<double>(size.visits) / solved);
        }
    }

    Settings settings_;
    ExpertGuesser player_;
    SurvivingGame game_;
    LayoutTable layouts_;
    EndgameSearch search_;
    std::array<SizeClass, 5> classes_{
        {{200, 1'000}, {1'000, 3'000}, {3'000, 10'000}, {10'000, 30'000}, {30'000, 100'000}}};
};

Settings read_settings(int count, char** arguments) {
    Settings settings;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (name == "--list") {
            settings.list = true;
            continue;
        }
        if (++i == count) {
            throw std::invalid_argument(name + " needs a value");
        }
        const std::string value = arguments[i];
        if (name == "--start" && (value == "opening" || value == "safe")) {
            settings.opening = value == "opening";
        } else if (name == "--seed") {
            settings.seed = std::stoull(value);
        } else if (name == "--positions" && std::stoull(value) > 0) {
            settings.positions = std::stoull(value);
        } else if (name == "--budget") {
            settings.budget = std::stoull(value);
        } else {
            throw std::invalid_argument("'" + name + " " + value +
                                        "': expected --start opening|safe, --seed, --positions (per class), "
                                        "--budget, --list");
        }
    }
    return settings;
}

}  // namespace
}  // namespace sapper

int main(int count, char** arguments) {
    try {
        sapper::Benchmark(sapper::read_settings(count, arguments)).run();
    } catch (const std::exception& refused) {
        std::fprintf(stderr, "endgame: %s\n", refused.what());
        return 2;
    }
    return 0;
}
