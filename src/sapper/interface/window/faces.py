"""How the cells of a board look, before they are drawn: equal faces share a picture."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from sapper.exact.analysis import Analysis, Verdict
from sapper.grid import Cell
from sapper.play.beliefs import CellBelief
from sapper.play.messages import HintSign
from sapper.view import HIDDEN, View

NONE: frozenset[Cell] = frozenset()
NO_BELIEFS: Mapping[Cell, CellBelief] = MappingProxyType({})
SAFE, MINE = int(Verdict.SAFE), int(Verdict.MINE)
HEAT_STEPS = 200
FALSE_MARK, MISSED_MARK = "!", "?"
ALIKE = 1e-12
"""Chances that differ by less are equal."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn on a board besides the view."""

    mines: Collection[Cell] = NONE
    exploded: Cell | None = None
    wrong_flags: Collection[Cell] = NONE
    won: bool = False
    """All mines have been found: they are drawn as flags."""
    analysis: Analysis | None = None
    hint: Cell | None = None
    hint_sign: HintSign = HintSign.SAFE
    cursor: Cell | None = None
    held: Collection[Cell] = NONE
    """Cells that look pressed."""
    last: Cell | None = None
    """Where the last turn was."""
    asked: Cell | None = None
    """The cell that an explanation is about."""
    used: Collection[Cell] = NONE
    bearing: Collection[Cell] = NONE
    """All numbers of the explanation, including those of other steps."""
    spoken_of: Collection[Cell] = NONE
    safe: Collection[Cell] = NONE
    known_mines: Collection[Cell] = NONE
    beliefs: Mapping[Cell, CellBelief] = field(default_factory=lambda: NO_BELIEFS)
    """What the agent believes, and what it has missed."""

    @property
    def pointed_at(self) -> set[Cell]:
        """The cells that have something drawn over them."""
        single = (self.last, self.asked, self.hint, self.cursor)
        marked = {*self.used, *self.bearing, *self.spoken_of}
        return marked | {*(cell for cell in single if cell is not None)}


class Ground(Enum):
    """What a cell's sign is drawn on."""

    OPEN = "open"
    USED = "used"
    """A number that an explanation uses."""
    CLOSED = "closed"
    SPOKEN_OF = "spoken of"
    HEAT = "heat"
    """Hidden, in the colour of its chance of a mine."""
    HELD = "held"
    SHOWN = "shown"
    """A mine, after the game."""
    EXPLODED = "exploded"
    FALSE = "false"
    """Of this cell the agent has a false belief."""
    MISSED = "missed"
    """Of this cell it has missed what follows."""


class Face(NamedTuple):
    """How a cell looks: equal faces share a picture."""

    ground: Ground
    sign: str = ""
    """A digit, a chance, or the name of an icon."""
    heat: int = 0
    """The chance whose colour is behind it, in steps."""
    best: bool = False
    """Whether no cell has a smaller chance of a mine."""
    mark: str = ""
    """A sign in the corner."""


class Faces:
    """How the cells of a board look, before they are drawn."""

    def __init__(self, view: View, marks: Marks) -> None:
        self._view, self._marks = view, marks
        self._numbers = view.numbers
        analysis = marks.analysis
        self._odds = None if analysis is None else analysis.mine_probability
        self._verdicts = None if analysis is None else analysis.verdicts
        self._unknown = Face(Ground.CLOSED, "?" if analysis and not analysis.complete else "")
        self._least = -1.0
        # Arrays, not sets of cells: those would be slow on a huge board.
        if analysis is not None and analysis.complete and not (analysis.verdicts == SAFE).any():
            closed = analysis.mine_probability[self._numbers == HIDDEN]
            self._least = float(closed.min()) if closed.size else -1.0

    def of(self, cell: Cell) -> Face:
        """The face of one cell."""
        number = int(self._numbers[cell])
        belief = self._marks.beliefs.get(cell)
        if number != HIDDEN:
            if belief is not None and belief.is_wrong:
                return Face(Ground.FALSE, str(number), mark=FALSE_MARK)
            ground = Ground.USED if cell in self._marks.used else Ground.OPEN
            return Face(ground, str(number) if number else "")
        marks = self._marks
        if cell in marks.wrong_flags:
            return Face(Ground.CLOSED, "wrong flag")
        if cell == marks.exploded:
            return Face(Ground.EXPLODED, "mine")
        if belief is not None and belief.is_fault and not self._is_explained(cell):
            return _face_of_fault(belief)
        if cell in marks.mines:
            flagged = marks.won or cell in self._view.flags
            return Face(Ground.SHOWN, ("found" if marks.won else "flag") if flagged else "mine")
        face = self._of_closed(cell)
        if cell in self._view.flags:
            return face._replace(sign="flag", best=False)
        if cell in marks.held:
            return Face(Ground.HELD)
        if cell == marks.hint:
            return face._replace(sign="", best=False)
        if cell in marks.known_mines:
            return face._replace(sign="mine", best=False)
        if cell in marks.safe:
            return face._replace(sign="ring", best=False)
        if belief is not None and face.ground is Ground.CLOSED:
            return face._replace(sign=_sign_of(belief))
        return face

    def _is_explained(self, cell: Cell) -> bool:
        """Whether a step of an explanation has something to show at the cell."""
        marks = self._marks
        return cell in marks.spoken_of or cell in marks.known_mines or cell in marks.safe

    def _of_closed(self, cell: Cell) -> Face:
        if cell in self._marks.spoken_of:
            return Face(Ground.SPOKEN_OF)
        if self._odds is None or self._verdicts is None:
            return Face(Ground.CLOSED)
        chance = float(self._odds[cell])
        if chance != chance:  # unknown, or the odds of a position in which the cell was open
            return self._unknown
        sign = {SAFE: "ring", MINE: "mine"}.get(int(self._verdicts[cell]))
        best = sign is None and chance <= self._least + ALIKE
        return Face(Ground.HEAT, sign or short_percent(chance), round(chance * HEAT_STEPS), best)


def _face_of_fault(belief: CellBelief) -> Face:
    if belief.is_wrong:
        return Face(Ground.FALSE, _sign_of(belief), mark=FALSE_MARK)
    return Face(Ground.MISSED, _sign_of(belief), mark=MISSED_MARK)


def _sign_of(belief: CellBelief) -> str:
    return "mine" if belief.is_mine else "ring"


def short_percent(chance: float) -> str:
    """A chance in percent, in few digits; only certainty reads as 0 or 100.

    >>> short_percent(0.173), short_percent(0.001), short_percent(0.999)
    ('17', '<1', '>99')
    """
    if chance < 0.005:
        return "<1"
    if chance > 0.995:
        return ">99"
    return f"{100 * chance:.0f}"
