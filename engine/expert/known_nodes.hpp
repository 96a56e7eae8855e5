// What a search has found out about its nodes: a hash table that is emptied in no time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper {

class KnownNodes {
public:
    struct Node {
        std::uint64_t key = 0;
        std::uint32_t search = 0;  // the search that made this entry; 0: none
        std::uint32_t value : 31 = 0;
        std::uint32_t exact : 1 = 0;  // otherwise an upper bound
    };

    void forget() {
        count_ = 0;
        ++search_;
        if (search_ == 0) {  // after 2^32 searches, old entries would look new
            nodes_.assign(nodes_.size(), Node{});
            search_ = 1;
        }
    }

    const Node* find(std::uint64_t key) const {
        const Node& node = nodes_[place_of(key)];
        return node.search == search_ ? &node : nullptr;
    }

    void remember(std::uint64_t key, std::uint32_t value, bool exact) {
        Node& node = nodes_[place_of(key)];
        count_ += node.search == search_ ? 0 : 1;
        node = {key, search_, value & most_value, exact ? 1u : 0u};
        if (count_ * 2 > nodes_.size()) {
            grow();
        }
    }

private:
    // The entry of the key, or the free one where it would be.
    std::size_t place_of(std::uint64_t key) const {
        std::size_t place = key & (nodes_.size() - 1);
        while (nodes_[place].search == search_ && nodes_[place].key != key) {
            place = (place + 1) & (nodes_.size() - 1);
        }
        return place;
    }

    void grow() {
        std::vector<Node> before(nodes_.size() * 2);
        before.swap(nodes_);
        for (const Node& node : before) {
            if (node.search == search_) {
                nodes_[place_of(node.key)] = node;
            }
        }
    }

    static constexpr std::uint32_t most_value = (std::uint32_t{1} << 31) - 1;
    static constexpr std::size_t least_size = 1024;
    std::vector<Node> nodes_ = std::vector<Node>(least_size);
    std::size_t count_ = 0;
    std::uint32_t search_ = 1;
};

}  // namespace sapper
