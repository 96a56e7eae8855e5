// The `expert` player for bulk play.
#pragma once

#include "expert/expert_guesser.hpp"
#include "play/exact_player.hpp"

namespace sapper {

class ExpertPlayer : public ExactPlayer {
public:
    explicit ExpertPlayer(const ExpertConstants& constants) : expert_(constants) {}

protected:
    PlayerMove guess(Workspace& counted) override {
        const Decision decision = expert_.decide(counted).value();  // some safe cell is still hidden
        PlayerMove move{decision.cell};
        if (decision.solved()) {
            move.share_won = decision.share_won();
        }
        return move;
    }

private:
    ExpertGuesser expert_;
};

}  // namespace sapper
