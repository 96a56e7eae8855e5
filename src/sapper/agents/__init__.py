"""The agents, all with the same contract; none of them can see the board."""
