"""Derivations and odds in words.

The sentences of each language are in `words/`; here a `Speaker` fills in the placeholders. A cell
is written `(row, column)`; a number is quoted with its cell; an earlier conclusion is referred to
by its step. `interface/web/static/modules/wording.js` says the same where there is no Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from sapper.catalogue import Answers, decimal, form, speaking, spoken
from sapper.errors import UnknownName
from sapper.grid import Cell
from sapper.proof.languages import LANGUAGES
from sapper.proof.steps import (
    AllMines,
    AllSafe,
    Cases,
    Claim,
    Derivation,
    FromNumber,
    FromTotal,
    Odds,
    Overlap,
    Step,
    Subset,
)

MOST_CELLS_NAMED = 10
"""A longer list of cells is replaced by its length."""
INDENT = "  "


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation: its indentation, its step, its claim, and the words.

    The line of an assumption belongs to the step that closes its case.
    """

    depth: int
    step: Step
    claim: Claim
    words: str


MOST_DIGITS = 6
"""Of a fraction that is told beside its percentage."""


def say(answer: Derivation | Odds, language: str = "en") -> str:
    """A derivation or odds in words.

    >>> from sapper.proof.search import explain
    >>> from sapper.view import View
    >>> words = say(explain(View.parse("#1#", mines=1), (0, 2)), "fr")
    >>> print(words.replace("\N{NO-BREAK SPACE}", " "))
    (0, 2) est une mine avec une probabilité de 1/2 (50,0 %).
    Ce qui compte : le 1 en (0, 1), et le total des mines.
    Aucune case n'est moins risquée.
    """
    speaker = Speaker(answer, language)
    return "\n".join(
        [*speaker.heading(), *(INDENT * line.depth + line.words for line in speaker.lines())]
    )


class Speaker:
    """Puts one derivation, or odds, into the words of one language."""

    def __init__(self, answer: Derivation | Odds, language: str) -> None:
        if language not in LANGUAGES:
            raise UnknownName("language", language, LANGUAGES)
        self.answer = answer
        self.language = language
        self.words = LANGUAGES[language]

    def heading(self) -> list[str]:
        """The answer in a nutshell."""
        if isinstance(self.answer, Odds):
            return self._odds(self.answer)
        n = len(self.answer.numbers)
        words = self.words.derived_with_total if self.answer.uses_total else self.words.derived
        claim, grade = self.claim(self.answer.conclusion), self.words.grades[self.answer.grade]
        return [form(words, n).format(claim=claim, grade=grade, n=n)]

    def lines(self) -> Iterator[Line]:
        """The steps line by line; none for odds."""
        if isinstance(self.answer, Derivation):
            yield from self._lines(self.answer.steps, (), {}, depth=1)

    def _lines(
        self, steps: Iterable[Step], place: tuple[int, ...], names: dict[Claim, str], depth: int
    ) -> Iterator[Line]:
        names = dict(names)
        for number, step in enumerate(steps, start=1):
            here = (*place, number)
            if isinstance(step, Cases):
                yield from self._case_lines(step, here, names, depth)
                sentence = self.words.therefore.format(claim=self.claim(step.conclusion))
            else:
                sentence = self._step(step, names)
                if not step.conclusion.is_possible:
                    sentence += f"{self.words.stop} {self.words.contradiction}"
            yield Line(depth, step, step.conclusion, self._numbered(here, sentence))
            names.setdefault(step.conclusion, self._name(step, _label(here)))

    def _case_lines(
        self, step: Cases, place: tuple[int, ...], names: dict[Claim, str], depth: int
    ) -> Iterator[Line]:
        """Each assumption, and what follows from it; several cases are numbered apart."""
        for number, case in enumerate(step.cases, start=1):
            inside = place if len(step.cases) == 1 else (*place, number)
            assumption = self.words.suppose.format(claim=self.claim(case.supposition))
            yield Line(depth, step, case.supposition, self._numbered(inside, assumption))
            known = {**names, case.supposition: self.words.supposition}
            yield from self._lines(case.steps, inside, known, depth + 1)

    def _numbered(self, place: tuple[int, ...], sentence: str) -> str:
        return f"{_label(place)}. {_capital(sentence)}{self.words.stop}"

    def _name(self, step: Step, label: str) -> str:
        """How later steps refer to the conclusion of a step."""
        if isinstance(step, FromNumber):
            return self.number(step.cell, step.number)
        if isinstance(step, FromTotal):
            return self.words.total
        return self.words.step.format(step=label)

    def _step(self, step: Step, names: dict[Claim, str]) -> str:
        words, claim = self.words, self.claim(step.conclusion)

        def name(premise: Claim) -> str:  # one that was not derived is told in full
            return names.get(premise) or self.claim(premise)

        match step:
            case FromNumber(cell=cell, number=number):
                return words.because_number.format(number=self.number(cell, number), claim=claim)
            case FromTotal(mines=mines):
                n = len(step.conclusion.cells)
                return form(words.because_total, mines).format(mines=mines, n=n)
            case Subset(whole=whole, parts=parts):
                taken = self.listed(map(name, parts))
                return words.because_subset.format(whole=name(whole), parts=taken, claim=claim)
            case Overlap(more=more, fewer=fewer):
                n = more.count - fewer.count
                return form(words.because_overlap, n).format(
                    more=name(more), fewer=name(fewer), n=n, claim=claim
                )
            case AllSafe(premise=premise):
                return words.because_all_safe.format(premise=name(premise), claim=claim)
            case AllMines(premise=premise):
                return words.because_all_mines.format(premise=name(premise), claim=claim)
        raise AssertionError(step)

    def claim(self, claim: Claim) -> str:
        """A claim in words, even an impossible one."""
        words, count, size = self.words, claim.count, len(claim.cells)
        if count < 0:
            return form(words.too_many, -count).format(n=-count)
        if count > size == 0:
            return form(words.no_cell_left, count).format(n=count)
        cells = self.cells(claim.cells)
        if count > size:
            return words.too_few_cells.format(cells=cells, count=count)
        if count == 0:
            return (words.one_safe if size == 1 else words.all_safe).format(cells=cells)
        if count == size:
            return (words.one_mine if size == 1 else words.all_mines).format(cells=cells)
        return form(words.exactly, count).format(count=count, cells=cells)

    def cells(self, cells: Iterable[Cell]) -> str:
        """A list of cells, or their number if there are many, or none."""
        ordered = sorted(cells)
        if not 0 < len(ordered) <= MOST_CELLS_NAMED:
            return form(self.words.many_cells, len(ordered)).format(n=len(ordered))
        return self.listed(str(cell) for cell in ordered)

    def number(self, cell: Cell, number: int) -> str:
        """A number quoted with its cell."""
        return self.words.number.format(number=number, cell=cell)

    def listed(self, items: Iterable[str]) -> str:
        """`a, b and c`, without repetitions; nothing if there are none."""
        *most, last = dict.fromkeys(items) or [""]
        return self.words.comma.join(most) + self.words.last_comma + last if most else last

    def _odds(self, odds: Odds) -> list[str]:
        words = self.words
        lines = [words.odds.format(cell=odds.cell, chance=self._chance(odds.mine_chance))]
        if odds.numbers:
            quoted = (self.number(cell, number) for cell, number in odds.numbers)
            lines.append(words.odds_numbers.format(numbers=self.listed(quoted)))
        else:
            lines.append(words.odds_total_only)
        if odds.is_best:
            lines.append(words.odds_best)
        elif odds.best_mine_chance == 0:
            lines.append(words.odds_safe.format(best=odds.best))
        else:
            chance = self._chance(odds.best_mine_chance)
            lines.append(words.odds_better.format(best=odds.best, chance=chance))
        return lines

    def _chance(self, chance: Fraction | float) -> str:
        """A fraction if there is a short one, and a percentage."""
        with speaking(self.language):
            percent = spoken(Answers).percent.format(percent=decimal(100 * float(chance)))
        if isinstance(chance, float) or len(str(chance)) > MOST_DIGITS:
            return percent
        return f"{chance} ({percent})"


def _label(place: tuple[int, ...]) -> str:
    return ".".join(map(str, place))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
