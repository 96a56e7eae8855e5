#include "expert/guess_value.hpp"

#include <cmath>
#include <numeric>

namespace sapper {

GuessFeatures features_of(const Workspace& before, std::span<const After> after, std::size_t shown) {
    const After& then = after[shown];
    return {1.0,
            then.safest,
            then.second,
            then.log2_layouts,
            static_cast<double>(then.safe_count),
            then.none_around ? 1.0 : 0.0,
            static_cast<double>(then.number - after.front().number),
            static_cast<double>(before.knowledge.unknown_count()),
            static_cast<double>(before.knowledge.mines_left()),
            before.counting.log2_layouts(),
            before.counting.sea().mine_probability};
}

void FittedGuessValue::judge(const Workspace& before, std::span<const After> after, std::vector<double>& values) {
    values.clear();
    for (std::size_t shown = 0; shown < after.size(); ++shown) {
        const GuessFeatures features = features_of(before, after, shown);
        const double sum = std::inner_product(features.begin(), features.end(), weights_.begin(), 0.0);
        values.push_back(1.0 / (1.0 + std::exp(-sum)));
    }
}

}  // namespace sapper
