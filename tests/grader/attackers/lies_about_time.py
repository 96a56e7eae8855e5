"""Attack: the judge's clock in this process is replaced, so that every call takes for ever."""

import sys
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "modules"))

from honest import MinesweeperAI, Sentence

sys.modules["sapper.guest.child_hall"].perf_counter = cycle([0.0, 1.7e308]).__next__
