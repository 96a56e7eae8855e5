"""What the experiments on whole games found: their tables, notes and plots.

A comparison of two agents has a room of its own, `comparison_finding`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sapper.grid import Cell
from sapper.lab.case import Outcomes
from sapper.lab.finding import (
    Finding,
    Provenance,
    ResultTable,
    about_signatures,
    clock,
    duration,
    points,
)
from sapper.lab.games import GameCase
from sapper.lab.published import published_at
from sapper.lab.stats import Interval, wilson
from sapper.level import StartRule

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INTERVALS = "Intervals are Wilson's, 95 %."
TIMES = (
    "Median and p99 are the agent's thinking time per move (wall-clock time, to 5 %): a busy "
    "machine shows in p99. With ≈ the games ran inside the engine, which does not time single "
    "moves: it is the mean processor time per move over whole chunks of games, including the time "
    "to open cells."
)
STUCK = "Stuck: the agent had to guess before the end, not counting the first click."
GUESSES = "Guesses are means per game, not counting the first click."


def between(interval: Interval) -> str:
    """An interval of shares in percent.

    >>> between(Interval(0.1, 0.25))
    '10.00 – 25.00'
    """
    return f"{points(interval.low)} – {points(interval.high)}"


@dataclass(frozen=True, eq=False)
class GameRow:
    """What one case gave."""

    case: GameCase
    provenance: Provenance
    games: int
    wins: int
    stuck: int
    guesses: int
    false_certainties: int = 0
    """Games in which the agent called a cell certainly safe that was a mine."""
    first_false: tuple[int, Cell] | None = None
    """The first of them: the board and the cell."""

    @classmethod
    def of(cls, case: GameCase, outcomes: Outcomes, command: str) -> GameRow:
        """Count the outcomes."""
        columns = outcomes.columns
        false_cells = columns["false_cell"]
        false = np.flatnonzero(false_cells >= 0)
        width = case.level.width
        return cls(
            case,
            Provenance.of(outcomes, command),
            games=len(columns["won"]),
            wins=int(columns["won"].sum()),
            stuck=int((columns["guesses"] > 0).sum()),
            guesses=int(columns["guesses"].sum(dtype=np.int64)),
            false_certainties=len(false),
            first_false=(
                (int(false[0]), divmod(int(false_cells[false[0]]), width)) if len(false) else None
            ),
        )

    @property
    def agent(self) -> str:
        """The agent, with the signature if it plays differently now."""
        return self.case.label(self.provenance.signature)

    @property
    def won(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    @property
    def won_interval(self) -> Interval:
        """The interval of that share."""
        return wilson(self.wins, self.games)

    @property
    def stuck_interval(self) -> Interval:
        """The interval of the share of games that needed a guess."""
        return wilson(self.stuck, self.games)

    @property
    def first(self) -> str:
        """The first cell, as typed."""
        return f"{self.case.first[0]},{self.case.first[1]}"

    def warning(self) -> str:
        """What to say of an agent whose certain moves are not, and where to see it."""
        if self.first_false is None:
            return ""
        board, cell = self.first_false
        return (
            f"{self.agent} called a mine certainly safe in {self.false_certainties:,} of "
            f"{self.games:,} games, first {cell} on {self.case.name_board(board)}."
        )

    def times(self) -> tuple[str, str]:
        """The median and the 99th percentile of the times per move, or only the mean."""
        timing = self.provenance.timing
        if timing.by_move:
            return duration(timing.quantile(0.5)), duration(timing.quantile(0.99))
        return f"≈ {duration(timing.seconds_per_move)}", "–"


@dataclass(frozen=True, eq=False)
class GamesFinding(Finding):
    """What experiments on whole games share: a row for each case."""

    rows: tuple[GameRow, ...]

    def results(self) -> ResultTable:
        """The counts."""
        return ResultTable.of_facts(
            [
                {
                    "agent": str(row.case.agent),
                    "level": row.case.level.name,
                    "size": f"{row.case.level.height}x{row.case.level.width}",
                    "mines": row.case.level.mines,
                    "start": row.case.level.start.value,
                    "first": row.first,
                    "seed": row.case.seed,
                    "games": row.games,
                    "wins": row.wins,
                    "stuck": row.stuck,
                    "guesses": row.guesses,
                    "false_certainties": row.false_certainties,
                    "won": f"{row.won:.6f}",
                    "won_low": f"{row.won_interval.low:.6f}",
                    "won_high": f"{row.won_interval.high:.6f}",
                    **row.provenance.facts(),
                }
                for row in self.rows
            ]
        )

    def timings(self) -> ResultTable:
        """The times."""
        return ResultTable.of_facts(
            [
                {
                    "agent": str(row.case.agent),
                    "level": row.case.level.name,
                    "mines": row.case.level.mines,
                    "start": row.case.level.start.value,
                    "moves": row.provenance.timing.moves,
                    "seconds_per_game": clock(row.provenance.timing.seconds_per_board),
                    **row.provenance.times("move"),
                }
                for row in self.rows
            ]
        )

    def warnings(self) -> tuple[str, ...]:
        """Who called a mine certainly safe, and where."""
        return tuple(warning for row in self.rows if (warning := row.warning()))

    def signatures(self) -> str:
        """The note on everyone's signature."""
        return about_signatures([(row.case, row.provenance.signature) for row in self.rows])


@dataclass(frozen=True, eq=False)
class WinRateFinding(GamesFinding):
    """How often each agent wins."""

    every_run: tuple[GameRow, ...] = ()
    """Where runs were joined: the rows of all of them, with shorter ones of the same case."""

    @property
    def title(self) -> str:
        """What it is about."""
        return "Win rates"

    @classmethod
    def joined(cls, findings: Sequence[WinRateFinding]) -> WinRateFinding:
        """The rows of several runs in one table; of the same case and signature, the longest."""
        rows = [row for found in findings for row in found.rows]
        rows.sort(key=cls._place_in_table)
        by_length = sorted(rows, key=lambda row: row.games)
        longest = {(row.case, row.provenance.signature): row for row in by_length}
        return cls(
            tuple(row for row in rows if longest[row.case, row.provenance.signature] is row),
            every_run=tuple(by_length),
        )

    @staticmethod
    def _place_in_table(row: GameRow) -> tuple[int, bool, float]:
        level = row.case.level
        return level.cells, level.start is StartRule.OPENING, row.won

    def shown(self) -> ResultTable:
        """A row for each agent at each level and start rule."""
        return ResultTable.of_facts(
            [
                {
                    "level": row.case.level.name,
                    "start": row.case.level.start.value,
                    "first": row.first,
                    "agent": row.agent,
                    "games": f"{row.games:,}",
                    "won %": points(row.won),
                    "95 % interval": between(row.won_interval),
                    "guesses": f"{row.guesses / row.games:.2f}",
                    "median": row.times()[0],
                    "p99": row.times()[1],
                }
                for row in self.rows
            ],
            keys=4,
        )

    def beside_published(self) -> ResultTable | None:
        """The rows of `exact` from each run, beside the published figure of the same policy."""
        rows = []
        for row in self.every_run or self.rows:
            known = published_at(row.case.level, "safest cell, ties by fewest hidden neighbours")
            if str(row.case.agent) == "exact" and known is not None:
                inside = known.won in row.won_interval
                rows.append(
                    {
                        "games": f"{row.games:,}",
                        "level": row.case.level.name,
                        "start": row.case.level.start.value,
                        "agent": row.agent,
                        "won %": points(row.won),
                        "95 % interval": between(row.won_interval),
                        "published %": points(known.won),
                        "difference": f"{100 * (row.won - known.won):+.2f}",
                        "the published figure is": f"{'in' if inside else 'out'}side the interval",
                    }
                )
        return ResultTable.of_facts(rows) if rows else None

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        return (
            f"All agents of a level and start rule play the same boards. {INTERVALS}",
            "First is the cell opened first: row and column, from 0.",
            GUESSES,
            TIMES,
            self.signatures(),
        )

    def draw(self) -> Figure:
        """A panel per level and start rule: our figures with error bars, and published ones."""
        from sapper.lab.plots import draw_win_rates

        return draw_win_rates(self.rows)


@dataclass(frozen=True, eq=False)
class DensityFinding(GamesFinding):
    """How often agents get stuck and win, by the number of mines."""

    @property
    def title(self) -> str:
        """Which size and start."""
        level = self.rows[0].case.level
        return f"Mine density: {level.height}×{level.width}, {level.start.value} start"

    def shown(self) -> ResultTable:
        """A row for each agent at each number of mines."""
        return ResultTable.of_facts(
            [
                {
                    "agent": row.agent,
                    "mines": str(row.case.level.mines),
                    "density %": points(row.case.level.density, 1),
                    "games": f"{row.games:,}",
                    "stuck %": points(row.stuck / row.games),
                    "95 % of stuck": between(row.stuck_interval),
                    "won %": points(row.won),
                    "95 % of won": between(row.won_interval),
                    "guesses": f"{row.guesses / row.games:.2f}",
                }
                for row in self.rows
            ],
            keys=2,
        )

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        first = self.rows[0].first
        return (
            f"{STUCK} {INTERVALS} Games start at {first}.",
            "Boards are nested: one more mine adds a mine and moves none, so the curves are "
            "smoother than their intervals.",
            self.signatures(),
        )

    def draw(self) -> Figure:
        """Stuck and won against density."""
        from sapper.lab.plots import draw_density

        return draw_density(self.rows)
