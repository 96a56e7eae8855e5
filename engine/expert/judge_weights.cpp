#include "expert/judge_weights.hpp"

namespace sapper {

const JudgeWeights judge_weights = {
#include "expert/judge_weights.inc"
};

}  // namespace sapper
