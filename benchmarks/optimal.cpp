// What best play wins on whole small boards, on several threads: the dense part of docs/findings.md.
//
//     make one-step
//     build/one-step/optimal --threads 16 --table 31 --seconds 240 5x5/16 5x5/15
//
// Writes a line for each kind of first click; `sapper lab run optimal` computes the same on one thread. Boards are
// searched in the order given; none is begun after so many seconds, and one that is under way then is given up.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/budget.hpp"
#include "core/stop.hpp"
#include "whole/whole_board.hpp"

namespace sapper {
namespace {

using Clock = std::chrono::steady_clock;

struct Size {
    int height = 0;
    int width = 0;
    int mines = 0;
};

struct Settings {
    std::size_t threads = 1;
    int table_bits = 24;
    double seconds = 3600.0;
    std::vector<Size> boards;
};

struct OutOfTime : std::runtime_error {
    OutOfTime() : std::runtime_error("out of time") {}
};

class Deadline final : public StopCheck {
public:
    explicit Deadline(double seconds) : end_(began_ + std::chrono::duration<double>(seconds)) {}
    void throw_if_stopped() override {
        if (Clock::now() > end_) {
            throw OutOfTime();
        }
    }
    double passed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

private:
    Clock::time_point began_ = Clock::now();
    std::chrono::time_point<Clock, std::chrono::duration<double>> end_;
};

void solve(const Size& size, const Settings& settings, const Deadline& deadline, KnownPositions& known) {
    const double began = deadline.passed();
    const SmallBoard board(size.height, size.width, size.mines);
    const auto clicks = solve_whole_board(board, known, settings.threads, Budget::unlimited);
    for (const FirstClick& click : clicks) {
        std::printf("%dx%d,%d,%d,%d,%llu,%llu,%llu,%llu\n", size.height, size.width, size.mines, click.row,
                    click.column, static_cast<unsigned long long>(click.won),
                    static_cast<unsigned long long>(click.layouts), static_cast<unsigned long long>(click.opening_won),
                    static_cast<unsigned long long>(click.opening_layouts));
    }
    std::fflush(stdout);
    std::fprintf(stderr, "%dx%d/%d: %.2f s\n", size.height, size.width, size.mines, deadline.passed() - began);
}

void run(const Settings& settings) {
    Deadline deadline(settings.seconds);
    const StopScope scope(&deadline);
    KnownPositions known(settings.table_bits);
    std::printf("size,mines,row,column,won,layouts,opening_won,opening_layouts\n");
    for (const Size& size : settings.boards) {
        try {
            deadline.throw_if_stopped();
            solve(size, settings, deadline, known);
        } catch (const OutOfTime&) {
            std::fprintf(stderr, "%dx%d/%d: out of time\n", size.height, size.width, size.mines);
        }
    }
}

Settings read_settings(int count, char** arguments) {
    Settings settings;
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        Size size;
        if (std::sscanf(word.c_str(), "%dx%d/%d", &size.height, &size.width, &size.mines) == 3) {
            settings.boards.push_back(size);
        } else if (i + 1 < count && word == "--threads") {
            settings.threads = std::stoul(arguments[++i]);
        } else if (i + 1 < count && word == "--table") {
            settings.table_bits = std::stoi(arguments[++i]);
        } else if (i + 1 < count && word == "--seconds") {
            settings.seconds = std::stod(arguments[++i]);
        } else {
            throw std::invalid_argument("'" + word + "': expected HEIGHTxWIDTH/MINES, --threads, --table, --seconds");
        }
    }
    return settings;
}

}  // namespace
}  // namespace sapper

int main(int count, char** arguments) {
    try {
        sapper::run(sapper::read_settings(count, arguments));
    } catch (const std::exception& refused) {
        std::fprintf(stderr, "optimal: %s\n", refused.what());
        return 2;
    }
    return 0;
}
