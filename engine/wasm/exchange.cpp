#include "wasm/exchange.hpp"

#include "core/grid.hpp"
#include "core/threads.hpp"

namespace sapper {

Exchange& exchange() {
    static Exchange only;
    return only;
}

View written_view(int height, int width, int mines) {
    const std::vector<std::int8_t>& numbers = exchange().numbers;
    if (height < 1 || width < 1 || static_cast<std::int64_t>(height) * width > most_cells ||
        static_cast<std::size_t>(height) * static_cast<std::size_t>(width) != numbers.size()) {
        throw std::invalid_argument("there must be a number for each cell of the board");
    }
    return {height, width, mines, numbers};
}

std::vector<Cell> cells_written(const Grid& grid) {
    std::vector<Cell> cells;
    for (const std::int32_t index : exchange().cells) {
        if (index < 0 || index >= grid.cell_count()) {
            throw std::invalid_argument("a cell is outside the board");
        }
        cells.push_back(grid.cell(index));
    }
    return cells;
}

// Instead of core/threads.cpp: the module has one thread.
void run_on_threads(std::size_t, const std::function<void()>& job) { job(); }

// Where the page writes, and where it reads. A call may move what it reads, and memory that grows moves everything.

SAPPER_EXPORT(numbers_in) std::int8_t* numbers_in(std::int32_t cells) {
    exchange().numbers.resize(static_cast<std::size_t>(cells));
    return exchange().numbers.data();
}

SAPPER_EXPORT(cells_in) std::int32_t* cells_in(std::int32_t count) {
    exchange().cells.resize(static_cast<std::size_t>(count));
    return exchange().cells.data();
}

SAPPER_EXPORT(bytes_in) std::uint8_t* bytes_in(std::int32_t count) {
    exchange().bytes.resize(static_cast<std::size_t>(count));
    return exchange().bytes.data();
}

SAPPER_EXPORT(answer_at) const double* answer_at() { return exchange().answer.data(); }
SAPPER_EXPORT(answer_size) std::int32_t answer_size() { return static_cast<std::int32_t>(exchange().answer.size()); }
SAPPER_EXPORT(verdicts_at) const std::int8_t* verdicts_at() { return exchange().verdicts.data(); }
SAPPER_EXPORT(bytes_at) const std::uint8_t* bytes_at() { return exchange().bytes.data(); }
SAPPER_EXPORT(refusal_at) const char* refusal_at() { return exchange().refusal.data(); }
SAPPER_EXPORT(refusal_size) std::int32_t refusal_size() { return static_cast<std::int32_t>(exchange().refusal.size()); }

}  // namespace sapper
