// How the browser and the engine talk: the page writes into arrays in the module's memory, calls a function, and reads
// its answer from another array. A call returns its outcome; nothing is thrown at the caller.
#pragma once

#include <cstdint>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/budget.hpp"
#include "core/errors.hpp"
#include "count/view.hpp"
#include "count/workspace.hpp"

// A function that the browser calls by this name.
#define SAPPER_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace sapper {

enum class Outcome : std::int32_t { answered, contradiction, budget_exceeded, refused, out_of_memory };

// One question at a time: the module has one thread.
struct Exchange {
    // In: what the page writes.
    std::vector<std::int8_t> numbers;  // row-major, -1 for a hidden cell
    std::vector<std::int32_t> cells;   // row-major indices

    // In and out.
    std::vector<std::uint8_t> bytes;  // a layout, 1 for a mine; or text

    // Out: what the page reads.
    std::vector<double> answer;         // whatever a call returns, one number after another
    std::vector<std::int8_t> verdicts;  // of an analysis
    std::string refusal;

    Workspace workspace;
};

Exchange& exchange();

// The view that the page wrote. Throws std::invalid_argument if there are not as many numbers as cells.
View written_view(int height, int width, int mines);

// The cells that the page wrote. Throws std::invalid_argument if one is outside the board.
std::vector<Cell> cells_written(const Grid& grid);

// JavaScript has no 64-bit integers that are cheap to pass; budgets are far below 2^53.
inline std::int64_t whole(double number) { return static_cast<std::int64_t>(number); }

// A number of states, or of layouts. Throws std::invalid_argument if it is below 1.
inline Budget checked_budget(double number) {
    if (!(number >= 1.0)) {
        throw std::invalid_argument("a budget must be at least 1");
    }
    return Budget(static_cast<std::uint64_t>(number));
}

// Seeds and indices come in words of 32 bits.
inline std::uint64_t long_word(std::uint32_t low, std::uint32_t high) { return std::uint64_t{high} << 32 | low; }

// Does the work and tells how it ended.
template <class Work>
Outcome outcome_of(Work&& work) {
    try {
        exchange().answer.clear();
        work();
        return Outcome::answered;
    } catch (const Contradiction&) {
        return Outcome::contradiction;
    } catch (const BudgetExceeded&) {
        return Outcome::budget_exceeded;
    } catch (const std::bad_alloc&) {
        exchange().workspace = Workspace();  // gives its memory back
        return Outcome::out_of_memory;
    } catch (const std::exception& error) {
        exchange().refusal = error.what();
        return Outcome::refused;
    }
}

}  // namespace sapper
