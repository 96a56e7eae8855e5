#include "expert/constant_table.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace sapper {

double NamedConstant::value_in(const ExpertConstants& constants) const {
    return std::visit([&](auto pointer) { return static_cast<double>(constants.*pointer); }, member);
}

void set_constant(ExpertConstants& constants, std::string_view name, double value) {
    const auto named = std::find_if(named_constants.begin(), named_constants.end(),
                                    [name](const NamedConstant& each) { return each.name == name; });
    if (named == named_constants.end()) {
        throw std::invalid_argument("there is no constant '" + std::string(name) + "'");
    }
    const bool in_range = value >= named->least && value <= named->most;  // false for a NaN
    if (!in_range || (named->is_whole() && value != std::floor(value))) {
        throw std::invalid_argument("the value of the constant '" + std::string(name) + "' is out of range");
    }
    std::visit(
        [&](auto member) {
            using Number = std::remove_reference_t<decltype(constants.*member)>;
            constants.*member = static_cast<Number>(value);
        },
        named->member);
}

}  // namespace sapper
