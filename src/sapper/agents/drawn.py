"""A move drawn: the view it was chosen for, the cell, and what else was considered."""

from __future__ import annotations

import numpy as np

from sapper.agents.base import FromClauses, FromSentence, Move
from sapper.agents.expert import Candidate, Compared
from sapper.catalogue import Answers, spoken
from sapper.errors import SapperError
from sapper.exact.analysis import analyze
from sapper.exact.budgets import CLICK_BUDGET
from sapper.grid import Cell
from sapper.picture.board import Picture, Square, chance_square, whole_percent
from sapper.picture.html import html_table, paragraphs, side_by_side
from sapper.picture.words import Pictures
from sapper.view import View

MOST_ALTERNATIVES = 6


def draw_move(move: Move) -> str:
    """The position with the cell framed, and beside it what was chosen and what from.

    A move that was not chosen for a view is told in words alone.

    >>> from sapper.agents.exact import ExactAgent
    >>> drawn = ExactAgent().choose(View.parse("##1##", mines=2))._repr_html_()
    >>> "The move (0, 0): a guess, 50 % chance of a mine" in drawn
    True
    """
    words = [spoken(Pictures).open.format(cell=move.cell, risk=_risk(move))]
    if move.view is None:
        return paragraphs(words)
    if isinstance(move.reason, Compared):
        words.append(move.reason.decided_by)
    others = _alternatives(move, move.view)
    return side_by_side(
        _picture(move, move.view, others).svg(), paragraphs(words) + _listed(move, others)
    )


def _risk(move: Move) -> str:
    risks = spoken(Pictures).risks
    if move.certain:
        return risks["certain"]
    if move.mine_probability is None:
        return risks["unknown"]
    share = whole_percent(move.mine_probability).removesuffix("%")
    return risks["known"].format(chance=spoken(Answers).percent.format(percent=share))


def _alternatives(move: Move, view: View) -> dict[Cell, float]:
    """The chance of a mine in the cells that were considered or, for a guess, in the safest."""
    if move.certain:
        return {}
    if isinstance(move.reason, Compared):
        return {one.cell: one.mine_probability for one in _best(move.reason)}
    try:
        chances = analyze(view, budget=CLICK_BUDGET, partial=True).mine_probability
    except SapperError:  # an inconsistent position: there is nothing to compare
        return {}
    known = np.flatnonzero(~np.isnan(chances))
    safest = known[np.argsort(chances.ravel()[known].round(12), kind="stable")]
    cells = dict.fromkeys((move.cell, *view.cells_at(safest[:MOST_ALTERNATIVES])))
    return {cell: float(chances[cell]) for cell in cells if not np.isnan(chances[cell])}


def _best(compared: Compared) -> list[Candidate]:
    """The chosen cell, and those that came next."""
    chosen, *others = compared.candidates
    others.sort(key=lambda one: -one.win_chance)
    return [chosen, *others[: MOST_ALTERNATIVES - 1]]


def _picture(move: Move, view: View, others: dict[Cell, float]) -> Picture:
    title = spoken(Pictures).move.format(cell=move.cell, risk=_risk(move))
    picture = view.picture(move.cell).titled(title)
    picture = picture.with_squares({cell: chance_square(risk) for cell, risk in others.items()})
    if isinstance(move.reason, FromClauses):
        picture = picture.pointing(used=move.reason.numbers)
    if isinstance(move.reason, FromSentence):
        picture = picture.pointing(spoken_of=move.reason.cells)
    if move.certain:
        picture = picture.with_squares({move.cell: Square("safe-fill", sign="star", ink="safe")})
    return picture.outlining([move.cell], "focus")


def _listed(move: Move, others: dict[Cell, float]) -> str:
    """The cells that were considered, with what is expected of each."""
    cell, mine, win = (spoken(Pictures).columns[name] for name in ("cell", "mine", "win"))
    if isinstance(move.reason, Compared):
        rows = [
            (str(one.cell), whole_percent(one.mine_probability), whole_percent(one.win_chance))
            for one in _best(move.reason)
        ]
        return html_table((cell, mine, win), rows)
    if not others:
        return ""
    return html_table(
        (cell, mine), [(str(other), whole_percent(risk)) for other, risk in others.items()]
    )
