// Makes guesses to learn from: positions of surviving games, each with some candidates played out on the same drawn
// layout.
//
//     generate --threads 16 --seconds 600 --seed 1 --out DIRECTORY
//
// Game after game of a seed is played, so that a seed and the number of a game give the same guesses everywhere. Files
// appear in the directory as they are filled.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/random.hpp"
#include "count/sampling.hpp"
#include "expert/expert_guesser.hpp"
#include "expert/judge.hpp"
#include "expert/playouts.hpp"
#include "expert/surviving_game.hpp"
#include "play/safest_guess.hpp"

namespace sapper {
namespace {

// ---- Records: training/records.py reads them

constexpr int canvas_height = 16;
constexpr int canvas_width = 30;
constexpr std::size_t most_candidates = 6;

struct RecordedCandidate {
    std::uint16_t row_column = 0;  // row * 30 + column
    Traits traits{};
    std::uint16_t unused = 0;
    float chance = 0.0f;  // of winning: its safety, times that of the rest of one playout
};

struct Record {
    std::uint8_t codes[canvas_height * canvas_width] = {};  // Unsettled::Code, row-major
    std::uint16_t uncertain = 0;
    std::uint16_t mines = 0;
    float log2_layouts = 0.0f;
    float alive = 0.0f;  // the chance of getting here
    std::uint8_t level = 0;
    std::uint8_t candidate_count = 0;
    std::uint16_t unused = 0;
    RecordedCandidate candidates[most_candidates];
};
static_assert(sizeof(RecordedCandidate) == 32 && sizeof(Record) == 480 + 16 + 6 * 32);

// ---- Settings

struct Settings {
    int threads = 2;
    double seconds = 60.0;
    std::uint64_t seed = 1;
    std::string directory = ".";
    std::size_t records_per_file = 8192;
    bool judge_plays_on = false;
};

// Boards to learn from, with how often each is played.
struct Kind {
    int height, width, mines;
    bool opening;
    int row, column;
    double share;
};
constexpr Kind kinds[] = {
    {16, 30, 99, true, 3, 3, 0.42},  {16, 30, 99, false, 0, 0, 0.28}, {16, 16, 40, true, 2, 2, 0.03},
    {16, 16, 40, false, 0, 0, 0.04}, {9, 9, 10, false, 0, 0, 0.01},   {8, 8, 10, false, 0, 0, 0.02},
};
constexpr std::size_t any_kind = std::size(kinds);  // the rest: any size, density, rule and first cell

Kind kind_of(std::size_t number, RandomStream& random) {
    if (number < any_kind) {
        return kinds[number];
    }
    const auto between = [&](int least, int most) {
        return least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1)));
    };
    Kind kind{between(6, canvas_height), between(6, canvas_width), 0, random.fraction() < 0.5, 0, 0, 0.0};
    kind.mines = static_cast<int>((0.12 + 0.12 * random.fraction()) * kind.height * kind.width);
    kind.row = random.fraction() < 0.5 ? 0 : between(0, kind.height - 1);
    kind.column = random.fraction() < 0.5 ? 0 : between(0, kind.width - 1);
    return kind;
}

// ---- Players

// The player that plays on: the safest cell, and small ends searched. No faster one was found whose games tell as much:
// leads by it agree with those by better players.
class QuickGuesser : public Guesser {
public:
    std::optional<Decision> decide(const Workspace& counted, Budget&) override {
        const std::optional<Guess> safest = safest_guess(counted);
        if (!safest) {
            return std::nullopt;
        }
        constexpr std::int64_t most_layouts = 200;
        if (counted.counting.log2_layouts() <= std::log2(most_layouts) + 0.001 &&
            layouts_.write_out(counted, most_layouts)) {
            try {
                const EndgameSearch::Result result =
                    endgame_.search(layouts_, counted.knowledge.grid(), most_layouts * visits_per_layout);
                return Decision{result.best.value(), DecidedBy::search, result.won, result.layouts};
            } catch (const BudgetExceeded&) {
                // Too entangled.
            }
        }
        return Decision{safest->cell, DecidedBy::safety};
    }

private:
    LayoutTable layouts_;
    EndgameSearch endgame_;
};

// Who plays the games that the guesses come from: the judge as it is now.
ExpertConstants constants_of_driver() {
    ExpertConstants constants;
    constants.search_layouts = 0;  // the game is left before
    constants.playouts = 0;
    constants.judged_share = judged_share_in_training;
    return constants;
}

std::unique_ptr<Guesser> player_of(const Settings& settings) {
    if (!settings.judge_plays_on) {
        return std::make_unique<QuickGuesser>();
    }
    ExpertConstants constants;
    constants.search_layouts = 200;
    constants.search_budget = 200 * visits_per_layout;
    constants.playouts = 0;
    constants.judged_share = judged_share_in_training;
    return std::make_unique<ExpertGuesser>(constants);
}

// ---- Generation

std::atomic<bool> stopped = false;
std::atomic<std::uint64_t> next_game = 0;
std::atomic<std::uint64_t> recorded = 0;

class Worker {
public:
    Worker(const Settings& settings, int number)
        : settings_(settings), number_(number), driver_(constants_of_driver()), playout_(player_of(settings)) {}

    void run() {
        while (!stopped) {
            try {
                play(next_game++);
            } catch (const BudgetExceeded&) {
                // A front too wide to learn from.
            }
        }
        write();
    }

private:
    static constexpr std::int64_t states = 20'000'000;
    static constexpr double exploring = 0.15;

    void play(std::uint64_t number) {
        RandomStream random(settings_.seed, number);
        std::size_t level = 0;
        for (double drawn = random.fraction(); level < any_kind && drawn >= kinds[level].share; ++level) {
            drawn -= kinds[level].share;
        }
        const Kind kind = kind_of(level, random);
        if (!lay_mines(kind, random)) {
            return;
        }
        Knowledge nothing;
        nothing.reset(kind.height, kind.width, kind.mines);
        game_.begin(nothing, layout_, {random.next(), 0});
        game_.open(nothing.grid().cell(kind.row, kind.column));
        double alive = 1.0;
        while (!stopped) {
            Budget budget(states);
            if (!game_.needs_guess(budget)) {
                return;
            }
            const Workspace& position = game_.position();
            constexpr double searched_anyway = 9.97;    // log2 of 1,000 layouts
            constexpr double searched_perhaps = 13.29;  // and of 10,000
            const double log2_layouts = position.counting.log2_layouts();
            if (log2_layouts <= searched_anyway) {
                return;
            }
            Cell guess = driver_.decide(position).value().cell;  // some safe cell is still hidden
            // Where the judge hardly decides anything, and where there are very many guesses of one kind, fewer will do.
            const bool early = position.knowledge.unknown_count() > 440 && !kind.opening;
            const double share = log2_layouts <= searched_perhaps ? 0.3 : early ? 0.4 : 1.0;
            choose_candidates(position, random);
            if (record_.candidate_count > 1 && random.fraction() < share) {
                record_.level = static_cast<std::uint8_t>(level);
                record_.alive = static_cast<float>(alive);
                record(position, random.next());
            }
            if (record_.candidate_count > 1 && random.fraction() < exploring) {
                guess = chosen_[random.below(record_.candidate_count)].cell;
            }
            Budget more(states);
            alive *= game_.survive(guess, more);
        }
    }

    bool lay_mines(const Kind& kind, RandomStream& random) {
        const int around = kind.opening ? 1 : 0;
        std::vector<int> places;
        for (int row = 0; row < kind.height; ++row) {
            for (int column = 0; column < kind.width; ++column) {
                if (std::max(std::abs(row - kind.row), std::abs(column - kind.column)) > around) {
                    places.push_back(row * kind.width + column);
                }
            }
        }
        if (places.size() < static_cast<std::size_t>(kind.mines)) {
            return false;
        }
        layout_.assign(static_cast<std::size_t>(kind.height * kind.width), 0);
        for (std::size_t mine = 0; mine < static_cast<std::size_t>(kind.mines); ++mine) {
            const auto left = static_cast<std::uint32_t>(places.size() - mine);
            std::swap(places[mine], places[mine + random.below(left)]);
            at(layout_, places[mine]) = 1;
        }
        return true;
    }

    // The four best by score, and one or two of the others.
    void choose_candidates(const Workspace& position, RandomStream& random) {
        constexpr std::size_t best_count = 4;
        std::vector<GuessCandidate> by_score(driver_.compared());
        record_ = Record{};
        chosen_.clear();
        if (by_score.empty()) {
            return;
        }
        std::sort(by_score.begin(), by_score.end(), [](const GuessCandidate& a, const GuessCandidate& b) {
            return std::pair(-a.score, a.cell) < std::pair(-b.score, b.cell);
        });
        std::vector<GuessCandidate> others;
        const double best_score = by_score.front().score;
        for (const GuessCandidate& candidate : by_score) {
            if (candidate.score > best_score * judged_share_in_training) {
                (chosen_.size() < best_count ? chosen_ : others).push_back(candidate);
            }
        }
        for (const double share : {0.7, 0.3}) {
            if (!others.empty() && random.fraction() < share) {
                const auto drawn = others.begin() + random.below(static_cast<std::uint32_t>(others.size()));
                chosen_.push_back(*drawn);
                others.erase(drawn);
            }
        }
        unsettled_.read(position);
        const Grid& grid = position.knowledge.grid();
        const double safest = 1.0 - safest_guess(position).value().mine_probability;
        record_.candidate_count = static_cast<std::uint8_t>(chosen_.size());
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            const int row = grid.row(chosen_[i].cell);
            const int column = grid.column(chosen_[i].cell);
            record_.candidates[i].row_column = static_cast<std::uint16_t>(row * canvas_width + column);
            record_.candidates[i].traits =
                traits_of(chosen_[i], unsettled_, unsettled_.index(row, column), best_score, safest);
        }
    }

    void record(const Workspace& position, std::uint64_t seed) {
        record_.uncertain = static_cast<std::uint16_t>(unsettled_.uncertain());
        record_.mines = static_cast<std::uint16_t>(unsettled_.mines());
        record_.log2_layouts = static_cast<float>(unsettled_.log2_layouts());
        for (int row = 0; row < unsettled_.height(); ++row) {
            for (int column = 0; column < unsettled_.width(); ++column) {
                record_.codes[row * canvas_width + column] = unsettled_.code(unsettled_.index(row, column));
            }
        }
        drawn_from_.knowledge = position.knowledge;
        drawn_from_.condenser.condense(drawn_from_.knowledge);
        Budget budget(states);
        Sampler sampler(drawn_from_, budget);
        drawn_.resize(layout_.size());
        constexpr std::uint64_t enough_draws = std::uint64_t{1} << 32;
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            Draws draws{seed, 0};
            const Cell cell = chosen_[i].cell;
            const int index = position.knowledge.grid().flat_index(cell);
            draw_until_safe(sampler, std::span(&index, 1), draws, drawn_, budget);
            const double rest =
                playout_.chance_to_win(position.knowledge, std::span(&cell, 1), drawn_, {seed, enough_draws}, budget);
            record_.candidates[i].chance = static_cast<float>((1.0 - chosen_[i].mine_probability) * rest);
        }
        records_.push_back(record_);
        ++recorded;
        if (records_.size() == settings_.records_per_file) {
            write();
        }
    }

    // Under another name first: a reader never sees half a file.
    void write() {
        if (records_.empty()) {
            return;
        }
        const std::filesystem::path path =
            std::filesystem::path(settings_.directory) /
            (std::to_string(settings_.seed) + "_" + std::to_string(number_) + "_" + std::to_string(files_++));
        std::ofstream file(path.string() + ".part", std::ios::binary);
        file.write(reinterpret_cast<const char*>(records_.data()),
                   static_cast<std::streamsize>(records_.size() * sizeof(Record)));
        file.close();
        if (!file) {
            std::fprintf(stderr, "generate: cannot write %s\n", path.c_str());
            stopped = true;
            return;
        }
        std::filesystem::rename(path.string() + ".part", path.string() + ".guesses");
        records_.clear();
    }

    Settings settings_;
    int number_;
    int files_ = 0;
    ExpertGuesser driver_;
    Playout playout_;
    SurvivingGame game_;
    Workspace drawn_from_;
    Unsettled unsettled_;
    std::vector<std::uint8_t> layout_;
    std::vector<std::uint8_t> drawn_;
    std::vector<GuessCandidate> chosen_;
    Record record_;
    std::vector<Record> records_;
};

Settings read_settings(int count, char** arguments) {
    Settings settings;
    for (int i = 1; i < count; i += 2) {
        const std::string name = arguments[i];
        if (i + 1 == count) {
            throw std::invalid_argument(name + " needs a value");
        }
        const std::string value = arguments[i + 1];
        if (name == "--threads") {
            settings.threads = std::stoi(value);
        } else if (name == "--seconds") {
            settings.seconds = std::stod(value);
        } else if (name == "--seed") {
            settings.seed = std::stoull(value);
        } else if (name == "--out") {
            settings.directory = value;
        } else if (name == "--records") {
            settings.records_per_file = std::stoul(value);
        } else if (name == "--playing-on" && (value == "judge" || value == "quick")) {
            settings.judge_plays_on = value == "judge";
        } else {
            throw std::invalid_argument("'" + name + " " + value +
                                        "': expected --threads, --seconds, --seed, --out, --records, "
                                        "--playing-on quick|judge");
        }
    }
    return settings;
}

}  // namespace

int generate(const Settings& settings) {
    std::signal(SIGINT, [](int) { stopped = true; });
    std::signal(SIGTERM, [](int) { stopped = true; });
    std::filesystem::create_directories(settings.directory);
    const auto start = std::chrono::steady_clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    std::vector<std::jthread> threads;
    for (int number = 0; number < settings.threads; ++number) {
        threads.emplace_back([&settings, number] { Worker(settings, number).run(); });
    }
    while (!stopped && passed() < settings.seconds) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    stopped = true;
    threads.clear();
    std::printf("%llu guesses of %llu games in %.0f s\n", static_cast<unsigned long long>(recorded.load()),
                static_cast<unsigned long long>(next_game.load()), passed());
    return 0;
}

}  // namespace sapper

int main(int count, char** arguments) {
    try {
        return sapper::generate(sapper::read_settings(count, arguments));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "generate: %s\n", error.what());
        return 2;
    }
}
