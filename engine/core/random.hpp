// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea, Flood 2014), a counter and a mixer.
#pragma once

#include <cstdint>

namespace sapper {

class RandomStream {
public:
    // Stream number `index` of a seed, independent of how many streams are used.
    RandomStream(std::uint64_t seed, std::uint64_t index) : counter_(mix(mix(seed + step) ^ mix(index * step + 1))) {}

    std::uint64_t next() {
        counter_ += step;
        return mix(counter_);
    }

    // Uniform in [0, 1), a multiple of 2^-53.
    double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    // Uniform in 0 .. bound - 1, exactly: draws that would favour some values are rejected.
    std::uint32_t below(std::uint32_t bound) {
        const std::uint32_t uneven = (0u - bound) % bound;
        while (true) {
            const std::uint64_t scaled = (next() >> 32) * bound;
            if (static_cast<std::uint32_t>(scaled) >= uneven) {
                return static_cast<std::uint32_t>(scaled >> 32);
            }
        }
    }

private:
    static constexpr std::uint64_t step = 0x9E3779B97F4A7C15u;

    static constexpr std::uint64_t mix(std::uint64_t value) {
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
        value = (value ^ value >> 27) * 0x94D049BB133111EBu;
        return value ^ value >> 31;
    }

    std::uint64_t counter_;
};

}  // namespace sapper
