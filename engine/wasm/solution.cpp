#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/grid.hpp"
#include "play/solution.hpp"
#include "wasm/exchange.hpp"

namespace sapper {

// Solves the board whose layout the page wrote, from a first cell that is no mine, by the easiest technique each time.
// Answer: whether no guess was needed, the hardness within its grade, the safe cells left; per stage its technique, how
// many cells it settles, and of each its index and whether it is a mine.
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
            solver.solve(height, width, layout, first / width, first % width, whole(budget),
                         [&](Technique technique, const std::vector<Conclusion>& conclusions) {
                             const Grid& grid = solver.knowledge().grid();
                             std::vector<std::pair<int, bool>> settled;
                             for (const Conclusion& conclusion : conclusions) {
                                 settled.emplace_back(grid.flat_index(conclusion.cell), conclusion.is_mine);
                             }
                             std::sort(settled.begin(), settled.end());
                             stages.push_back(static_cast<double>(technique));
                             stages.push_back(static_cast<double>(settled.size()));
                             for (const auto& [index, is_mine] : settled) {
                                 stages.insert(stages.end(), {static_cast<double>(index), is_mine ? 1.0 : 0.0});
                             }
                         });
        std::vector<double>& answer = exchange().answer;
        answer = {grade.complete ? 1.0 : 0.0, static_cast<double>(grade.hardness), static_cast<double>(grade.left)};
        answer.insert(answer.end(), stages.begin(), stages.end());
    });
}

}  // namespace sapper
