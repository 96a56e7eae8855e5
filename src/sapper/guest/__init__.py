"""Somebody's own file, played in a process of its own: `Guest` starts it and asks it."""
