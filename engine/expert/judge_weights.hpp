// The shape of the judge's network and its weights, which training/export.py writes.
#pragma once

#include <cstdint>

namespace sapper {

constexpr int judge_channels = 32;
constexpr int judge_blocks = 3;
constexpr int judge_planes = 16;  // numbers per cell that go in
constexpr int judge_overall = 4;  // numbers that describe the position as a whole
constexpr int judge_traits = 12;  // numbers that describe a candidate
constexpr int judge_hidden = 64;
constexpr int judge_value_hidden = 32;
constexpr int judge_patch = 9;  // a cell and its neighbours

template <int Outputs, int Inputs>
struct JudgeLayer {
    std::int16_t weights[Outputs][Inputs];
    std::int32_t biases[Outputs];
};

struct JudgeWeights {
    struct Block {
        JudgeLayer<judge_channels, judge_patch * judge_channels> inner;
        JudgeLayer<judge_channels, judge_patch * judge_channels> outer;
        JudgeLayer<judge_channels, judge_channels> pooled;
    };

    JudgeLayer<judge_channels, judge_patch * judge_planes> first;
    JudgeLayer<judge_channels, judge_overall> overall;
    Block blocks[judge_blocks];
    JudgeLayer<judge_hidden, 2 * judge_channels + judge_traits + judge_overall> head;
    JudgeLayer<judge_hidden / 2, judge_hidden> second_head;
    JudgeLayer<1, judge_hidden / 2> lead;
    JudgeLayer<1, judge_traits> lead_by_traits;
    JudgeLayer<judge_value_hidden, judge_channels + judge_overall> value_head;
    JudgeLayer<1, judge_value_hidden> value;
};

extern const JudgeWeights judge_weights;

}  // namespace sapper
