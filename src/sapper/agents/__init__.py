"""The players, all behind one contract; none of them can see the board."""
