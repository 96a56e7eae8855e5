// The product of two 64-bit numbers, all 128 bits of it.
//
// C++ has no 128-bit integers. GCC and Clang offer them as an extension; everywhere else, and where SAPPER_PORTABLE asks
// for standard C++ alone, the product is put together from four of 32-bit halves. Both forms give the same bits.
#pragma once

#include <cstdint>

namespace sapper {

struct WideProduct {
    std::uint64_t high;
    std::uint64_t low;
};

constexpr WideProduct portable_wide_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t lower_half = 0xFFFFFFFFu;
    const std::uint64_t a_low = a & lower_half;
    const std::uint64_t a_high = a >> 32;
    const std::uint64_t b_low = b & lower_half;
    const std::uint64_t b_high = b >> 32;

    const std::uint64_t lowest = a_low * b_low;
    const std::uint64_t crossed = a_high * b_low + (lowest >> 32);         // at most 2^64 - 2^32: no overflow
    const std::uint64_t middle = a_low * b_high + (crossed & lower_half);  // likewise
    return {a_high * b_high + (crossed >> 32) + (middle >> 32), middle << 32 | (lowest & lower_half)};
}

#if defined(__SIZEOF_INT128__) && !defined(SAPPER_PORTABLE)
constexpr WideProduct wide_product(std::uint64_t a, std::uint64_t b) {
    __extension__ using DoubleWord = unsigned __int128;
    const DoubleWord product = DoubleWord{a} * b;
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
}
#else
constexpr WideProduct wide_product(std::uint64_t a, std::uint64_t b) { return portable_wide_product(a, b); }
#endif

}  // namespace sapper
