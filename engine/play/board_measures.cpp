#include "play/board_measures.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/grid.hpp"
#include "core/stop.hpp"

namespace sapper {

namespace {

constexpr int no_region = -1;

// Groups of members that touch, in the order of their first cells.
class Regions {
public:
    Regions(const Grid& grid, const std::vector<std::uint8_t>& is_member) : region_of_(grid.padded_size(), no_region) {
        for (int index = 0; index < grid.cell_count(); ++index) {
            const Cell first = grid.cell(index);
            if (at(is_member, first) == 0 || at(region_of_, first) != no_region) {
                continue;
            }
            std::vector<Cell>& region = regions_.emplace_back(1, first);
            at(region_of_, first) = count() - 1;
            for (std::size_t next = 0; next < region.size(); ++next) {
                for (int d = 0; d < direction_count; ++d) {
                    const Cell near = grid.neighbour(region[next], d);
                    if (at(is_member, near) != 0 && at(region_of_, near) == no_region) {
                        at(region_of_, near) = count() - 1;
                        region.push_back(near);
                    }
                }
            }
        }
    }

    int count() const { return static_cast<int>(regions_.size()); }
    int of(Cell cell) const { return at(region_of_, cell); }
    const std::vector<Cell>& cells(int region) const { return at(regions_, region); }

private:
    std::vector<int> region_of_;
    std::vector<std::vector<Cell>> regions_;
};

// What a board is made of: zeros, whose regions are the openings, and numbers that border on none of them.
struct Units {
    Units(int height, int width, std::span<const std::uint8_t> layout)
        : grid(height, width), is_safe(grid.padded_size(), 0), is_mine(grid.padded_size(), 0),
          is_zero(grid.padded_size(), 0), is_isolated(grid.padded_size(), 0) {
        work_meter().did(grid.padded_size());
        for (std::size_t index = 0; index < layout.size(); ++index) {
            const Cell cell = grid.cell(static_cast<int>(index));
            (layout[index] != 0 ? at(is_mine, cell) : at(is_safe, cell)) = 1;
        }
        const auto touches = [&](Cell cell, const std::vector<std::uint8_t>& flags) {
            int count = 0;
            for (int d = 0; d < direction_count; ++d) {
                count += at(flags, grid.neighbour(cell, d));
            }
            return count > 0;
        };
        for (int index = 0; index < grid.cell_count(); ++index) {
            const Cell cell = grid.cell(index);
            at(is_zero, cell) = at(is_safe, cell) != 0 && !touches(cell, is_mine) ? 1 : 0;
        }
        for (int index = 0; index < grid.cell_count(); ++index) {
            const Cell cell = grid.cell(index);
            const bool is_opened = at(is_zero, cell) != 0 || touches(cell, is_zero);
            at(is_isolated, cell) = at(is_safe, cell) != 0 && !is_opened ? 1 : 0;
        }
    }

    // By the padded index; 0 outside the board.
    Grid grid;
    std::vector<std::uint8_t> is_safe;
    std::vector<std::uint8_t> is_mine;
    std::vector<std::uint8_t> is_zero;
    std::vector<std::uint8_t> is_isolated;
};

// What is open, closed and flagged on the way to the end, and the premium of every safe cell.
class ZiniWay {
public:
    explicit ZiniWay(const Units& units)
        : units_(units), grid_(units.grid), openings_(grid_, units.is_zero), is_closed_(units.is_safe),
          has_flag_(grid_.padded_size(), 0), premiums_(grid_.padded_size(), 0),
          is_opening_closed_(static_cast<std::size_t>(openings_.count()), 1) {
        for (int index = 0; index < grid_.cell_count(); ++index) {
            const Cell cell = grid_.cell(index);
            if (at(units.is_safe, cell) != 0) {
                safe_.push_back(cell);
                at(premiums_, cell) = premium(cell);
            }
        }
        closed_ = safe_.size();
    }

    int clicks(bool human) {
        while (human && first_closed_opening_ < openings_.count()) {
            open_a_unit();
        }
        while (closed_ > 0) {
            work_meter().did(safe_.size());
            const Cell best = best_chord(human);
            best == no_cell ? open_a_unit() : chord(best);
        }
        return clicks_;
    }

private:
    // The first cell with the highest premium; none if that is negative.
    Cell best_chord(bool only_at_open_cells) const {
        Cell best = no_cell;
        int best_premium = -1;
        for (const Cell cell : safe_) {
            if (at(premiums_, cell) > best_premium && !(only_at_open_cells && at(is_closed_, cell) != 0)) {
                best = cell;
                best_premium = at(premiums_, cell);
            }
        }
        return best;
    }

    int premium(Cell cell) const {
        int sum = -1;
        int seen_openings[direction_count];
        int* end_of_seen = seen_openings;
        for (int d = 0; d < direction_count; ++d) {
            const Cell near = grid_.neighbour(cell, d);
            const int opening = openings_.of(near);
            if (opening != no_region && at(is_opening_closed_, opening) != 0 &&
                std::find(seen_openings, end_of_seen, opening) == end_of_seen) {
                *end_of_seen++ = opening;
                ++sum;
            }
            sum += at(units_.is_isolated, near) & at(is_closed_, near);
            sum -= at(units_.is_mine, near) & ~at(has_flag_, near) & 1;
        }
        return sum - (at(is_closed_, cell) != 0 && at(units_.is_isolated, cell) == 0 ? 1 : 0);
    }

    void chord(Cell cell) {
        if (at(is_closed_, cell) != 0) {
            click(cell);
        }
        ++clicks_;
        for (int d = 0; d < direction_count; ++d) {
            const Cell near = grid_.neighbour(cell, d);
            if (at(is_closed_, near) != 0) {
                open(near);
            } else if (at(units_.is_mine, near) != 0 && at(has_flag_, near) == 0) {
                at(has_flag_, near) = 1;
                ++clicks_;
                weigh_around(near);
            }
        }
    }

    // Openings first, then isolated cells, row by row.
    void open_a_unit() {
        if (first_closed_opening_ < openings_.count()) {
            click(openings_.cells(first_closed_opening_).front());
            return;
        }
        click(*std::find_if(safe_.begin(), safe_.end(), [&](Cell cell) { return at(is_closed_, cell) != 0; }));
    }

    void click(Cell cell) {
        ++clicks_;
        open(cell);
    }

    void open(Cell cell) {
        const int opening = openings_.of(cell);
        if (opening == no_region) {
            close_no_more(cell);
            weigh_around(cell);
            return;
        }
        at(is_opening_closed_, opening) = 0;
        while (first_closed_opening_ < openings_.count() && at(is_opening_closed_, first_closed_opening_) == 0) {
            ++first_closed_opening_;
        }
        for (const Cell zero : openings_.cells(opening)) {
            close_no_more(zero);
            for (int d = 0; d < direction_count; ++d) {
                close_no_more(grid_.neighbour(zero, d));
            }
        }
        for (const Cell zero : openings_.cells(opening)) {
            for (int d = 0; d < direction_count; ++d) {
                weigh_around(grid_.neighbour(zero, d));
            }
        }
    }

    void close_no_more(Cell cell) {
        closed_ -= at(is_closed_, cell);
        at(is_closed_, cell) = 0;
    }

    // Premiums anew, wherever one depends on this cell.
    void weigh_around(Cell cell) {
        if (at(units_.is_safe, cell) != 0) {
            at(premiums_, cell) = premium(cell);
        }
        for (int d = 0; d < direction_count; ++d) {
            const Cell near = grid_.neighbour(cell, d);
            if (at(units_.is_safe, near) != 0) {
                at(premiums_, near) = premium(near);
            }
        }
    }

    const Units& units_;
    const Grid& grid_;
    Regions openings_;
    std::vector<Cell> safe_;
    std::vector<std::uint8_t> is_closed_;
    std::vector<std::uint8_t> has_flag_;
    std::vector<int> premiums_;
    std::vector<std::uint8_t> is_opening_closed_;
    int first_closed_opening_ = 0;
    std::size_t closed_ = 0;
    int clicks_ = 0;
};

int count_set(const std::vector<std::uint8_t>& flags) {
    return static_cast<int>(std::count(flags.begin(), flags.end(), std::uint8_t{1}));
}

}  // namespace

BoardMeasures measure_board(int height, int width, std::span<const std::uint8_t> layout) {
    const Units units(height, width, layout);
    const int openings = Regions(units.grid, units.is_zero).count();
    return {openings + count_set(units.is_isolated), openings, Regions(units.grid, units.is_isolated).count()};
}

int solved_units(int height, int width, std::span<const std::uint8_t> layout, std::span<const std::uint8_t> is_open) {
    const Units units(height, width, layout);
    const Regions openings(units.grid, units.is_zero);
    std::vector<std::uint8_t> is_done(static_cast<std::size_t>(openings.count()), 0);
    int isolated = 0;
    for (std::size_t index = 0; index < is_open.size(); ++index) {
        const Cell cell = units.grid.cell(static_cast<int>(index));
        if (is_open[index] != 0 && openings.of(cell) != no_region) {
            at(is_done, openings.of(cell)) = 1;
        }
        isolated += is_open[index] != 0 ? at(units.is_isolated, cell) : 0;
    }
    return count_set(is_done) + isolated;
}

int count_zini_clicks(int height, int width, std::span<const std::uint8_t> layout, bool human) {
    const Units units(height, width, layout);
    return ZiniWay(units).clicks(human);
}

int visibly_solved(int height, int width, std::span<const std::int8_t> numbers) {
    const Grid grid(height, width);
    work_meter().did(grid.padded_size());
    std::vector<std::uint8_t> is_zero(grid.padded_size(), 0);
    for (std::size_t index = 0; index < numbers.size(); ++index) {
        at(is_zero, grid.cell(static_cast<int>(index))) = numbers[index] == 0 ? 1 : 0;
    }
    int solved = Regions(grid, is_zero).count();
    for (std::size_t index = 0; index < numbers.size(); ++index) {
        const Cell cell = grid.cell(static_cast<int>(index));
        bool is_beside_zero = false;
        for (int d = 0; d < direction_count; ++d) {
            is_beside_zero = is_beside_zero || at(is_zero, grid.neighbour(cell, d)) != 0;
        }
        solved += numbers[index] > 0 && !is_beside_zero ? 1 : 0;
    }
    return solved;
}

}  // namespace sapper
