// A non-negative float64 with a practically unlimited exponent.
//
// Layout counts on large boards overflow and underflow float64. Zero must mean "impossible" and nothing else, so a
// small weight must never underflow to it. Hence a second exponent: value = digits * 2^(512 * height), with digits in
// [2^-256, 2^256). Two such digits can be multiplied, or added after one shift, without leaving float64's range.
#pragma once

#include <cmath>
#include <cstdint>

namespace sapper {

class WideNumber {
public:
    constexpr WideNumber() = default;
    constexpr WideNumber(double value) : digits_(value) { settle(); }  // NOLINT: implicit on purpose

    bool is_zero() const { return digits_ == 0.0; }

    double log2() const { return std::log2(digits_) + exponent_step * static_cast<double>(height_); }

    WideNumber& operator+=(const WideNumber& other) {
        if (height_ == other.height_ && digits_ != 0.0) {
            digits_ += other.digits_;
        } else if (digits_ == 0.0) {
            *this = other;
            return *this;
        } else if (other.digits_ == 0.0) {
            return *this;
        } else if (height_ > other.height_) {
            digits_ += other.lowered(height_ - other.height_);
        } else {
            digits_ = other.digits_ + lowered(other.height_ - height_);
            height_ = other.height_;
        }
        settle();
        return *this;
    }

    WideNumber& operator*=(const WideNumber& other) {
        digits_ *= other.digits_;
        height_ += other.height_;
        settle();
        return *this;
    }

    friend WideNumber operator+(WideNumber a, const WideNumber& b) { return a += b; }
    friend WideNumber operator*(WideNumber a, const WideNumber& b) { return a *= b; }

    friend bool operator<(const WideNumber& a, const WideNumber& b) {
        if (a.height_ == b.height_ || a.is_zero() || b.is_zero()) {
            return a.digits_ < b.digits_;
        }
        return a.height_ < b.height_;
    }

    // a / b as a float64; b is not zero.
    friend double ratio(const WideNumber& a, const WideNumber& b) {
        const double quotient = a.digits_ / b.digits_;
        if (a.height_ == b.height_ || quotient == 0.0) {
            return quotient;
        }
        const std::int64_t steps = a.height_ - b.height_;
        const std::int64_t beyond_float64 = 5;
        const std::int64_t bounded = steps > beyond_float64    ? beyond_float64
                                     : steps < -beyond_float64 ? -beyond_float64
                                                               : steps;
        return std::ldexp(quotient, static_cast<int>(bounded) * exponent_step);
    }

private:
    static constexpr int exponent_step = 512;
    static constexpr double top = 0x1p256;
    static constexpr double bottom = 0x1p-256;

    constexpr void settle() {
        if (digits_ >= top) {
            digits_ *= 0x1p-512;
            ++height_;
        } else if (digits_ < bottom) {
            if (digits_ == 0.0) {
                height_ = 0;
            } else {
                digits_ *= 0x1p512;
                --height_;
            }
        }
    }

    // The digits at a greater height; from two steps on they are below the precision of any number there.
    double lowered(std::int64_t steps) const { return steps == 1 ? digits_ * 0x1p-512 : 0.0; }

    double digits_ = 0.0;
    std::int64_t height_ = 0;
};

inline bool is_zero(double value) { return value == 0.0; }
inline bool is_zero(const WideNumber& value) { return value.is_zero(); }
inline double ratio(double a, double b) { return a / b; }
inline double log2_of(double value) { return std::log2(value); }
inline double log2_of(const WideNumber& value) { return value.log2(); }

}  // namespace sapper
