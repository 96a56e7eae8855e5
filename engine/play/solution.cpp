#include "play/solution.hpp"

#include <algorithm>

#include "core/stop.hpp"

namespace sapper {

BoardGrade BoardSolver::solve(int height, int width, std::span<const std::uint8_t> layout, int first_row,
                              int first_column, Budget budget, const Tell& tell) {
    const auto mines =
        static_cast<int>(std::count_if(layout.begin(), layout.end(), [](std::uint8_t mine) { return mine != 0; }));
    work_meter().did(layout.size());
    referee_.deal(height, width, layout);
    ladder_.begin(height, width, mines, budget);

    BoardGrade grade;
    std::int32_t narrow = 0;  // stages of the hardest technique
    if (referee_.is_mine(referee_.grid().cell(first_row, first_column))) {
        grade.left = referee_.safe_cells_left();
        return grade;
    }
    open(referee_.grid().cell(first_row, first_column));
    while (!referee_.all_safe_cells_open()) {
        const Technique technique = ladder_.climb();
        if (technique == Technique::none) {
            break;
        }
        if (technique > grade.hardest) {
            grade.hardest = technique;
            narrow = 0;
        }
        ++grade.stages[static_cast<std::size_t>(technique)];
        narrow += technique == grade.hardest && ladder_.conclusions().size() <= narrow_stage ? 1 : 0;
        if (tell) {
            tell(technique, ladder_.conclusions());
        }
        for (const Conclusion& conclusion : ladder_.conclusions()) {
            // An earlier one may have opened it, by a 0.
            if (!conclusion.is_mine && ladder_.knowledge().is_hidden(conclusion.cell)) {
                open(conclusion.cell);
            }
        }
    }
    grade.complete = referee_.all_safe_cells_open();
    grade.left = referee_.safe_cells_left();
    if (grade.hardest != Technique::none) {
        grade.hardness = grade.stages[static_cast<std::size_t>(grade.hardest)] + narrow;
    }
    return grade;
}

void BoardSolver::open(Cell cell) {
    referee_.open(cell, opened_);
    ladder_.reveal(opened_.cells, opened_.numbers);
}

}  // namespace sapper
