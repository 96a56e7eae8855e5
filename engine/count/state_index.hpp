// Packed states, and the hash table that merges equal ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "core/budget.hpp"

namespace sapper {

// What each open witness lacks, four bits each, sixteen per word.
template <int Words>
struct PackedLacks {
    static constexpr int bits_each = 4;
    static constexpr int slots_per_word = 64 / bits_each;
    static constexpr std::uint64_t one_slot = (1u << bits_each) - 1;

    std::array<std::uint64_t, static_cast<std::size_t>(Words)> words{};

    static std::size_t word_of(int slot) { return Words == 1 ? 0 : static_cast<std::size_t>(slot / slots_per_word); }
    static int shift_of(int slot) { return bits_each * (Words == 1 ? slot : slot % slots_per_word); }

    int get(int slot) const { return static_cast<int>(words[word_of(slot)] >> shift_of(slot) & one_slot); }
    void put(int slot, int value) { words[word_of(slot)] |= static_cast<std::uint64_t>(value) << shift_of(slot); }

    PackedLacks plus(const PackedLacks& other) const {
        PackedLacks sum;
        for (std::size_t i = 0; i < words.size(); ++i) {
            sum.words[i] = words[i] + other.words[i];
        }
        return sum;
    }

    // Subtracts `times` from every slot set in `unit`. The caller makes sure that no slot drops below zero.
    PackedLacks minus(const PackedLacks& unit, int times) const {
        PackedLacks difference;
        for (std::size_t i = 0; i < words.size(); ++i) {
            difference.words[i] = words[i] - unit.words[i] * static_cast<std::uint64_t>(times);
        }
        return difference;
    }

    bool operator==(const PackedLacks&) const = default;

    std::uint64_t hash() const {
        constexpr std::uint64_t odd_fraction = 0x9E3779B97F4A7C15u;  // 2^64 divided by the golden ratio
        std::uint64_t mixed = words[0] * odd_fraction;
        for (std::size_t i = 1; i < words.size(); ++i) {
            mixed = ((mixed ^ mixed >> 32) + words[i]) * odd_fraction;
        }
        return mixed ^ mixed >> 29;
    }
};

// Open addressing. Entries record the round in which they were made, so that a new round needs no clearing.
template <int Words>
class StateIndex {
public:
    using Key = PackedLacks<Words>;

    void begin_round() {
        keys_.clear();
        if (++round_ == 0) {
            entries_.assign(entries_.size(), Entry{});
            round_ = 1;
        }
    }

    // The number of the state with this key, which is added if new.
    std::uint32_t find_or_add(const Key& key) {
        if (2 * (keys_.size() + 1) > entries_.size()) {
            grow();
        }
        Entry& entry = entries_[slot_for(key)];
        if (entry.round != round_) {
            entry = {round_, static_cast<std::uint32_t>(keys_.size())};
            keys_.push_back(key);
        }
        return entry.number;
    }

    std::size_t size() const { return keys_.size(); }
    std::vector<Key>& keys() { return keys_; }

private:
    struct Entry {
        std::uint32_t round = 0;
        std::uint32_t number = 0;
    };

    std::size_t slot_for(const Key& key) const {
        const std::size_t mask = entries_.size() - 1;
        std::size_t slot = static_cast<std::size_t>(key.hash() >> 16) & mask;
        while (entries_[slot].round == round_ && !(keys_[entries_[slot].number] == key)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    void grow() {
        constexpr std::size_t smallest = 64;
        constexpr std::size_t most_states = std::size_t{1} << 31;
        if (keys_.size() >= most_states) {
            throw BudgetExceeded("the position needs more states than can be numbered");
        }
        entries_.assign(entries_.empty() ? smallest : 2 * entries_.size(), Entry{});
        round_ = 1;
        for (std::size_t number = 0; number < keys_.size(); ++number) {
            entries_[slot_for(keys_[number])] = {round_, static_cast<std::uint32_t>(number)};
        }
    }

    std::vector<Entry> entries_;
    std::vector<Key> keys_;
    std::uint32_t round_ = 0;
};

// One word suffices for nearly every front; wider keys are for fronts with more open witnesses.
constexpr int narrow_words = 1;
constexpr int middle_words = 2;
constexpr int widest_words = 8;

template <int Words>
struct StateIndexPair {
    std::vector<PackedLacks<Words>> keys_here;
    StateIndex<Words> next;
};

using StateIndexes =
    std::tuple<StateIndexPair<narrow_words>, StateIndexPair<middle_words>, StateIndexPair<widest_words>>;

}  // namespace sapper
