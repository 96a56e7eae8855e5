"""Games kept between sittings, and what they say about the player."""

from sapper.history.history import History as History
from sapper.history.rows import KeptGame as KeptGame
from sapper.history.statistics import Statistics as Statistics
