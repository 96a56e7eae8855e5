#include "bindings/arrays.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>

namespace sapper {

std::size_t checked_cells(std::size_t height, std::size_t width) {
    constexpr auto most = static_cast<std::size_t>(most_cells);
    if (height > most || width > most || height * width > most) {
        throw std::invalid_argument("the board is too large");
    }
    return height * width;
}

std::size_t checked_board(std::int64_t height, std::int64_t width) {
    if (height < 1 || width < 1) {
        throw std::invalid_argument("a board needs at least one cell");
    }
    return checked_cells(static_cast<std::size_t>(height), static_cast<std::size_t>(width));
}

int checked_mines(std::int64_t mines, std::size_t cells) {
    if (mines < 0 || mines > static_cast<std::int64_t>(cells)) {
        throw std::invalid_argument("the number of mines must be between 0 and the number of cells");
    }
    return static_cast<int>(mines);
}

std::size_t checked_layouts(std::int64_t layouts, std::size_t cells) {
    if (layouts < 0) {
        throw std::invalid_argument("the number of layouts cannot be negative");
    }
    const auto count = static_cast<std::size_t>(layouts);
    if (cells > 0 && count > std::numeric_limits<std::size_t>::max() / 2 / cells) {
        throw std::bad_alloc();
    }
    return count;
}

std::int64_t checked_search(std::int64_t layouts) {
    constexpr std::int64_t most = std::int64_t{1} << 62;
    if (layouts < 1 || layouts > most) {
        throw std::invalid_argument("the number of layouts to search must be between 1 and 2**62");
    }
    return layouts;
}

Budget checked_budget(BudgetOrNone budget) {
    if (budget && *budget < 0) {
        throw std::invalid_argument("a budget cannot be negative");
    }
    return budget ? Budget(static_cast<std::uint64_t>(*budget)) : Budget::unlimited();
}

int checked_threads(std::int64_t threads) {
    constexpr std::int64_t most = 1024;
    if (threads < 1 || threads > most) {
        throw std::invalid_argument("the number of threads must be between 1 and 1024");
    }
    return static_cast<int>(threads);
}

std::span<const std::int64_t> checked_places(const IndicesArray& places, std::size_t cells, std::int64_t mines) {
    const std::span<const std::int64_t> may_be_mines(places.data(), places.shape(0));
    if (std::any_of(may_be_mines.begin(), may_be_mines.end(),
                    [cells](std::int64_t place) { return place < 0 || place >= static_cast<std::int64_t>(cells); })) {
        throw std::invalid_argument("a place is outside the board");
    }
    if (mines < 0 || static_cast<std::size_t>(mines) > may_be_mines.size()) {
        throw std::invalid_argument("there are more mines than places for them, or fewer than 0");
    }
    return may_be_mines;
}

View view_of(const NumbersArray& numbers, std::int64_t mines) {
    const std::size_t cells = checked_cells(numbers.shape(0), numbers.shape(1));
    return {static_cast<int>(numbers.shape(0)),
            static_cast<int>(numbers.shape(1)),
            checked_mines(mines, cells),
            {numbers.data(), cells}};
}

namespace {

struct ThreadWorkspace {
    Workspace workspace;
    bool in_use = false;
};

ThreadWorkspace& workspace_of_thread() {
    thread_local ThreadWorkspace workspace;
    return workspace;
}

}  // namespace

BorrowedWorkspace::BorrowedWorkspace()
    : own_(workspace_of_thread().in_use ? std::make_unique<Workspace>() : nullptr),
      workspace_(own_ != nullptr ? own_.get() : &workspace_of_thread().workspace) {
    workspace_of_thread().in_use = true;
}

BorrowedWorkspace::~BorrowedWorkspace() {
    // About 30 bytes each. The widest fronts take ten times as many, and are rare: that much memory is given back.
    constexpr std::size_t most_states_kept = 1'000'000;
    if (own_ == nullptr && workspace_->counting.states_reserved() > most_states_kept) {
        *workspace_ = Workspace();
    }
    workspace_of_thread().in_use = own_ != nullptr;
}

}  // namespace sapper
