#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/budget.hpp"
#include "expert/endgame.hpp"
#include "expert/expert_guesser.hpp"
#include "expert/risk_playouts.hpp"
#include "play/tracker.hpp"
#include "wasm/exchange.hpp"

namespace sapper {

// The next cell by certainty, else the safest. Answer: its index, whether it is certain, its mine probability; nothing
// if every hidden cell is a mine.
SAPPER_EXPORT(next_cell) Outcome wasm_next_cell(int height, int width, int mines, double states) {
    return outcome_of([&] {
        const View view = written_view(height, width, mines);
        check_view(view);
        std::vector<std::int64_t> revealed;
        std::vector<std::int8_t> numbers;
        for (std::size_t index = 0; index < view.numbers.size(); ++index) {
            if (view.numbers[index] != hidden_number) {
                revealed.push_back(static_cast<std::int64_t>(index));
                numbers.push_back(view.numbers[index]);
            }
        }
        Tracker tracker(height, width, mines);
        tracker.reveal(revealed, numbers);
        if (const std::optional<Tracker::Choice> choice = tracker.choose(checked_budget(states))) {
            exchange().answer = {static_cast<double>(choice->flat_index), choice->certain ? 1.0 : 0.0,
                                 choice->mine_probability};
        }
    });
}

namespace {

// Counts the view that the page wrote.
void count_written(int height, int width, int mines, Budget& states) {
    const View view = written_view(height, width, mines);
    check_view(view);
    Workspace& workspace = exchange().workspace;
    read_view(view, workspace);
    workspace.counting.count(workspace.condenser.problem(), states);
}

void write_guess(const ExpertConstants& constants) {
    Workspace& workspace = exchange().workspace;
    ExpertGuesser expert(constants);
    const std::optional<Decision> decision = expert.decide(workspace);
    if (!decision) {
        return;
    }
    const Grid& grid = workspace.knowledge.grid();
    std::vector<double>& answer = exchange().answer;
    answer = {static_cast<double>(grid.flat_index(decision->cell)), static_cast<double>(decision->decided_by),
              static_cast<double>(decision->won), static_cast<double>(decision->layouts)};
    for (const GuessCandidate& candidate : expert.compared()) {
        const std::optional<Ahead> ahead = ahead_of(candidate, workspace.counting.log2_layouts());
        const Ahead told = ahead.value_or(Ahead());
        answer.insert(answer.end(), {static_cast<double>(grid.flat_index(candidate.cell)), candidate.mine_probability,
                                     expert.win_chance(workspace, *decision, candidate), ahead ? 1.0 : 0.0, told.opens,
                                     told.leaves_safe, told.bits});
    }
}

}  // namespace

// The expert's choice where no cell is certainly safe. Answer: nothing if every hidden cell is a mine; else its index,
// what decided (DecidedBy), layouts won and layouts (0 unless it was searched); per candidate its index, mine
// probability, chance of winning, whether its lookahead is complete and, if so, what it is expected to do: show a 0,
// leave a certainly safe cell, so many bits told.
SAPPER_EXPORT(guess) Outcome wasm_guess(int height, int width, int mines, double states, double layouts) {
    return outcome_of([&] {
        const ExpertConstants constants =
            constants_for_budget(static_cast<std::int64_t>(checked_budget(layouts).left()));
        Budget budget = checked_budget(states);
        count_written(height, width, mines, budget);
        write_guess(constants);
    });
}

// The same with constants of one's own, by which more cells are compared.
SAPPER_EXPORT(compare)
Outcome wasm_compare(int height, int width, int mines, double states, double layouts, double candidate_share,
                     double judged_share, int most_hidden_beside_front, int sea_candidates) {
    return outcome_of([&] {
        ExpertConstants constants = constants_for_budget(static_cast<std::int64_t>(checked_budget(layouts).left()));
        constants.candidate_share = candidate_share;
        constants.judged_share = judged_share;
        constants.most_hidden_beside_front = most_hidden_beside_front;
        constants.sea_candidates = static_cast<std::size_t>(sea_candidates);
        Budget budget = checked_budget(states);
        count_written(height, width, mines, budget);
        write_guess(constants);
    });
}

// What opening the cells that the page wrote gives up, by games played out on the same layouts. Answer: the chance of
// winning by the expert's play, the same once the cells are opened, the standard deviation of the difference.
SAPPER_EXPORT(play_out_risk)
Outcome wasm_play_out_risk(int height, int width, int mines, double states, double safety, int games) {
    return outcome_of([&] {
        Budget budget = checked_budget(states);
        count_written(height, width, mines, budget);
        Workspace& workspace = exchange().workspace;
        const PlayedRisk played =
            play_out_risk(workspace, cells_written(workspace.knowledge.grid()), safety, games, budget);
        exchange().answer = {played.best, played.taken, played.deviation};
    });
}

// Best play to the end of the game. Answer: layouts won, layouts, the index of the best cell or -1, whether it is safe.
SAPPER_EXPORT(best_play) Outcome wasm_best_play(int height, int width, int mines, double states, double layouts) {
    return outcome_of([&] {
        const std::uint64_t limit = checked_budget(layouts).left();
        Budget budget(std::max(checked_budget(states).left(), limit));
        count_written(height, width, mines, budget);
        Workspace& workspace = exchange().workspace;
        const EndgameSearch::Result result = search_to_the_end(workspace, limit);
        const Grid& grid = workspace.knowledge.grid();
        exchange().answer = {static_cast<double>(result.won), static_cast<double>(result.layouts),
                             result.best ? grid.flat_index(*result.best) : -1.0, result.best_is_safe ? 1.0 : 0.0};
    });
}

}  // namespace sapper
