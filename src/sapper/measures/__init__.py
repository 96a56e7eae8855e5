"""The numbers players know: 3BV and its kin, of boards and of games."""

from sapper.measures.measuring import BoardMeasures, Clicks, GameMeasures
from sapper.measures.units import Units, solved_units
from sapper.measures.visible import visibly_solved
from sapper.measures.zini import zini_clicks

__all__ = [
    "BoardMeasures",
    "Clicks",
    "GameMeasures",
    "Units",
    "solved_units",
    "visibly_solved",
    "zini_clicks",
]
