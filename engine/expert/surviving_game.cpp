#include "expert/surviving_game.hpp"

#include <algorithm>

#include "core/stop.hpp"

namespace sapper {

void draw_until_safe(Sampler& sampler, std::span<const int> flat_indices, Draws& draws, std::span<std::uint8_t> layout,
                     Budget& budget) {
    // If nearly every cell is a mine, hardly any layout leaves a given cell free: draws are charged, or this might
    // never end. A state takes as long as so many cells of a layout.
    constexpr std::size_t cells_per_state = 16;
    do {
        budget.spend(1 + layout.size() / cells_per_state);
        sampler.draw(draws.seed, draws.next++, layout);
    } while (std::any_of(flat_indices.begin(), flat_indices.end(),
                         [&](int index) { return layout[static_cast<std::size_t>(index)] != 0; }));
}

void SurvivingGame::begin(const Knowledge& known, std::span<const std::uint8_t> layout, Draws draws) {
    position_.knowledge = known;
    layout_.assign(layout.begin(), layout.end());
    draws_ = draws;
    known_safe_.clear();
    position_.knowledge.move_newly_safe(known_safe_);
}

bool SurvivingGame::needs_guess(Budget& budget) {
    Knowledge& knowledge = position_.knowledge;
    while (true) {
        while (!known_safe_.empty()) {
            const Cell cell = known_safe_.back();
            known_safe_.pop_back();
            if (knowledge.is_hidden(cell)) {
                open(cell);
            }
        }
        if (knowledge.unknown_count() == knowledge.mines_left()) {
            return false;
        }
        position_.condenser.condense(knowledge);
        position_.counting.count(position_.condenser.problem(), budget);
        collect_safe(position_, known_safe_);
        if (known_safe_.empty()) {
            return true;
        }
    }
}

void SurvivingGame::open(Cell cell) {
    Knowledge& knowledge = position_.knowledge;
    work_meter().did(knowledge.grid().padded_size());
    is_opened_.assign(knowledge.grid().padded_size(), 0);
    opened_.assign(1, cell);
    shown_.clear();
    at(is_opened_, cell) = 1;
    for (std::size_t next = 0; next < opened_.size(); ++next) {
        const Cell here = opened_[next];
        shown_.push_back(static_cast<std::int8_t>(mines_around(here)));
        for (int d = 0; shown_.back() == 0 && d < direction_count; ++d) {
            const Cell beside = knowledge.grid().neighbour(here, d);
            if (at(is_opened_, beside) == 0 && knowledge.is_hidden(beside)) {
                at(is_opened_, beside) = 1;
                opened_.push_back(beside);
            }
        }
    }
    knowledge.reveal(opened_, shown_);
    knowledge.move_newly_safe(known_safe_);
    knowledge.clear_changed();
}

double SurvivingGame::survive(Cell guess, Budget& budget) {
    const double chance = 1.0 - odds_of(position_, guess).mine_probability;
    make_safe(guess, budget);
    open(guess);
    return chance;
}

void SurvivingGame::make_safe(Cell cell, Budget& budget) {
    const int index = position_.knowledge.grid().flat_index(cell);
    if (at(layout_, index) != 0) {
        Sampler sampler(position_, budget);
        draw_until_safe(sampler, std::span(&index, 1), draws_, layout_, budget);
    }
}

int SurvivingGame::mines_around(Cell cell) const {
    const Grid& grid = position_.knowledge.grid();
    int mines = 0;
    for (int d = 0; d < direction_count; ++d) {
        const Cell beside = grid.neighbour(cell, d);
        if (position_.knowledge.state(beside) != CellState::outside) {
            mines += layout_[static_cast<std::size_t>(grid.flat_index(beside))];
        }
    }
    return mines;
}

}  // namespace sapper
