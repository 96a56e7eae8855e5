#include "expert/guess_value.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sapper {

GuessFeatures features_of(const Workspace& before, const After& after) {
    constexpr double least_safety = 0.02;
    const double mines = before.knowledge.mines_left();
    return {1.0, std::log(std::max(least_safety, (after.safest + after.second) / 2.0)), after.log2_layouts,
            mines / std::max(1, before.knowledge.unknown_count()), mines};
}

void FittedGuessValue::judge(const Workspace& before, std::span<const After> after, std::vector<double>& values) {
    values.clear();
    for (const After& each : after) {
        const GuessFeatures features = features_of(before, each);
        const double sum = std::inner_product(features.begin(), features.end(), weights_.begin(), 0.0);
        values.push_back(1.0 / (1.0 + std::exp(-sum)));
    }
}

}  // namespace sapper
