// The expert's constants as Python gives them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "bindings/arrays.hpp"
#include "expert/constant_table.hpp"
#include "expert/constants.hpp"

namespace sapper {

// The constants for a budget, but for those given by name. Throws std::invalid_argument.
using NamedValues = std::map<std::string, double>;
inline ExpertConstants constants_with(std::int64_t budget, const NamedValues& given) {
    ExpertConstants constants = constants_for_budget(checked_search(budget));
    for (const auto& [name, value] : given) {
        set_constant(constants, name, value);
    }
    return constants;
}

}  // namespace sapper
