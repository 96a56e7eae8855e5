// The numbers around a cell, read from the view only as far as they are needed.
//
// Numbers are connected if they share a hidden cell, or if others connect them. A search works on few of them: numbers
// and hidden cells are known by their place in two short lists, and large boards are never read as a whole.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/grid.hpp"
#include "count/problem.hpp"
#include "count/view.hpp"

namespace sapper {

// Calls visit(row, column) for the neighbours inside the board, row by row.
template <class Visit>
void for_each_neighbour(const View& view, int row, int column, Visit&& visit) {
    for (const Offset& step : directions) {
        const int near_row = row + step.rows;
        const int near_column = column + step.columns;
        if (near_row >= 0 && near_row < view.height && near_column >= 0 && near_column < view.width) {
            visit(near_row, near_column);
        }
    }
}

// The places of cells or numbers, at most eight: what is around one cell.
struct PlacesAround {
    std::int32_t count = 0;
    std::array<std::int32_t, most_around> places{};

    void add(std::int32_t place) { places[static_cast<std::size_t>(count++)] = place; }
    const std::int32_t* begin() const { return places.data(); }
    const std::int32_t* end() const { return places.data() + count; }
};

struct NearNumber {
    std::int32_t index = 0;  // in the view
    std::int32_t shown = 0;
    PlacesAround cells;  // its hidden neighbours, row by row
};

struct NearCell {
    std::int32_t index = 0;  // in the view
    PlacesAround numbers;
};

class NearNumbers {
public:
    // Reads the numbers connected with a hidden cell by numbers at most `reach` king's moves away.
    void read(const View& view, std::int32_t cell, int reach);

    // Nearest first, row by row where the distance is equal.
    const std::vector<NearNumber>& numbers() const { return numbers_; }
    // Row by row. The cell itself is among them if any number touches it.
    const std::vector<NearCell>& cells() const { return cells_; }
    std::int32_t target() const { return target_; }
    bool has_more_beyond() const { return has_more_beyond_; }

    // The part of the view that holds these numbers and all their neighbours.
    struct Window {
        int top = 0;
        int left = 0;
        int height = 0;
        int width = 0;
    };
    const Window& window() const { return window_; }

private:
    std::vector<NearNumber> numbers_;
    std::vector<NearCell> cells_;
    std::int32_t target_ = 0;
    bool has_more_beyond_ = false;
    Window window_;
    std::vector<std::int32_t> waiting_;
    std::vector<std::int32_t> place_of_;  // by cell of the window
};

// A set of numbers by their places, one bit each; or of anything else in a short list.
class NumberSet {
public:
    explicit NumberSet(std::size_t size = 0) : words_((size + 63) / 64) {}

    static NumberSet all(std::size_t size) {
        NumberSet set(size);
        for (std::size_t place = 0; place < size; ++place) {
            set.insert(static_cast<std::int32_t>(place));
        }
        return set;
    }

    void insert(std::int32_t place) { words_[word_of(place)] |= bit_of(place); }
    void erase(std::int32_t place) { words_[word_of(place)] &= ~bit_of(place); }
    bool contains(std::int32_t place) const { return (words_[word_of(place)] & bit_of(place)) != 0; }

    int count() const {
        int sum = 0;
        for (const std::uint64_t word : words_) {
            sum += std::popcount(word);
        }
        return sum;
    }

    static constexpr std::int32_t none = -1;
    // The lowest place from `from` on; none if there is no other.
    std::int32_t next(std::int32_t from) const {
        for (std::size_t w = word_of(from); w < words_.size(); ++w) {
            const std::uint64_t below = w == word_of(from) ? bit_of(from) - 1 : 0;
            const std::uint64_t word = words_[w] & ~below;
            if (word != 0) {
                return static_cast<std::int32_t>(w * 64) + std::countr_zero(word);
            }
        }
        return none;
    }

    bool intersects(const NumberSet& other) const {
        for (std::size_t w = 0; w < words_.size(); ++w) {
            if ((words_[w] & other.words_[w]) != 0) {
                return true;
            }
        }
        return false;
    }
    bool contains_all(const NumberSet& other) const {
        for (std::size_t w = 0; w < words_.size(); ++w) {
            if ((other.words_[w] & ~words_[w]) != 0) {
                return false;
            }
        }
        return true;
    }
    bool operator==(const NumberSet&) const = default;
    std::size_t hash() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t word : words_) {
            sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
            sum ^= sum >> 32;
        }
        return static_cast<std::size_t>(sum);
    }
    NumberSet& operator|=(const NumberSet& other) {
        for (std::size_t w = 0; w < words_.size(); ++w) {
            words_[w] |= other.words_[w];
        }
        return *this;
    }
    NumberSet& operator-=(const NumberSet& other) {
        for (std::size_t w = 0; w < words_.size(); ++w) {
            words_[w] &= ~other.words_[w];
        }
        return *this;
    }

    // Calls visit(place) for every member, lowest first.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t w = 0; w < words_.size(); ++w) {
            for (std::uint64_t word = words_[w]; word != 0; word &= word - 1) {
                visit(static_cast<std::int32_t>(w * 64) + std::countr_zero(word));
            }
        }
    }

private:
    static std::size_t word_of(std::int32_t place) { return static_cast<std::size_t>(place) / 64; }
    static std::uint64_t bit_of(std::int32_t place) { return std::uint64_t{1} << static_cast<unsigned>(place) % 64; }

    std::vector<std::uint64_t> words_;
};

}  // namespace sapper
