#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/grid.hpp"
#include "play/solution.hpp"
#include "reason/few_numbers.hpp"
#include "reason/ladder.hpp"
#include "wasm/exchange.hpp"

namespace sapper {

namespace {

// Appends the technique, how many cells it settles, and of each its index, whether it is a mine, and the indices of the
// numbers that settle it, -1 in place of those that there are not.
void write_stage(std::vector<double>& written, const Grid& grid, Technique technique,
                 const std::vector<Conclusion>& conclusions) {
    std::vector<std::array<int, 2 + most_few_numbers>> settled;
    for (const Conclusion& conclusion : conclusions) {
        auto& cell = settled.emplace_back();
        cell[0] = grid.flat_index(conclusion.cell);
        cell[1] = conclusion.is_mine ? 1 : 0;
        std::transform(conclusion.numbers.begin(), conclusion.numbers.end(), cell.begin() + 2,
                       [&](Cell number) { return number == no_cell ? -1 : grid.flat_index(number); });
    }
    std::sort(settled.begin(), settled.end());
    written.insert(written.end(), {static_cast<double>(technique), static_cast<double>(settled.size())});
    for (const auto& cell : settled) {
        written.insert(written.end(), cell.begin(), cell.end());
    }
}

}  // namespace

// The easiest technique that settles anything in the view that the page wrote, with the mines found before in cells.
// Answer: a stage; its technique is 0 if nothing is certain.
SAPPER_EXPORT(easiest) Outcome wasm_easiest(int height, int width, int mines, double budget) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        check_view(view);
        const std::vector<std::int64_t> known(exchange().cells.begin(), exchange().cells.end());
        Ladder ladder;
        ladder.begin(view, known, checked_budget(budget));
        const Technique technique = ladder.climb();
        write_stage(exchange().answer, ladder.knowledge().grid(), technique, ladder.conclusions());
    });
}

// Solves the board whose layout the page wrote, from a first cell that is no mine, by the easiest technique each time.
// Answer: whether no guess was needed, the hardness within its grade, the safe cells left, and the stages.
SAPPER_EXPORT(solve) Outcome wasm_solve(int height, int width, int first, double budget) {
    return outcome_of([&] {
        const std::vector<std::uint8_t>& layout = exchange().bytes;
        if (height < 1 || width < 1 || static_cast<std::int64_t>(height) * width > most_cells ||
            static_cast<std::size_t>(height) * static_cast<std::size_t>(width) != layout.size() || first < 0 ||
            static_cast<std::size_t>(first) >= layout.size() || at(layout, first) != 0) {
            throw std::invalid_argument("a board is solved from a first cell that is no mine");
        }
        std::vector<double> stages;
        BoardSolver solver;
        const BoardGrade grade =
            solver.solve(height, width, layout, first / width, first % width, checked_budget(budget),
                         [&](Technique technique, const std::vector<Conclusion>& conclusions) {
                             write_stage(stages, solver.knowledge().grid(), technique, conclusions);
                         });
        std::vector<double>& answer = exchange().answer;
        answer = {grade.complete ? 1.0 : 0.0, static_cast<double>(grade.hardness), static_cast<double>(grade.left)};
        answer.insert(answer.end(), stages.begin(), stages.end());
    });
}

}  // namespace sapper
