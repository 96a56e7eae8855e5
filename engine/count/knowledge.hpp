// What a player knows without counting: the closure of two cheap rules over the revealed numbers.
//
//   single   a witness that lacks no mine makes its unknown neighbours safe; one that lacks as many mines as it has
//            unknown neighbours makes them mines.
//   pair     witnesses a and b: if a lacks more mines than b by the number of cells of a alone, then the cells of a
//            alone are mines and the cells of b alone are safe. (The subset rule is the case with one side empty.)
//
// Both rules only ever shrink sentences and stay applicable while they do, so their closure is a single fixpoint,
// whatever the order of the reveals. Nothing found by counting is fed back: knowledge is a function of the view.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/grid.hpp"

namespace sapper {

enum class CellState : std::uint8_t { outside, unknown, safe, mine, revealed };

// Without its rules, knowledge only keeps the sentences up to date: others draw the conclusions and have them settled.
enum class CheapRules : std::uint8_t { applied, left_out };

class Knowledge {
public:
    Knowledge() = default;

    // Starts over, on a board with nothing revealed.
    void reset(int height, int width, int mines, CheapRules rules = CheapRules::applied);

    // Adds revealed numbers and draws every conclusion. Throws Contradiction.
    void reveal(std::span<const Cell> cells, std::span<const std::int8_t> numbers);

    // The same in the caller's own order, the cheapest conclusions first: adds revealed numbers and draws the conclusions
    // of single numbers alone.
    void reveal_for_singles(std::span<const Cell> cells, std::span<const std::int8_t> numbers);
    // One turn of the rest: compares one witness with those around it, and draws the conclusions of single numbers from
    // what that settles. Returns false if no pair is left: then every conclusion has been drawn.
    bool compare_next_pairs();

    // Opens an unknown cell without reading its number: the cell becomes a witness as if it showed the greatest number
    // possible there, which is returned. Nothing is ever concluded from that: the consequences can only be counted.
    int open_unread(Cell cell);

    // Takes unknown cells for mines or safe, and draws every conclusion. Throws Contradiction.
    void suppose(std::span<const Cell> mines, std::span<const Cell> safe);

    const Grid& grid() const { return grid_; }
    CellState state(Cell cell) const { return at(states_, cell); }
    bool is_hidden(Cell cell) const {
        const CellState state_here = state(cell);
        return state_here != CellState::revealed && state_here != CellState::outside;
    }
    int hidden_neighbours(Cell cell) const;

    // The unknown neighbours of a witness; 0 if the cell is no witness.
    NeighbourMask unknown_around(Cell witness) const { return at(unknown_around_, witness); }
    // The first witness in [cell, end), or `end`. Most cells are none: eight are skipped at a time.
    Cell next_witness(Cell cell, Cell end) const {
        constexpr Cell at_a_time = 8;
        while (end - cell >= at_a_time) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, unknown_around_.data() + cell, sizeof eight);
            if (eight != 0) {
                break;
            }
            cell += at_a_time;
        }
        while (cell < end && unknown_around(cell) == 0) {
            ++cell;
        }
        return cell;
    }
    int lacking(Cell witness) const { return at(lacking_, witness); }

    int unknown_count() const { return unknown_count_; }
    int mines_left() const { return mines_left_; }

    // Appends the cells found safe since the last call, in order of discovery. Some may have been revealed since.
    void move_newly_safe(std::vector<Cell>& to) {
        to.insert(to.end(), newly_safe_.begin(), newly_safe_.end());
        newly_safe_.clear();
    }

    // Numbers whose sentence appeared or changed since the list was last cleared, possibly with duplicates.
    const std::vector<Cell>& changed() const { return changed_; }
    void clear_changed() { changed_.clear(); }

    // The same, each once, if the rules are left out: appends them and clears the list.
    void move_changed(std::vector<Cell>& to);

private:
    void become_witness(Cell cell, int number);
    void settle(Cell cell, CellState as);
    void settle_around(Cell witness, NeighbourMask which, CellState as);
    void draw_conclusions();
    void draw_single_conclusions();
    void apply_single(Cell witness);
    void apply_pairs(Cell witness);
    void touch(Cell witness);

    Grid grid_;
    std::vector<CellState> states_;
    std::vector<NeighbourMask> unknown_around_;
    std::vector<std::int8_t> lacking_;
    std::vector<std::uint8_t> queued_;
    std::vector<Cell> singles_to_do_;
    std::vector<Cell> pairs_to_do_;
    std::vector<Cell> newly_safe_;
    std::vector<Cell> changed_;
    int unknown_count_ = 0;
    int mines_left_ = 0;
    CheapRules rules_ = CheapRules::applied;
};

}  // namespace sapper
