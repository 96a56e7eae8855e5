#include "make/board_maker.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "core/threads.hpp"

namespace sapper {

namespace {

// On large boards, repair begins sooner: when so many cells have been opened in vain. That is the same on every machine;
// time would not be.
constexpr std::uint64_t cells_before_repair = 25'000'000;

// A repair that takes longer than this has gone astray: the next attempt is a better start.
constexpr std::uint64_t changes_per_cell = 2;
constexpr std::uint64_t fewest_changes = 1'000;
constexpr std::uint64_t repairs_before_burying = 20;

// Of each count of a check. Positions that need more are never met in boards of usual size.
constexpr Budget budget_of_check(1'000'000);

constexpr std::uint64_t stream_of_repair = 3;  // beside the streams in board.py

Reasoning reasoning_for(Technique grade) {
    switch (grade) {
        case Technique::one_number:
            return Reasoning::single_numbers;
        case Technique::two_numbers:
            return Reasoning::pairs;
        case Technique::three_numbers:
        case Technique::four_numbers:
        case Technique::many_numbers:
            return Reasoning::all_numbers;
        case Technique::none:
        case Technique::mine_total:
            break;
    }
    return Reasoning::mine_total;
}

}  // namespace

BoardMaker::BoardMaker(const Wish& wish, MakingProgress& progress)
    : wish_(wish), progress_(progress), layer_(wish.boards), grid_(wish.height, wish.width),
      first_(grid_.cell(wish.first)),
      check_(wish.height, wish.width, static_cast<int>(wish.boards.mines), budget_of_check),
      repair_(grid_, wish.boards.places, progress.tried), layout_(wish.boards.cells) {}

Made BoardMaker::make(std::uint64_t index, std::span<bool> layout) {
    made_ = {};
    if (!draw(index)) {
        made_.method = Method::repaired;
        repair(index);
    }
    std::transform(layout_.begin(), layout_.end(), layout.begin(), [](std::uint8_t mine) { return mine != 0; });
    ++progress_.made;
    return made_;
}

// Returns false if drawing is hopeless. Once any board was found that needs no guess, it is not, whatever the grade.
bool BoardMaker::draw(std::uint64_t index) {
    bool is_hopeful = false;
    std::uint64_t opened = 0;
    for (std::uint64_t attempt = 0; is_hopeful || (attempt < wish_.draws && opened < cells_before_repair); ++attempt) {
        ++progress_.tried;
        count_tries(1);
        lay(index, attempt);
        if (is_hopeful) {
            if (drawn_fits()) {
                return true;
            }
        } else if (check_.solves(layout_, first_)) {
            if (grade_fits()) {
                return true;
            }
            is_hopeful = true;
        }
        opened += static_cast<std::uint64_t>(check_.opened());
    }
    return false;
}

// A check that reasons no further than the grade allows ends sooner.
bool BoardMaker::drawn_fits() { return check_.solves(layout_, first_, reasoning_for(wish_.grade)) && grade_fits(); }

// For a board that the check has just solved. The ladder is climbed only where the check can't tell the grade.
bool BoardMaker::grade_fits() {
    if (wish_.grade == Technique::none || wish_.grade == Technique::mine_total) {
        return wish_.grade == Technique::none || check_.used() == Reasoning::mine_total;
    }
    if (check_.used() > reasoning_for(wish_.grade) ||
        (wish_.grade > Technique::two_numbers && check_.used() < Reasoning::all_numbers)) {
        return false;
    }
    try {
        // A board that its first cell opens as a whole is as easy as any.
        const BoardGrade grade = solver_.solve(wish_.height, wish_.width, layout_, wish_.first / wish_.width,
                                               wish_.first % wish_.width, budget_of_check);
        return std::max(grade.hardest, Technique::one_number) == wish_.grade;
    } catch (const BudgetExceeded&) {
        return false;
    }
}

void BoardMaker::repair(std::uint64_t index) {
    const std::uint64_t most_changes = std::max(fewest_changes, changes_per_cell * wish_.boards.cells);
    for (std::uint64_t attempt = 0;; ++attempt) {
        ++progress_.tried;
        count_tries(1);
        lay(index, attempt);
        const bool repaired =
            repair_.repair(layout_, first_, check_, random_for_repair(index, attempt), most_changes,
                           attempt < repairs_before_burying ? Repair::Burying::forbidden : Repair::Burying::allowed);
        count_tries(repair_.tried());
        if (repaired && grade_fits()) {
            made_.moved = repair_.kept();
            return;
        }
    }
}

void BoardMaker::lay(std::uint64_t index, std::uint64_t attempt) {
    static_assert(sizeof(bool) == sizeof(std::uint8_t));
    layer_.lay(index, attempt, {static_cast<bool*>(static_cast<void*>(layout_.data())), layout_.size()});
}

RandomStream BoardMaker::random_for_repair(std::uint64_t index, std::uint64_t attempt) const {
    const FourNumbers drawn =
        four_numbers({1, attempt, index, stream_of_repair}, {wish_.boards.seed_low, wish_.boards.seed_high});
    return {drawn[0], drawn[1]};
}

void BoardMaker::count_tries(std::uint64_t tries) {
    made_.tried += tries;
    if (made_.tried > wish_.attempts) {
        throw BudgetExceeded("no board that fits was found in the attempts allowed");
    }
}

void make_boards(const Wish& wish, std::uint64_t start_index, int threads, std::span<bool> layouts,
                 std::span<Made> made, MakingProgress& progress) {
    std::atomic<std::size_t> next = 0;
    const auto make_some = [&] {
        BoardMaker maker(wish, progress);
        for (std::size_t place = next++; place < made.size(); place = next++) {
            made[place] =
                maker.make(start_index + place, layouts.subspan(place * wish.boards.cells, wish.boards.cells));
        }
    };
    run_on_threads(std::min(made.size(), static_cast<std::size_t>(threads)), make_some);
}

}  // namespace sapper
