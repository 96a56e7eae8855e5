// Boards made to order: they need no guess, and are of a given grade if one is asked for.
//
// Board `index` of a seed is a function of the seed, the index and the wish alone. Its attempts are tried in order, and
// the first that fits is taken: among all boards that fit, each is equally likely. Where so few boards need no guess
// that thousands of attempts find none, boards are repaired instead, which favours some over others.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid.hpp"
#include "make/no_guess_check.hpp"
#include "make/repair.hpp"
#include "play/mine_laying.hpp"
#include "play/solution.hpp"
#include "reason/technique.hpp"

namespace sapper {

struct Wish {
    BoardsToLay boards;  // the mines may be laid anywhere but around the first cell, as the start rule says
    int height = 0;
    int width = 0;
    int first = 0;                      // flat index
    Technique grade = Technique::none;  // the hardest one that the board needs; none: any
    std::uint64_t attempts = 0;         // the boards that may be tried for each one made
    std::uint64_t draws = 0;            // repair begins when so many have been drawn and all of them needed a guess
};

enum class Method : std::uint8_t { drawn, repaired };

struct Made {
    Method method = Method::drawn;
    std::uint64_t tried = 0;  // boards, this one included
    std::uint64_t moved = 0;  // mines, by repair
};

// How far a call has come; any thread may read it.
struct MakingProgress {
    std::atomic<std::uint64_t> made = 0;
    std::atomic<std::uint64_t> tried = 0;
};

// Memory is reused from board to board; one thread at a time.
class BoardMaker {
public:
    // The wish and the progress must outlive the maker.
    BoardMaker(const Wish& wish, MakingProgress& progress);

    // Throws BudgetExceeded if all attempts have been made in vain.
    Made make(std::uint64_t index, std::span<bool> layout);

private:
    bool draw(std::uint64_t index);
    bool drawn_fits();
    bool grade_fits();
    void repair(std::uint64_t index);
    void lay(std::uint64_t index, std::uint64_t attempt);
    RandomStream random_for_repair(std::uint64_t index, std::uint64_t attempt) const;
    void count_tries(std::uint64_t tries);

    const Wish& wish_;
    MakingProgress& progress_;
    MineLayer layer_;
    Grid grid_;
    Cell first_;
    NoGuessCheck check_;
    Repair repair_;
    BoardSolver solver_;
    std::vector<std::uint8_t> layout_;
    Made made_;
};

// Boards start_index, start_index + 1, ... on so many threads: the same on any number. Throws BudgetExceeded.
void make_boards(const Wish& wish, std::uint64_t start_index, int threads, std::span<bool> layouts,
                 std::span<Made> made, MakingProgress& progress);

}  // namespace sapper
