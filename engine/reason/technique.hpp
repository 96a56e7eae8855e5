// The ladder of techniques, easiest first.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sapper {

enum class Technique : std::uint8_t {
    none,
    one_number,     // a single number settles a cell
    two_numbers,    // two numbers, by subset or overlap
    three_numbers,  // three numbers together
    four_numbers,   // four numbers together
    many_numbers,   // five or more numbers: in practice, case analysis
    mine_total,     // no numbers suffice without the mine total
};

constexpr std::size_t technique_count = static_cast<std::size_t>(Technique::mine_total) + 1;

}  // namespace sapper
