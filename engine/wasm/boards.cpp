#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "make/board_maker.hpp"
#include "play/mine_laying.hpp"
#include "wasm/blake2b.hpp"
#include "wasm/exchange.hpp"

namespace sapper {

namespace {

// What random numbers are used for: as in board.py, which defines the boards.
enum class Stream : std::uint64_t { layout = 0, disclosed = 1, made = 2 };

// What the start rule keeps free of mines around the first cell.
enum class KeptFree : std::int32_t { nothing, first_cell, opening };

// The cells that may hold a mine. Without a first cell (-1) nothing is kept free.
std::vector<std::int64_t> places_for_mines(int height, int width, KeptFree kept_free, int first) {
    std::vector<std::int64_t> places;
    const int reach = kept_free == KeptFree::opening ? 1 : 0;
    for (int index = 0; index < height * width; ++index) {
        const int rows = std::abs(index / width - first / width);
        const int columns = std::abs(index % width - first % width);
        if (first < 0 || kept_free == KeptFree::nothing || rows > reach || columns > reach) {
            places.push_back(index);
        }
    }
    return places;
}

void check_board(int height, int width, int mines, std::size_t places) {
    if (height < 1 || width < 1 || static_cast<std::int64_t>(height) * width > most_cells) {
        throw std::invalid_argument("the board has no cells, or too many");
    }
    if (mines < 0 || static_cast<std::size_t>(mines) > places) {
        throw std::invalid_argument("there are more mines than places for them");
    }
}

void write_layout(const bool* layout, std::size_t cells) { exchange().bytes.assign(layout, layout + cells); }

}  // namespace

// A seed is four words of 32 bits, an index two, the lowest first. Bytes: the layout of the board.
SAPPER_EXPORT(lay)
Outcome wasm_lay(int height, int width, int mines, KeptFree kept_free, int first, std::uint32_t seed_0,
                 std::uint32_t seed_1, std::uint32_t seed_2, std::uint32_t seed_3, std::uint32_t index_0,
                 std::uint32_t index_1) {
    return outcome_of([&] {
        const std::vector<std::int64_t> places = places_for_mines(height, width, kept_free, first);
        check_board(height, width, mines, places.size());
        const auto cells = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
        const auto layout = std::make_unique<bool[]>(cells);
        MineLayer layer({long_word(seed_0, seed_1), long_word(seed_2, seed_3),
                         static_cast<std::uint64_t>(Stream::layout), cells, static_cast<std::size_t>(mines), places});
        layer.lay(long_word(index_0, index_1), 0, {layout.get(), cells});
        write_layout(layout.get(), cells);
    });
}

// A board that needs no guess. Bytes: its layout. Answer: whether it was repaired, boards tried, mines moved.
SAPPER_EXPORT(make_board)
Outcome wasm_make_board(int height, int width, int mines, KeptFree kept_free, int first, std::uint32_t seed_0,
                        std::uint32_t seed_1, std::uint32_t seed_2, std::uint32_t seed_3, std::uint32_t index_0,
                        std::uint32_t index_1, int grade, double attempts, double draws) {
    return outcome_of([&] {
        const std::vector<std::int64_t> places = places_for_mines(height, width, kept_free, first);
        check_board(height, width, mines, places.size());
        if (first < 0 || first >= height * width || kept_free == KeptFree::nothing || grade < 0 ||
            grade >= static_cast<int>(technique_count)) {
            throw std::invalid_argument("a board made to order needs a first cell that is no mine, and a technique");
        }
        const auto cells = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
        const auto layout = std::make_unique<bool[]>(cells);
        const Wish wish{{long_word(seed_0, seed_1), long_word(seed_2, seed_3), static_cast<std::uint64_t>(Stream::made),
                         cells, static_cast<std::size_t>(mines), places},
                        height,
                        width,
                        first,
                        static_cast<Technique>(grade),
                        static_cast<std::uint64_t>(attempts),
                        static_cast<std::uint64_t>(draws)};
        MakingProgress progress;
        const Made made = BoardMaker(wish, progress).make(long_word(index_0, index_1), {layout.get(), cells});
        write_layout(layout.get(), cells);
        exchange().answer = {made.method == Method::repaired ? 1.0 : 0.0, static_cast<double>(made.tried),
                             static_cast<double>(made.moved)};
    });
}

// Of the layout in the bytes, the first safe cells in an order that a seed draws. Answer: their indices.
SAPPER_EXPORT(disclose)
Outcome wasm_disclose(int count, std::uint32_t seed_0, std::uint32_t seed_1, std::uint32_t seed_2, std::uint32_t seed_3,
                      std::uint32_t index_0, std::uint32_t index_1) {
    return outcome_of([&] {
        const std::vector<std::uint8_t>& layout = exchange().bytes;
        std::vector<std::pair<std::uint64_t, std::size_t>> drawn;
        FourNumbers four{};
        for (std::size_t index = 0; index < layout.size(); ++index) {
            if (index % numbers_per_counter == 0) {
                four = four_numbers({index / numbers_per_counter + 1, 0, long_word(index_0, index_1),
                                     static_cast<std::uint64_t>(Stream::disclosed)},
                                    {long_word(seed_0, seed_1), long_word(seed_2, seed_3)});
            }
            if (layout[index] == 0) {
                drawn.emplace_back(four[index % numbers_per_counter], index);
            }
        }
        if (count < 0 || static_cast<std::size_t>(count) > drawn.size()) {
            throw std::invalid_argument("there are not so many safe cells");
        }
        std::sort(drawn.begin(), drawn.end());
        for (int place = 0; place < count; ++place) {
            exchange().answer.push_back(static_cast<double>(drawn[static_cast<std::size_t>(place)].second));
        }
    });
}

// Bytes: the digest, of so many bytes, of those that the page wrote.
SAPPER_EXPORT(digest) Outcome wasm_digest(int size) {
    return outcome_of([&] { exchange().bytes = blake2b(exchange().bytes, static_cast<std::size_t>(size)); });
}

}  // namespace sapper
