#include "reason/ladder.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/stop.hpp"
#include "count/loose_total.hpp"

namespace sapper {

namespace {

constexpr std::int32_t no_conclusion = -1;
constexpr FewNumbers no_numbers{no_cell, no_cell, no_cell, no_cell};

[[noreturn]] void contradict_numbers() { throw Contradiction("the revealed numbers contradict each other"); }

}  // namespace

void Ladder::begin(int height, int width, int mines, Budget budget) {
    workspace_.knowledge.reset(height, width, mines, CheapRules::left_out);
    budget_ = budget;
    single_to_do_.clear();
    pairs_to_do_.clear();
    queued_for_pairs_.assign(knowledge().grid().padded_size(), 0);
    conclusions_.clear();
    conclusion_of_.assign(knowledge().grid().padded_size(), no_conclusion);
}

void Ladder::begin(const View& view, std::span<const std::int64_t> known_mines, Budget budget) {
    begin(view.height, view.width, view.mines, budget);
    const Grid& grid = knowledge().grid();
    std::vector<Cell> cells;
    std::vector<std::int8_t> shown;
    for (std::size_t index = 0; index < view.numbers.size(); ++index) {
        if (view.numbers[index] != hidden_number) {
            cells.push_back(grid.cell(static_cast<int>(index)));
            shown.push_back(view.numbers[index]);
        }
    }
    reveal(cells, shown);
    cells.clear();
    for (const std::int64_t index : known_mines) {
        if (index < 0 || index >= grid.cell_count() || view.numbers[static_cast<std::size_t>(index)] != hidden_number) {
            throw std::invalid_argument("a known mine is not a hidden cell of the board");
        }
        cells.push_back(grid.cell(static_cast<int>(index)));
    }
    settle(cells, {});
}

void Ladder::reveal(std::span<const Cell> cells, std::span<const std::int8_t> numbers) {
    workspace_.knowledge.reveal(cells, numbers);
}

Technique Ladder::climb() {
    for (const Conclusion& conclusion : conclusions_) {
        at(conclusion_of_, conclusion.cell) = no_conclusion;
    }
    conclusions_.clear();

    Technique technique = Technique::one_number;
    apply_single_numbers();
    if (conclusions_.empty()) {
        technique = Technique::two_numbers;
        apply_pairs();
    }
    if (conclusions_.empty()) {
        technique = reason_about_certain_cells();
    }
    settle_conclusions();
    return technique;
}

// The first two techniques

void Ladder::apply_single_numbers() {
    single_to_do_.clear();
    workspace_.knowledge.move_changed(single_to_do_);
    for (const Cell witness : single_to_do_) {
        const NeighbourMask unknown = knowledge().unknown_around(witness);
        const int lack = knowledge().lacking(witness);
        if (lack < 0 || lack > count_of(unknown)) {
            contradict_numbers();
        }
        if (unknown == 0) {
            continue;
        }
        if (lack == 0 || lack == count_of(unknown)) {
            conclude_around(witness, unknown, lack != 0, {witness, no_cell, no_cell, no_cell});
        } else if (at(queued_for_pairs_, witness) == 0) {
            at(queued_for_pairs_, witness) = 1;
            pairs_to_do_.push_back(witness);
        }
    }
}

// If one number lacks as many more mines than another as it has cells of its own, these are mines, and the cells that
// only the other has are safe. Two numbers settle nothing else.
void Ladder::apply_pairs() {
    const Grid& grid = knowledge().grid();
    for (const Cell witness : pairs_to_do_) {
        at(queued_for_pairs_, witness) = 0;
        const NeighbourMask unknown = knowledge().unknown_around(witness);
        const int lack = knowledge().lacking(witness);
        for (std::size_t o = 0; unknown != 0 && o < overlaps.size(); ++o) {
            const Cell other = grid.overlapping(witness, o);
            const NeighbourMask unknown_there = knowledge().unknown_around(other);
            // A number that is still queued will examine this pair itself.
            if ((unknown_there & overlaps[o].of_second) == 0 || at(queued_for_pairs_, other) != 0) {
                continue;
            }
            const auto here_alone = static_cast<NeighbourMask>(unknown & ~overlaps[o].of_first);
            const auto there_alone = static_cast<NeighbourMask>(unknown_there & ~overlaps[o].of_second);
            const int more_here = lack - knowledge().lacking(other);
            if (more_here > count_of(here_alone) || -more_here > count_of(there_alone)) {
                contradict_numbers();
            }
            if (more_here == count_of(here_alone)) {
                conclude_around(witness, here_alone, true, pair(witness, other));
                conclude_around(other, there_alone, false, pair(witness, other));
            }
            if (-more_here == count_of(there_alone)) {
                conclude_around(witness, here_alone, false, pair(witness, other));
                conclude_around(other, there_alone, true, pair(witness, other));
            }
        }
    }
    pairs_to_do_.clear();
}

FewNumbers Ladder::pair(Cell one, Cell other) const {
    return {std::min(one, other), std::max(one, other), no_cell, no_cell};
}

// All others

Technique Ladder::reason_about_certain_cells() {
    count_fronts();
    if (!certain_.empty()) {
        find_few_numbers(3);
        if (!conclusions_.empty()) {
            return Technique::three_numbers;
        }
        find_few_numbers(4);
        if (!conclusions_.empty()) {
            return Technique::four_numbers;
        }
        take_all_certain_cells();
        return Technique::many_numbers;
    }
    if (total_may_matter()) {
        count_with_total();
    }
    return conclusions_.empty() ? Technique::none : Technique::mine_total;
}

// Finds what each front settles, whatever the mine total.
void Ladder::count_fronts() {
    Condenser& condenser = workspace_.condenser;
    condenser.condense(knowledge());
    const Problem& problem = condenser.problem();
    Budget budget = budget_;
    certain_.clear();
    front_counts_.clear();
    for (std::size_t f = 0; f < problem.fronts.size(); ++f) {
        const Front& front = problem.fronts[f];
        front_counts_.push_back(workspace_.counting.count_alone(problem, front, budget));
        for (std::int32_t box = front.first_box; box < front.first_box + front.box_count; ++box) {
            const Verdict verdict = workspace_.counting.box(box).verdict;
            if (verdict != Verdict::uncertain) {
                certain_.push_back({static_cast<std::int32_t>(f), box, verdict == Verdict::mine, no_numbers});
            }
        }
    }
}

void Ladder::find_few_numbers(std::size_t size) {
    const Condenser& condenser = workspace_.condenser;
    bool found_any = false;
    for (CertainBox& certain : certain_) {
        found_any |= search_.find(condenser, at(condenser.problem().fronts, certain.front), certain.box,
                                  certain.is_mine, size, certain.numbers);
    }
    if (!found_any) {
        return;
    }
    std::erase_if(certain_, [](const CertainBox& certain) { return certain.numbers == no_numbers; });
    take_all_certain_cells();
}

void Ladder::take_all_certain_cells() {
    const Condenser& condenser = workspace_.condenser;
    for (const Cell cell : condenser.cells()) {
        const auto here =
            std::lower_bound(certain_.begin(), certain_.end(), condenser.box_of(cell),
                             [](const CertainBox& certain, std::int32_t box) { return certain.box < box; });
        if (here != certain_.end() && here->box == condenser.box_of(cell)) {
            conclude(cell, here->is_mine, here->numbers);
        }
    }
}

bool Ladder::total_may_matter() const {
    MinesOfFronts fronts;
    for (const Counting::FrontCount& count : front_counts_) {
        fronts.low += count.low;
        fronts.high += count.high;
        fronts.widest_span = std::max<std::int64_t>(fronts.widest_span, count.high - count.low);
        fronts.has_gaps |= count.has_gaps;
    }
    const Problem& problem = workspace_.condenser.problem();
    return !total_is_loose(fronts, problem.sea, problem.mines);
}

void Ladder::count_with_total() {
    Budget budget = budget_;
    const Condenser& condenser = workspace_.condenser;
    Counting& counting = workspace_.counting;
    counting.count(condenser.problem(), budget);
    for (const Cell cell : condenser.cells()) {
        const Verdict verdict = counting.box(condenser.box_of(cell)).verdict;
        if (verdict != Verdict::uncertain) {
            conclude(cell, verdict == Verdict::mine, no_numbers);
        }
    }
    if (condenser.problem().sea > 0 && counting.sea().verdict != Verdict::uncertain) {
        for_each_sea_cell(workspace_,
                          [&](Cell cell) { conclude(cell, counting.sea().verdict == Verdict::mine, no_numbers); });
    }
}

// Conclusions

void Ladder::conclude_around(Cell witness, NeighbourMask which, bool are_mines, const FewNumbers& numbers) {
    for_each_direction(
        which, [&](int direction) { conclude(knowledge().grid().neighbour(witness, direction), are_mines, numbers); });
}

void Ladder::conclude(Cell cell, bool is_mine, const FewNumbers& numbers) {
    std::int32_t& known = at(conclusion_of_, cell);
    if (known == no_conclusion) {
        known = static_cast<std::int32_t>(conclusions_.size());
        conclusions_.push_back({cell, is_mine, numbers});
        return;
    }
    Conclusion& before = at(conclusions_, known);
    if (before.is_mine != is_mine) {
        contradict_numbers();
    }
    before.numbers = std::min(before.numbers, numbers);
}

void Ladder::settle_conclusions() {
    mines_.clear();
    safe_.clear();
    for (const Conclusion& conclusion : conclusions_) {
        (conclusion.is_mine ? mines_ : safe_).push_back(conclusion.cell);
    }
    workspace_.knowledge.suppose(mines_, safe_);
    work_meter().did(conclusions_.size());
}

}  // namespace sapper
