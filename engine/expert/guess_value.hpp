// How good a guess turned out: a value for each number that the cell may show.
//
// Measuring luck is right with any value (play/luck_meter.hpp), and the sharper, the closer the value is to the chance
// of winning.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "expert/lookahead.hpp"

namespace sapper {

class GuessValue {
public:
    virtual ~GuessValue() = default;

    // `after` has every number that the cell may show, in increasing order. A mine is worth 0.
    virtual void judge(const Workspace& before, std::span<const After> after, std::vector<double>& values) = 0;
};

// What the fitted value goes by: a constant; the logarithm of the mean safety of the two safest cells; the binary
// logarithm of the number of layouts; the density of mines in the unknown cells before the guess, and their number.
constexpr std::size_t guess_feature_count = 5;
using GuessFeatures = std::array<double, guess_feature_count>;
GuessFeatures features_of(const Workspace& before, const After& after);

// A logistic function of the features.
class FittedGuessValue final : public GuessValue {
public:
    explicit FittedGuessValue(const GuessFeatures& weights) : weights_(weights) {}
    void judge(const Workspace& before, std::span<const After> after, std::vector<double>& values) override;

private:
    GuessFeatures weights_;
};

}  // namespace sapper
