// The `expert` player for bulk play.
#pragma once

#include "expert/expert_guesser.hpp"
#include "play/exact_player.hpp"

namespace sapper {

class ExpertPlayer : public ExactPlayer {
public:
    explicit ExpertPlayer(const ExpertConstants& constants) : expert_(constants) {}

protected:
    Cell guess(Workspace& counted) override { return expert_.decide(counted).cell; }

private:
    ExpertGuesser expert_;
};

}  // namespace sapper
