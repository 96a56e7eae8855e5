#include "whole/whole_board.hpp"

#include "whole/whole_board_search.hpp"

namespace sapper {

std::vector<FirstClick> solve_whole_board(const SmallBoard& board, KnownPositions& known, std::uint64_t budget) {
    WholeBoardSearch search(board, known, budget);
    std::vector<FirstClick> clicks;
    for (int cell = 0; cell < board.cell_count(); ++cell) {
        if (!board.is_first_of_its_kind(cell)) {
            continue;
        }
        FirstClick& click = clicks.emplace_back();
        click.row = cell / board.width();
        click.column = cell % board.width();
        for (int number = 0; number < SmallBoard::most_numbers; ++number) {
            const std::vector<CellSet> layouts = board.layouts_showing(cell, number);
            if (layouts.empty()) {
                continue;
            }
            const LayoutCount won = search.won(layouts, board.opened_at(cell, number), 0);
            click.layouts += layouts.size();
            click.won += won;
            if (number == 0) {
                click.opening_layouts = layouts.size();
                click.opening_won = won;
            }
        }
    }
    return clicks;
}

}  // namespace sapper
