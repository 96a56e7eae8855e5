#include "wasm/blake2b.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace sapper {

namespace blake {  // with a name: all files are compiled as one

constexpr std::size_t block_size = 128;
constexpr std::size_t word_size = 8;
using State = std::array<std::uint64_t, 8>;
using Words = std::array<std::uint64_t, 16>;

// The fractional parts of the square roots of the first eight primes.
constexpr State start{0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu, 0xA54FF53A5F1D36F1u,
                      0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu, 0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u};

// In which order each round reads the words of the block.
constexpr std::size_t rounds = 12;
constexpr std::array<std::array<std::uint8_t, 16>, 10> orders{{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                                               {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                                               {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                                               {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                                               {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                                               {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                                               {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                                               {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                                               {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                                               {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}}};

// Columns, then diagonals, of the working words as a square.
constexpr std::array<std::array<std::uint8_t, 4>, 8> quarters{{{0, 4, 8, 12},
                                                               {1, 5, 9, 13},
                                                               {2, 6, 10, 14},
                                                               {3, 7, 11, 15},
                                                               {0, 5, 10, 15},
                                                               {1, 6, 11, 12},
                                                               {2, 7, 8, 13},
                                                               {3, 4, 9, 14}}};

void mix(Words& work, const std::array<std::uint8_t, 4>& quarter, std::uint64_t one, std::uint64_t other) {
    std::uint64_t& a = work[quarter[0]];
    std::uint64_t& b = work[quarter[1]];
    std::uint64_t& c = work[quarter[2]];
    std::uint64_t& d = work[quarter[3]];
    a += b + one;
    d = std::rotr(d ^ a, 32);
    c += d;
    b = std::rotr(b ^ c, 24);
    a += b + other;
    d = std::rotr(d ^ a, 16);
    c += d;
    b = std::rotr(b ^ c, 63);
}

void compress(State& state, const Words& block, std::uint64_t bytes_so_far, bool is_last) {
    Words work{};
    std::copy(state.begin(), state.end(), work.begin());
    std::copy(start.begin(), start.end(), work.begin() + state.size());
    work[12] ^= bytes_so_far;
    work[14] = is_last ? ~work[14] : work[14];
    for (std::size_t round = 0; round < rounds; ++round) {
        const auto& order = orders[round % orders.size()];
        for (std::size_t q = 0; q < quarters.size(); ++q) {
            mix(work, quarters[q], block[order[2 * q]], block[order[2 * q + 1]]);
        }
    }
    for (std::size_t w = 0; w < state.size(); ++w) {
        state[w] ^= work[w] ^ work[w + state.size()];
    }
}

}  // namespace blake

std::vector<std::uint8_t> blake2b(std::span<const std::uint8_t> message, std::size_t digest_size) {
    using namespace blake;
    blake::State state = start;
    state[0] ^= 0x01010000u ^ digest_size;
    std::size_t read = 0;
    do {
        blake::Words block{};
        const std::size_t end = std::min(read + block_size, message.size());
        for (std::size_t byte = read; byte < end; ++byte) {
            const std::size_t place = byte - read;
            block[place / word_size] |= std::uint64_t{message[byte]} << 8 * (place % word_size);
        }
        read = end;
        compress(state, block, read, read == message.size());
    } while (read < message.size());
    std::vector<std::uint8_t> digest(digest_size);
    for (std::size_t byte = 0; byte < digest_size; ++byte) {
        digest[byte] = static_cast<std::uint8_t>(state[byte / word_size] >> 8 * (byte % word_size));
    }
    return digest;
}

}  // namespace sapper
