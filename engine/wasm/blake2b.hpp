// BLAKE2b (RFC 7693), by which Python makes seeds out of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

// A digest of 1 to 64 bytes, without a key.
std::vector<std::uint8_t> blake2b(std::span<const std::uint8_t> message, std::size_t digest_size);

}  // namespace sapper
