// The expert's constants by name, with the range of each: experiments set them without compiling anything.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "expert/constants.hpp"

namespace sapper {

struct NamedConstant {
    using Member = std::variant<int ExpertConstants::*, std::int64_t ExpertConstants::*, std::size_t ExpertConstants::*,
                                double ExpertConstants::*>;
    // Far beyond any use, and exact as a floating-point number.
    static constexpr double no_limit = 1e15;

    std::string_view name;
    Member member;
    double least = 0.0;
    double most = no_limit;

    bool is_whole() const { return !std::holds_alternative<double ExpertConstants::*>(member); }
    double value_in(const ExpertConstants& constants) const;
};

inline constexpr std::array named_constants{
    NamedConstant{"search_layouts", &ExpertConstants::search_layouts},
    NamedConstant{"search_budget", &ExpertConstants::search_budget, 1.0},
    NamedConstant{"lookahead_states", &ExpertConstants::lookahead_states, 1.0},
    NamedConstant{"candidate_share", &ExpertConstants::candidate_share, 0.0, 1.0},
    NamedConstant{"sea_candidates", &ExpertConstants::sea_candidates},
    NamedConstant{"most_hidden_beside_front", &ExpertConstants::most_hidden_beside_front, 0.0, 8.0},
    NamedConstant{"least_toss_up", &ExpertConstants::least_toss_up, 0.0, 1.0},
    NamedConstant{"most_enablers", &ExpertConstants::most_enablers, 0.0, 8.0},
    NamedConstant{"best_share", &ExpertConstants::best_share, 0.0, 1.0},
    NamedConstant{"safety_power", &ExpertConstants::safety_power, 0.0, 1e3},
    NamedConstant{"judged_share", &ExpertConstants::judged_share, 0.0, 1.0},
    NamedConstant{"judged_cells", &ExpertConstants::judged_cells, 0.0, 1e6},
    NamedConstant{"playouts", &ExpertConstants::playouts, 0.0, 1e6},
    NamedConstant{"first_playouts", &ExpertConstants::first_playouts, 1.0, 1e6},
    NamedConstant{"playout_log2_layouts", &ExpertConstants::playout_log2_layouts},
    NamedConstant{"contenders", &ExpertConstants::contenders, 1.0},
    NamedConstant{"lead_of_score", &ExpertConstants::lead_of_score, 1e-6, 1e3},
    NamedConstant{"farthest_behind", &ExpertConstants::farthest_behind, 0.0, 1e3},
    NamedConstant{"lead_blur", &ExpertConstants::lead_blur, 1e-6, 1e3},
    NamedConstant{"playout_blur", &ExpertConstants::playout_blur, 1e-6, 1e3},
    NamedConstant{"blurs_behind", &ExpertConstants::blurs_behind, 0.0, 1e3},
    NamedConstant{"playout_states", &ExpertConstants::playout_states, 1.0},
};

// Throws std::invalid_argument, which says what is wrong.
void set_constant(ExpertConstants& constants, std::string_view name, double value);

}  // namespace sapper
