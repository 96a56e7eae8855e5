#include "whole_board.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <deque>
#include <mutex>

#include "core/threads.hpp"
#include "whole_board_search.hpp"

namespace sapper {

namespace {

// A first click and a number that it shows.
struct Root {
    int cell = 0;
    int number = 0;
    LayoutCount layouts = 0;
    LayoutCount won = 0;
    unsigned threads = 0;  // that search it
    std::atomic<bool> is_found = false;
};

class Roots {
public:
    explicit Roots(const SmallBoard& board) {
        for (int cell = 0; cell < board.cell_count(); ++cell) {
            for (int number = 0; board.is_first_of_its_kind(cell) && number < SmallBoard::most_numbers; ++number) {
                if (const LayoutCount layouts = board.count_showing(cell, number); layouts > 0) {
                    Root& root = all_.emplace_back();
                    root.cell = cell;
                    root.number = number;
                    root.layouts = layouts;
                }
            }
        }
    }

    // The root on which the fewest threads are at work; nullptr once all are found.
    Root* take() {
        const std::scoped_lock lock(mutex_);
        Root* taken = nullptr;
        for (Root& root : all_) {
            if (!root.is_found && (taken == nullptr || root.threads < taken->threads)) {
                taken = &root;
            }
        }
        if (taken != nullptr) {
            ++taken->threads;
        }
        return taken;
    }

    void found(Root& root, LayoutCount won) {
        const std::scoped_lock lock(mutex_);
        root.won = won;
        root.is_found = true;
    }

    // Once all are found.
    std::vector<FirstClick> clicks(const SmallBoard& board) const {
        std::vector<FirstClick> clicks;
        int cell = -1;
        for (const Root& root : all_) {
            if (root.cell != cell) {
                cell = root.cell;
                clicks.push_back({cell / board.width(), cell % board.width()});
            }
            FirstClick& click = clicks.back();
            click.layouts += root.layouts;
            click.won += root.won;
            if (root.number == 0) {
                click.opening_layouts = root.layouts;
                click.opening_won = root.won;
            }
        }
        return clicks;
    }

private:
    std::deque<Root> all_;
    std::mutex mutex_;
};

void search_roots(Roots& roots, const SmallBoard& board, WholeBoardSearch& search) {
    while (Root* const root = roots.take()) {
        try {
            const std::vector<CellSet> layouts = board.layouts_showing(root->cell, root->number);
            roots.found(*root, search.solve(layouts, board.opened_at(root->cell, root->number), root->is_found));
        } catch (const FoundElsewhere&) {
            // On to another root.
        }
    }
}

}  // namespace

// Positions worth knowing outnumber the layouts, up to a hundred times where a third of the cells are mines.
int table_bits_for(const SmallBoard& board, int most_bits) {
    constexpr int bits_beyond_layouts = 7;
    const int deserved = static_cast<int>(std::bit_width(board.layouts().size())) + bits_beyond_layouts;
    return std::min(most_bits, deserved);
}

std::vector<FirstClick> solve_whole_board(const SmallBoard& board, KnownPositions& known, SharedSearch& shared,
                                          std::size_t threads) {
    Roots roots(board);
    std::atomic<unsigned> helpers = 0;
    run_on_threads(threads, [&] {
        WholeBoardSearch search(board, known, shared, helpers++);
        search_roots(roots, board, search);
    });
    return roots.clicks(board);
}

}  // namespace sapper
