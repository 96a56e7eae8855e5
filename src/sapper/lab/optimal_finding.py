"""What best play wins on small boards, beside what agents win: rows, notes and a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from sapper.grid import Cell
from sapper.lab.finding import Finding, Provenance, ResultTable, duration, points
from sapper.lab.optimal_cases import STARTS, fits_agents
from sapper.level import Level, StartRule

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class OptimalRow:
    """One board under one start rule."""

    level: Level
    won: int | None
    """Layouts that best play wins; None if the budget was too small."""
    layouts: int
    cell: Cell | None
    """The best first cell."""
    agents: Mapping[str, int]
    """Layouts that each agent wins; those whose first cell fits the start rule."""
    agents_of: Mapping[str, int]
    """Out of how many: for an opening, another first cell allows another number of layouts."""
    provenance: Provenance
    """Of best play."""

    @property
    def probability(self) -> Fraction | None:
        """Best play's chance of winning."""
        return None if self.won is None else Fraction(self.won, self.layouts)

    def shortfall(self, agent: str) -> Fraction | None:
        """How much less an agent wins."""
        if self.probability is None or agent not in self.agents:
            return None
        return self.probability - Fraction(self.agents[agent], self.agents_of[agent])


@dataclass(frozen=True, eq=False)
class OptimalFinding(Finding):
    """What best play wins on each board, and how far agents fall short."""

    is_exact: ClassVar[bool] = True
    rows: tuple[OptimalRow, ...]
    command: str
    signatures: str
    seconds: float

    @classmethod
    def joined(cls, findings: list[OptimalFinding]) -> OptimalFinding:
        """The rows of several runs, each board once: where it was solved, with the most agents."""
        best: dict[tuple[int, int, int, StartRule], OptimalRow] = {}
        for found in findings:
            for row in found.rows:
                level = row.level
                key = (level.cells, level.height, level.mines, level.start)
                known = best.get(key)
                if known is None or (row.won is not None, len(row.agents)) > (
                    known.won is not None,
                    len(known.agents),
                ):
                    best[key] = row
        return cls(
            tuple(
                best[key] for key in sorted(best, key=lambda key: (*key[:3], STARTS.index(key[3])))
            ),
            " ; ".join(found.command for found in findings),
            findings[-1].signatures,
            sum(found.seconds for found in findings),
        )

    @property
    def title(self) -> str:
        """What it is about."""
        return "Best play on small boards"

    @property
    def agents(self) -> list[str]:
        """The agents beside it."""
        return list(dict.fromkeys(agent for row in self.rows for agent in row.agents))

    def results(self) -> ResultTable:
        """All counts."""
        return ResultTable.of_facts(
            [
                {
                    "size": f"{row.level.height}x{row.level.width}",
                    "mines": row.level.mines,
                    "start": row.level.start.value,
                    "first": "" if row.cell is None else f"{row.cell[0]},{row.cell[1]}",
                    "won": "" if row.won is None else row.won,
                    "layouts": row.layouts or "",
                    "probability": ""
                    if row.probability is None
                    else f"{float(row.probability):.9f}",
                    **{
                        f"{agent}_{name}": counts.get(agent, "")
                        for agent in self.agents
                        for name, counts in (("won", row.agents), ("layouts", row.agents_of))
                    },
                    "command": row.provenance.command,
                }
                for row in self.rows
            ]
        )

    def shown(self) -> ResultTable:
        """In percent, with the fraction."""
        return ResultTable.of_facts(
            [
                {
                    "board": row.level.name,
                    "start": row.level.start.value,
                    "best first": "–" if row.cell is None else f"{row.cell[0]},{row.cell[1]}",
                    "won": "–" if row.won is None else f"{row.won:,} of {row.layouts:,}",
                    "won %": "–" if row.probability is None else points(float(row.probability), 4),
                    **{f"{agent}: −points": _points_short(row, agent) for agent in self.agents},
                }
                for row in self.rows
            ],
            keys=2,
        )

    def notes(self) -> tuple[str, ...]:
        """How to read it."""
        reasons = "; or ".join(self._reasons_for_dashes())
        return (
            "Exact: a chance is the share of equally likely layouts that are won. Best play also "
            "chooses the first cell. −points: how many percentage points less an agent wins from "
            "its own first cell, over all layouts.",
            *([f"–: {reasons}."] if reasons else []),
            f"{duration(self.seconds)} in all.",
            self.signatures,
        )

    def _reasons_for_dashes(self) -> Iterator[str]:
        """Why the table has no number in some places, if there are such."""
        if any(row.won is None for row in self.rows):
            yield "the search would have exceeded the budget"
        without = [
            fits_agents(row.level)
            for row in self.rows
            if row.won is not None and set(self.agents) - set(row.agents)
        ]
        if not all(without):
            yield "the mines leave no room for an opening around the agent's own first cell"
        if any(without):
            yield "the agent did not play this board"

    def draw(self) -> Figure:
        """Best play by mine density, and the shortfalls of agents."""
        from sapper.lab.findings_plots import draw_optimal

        return draw_optimal(self)


def _points_short(row: OptimalRow, agent: str) -> str:
    short = row.shortfall(agent)
    return "–" if short is None else points(float(short), 4)
