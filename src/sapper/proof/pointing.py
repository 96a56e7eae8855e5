"""An explanation line by line, each with what to point at on the board while it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from sapper.grid import Cell
from sapper.proof.steps import Cases, Claim, Derivation, FromNumber, Odds
from sapper.proof.wording import Line, Speaker


@dataclass(frozen=True, slots=True)
class WhyLine:
    """One line of an explanation, and what to point at while it is read."""

    words: str
    depth: int
    numbers: frozenset[Cell]
    """The revealed numbers that it uses."""
    cells: frozenset[Cell]
    """The hidden cells that it speaks of."""
    safe: frozenset[Cell]
    """What is shown to be safe by then, and in `mines` what is shown to be a mine."""
    mines: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Why:
    """Why a cell is safe or a mine, line by line; or its odds, which the heading tells."""

    kind: Literal["derivation", "odds"]
    cell: Cell
    heading: tuple[str, ...]
    numbers: frozenset[Cell]
    """All the revealed numbers that bear on the answer."""
    lines: tuple[WhyLine, ...]

    @classmethod
    def of(
        cls, answer: Derivation | Odds, heading: Iterable[str], lines: Iterable[WhyLine] = ()
    ) -> Why:
        """An answer, put into words."""
        if isinstance(answer, Odds):
            numbers = frozenset(cell for cell, _ in answer.numbers)
            return cls("odds", answer.cell, tuple(heading), numbers, tuple(lines))
        numbers = frozenset(answer.numbers)
        return cls("derivation", answer.cell, tuple(heading), numbers, tuple(lines))


def in_lines(speaker: Speaker) -> Why:
    """An answer in somebody's words, each line with what to point at."""
    return Why.of(speaker.answer, speaker.heading(), _pointing(speaker.lines()))


def _pointing(lines: Iterator[Line]) -> Iterator[WhyLine]:
    """Each line with what to point at: the numbers it uses, and the cells it speaks of."""
    number_of: dict[Claim, Cell] = {}
    settled: list[tuple[int, Claim]] = []
    for line in lines:
        # What was shown inside a case is forgotten when the case is closed.
        settled = [(depth, claim) for depth, claim in settled if depth <= line.depth]
        is_supposition = line.claim != line.step.conclusion
        if isinstance(line.step, FromNumber):
            number_of[line.claim] = line.step.cell
        if line.claim.settles:
            settled.append((line.depth + is_supposition, line.claim))
        claims = [line.claim] if isinstance(line.step, Cases) else [*line.step.premises, line.claim]
        yield WhyLine(
            line.words,
            line.depth,
            numbers=frozenset(number_of[claim] for claim in claims if claim in number_of),
            cells=_spoken_of(line),
            safe=_cells_of(claim for _, claim in settled if claim.count == 0),
            mines=_cells_of(claim for _, claim in settled if claim.count),
        )


def _spoken_of(line: Line) -> frozenset[Cell]:
    """The cells of a claim; of one that can't be, all those that led to it."""
    return line.claim.cells if line.claim.is_possible else _cells_of(line.step.premises)


def _cells_of(claims: Iterable[Claim]) -> frozenset[Cell]:
    return frozenset().union(*(claim.cells for claim in claims))
