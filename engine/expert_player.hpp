// The `expert` player for bulk play.
#pragma once

#include "expert.hpp"
#include "player.hpp"

namespace sapper {

class ExpertPlayer : public ExactPlayer {
public:
    explicit ExpertPlayer(const ExpertConstants& constants) : expert_(constants) {}

protected:
    Place guess(Workspace& counted) override { return expert_.decide(counted).place; }

private:
    Expert expert_;
};

}  // namespace sapper
