#include "expert/judge.hpp"

#include <algorithm>
#include <cmath>

#include "core/stop.hpp"
#include "expert/judge_weights.hpp"

namespace sapper {

namespace {

constexpr int channels = judge_channels;
constexpr int value_bits = 9;    // a value is a multiple of 2^-9
constexpr int weight_bits = 12;  // a weight of 2^-12
constexpr int one = 1 << value_bits;
constexpr std::int32_t most_value = 16 * one - 1;
static_assert(trait_count == judge_traits);

std::int16_t fixed(double value) {
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -15.0, 15.0) * one));
}

// The compiler makes vector instructions of this loop; sums of integers do not depend on the order.
template <int Inputs>
std::int32_t dot(const std::int16_t* weights, const std::int16_t* values) {
    std::int32_t sum = 0;
    for (int i = 0; i < Inputs; ++i) {
        sum += static_cast<std::int32_t>(weights[i]) * static_cast<std::int32_t>(values[i]);
    }
    return sum;
}

std::int16_t positive_part(std::int32_t sum) {
    constexpr std::int32_t half = 1 << (weight_bits - 1);
    return static_cast<std::int16_t>(std::clamp((sum + half) >> weight_bits, 0, most_value));
}

template <int Outputs, int Inputs>
std::array<std::int32_t, Outputs> sums_of(const JudgeLayer<Outputs, Inputs>& layer, const std::int16_t* values) {
    std::array<std::int32_t, Outputs> sums;
    for (int o = 0; o < Outputs; ++o) {
        sums[static_cast<std::size_t>(o)] = layer.biases[o] + dot<Inputs>(layer.weights[o], values);
    }
    return sums;
}

template <int Outputs, int Inputs>
std::array<std::int16_t, Outputs> values_of(const JudgeLayer<Outputs, Inputs>& layer, const std::int16_t* values) {
    std::array<std::int16_t, Outputs> positive;
    const std::array<std::int32_t, Outputs> sums = sums_of(layer, values);
    std::transform(sums.begin(), sums.end(), positive.begin(), positive_part);
    return positive;
}

// One layer over all unsettled cells; the others stay 0. `everywhere` is added to each cell's sums, and so is what the
// cell has in `skip`, unless that is null.
template <int Inputs>
[[gnu::always_inline]] inline void convolve_inlined(const Unsettled& position, const std::int16_t* from,
                                                    const JudgeLayer<channels, judge_patch * Inputs>& layer,
                                                    const std::array<std::int32_t, channels>& everywhere,
                                                    const std::int16_t* skip, std::int16_t* to) {
    constexpr int row_of_patch = 3 * Inputs;
    // Several outputs at once: a value is loaded once for all of them.
    constexpr int at_once = 4;
    static_assert(channels % at_once == 0);
    std::array<std::int16_t, judge_patch * Inputs> patch;
    for (const int cell : position.cells()) {
        for (int row = 0; row < 3; ++row) {
            const std::int16_t* start = from + (cell + (row - 1) * position.stride() - 1) * Inputs;
            std::copy(start, start + row_of_patch, patch.begin() + row * row_of_patch);
        }
        for (int o = 0; o < channels; o += at_once) {
            std::array<std::int32_t, at_once> sums{};
            for (int i = 0; i < judge_patch * Inputs; ++i) {
                for (int k = 0; k < at_once; ++k) {
                    sums[static_cast<std::size_t>(k)] += static_cast<std::int32_t>(layer.weights[o + k][i]) *
                                                         static_cast<std::int32_t>(patch[static_cast<std::size_t>(i)]);
                }
            }
            for (int k = 0; k < at_once; ++k) {
                std::int32_t sum = sums[static_cast<std::size_t>(k)] + layer.biases[o + k] +
                                   everywhere[static_cast<std::size_t>(o + k)];
                if (skip != nullptr) {
                    sum += skip[cell * channels + o + k] << weight_bits;
                }
                to[cell * channels + o + k] = positive_part(sum);
            }
        }
    }
}

// Nearly all the time goes here, so it is compiled a second time for processors with wider vectors. Both sum the same
// integers.
#if defined(__GNUC__) && defined(__x86_64__) && !defined(SAPPER_PORTABLE)
#define SAPPER_WIDE_VECTORS
const bool has_wide_vectors = __builtin_cpu_supports("avx2") != 0;

template <int Inputs, typename... Arguments>
[[gnu::target("avx2")]] void convolve_widely(const Arguments&... arguments) {
    convolve_inlined<Inputs>(arguments...);
}
#endif

template <int Inputs>
void convolve(const Unsettled& position, const std::int16_t* from,
              const JudgeLayer<channels, judge_patch * Inputs>& layer,
              const std::array<std::int32_t, channels>& everywhere, const std::int16_t* skip, std::int16_t* to) {
#ifdef SAPPER_WIDE_VECTORS
    if (has_wide_vectors) {
        convolve_widely<Inputs>(position, from, layer, everywhere, skip, to);
        return;
    }
#endif
    convolve_inlined<Inputs>(position, from, layer, everywhere, skip, to);
}

// 1 at 0, falling to 0 at `end`.
int falling(int chance, int end) { return std::max(0, one - one * chance / end); }

int uncertain_around(const Unsettled& position, int cell) {
    int count = 0;
    for (int row = -1; row <= 1; ++row) {
        for (int column = -1; column <= 1; ++column) {
            const bool beside = row != 0 || column != 0;
            count += beside && Unsettled::is_uncertain(position.code(cell + row * position.stride() + column)) ? 1 : 0;
        }
    }
    return count;
}

bool is_beside_number(const Unsettled& position, int cell) {
    for (int row = -1; row <= 1; ++row) {
        for (int column = -1; column <= 1; ++column) {
            if (Unsettled::is_number(position.code(cell + row * position.stride() + column))) {
                return true;
            }
        }
    }
    return false;
}

// training/network.py has the same planes.
void see_cell(const Unsettled& position, int cell, std::int16_t* planes) {
    constexpr int most_told_apart = 6;
    constexpr int lacking_plane = 6, front_plane = 7, sea_plane = 8, chance_plane = 9, doubt_plane = 10,
                  safe_plane = 11, very_safe_plane = 12, risky_plane = 13, around_plane = 14, any_plane = 15;
    static_assert(any_plane == judge_planes - 1);
    const Unsettled::Code code = position.code(cell);
    planes[around_plane] = static_cast<std::int16_t>(one * uncertain_around(position, cell) / 8);
    planes[any_plane] = one;
    if (Unsettled::is_number(code)) {
        planes[std::min<int>(code, most_told_apart) - 1] = one;
        planes[lacking_plane] = static_cast<std::int16_t>(one * code / 4);
    } else {
        constexpr int steps = Unsettled::chance_steps;
        const int chance = code - Unsettled::first_uncertain;
        planes[is_beside_number(position, cell) ? front_plane : sea_plane] = one;
        planes[chance_plane] = static_cast<std::int16_t>(one * chance / steps);
        planes[doubt_plane] = static_cast<std::int16_t>(4 * one * chance * (steps - chance) / (steps * steps));
        planes[safe_plane] = static_cast<std::int16_t>(falling(chance, steps / 4));
        planes[very_safe_plane] = static_cast<std::int16_t>(falling(chance, steps / 10));
        planes[risky_plane] = static_cast<std::int16_t>(falling(steps - chance, steps / 2));
    }
}

}  // namespace

Traits traits_of(const GuessCandidate& candidate, const Unsettled& position, int index, double best_score,
                 double safest) {
    const double safety = 1.0 - candidate.mine_probability;
    const SeenAhead& seen = candidate.seen;
    return {fixed(4.0 * candidate.mine_probability),
            fixed(8.0 * (candidate.share_of(best_score) - 1.0)),
            fixed(8.0 * (safety / safest - 1.0)),
            fixed(2.0 * (candidate.credit - 1.0)),
            fixed(2.0 * seen.safest / safety),
            fixed(2.0 * seen.second / safety),
            fixed(2.0 * seen.any_safe / safety),
            fixed(2.0 * seen.safe_cells / safety),
            fixed(2.0 * seen.none_around / safety),
            fixed((position.log2_layouts() - seen.log2_layouts / safety) / 4.0),
            fixed(uncertain_around(position, index) / 8.0),
            fixed(is_beside_number(position, index) ? 1.0 : 0.0)};
}

double Judge::judge(const Unsettled& position, std::span<Candidate> candidates) {
    position_ = &position;
    const JudgeWeights& weights = judge_weights;
    work_meter().did(position.cells().size() * 256);
    see(position);
    const std::size_t size = position.padded_size() * channels;
    for (std::vector<std::int16_t>* plane : {&value_, &inner_, &next_}) {
        plane->assign(size, 0);
    }
    convolve<judge_planes>(position, seen_.data(), weights.first, sums_of(weights.overall, overall_.data()), nullptr,
                           value_.data());
    for (const JudgeWeights::Block& block : weights.blocks) {
        pool();
        convolve<channels>(position, value_.data(), block.inner, {}, nullptr, inner_.data());
        convolve<channels>(position, inner_.data(), block.outer, sums_of(block.pooled, pooled_.data()), value_.data(),
                           next_.data());
        std::swap(value_, next_);
    }
    pool();

    constexpr double unit = 1.0 / (1 << (value_bits + weight_bits));
    std::array<std::int16_t, 2 * channels + trait_count + judge_overall> told{};
    std::copy(pooled_.begin(), pooled_.end(), told.begin() + channels);
    std::copy(overall_.begin(), overall_.end(), told.begin() + 2 * channels + trait_count);
    for (Candidate& candidate : candidates) {
        std::copy_n(value_.begin() + candidate.index * channels, channels, told.begin());
        std::copy(candidate.traits.begin(), candidate.traits.end(), told.begin() + 2 * channels);
        const auto hidden = values_of(weights.second_head, values_of(weights.head, told.data()).data());
        // The lead comes in tenths.
        candidate.lead = 0.1 * unit *
                         (static_cast<double>(sums_of(weights.lead, hidden.data())[0]) +
                          static_cast<double>(sums_of(weights.lead_by_traits, candidate.traits.data())[0]));
    }
    std::array<std::int16_t, channels + judge_overall> summary{};
    std::copy(pooled_.begin(), pooled_.end(), summary.begin());
    std::copy(overall_.begin(), overall_.end(), summary.begin() + channels);
    return unit * sums_of(weights.value, values_of(weights.value_head, summary.data()).data())[0];
}

void Judge::see(const Unsettled& position) {
    seen_.assign(position.padded_size() * judge_planes, 0);
    for (const int cell : position.cells()) {
        see_cell(position, cell, seen_.data() + cell * judge_planes);
    }
    const double uncertain = std::max(1, position.uncertain());
    const double mines = position.mines();
    overall_ = {fixed(4.0 * mines / uncertain - 0.8), fixed(std::min(uncertain / 240.0, 2.0) - 1.0),
                fixed(std::min(mines / 50.0, 2.0) - 1.0), fixed(2.0 * position.log2_layouts() / uncertain - 1.0)};
}

// The mean over all unsettled cells.
void Judge::pool() {
    std::array<std::int64_t, channels> sums{};
    for (const int cell : position_->cells()) {
        for (int c = 0; c < channels; ++c) {
            sums[static_cast<std::size_t>(c)] += value_[static_cast<std::size_t>(cell * channels + c)];
        }
    }
    const auto cells = std::max<std::int64_t>(1, static_cast<std::int64_t>(position_->cells().size()));
    pooled_.resize(channels);
    std::transform(sums.begin(), sums.end(), pooled_.begin(),
                   [&](std::int64_t sum) { return static_cast<std::int16_t>(sum / cells); });
}

}  // namespace sapper
