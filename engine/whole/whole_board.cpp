#include "whole/whole_board.hpp"

#include <algorithm>
#include <atomic>
#include <unordered_set>

#include "core/threads.hpp"
#include "whole/whole_board_search.hpp"

namespace sapper {

namespace {

// A position after two clicks.
struct Task {
    PositionKey key;
    SmallBoard::Position position;
    std::vector<CellSet> layouts;
    LayoutCount won = 0;
};

template <class Visit>
void for_each_first_click(const SmallBoard& board, Visit&& visit) {
    for (int cell = 0; cell < board.cell_count(); ++cell) {
        if (!board.is_first_of_its_kind(cell)) {
            continue;
        }
        for (int number = 0; number < SmallBoard::most_numbers; ++number) {
            const std::vector<CellSet> layouts = board.layouts_showing(cell, number);
            if (!layouts.empty()) {
                visit(cell, number, layouts);
            }
        }
    }
}

// The largest first.
std::vector<Task> gather_tasks(const SmallBoard& board, WholeBoardSearch& search) {
    std::vector<Task> tasks;
    std::unordered_set<PositionKey, HashOfKey> seen;
    for_each_first_click(board, [&](int cell, int number, const std::vector<CellSet>& layouts) {
        const SmallBoard::Position first = board.opened_at(cell, number);
        search.for_each_guess(layouts, first, [&](std::span<const CellSet> left, const SmallBoard::Position& position) {
            const PositionKey key = board.key_of(position);
            if (left.size() >= WholeBoardSearch::fewest_of_solved && seen.insert(key).second) {
                tasks.push_back({key, position, {left.begin(), left.end()}});
            }
        });
    });
    std::sort(tasks.begin(), tasks.end(),
              [](const Task& a, const Task& b) { return a.layouts.size() > b.layouts.size(); });
    return tasks;
}

// The threads share what they find out.
SolvedPositions solve_on_threads(const SmallBoard& board, KnownPositions& known, std::size_t threads,
                                 std::uint64_t budget) {
    const SolvedPositions none;
    WholeBoardSearch gathering(board, known, none, budget);
    std::vector<Task> tasks = gather_tasks(board, gathering);
    std::atomic<std::size_t> next_task = 0;
    run_on_threads(threads, [&] {
        WholeBoardSearch search(board, known, none, budget);
        for (std::size_t task = next_task++; task < tasks.size(); task = next_task++) {
            tasks[task].won = search.won(tasks[task].layouts, tasks[task].position, 0);
        }
    });
    SolvedPositions solved;
    for (const Task& task : tasks) {
        solved.emplace(task.key, task.won);
    }
    return solved;
}

}  // namespace

std::vector<FirstClick> solve_whole_board(const SmallBoard& board, KnownPositions& known, std::size_t threads,
                                          std::uint64_t budget) {
    const SolvedPositions solved = threads > 1 ? solve_on_threads(board, known, threads, budget) : SolvedPositions();
    WholeBoardSearch search(board, known, solved, budget);
    std::vector<FirstClick> clicks;
    for_each_first_click(board, [&](int cell, int number, const std::vector<CellSet>& layouts) {
        const int row = cell / board.width();
        const int column = cell % board.width();
        if (clicks.empty() || clicks.back().row != row || clicks.back().column != column) {
            clicks.push_back({row, column});
        }
        FirstClick& click = clicks.back();
        const LayoutCount won = search.won(layouts, board.opened_at(cell, number), 0);
        click.layouts += layouts.size();
        click.won += won;
        if (number == 0) {
            click.opening_layouts = layouts.size();
            click.opening_won = won;
        }
    });
    return clicks;
}

}  // namespace sapper
