// Are some numbers consistent with a cell being a mine, or safe? Trial and error, with a layout to show for it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.hpp"
#include "reason/numbers.hpp"

namespace sapper {

class LayoutSearch {
public:
    // Both must outlive the search, and the numbers must not be read anew. It gives up after `most_trials` assumptions.
    LayoutSearch(const NearNumbers& near, int most_trials, Budget& budget);

    enum class Outcome : std::int8_t { found, none, too_many_trials };

    // Looks for mines that make the chosen numbers true. Cells that these numbers do not touch are left free of mines,
    // except for the target.
    Outcome find(const NumberSet& chosen, bool target_is_mine);

    // The numbers, chosen or not, that the layout found violates.
    NumberSet broken() const;

    // How many times a number was looked at in total: a measure of the work done.
    std::uint64_t looks() const { return looks_; }

private:
    enum class State : std::int8_t { undecided, safe, mine };

    // What a chosen number still says about its undecided cells.
    struct Sentence {
        std::int32_t lacking = 0;
        std::int32_t room = 0;
        bool is_chosen = false;
        bool is_waiting = false;
    };

    // An assumption that may still be turned into its opposite: what was decided before it.
    struct Assumption {
        std::int32_t cell = 0;
        std::size_t decided_before = 0;
    };

    bool suppose(std::int32_t cell, State as);
    bool follow_up();
    void decide(std::int32_t cell, State as);
    void undo(std::size_t decided);
    std::int32_t cell_to_try() const;

    const NearNumbers& near_;
    int most_trials_;
    Budget& budget_;
    std::uint64_t looks_ = 0;
    std::vector<State> states_;
    std::vector<Sentence> sentences_;
    std::vector<std::int32_t> chosen_;
    std::vector<std::int32_t> waiting_;
    std::vector<std::int32_t> decided_;
    std::vector<Assumption> assumptions_;
};

}  // namespace sapper
