"""Where reasoners part: how far each gets from the first click without a guess, on the same boards.

What a reasoner opens without guessing does not depend on the order of its moves. So the position in
which a weaker one is stuck is the same however it got there, and so is what would lead on from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan, nan
from time import thread_time
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sapper.board import Board
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.lab.board_case import BoardCase
from sapper.lab.bulk import make_layouts
from sapper.lab.case import Case, Measured, Outcomes, Timing
from sapper.lab.experiment import Experiment
from sapper.lab.finding import Finding, Provenance, ResultTable, about_signatures, points
from sapper.lab.game_findings import between
from sapper.lab.games import read_level
from sapper.lab.settling import make_reasoner
from sapper.lab.signature import digest, reasoner_signature
from sapper.lab.stats import Interval, median_interval, wilson
from sapper.level import Level, first_cell
from sapper.proof.ladder import easiest
from sapper.proof.technique import Technique
from sapper.view import View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REASONERS = {"sentence": "sentence", "resolution": "resolution-2", "exact": "exact"}
"""The agents' reasoning, by their names in the resolution study; the last is complete."""
WEAKER = ("sentence", "resolution")


def opened_without_guess(
    level: Level, layout: NDArray[np.bool_], first: Cell, reasoner: str
) -> tuple[View, frozenset[Cell]]:
    """The position in which a reasoner is stuck or done, and the mines that it knows there.

    >>> level = Level.parse("9x9/10", "opening")
    >>> layout = make_layouts(level, seed=1, count=1)[0]
    >>> opened_without_guess(level, layout, (2, 2), "exact")[0].hidden_count
    10
    """
    game = Game.on(Board.from_layout(layout))
    game.reveal(first)
    mind = make_reasoner(reasoner, level)
    while game.status is Status.PLAYING and (safe := mind.safe_cells(game.view)):
        for cell in safe:
            if game.status is Status.PLAYING:
                game.reveal(cell)
    mines: Iterable[Cell] = mind.mines() if game.status is Status.PLAYING else ()
    return game.view, frozenset(mines)


@dataclass(frozen=True)
class PartingCase(BoardCase):
    """How far the reasoners get on the boards of a seed, from the same first cell."""

    kind: ClassVar[str] = "parting"

    @property
    def player(self) -> str:
        """Who is measured."""
        return ", ".join(REASONERS)

    @property
    def signature(self) -> str:
        """Of all three."""
        return digest(reasoner_signature(name) for name in REASONERS.values())

    @property
    def in_threads(self) -> bool:
        """Reasoners think in Python."""
        return False

    def measure(self, start: int, count: int) -> Measured:
        """Let each reasoner open what it can.

        The columns: by reasoner, the cells opened (`sentence`, …); for the weaker ones, the rank of
        the easiest technique that leads on (`sentence_needs`, …), 0 where none does or none must.
        """
        layouts = make_layouts(self.level, self.seed, count, first=self.first, start_index=start)
        columns: dict[str, NDArray[Any]] = {
            name: np.zeros(count, dtype=np.int32) for name in REASONERS
        }
        columns |= {f"{name}_needs": np.zeros(count, dtype=np.int8) for name in WEAKER}
        began = thread_time()
        for place, layout in enumerate(layouts):
            if layout[self.first]:
                continue
            stuck = {
                name: opened_without_guess(self.level, layout, self.first, reasoner)
                for name, reasoner in REASONERS.items()
            }
            for name, (view, _) in stuck.items():
                columns[name][place] = view.revealed_count
            for name in WEAKER:
                view, mines = stuck[name]
                if view.revealed_count < columns["exact"][place]:
                    columns[f"{name}_needs"][place] = _rank_of_next_safe(view, mines)
        timing = Timing(count, count, thread_time() - began)
        return Measured(columns, timing, self.signature)


def _rank_of_next_safe(view: View, mines: frozenset[Cell]) -> int:
    """The hardest technique on the easiest way to another safe cell; mines may come first."""
    known, hardest = set(mines), 0
    while stage := easiest(view, known):
        hardest = max(hardest, stage.technique.rank)
        if stage.safe:
            return hardest
        known |= set(stage.mines)
    return 0


@dataclass(frozen=True, eq=False)
class PartingRow:
    """How far the reasoners got on one case's boards."""

    case: PartingCase
    provenance: Provenance
    columns: Mapping[str, NDArray[Any]]

    @property
    def boards(self) -> int:
        """How many there were."""
        return len(self.columns["exact"])

    @property
    def to_open(self) -> int:
        """How many safe cells a board has."""
        return self.case.level.cells - self.case.level.mines

    def completed(self, name: str) -> int:
        """How many boards a reasoner completes without a guess."""
        return int((self.columns[name] == self.to_open).sum())

    def opened(self, name: str) -> float:
        """The mean share of safe cells that it opens."""
        return float(self.columns[name].mean()) / self.to_open

    def parted(self, weaker: str, stronger: str = "exact") -> NDArray[np.bool_]:
        """The boards on which the stronger one opens more."""
        further: NDArray[np.bool_] = self.columns[stronger] > self.columns[weaker]
        return further

    def parted_interval(self, weaker: str, stronger: str = "exact") -> Interval:
        """Wilson's interval for their share."""
        return wilson(int(self.parted(weaker, stronger).sum()), self.boards)

    def open_at_parting(self, weaker: str, stronger: str = "exact") -> tuple[float, Interval]:
        """The median share of safe cells that are open where they part, and its interval."""
        parted = self.columns[weaker][self.parted(weaker, stronger)] / self.to_open
        return float(np.median(parted)) if len(parted) else nan, median_interval(parted)

    def needs(self, weaker: str) -> dict[Technique, int]:
        """What leads on where `exact` gets further: the easiest technique, and on how many."""
        ranks = self.columns[f"{weaker}_needs"]
        return {each: int((ranks == each.rank).sum()) for each in Technique}


@dataclass(frozen=True)
class Parting(Experiment):
    """On how many boards `sentence`, `resolution` and `exact` part, and where.

    >>> Parting(9, 1, levels=("beginner",), starts=("safe",)).command()
    'sapper lab run parting --levels beginner --starts safe --games 9 --seed 1'
    """

    name: ClassVar[str] = "parting"
    verb: ClassVar[str] = "run parting"
    counted: ClassVar[str] = "board"

    levels: tuple[str, ...]
    starts: tuple[str, ...]

    @cached_property
    def cases(self) -> tuple[PartingCase, ...]:
        """Every level under every start rule."""
        return tuple(
            PartingCase(level, first_cell(level.height, level.width, level.start), self.seed)
            for name in self.levels
            for level in (read_level(name, start) for start in self.starts)
        )

    def options(self) -> list[str]:
        """As typed on the command line."""
        return ["--levels", ",".join(self.levels), "--starts", ",".join(self.starts)]

    def summarise(self, outcomes: Mapping[Case, Outcomes]) -> PartingFinding:
        """A row for each case."""
        return PartingFinding(
            tuple(
                PartingRow(
                    case,
                    Provenance.of(outcomes[case], self.command()),
                    outcomes[case].columns,
                )
                for case in self.cases
            )
        )


PAIRS = (("sentence", "resolution"), ("resolution", "exact"), ("sentence", "exact"))


@dataclass(frozen=True, eq=False)
class PartingFinding(Finding):
    """Where the reasoners part."""

    rows: tuple[PartingRow, ...]

    @property
    def title(self) -> str:
        """What it is about."""
        return f"Where {', '.join(REASONERS)} part, {self.rows[0].boards:,} boards each"

    def results(self) -> ResultTable:
        """What was counted."""
        return ResultTable.of_facts(
            [
                {
                    "level": row.case.level.name,
                    "start": row.case.level.start.value,
                    "first": f"{row.case.first[0]},{row.case.first[1]}",
                    "seed": row.case.seed,
                    "boards": row.boards,
                    **{f"{name}_complete": row.completed(name) for name in REASONERS},
                    **{f"{name}_opened": int(row.columns[name].sum()) for name in REASONERS},
                    **{
                        f"{stronger}_beyond_{weaker}": int(row.parted(weaker, stronger).sum())
                        for weaker, stronger in PAIRS
                    },
                    "sentence_beyond_resolution": int(row.parted("resolution", "sentence").sum()),
                    **{
                        f"{weaker}_open_where_{stronger}_parts{end}": share
                        for weaker, stronger in PAIRS
                        for end, share in _shares(*row.open_at_parting(weaker, stronger)).items()
                    },
                    **{
                        f"{weaker}_needs_{technique.replace(' ', '_')}": count
                        for weaker in WEAKER
                        for technique, count in row.needs(weaker).items()
                    },
                    **row.provenance.facts(),
                }
                for row in self.rows
            ]
        )

    def shown(self) -> ResultTable:
        """A line for each pair of reasoners."""
        return ResultTable.of_facts(
            [
                {
                    "level": row.case.level.name,
                    "start": row.case.level.start.value,
                    "further": stronger,
                    "than": weaker,
                    "% of boards": points(float(row.parted(weaker, stronger).mean())),
                    "95 % interval": between(row.parted_interval(weaker, stronger)),
                    "open where they part, %": _median(*row.open_at_parting(weaker, stronger)),
                    "complete": f"{row.completed(stronger):,} : {row.completed(weaker):,}",
                }
                for row in self.rows
                for weaker, stronger in PAIRS
            ],
            keys=4,
        )

    def details(self) -> dict[str, ResultTable]:
        """What leads on where the weaker one is stuck and `exact` is not."""
        rows = [
            {
                "level": row.case.level.name,
                "start": row.case.level.start.value,
                "stuck": weaker,
                "boards": f"{sum(row.needs(weaker).values()):,}",
                **{
                    str(technique): points(count / max(1, sum(row.needs(weaker).values())), 1)
                    for technique, count in row.needs(weaker).items()
                },
            }
            for row in self.rows
            for weaker in WEAKER
        ]
        return {"What leads on where exact gets further, %": ResultTable.of_facts(rows)}

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        return (
            "All start from the same first click and open what they know to be safe, without a "
            "guess. Further: the one opens more cells than the other. Open where they part: the "
            "median share of safe cells that the weaker one has opened when it is stuck, with its "
            "interval by order statistics.",
            "Intervals are 95 %, Wilson's. resolution is of width 2, as the agent is.",
            about_signatures([(row.case, row.provenance.signature) for row in self.rows]),
        )

    def draw(self) -> Figure:
        """Boards completed, and what leads on from where the weaker ones are stuck."""
        from sapper.lab.findings_plots import draw_parting

        return draw_parting(self)


def _shares(median: float, interval: Interval) -> dict[str, str]:
    """A median and its interval for CSV; empty where nobody parts."""
    shares = {"": median, "_low": interval.low, "_high": interval.high}
    return {end: "" if isnan(median) else f"{share:.6f}" for end, share in shares.items()}


def _median(median: float, interval: Interval) -> str:
    if isnan(median):
        return "–"
    return f"{points(median, 1)} ({points(interval.low, 1)} – {points(interval.high, 1)})"


def names_of(rows: Sequence[PartingRow]) -> list[str]:
    """The level and start rule of each row, for a plot."""
    return [f"{row.case.level.name}, {row.case.level.start.value}" for row in rows]
