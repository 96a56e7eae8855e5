// What it takes to find best play on whole small boards, on any number of threads.
//
// Needs nothing but a compiler. A board's line is written as soon as it is found: its name, seconds, layouts visited, and
// for each kind of first click row,column:won/layouts:won/layouts, where the second pair is of an opening.
//
//     g++ -O3 -march=native -std=c++20 -pthread -Iengine benchmarks/whole_board.cpp engine/whole/*.cpp engine/core/*.cpp
//     ./a.out --threads 16 --most-table-bits 30 --seconds 600 5x5/16 5x5/15

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/stop.hpp"
#include "whole/whole_board.hpp"

namespace sapper {
namespace {

using Clock = std::chrono::steady_clock;

struct BoardName {
    int height = 0;
    int width = 0;
    int mines = 0;
};

struct Settings {
    std::size_t threads = 1;
    int most_table_bits = 26;
    double seconds = std::numeric_limits<double>::infinity();  // for all boards together
    std::vector<BoardName> boards{};
};

struct OutOfTime : std::runtime_error {
    OutOfTime() : std::runtime_error("the time is up") {}
};

class Deadline final : public StopCheck {
public:
    explicit Deadline(double seconds) : seconds_(seconds) {}
    void throw_if_stopped() override {
        if (elapsed() > seconds_) {
            throw OutOfTime();
        }
    }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

private:
    double seconds_;
    Clock::time_point began_ = Clock::now();
};

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Says now and then, on stderr, how far a search is.
class Progress {
public:
    Progress(const BoardName& board, const SharedSearch& search)
        : reporter_([this, board, &search](const std::stop_token& ended) {
              constexpr int looks_between_reports = 50;
              constexpr std::chrono::milliseconds between_looks{200};
              for (int look = 1; !ended.stop_requested(); ++look) {
                  std::this_thread::sleep_for(between_looks);
                  if (look % looks_between_reports == 0) {
                      report(board, search);
                  }
              }
          }) {}

private:
    void report(const BoardName& board, const SharedSearch& search) const {
        std::fprintf(stderr, "%dx%d/%d: %.0f s, %llu layouts visited\n", board.height, board.width, board.mines,
                     std::chrono::duration<double>(Clock::now() - began_).count(),
                     static_cast<unsigned long long>(search.budget.spent()));
    }

    Clock::time_point began_ = Clock::now();
    std::jthread reporter_;  // the last member: it uses the others
};

void solve(const BoardName& name, const Settings& settings) {
    const Clock::time_point began = Clock::now();
    const double cpu_before = cpu_seconds();
    const SmallBoard board(name.height, name.width, name.mines);
    const int table_bits = table_bits_for(board, settings.most_table_bits);
    KnownPositions known(table_bits);
    SharedSearch shared(std::numeric_limits<std::uint64_t>::max());
    std::vector<FirstClick> clicks;
    {
        const Progress progress(name, shared);
        clicks = solve_whole_board(board, known, shared, settings.threads);
    }
    std::printf("%dx%d/%d threads %zu table %d wall %.2f cpu %.2f visited %llu", name.height, name.width, name.mines,
                settings.threads, table_bits, std::chrono::duration<double>(Clock::now() - began).count(),
                cpu_seconds() - cpu_before, static_cast<unsigned long long>(shared.budget.spent()));
    for (const FirstClick& click : clicks) {
        std::printf(" %d,%d:%llu/%llu:%llu/%llu", click.row, click.column, static_cast<unsigned long long>(click.won),
                    static_cast<unsigned long long>(click.layouts), static_cast<unsigned long long>(click.opening_won),
                    static_cast<unsigned long long>(click.opening_layouts));
    }
    std::printf("\n");
    std::fflush(stdout);
}

Settings read_settings(int count, char** arguments) {
    Settings settings;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (BoardName board; std::sscanf(name.c_str(), "%dx%d/%d", &board.height, &board.width, &board.mines) == 3) {
            settings.boards.push_back(board);
            continue;
        }
        const std::string value = ++i < count ? arguments[i] : "";
        if (name == "--threads" && !value.empty() && std::stoul(value) > 0) {
            settings.threads = std::stoul(value);
        } else if (name == "--most-table-bits" && !value.empty()) {
            settings.most_table_bits = std::stoi(value);
        } else if (name == "--seconds" && !value.empty()) {
            settings.seconds = std::stod(value);
        } else {
            throw std::invalid_argument("'" + name + " " + value +
                                        "': expected boards such as 5x5/16, --threads, --most-table-bits, --seconds");
        }
    }
    if (settings.boards.empty()) {
        throw std::invalid_argument("name one or more boards, such as 5x5/16");
    }
    return settings;
}

void run(const Settings& settings) {
    Deadline deadline(settings.seconds);
    const StopScope scope(&deadline);
    for (const BoardName& board : settings.boards) {
        solve(board, settings);
    }
}

}  // namespace
}  // namespace sapper

int main(int count, char** arguments) {
    try {
        sapper::run(sapper::read_settings(count, arguments));
    } catch (const sapper::OutOfTime& ended) {
        std::fprintf(stderr, "whole_board: %s\n", ended.what());
        return 3;
    } catch (const std::exception& refused) {
        std::fprintf(stderr, "whole_board: %s\n", refused.what());
        return 2;
    }
    return 0;
}
