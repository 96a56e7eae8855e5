// What it takes to find best play on whole small boards, on any number of threads.
//
// Needs nothing but a compiler. A board's line is written as soon as it is found: its name, seconds, layouts visited, and
// for each kind of first click row,column:won/layouts:won/layouts, where the second pair is of an opening.
//
//     g++ -O3 -march=native -std=c++20 -pthread -Iengine research/whole_board/*.cpp engine/core/*.cpp
//     ./a.out --threads 16 --most-table-bits 30 5x5/16 5x5/15

#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "whole_board.hpp"

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
    std::vector<BoardName> boards{};
};

double seconds_since(Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); }

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
              constexpr std::chrono::seconds between_reports{2};
              std::unique_lock lock(mutex_);
              // Woken by nothing but the end.
              while (!waiting_.wait_for(lock, ended, between_reports, [&] { return ended.stop_requested(); })) {
                  report(board, search);
              }
          }) {}

private:
    void report(const BoardName& board, const SharedSearch& search) const {
        std::fprintf(stderr, "%dx%d/%d: %.0f s, %llu layouts visited\n", board.height, board.width, board.mines,
                     seconds_since(began_), static_cast<unsigned long long>(search.visited.load()));
    }

    Clock::time_point began_ = Clock::now();
    std::mutex mutex_;
    std::condition_variable_any waiting_;
    std::jthread reporter_;  // the last member: it uses the others
};

void solve(const BoardName& name, const Settings& settings) {
    const Clock::time_point began = Clock::now();
    const double cpu_before = cpu_seconds();
    const SmallBoard board(name.height, name.width, name.mines);
    const int table_bits = table_bits_for(board, settings.most_table_bits);
    KnownPositions known(table_bits);
    SharedSearch shared;
    std::vector<FirstClick> clicks;
    double wall = 0;
    {
        const Progress progress(name, shared);
        clicks = solve_whole_board(board, known, shared, settings.threads);
        wall = seconds_since(began);
    }
    std::printf("%dx%d/%d threads %zu table %d wall %.2f cpu %.2f visited %llu", name.height, name.width, name.mines,
                settings.threads, table_bits, wall, cpu_seconds() - cpu_before,
                static_cast<unsigned long long>(shared.visited.load()));
    for (const FirstClick& click : clicks) {
        std::printf(" %d,%d:%llu/%llu:%llu/%llu", click.row, click.column, static_cast<unsigned long long>(click.won),
                    static_cast<unsigned long long>(click.layouts), static_cast<unsigned long long>(click.opening_won),
                    static_cast<unsigned long long>(click.opening_layouts));
    }
    std::printf("\n");
    std::fflush(stdout);
}

// The number at the beginning of a text, which is cut off; whether there is one.
bool take_number(std::string_view& text, int& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc();
}

bool take_letter(std::string_view& text, char letter) {
    const bool is_next = text.starts_with(letter);
    text.remove_prefix(is_next ? 1 : 0);
    return is_next;
}

BoardName read_board(std::string_view text) {
    BoardName board;
    std::string_view rest = text;
    if (take_number(rest, board.height) && take_letter(rest, 'x') && take_number(rest, board.width) &&
        take_letter(rest, '/') && take_number(rest, board.mines) && rest.empty()) {
        return board;
    }
    throw std::invalid_argument("a board reads HEIGHTxWIDTH/MINES, as in 5x5/16, not '" + std::string(text) + "'");
}

int read_number(const std::string& option, std::string_view text) {
    int number = 0;
    std::string_view rest = text;
    if (take_number(rest, number) && rest.empty() && number >= 1) {
        return number;
    }
    throw std::invalid_argument(option + " takes a number, 1 or more, not '" + std::string(text) + "'");
}

Settings read_settings(int count, char** arguments) {
    Settings settings;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (!name.starts_with("--")) {
            settings.boards.push_back(read_board(name));
            continue;
        }
        const std::string_view value = ++i < count ? arguments[i] : "";
        if (name == "--threads") {
            settings.threads = static_cast<std::size_t>(read_number(name, value));
        } else if (name == "--most-table-bits") {
            settings.most_table_bits = read_number(name, value);
        } else {
            throw std::invalid_argument("there is no option '" + name + "', only --threads and --most-table-bits");
        }
    }
    if (settings.boards.empty()) {
        throw std::invalid_argument("name one or more boards, such as 5x5/16");
    }
    return settings;
}

void run(const Settings& settings) {
    for (const BoardName& board : settings.boards) {
        solve(board, settings);
    }
}

}  // namespace
}  // namespace sapper

int main(int count, char** arguments) {
    try {
        sapper::run(sapper::read_settings(count, arguments));
    } catch (const std::exception& refused) {
        std::fprintf(stderr, "whole_board: %s\n", refused.what());
        return 2;
    }
    return 0;
}
