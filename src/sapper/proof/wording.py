"""Derivations and odds in words, in English, French, Spanish and Chinese.

Everything that is said stands in this file: one `Language` each, and one `Speaker` that fills in
the gaps. A cell is named as one points at it, `(row, column)`; a number is quoted with its place;
what was concluded before is named by its step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from sapper.errors import UnknownName
from sapper.grid import Cell
from sapper.proof.steps import (
    AllMines,
    AllSafe,
    Cases,
    Claim,
    Derivation,
    FromNumber,
    FromTotal,
    Grade,
    Odds,
    Overlap,
    Step,
    Subset,
)

MOST_CELLS_NAMED = 10
"""A longer list of cells is told by how many they are."""
INDENT = "  "


@dataclass(frozen=True, slots=True)
class Language:
    """What is said, with gaps to fill in. Where a number decides the form, there are two."""

    comma: str
    last_comma: str
    stop: str
    grades: dict[Grade, str]
    # Names of premises
    number: str
    step: str
    supposition: str
    total: str
    # Claims
    many_cells: tuple[str, str]
    one_safe: str
    one_mine: str
    all_safe: str
    all_mines: str
    exactly: tuple[str, str]
    too_many: tuple[str, str]
    too_few_cells: str
    no_cell_left: tuple[str, str]
    # Steps
    because_number: str
    because_total: tuple[str, str]
    because_subset: str
    because_overlap: tuple[str, str]
    because_all_safe: str
    because_all_mines: str
    suppose: str
    contradiction: str
    therefore: str
    # Whole answers
    derived: tuple[str, str]
    derived_with_total: tuple[str, str]
    odds: str
    odds_numbers: str
    odds_total_only: str
    odds_best: str
    odds_better: str
    odds_safe: str


ENGLISH = Language(
    comma=", ",
    last_comma=" and ",
    stop=".",
    grades={grade: grade.value for grade in Grade},
    number="the {number} at {cell}",
    step="step {step}",
    supposition="what was supposed",
    total="the total of mines",
    many_cells=("{n} cell", "{n} cells"),
    one_safe="{cells} is safe",
    one_mine="{cells} is a mine",
    all_safe="{cells} are safe",
    all_mines="{cells} are mines",
    exactly=("exactly {count} of {cells} is a mine", "exactly {count} of {cells} are mines"),
    too_many=("there is already {n} mine too many", "there are already {n} mines too many"),
    too_few_cells="{cells} would have to hold {count} mines",
    no_cell_left=("there is no cell left for {n} mine", "there is no cell left for {n} mines"),
    because_number="{number}: {claim}",
    because_total=(
        "The total: {mines} of the {n} hidden cells is a mine",
        "The total: {mines} of the {n} hidden cells are mines",
    ),
    because_subset="From {whole} take away {parts}: {claim}",
    because_overlap=(
        "{more} counts {n} mine more than {fewer}, and has just {n} cell of its own: {claim}",
        "{more} counts {n} mines more than {fewer}, and has just {n} cells of its own: {claim}",
    ),
    because_all_safe="By {premise} no cell is a mine: {claim}",
    because_all_mines="By {premise} every cell is a mine: {claim}",
    suppose="Suppose that {claim}",
    contradiction="That can't be",
    therefore="So {claim}",
    derived=(
        "{claim}. Grade: {grade}, from {n} number.",
        "{claim}. Grade: {grade}, from {n} numbers.",
    ),
    derived_with_total=(
        "{claim}. Grade: {grade}, from the total of mines and {n} number.",
        "{claim}. Grade: {grade}, from the total of mines and {n} numbers.",
    ),
    odds="{cell} is a mine with a chance of {chance}.",
    odds_numbers="What bears on it: {numbers}, and the total of mines.",
    odds_total_only="No number touches it: the total of mines decides, and what the others take.",
    odds_best="No cell is less likely a mine.",
    odds_better="The best move is {best}, with a chance of {chance}.",
    odds_safe="The best move is {best}, which is certainly safe.",
)
FRENCH = Language(
    comma=", ",
    last_comma=" et ",
    stop=".",
    grades={
        Grade.SINGLE: "un seul chiffre",
        Grade.SUBSET: "inclusion",
        Grade.OVERLAP: "chevauchement",
        Grade.CHAIN: "enchaînement",
        Grade.CASES: "cas par cas",
        Grade.TOTAL: "total des mines",
    },
    number="le {number} en {cell}",
    step="l'étape {step}",
    supposition="ce qui est supposé",
    total="le total des mines",
    many_cells=("{n} case", "{n} cases"),
    one_safe="{cells} est sûre",
    one_mine="{cells} est une mine",
    all_safe="{cells} sont sûres",
    all_mines="{cells} sont des mines",
    exactly=(
        "parmi {cells}, exactement {count} est une mine",
        "parmi {cells}, exactement {count} sont des mines",
    ),
    too_many=("il y a déjà {n} mine de trop", "il y a déjà {n} mines de trop"),
    too_few_cells="il faudrait {count} mines dans {cells}",
    no_cell_left=(
        "il ne reste aucune case pour {n} mine",
        "il ne reste aucune case pour {n} mines",
    ),
    because_number="{number} : {claim}",
    because_total=(
        "Le total : {mines} des {n} cases cachées est une mine",
        "Le total : {mines} des {n} cases cachées sont des mines",
    ),
    because_subset="{whole}, moins {parts} : {claim}",
    because_overlap=(
        "{more} compte {n} mine de plus que {fewer}, et n'a que {n} case à soi : {claim}",
        "{more} compte {n} mines de plus que {fewer}, et n'a que {n} cases à soi : {claim}",
    ),
    because_all_safe="Selon {premise}, aucune case n'est une mine : {claim}",
    because_all_mines="Selon {premise}, chaque case est une mine : {claim}",
    suppose="Supposons que {claim}",
    contradiction="C'est impossible",
    therefore="Donc {claim}",
    derived=(
        "{claim}. Niveau : {grade}, à partir de {n} chiffre.",
        "{claim}. Niveau : {grade}, à partir de {n} chiffres.",
    ),
    derived_with_total=(
        "{claim}. Niveau : {grade}, à partir du total des mines et de {n} chiffre.",
        "{claim}. Niveau : {grade}, à partir du total des mines et de {n} chiffres.",
    ),
    odds="{cell} est une mine avec une probabilité de {chance}.",
    odds_numbers="Ce qui compte : {numbers}, et le total des mines.",
    odds_total_only="Aucun chiffre ne la touche : le total des mines décide, et ce que les autres "
    "prennent.",
    odds_best="Aucune case n'est moins risquée.",
    odds_better="Le meilleur coup est {best}, avec une probabilité de {chance}.",
    odds_safe="Le meilleur coup est {best}, qui est certainement sûre.",
)
SPANISH = Language(
    comma=", ",
    last_comma=" y ",
    stop=".",
    grades={
        Grade.SINGLE: "un solo número",
        Grade.SUBSET: "inclusión",
        Grade.OVERLAP: "solapamiento",
        Grade.CHAIN: "cadena",
        Grade.CASES: "por casos",
        Grade.TOTAL: "total de minas",
    },
    number="el {number} en {cell}",
    step="el paso {step}",
    supposition="lo supuesto",
    total="el total de minas",
    many_cells=("{n} casilla", "{n} casillas"),
    one_safe="{cells} es segura",
    one_mine="{cells} es una mina",
    all_safe="{cells} son seguras",
    all_mines="{cells} son minas",
    exactly=(
        "de {cells}, exactamente {count} es una mina",
        "de {cells}, exactamente {count} son minas",
    ),
    too_many=("ya hay {n} mina de más", "ya hay {n} minas de más"),
    too_few_cells="tendría que haber {count} minas en {cells}",
    no_cell_left=("no queda casilla para {n} mina", "no queda casilla para {n} minas"),
    because_number="{number}: {claim}",
    because_total=(
        "El total: {mines} de las {n} casillas ocultas es una mina",
        "El total: {mines} de las {n} casillas ocultas son minas",
    ),
    because_subset="{whole}, menos {parts}: {claim}",
    because_overlap=(
        "{more} cuenta {n} mina más que {fewer}, y solo tiene {n} casilla propia: {claim}",
        "{more} cuenta {n} minas más que {fewer}, y solo tiene {n} casillas propias: {claim}",
    ),
    because_all_safe="Según {premise}, ninguna casilla es una mina: {claim}",
    because_all_mines="Según {premise}, cada casilla es una mina: {claim}",
    suppose="Supongamos que {claim}",
    contradiction="Eso es imposible",
    therefore="Así que {claim}",
    derived=(
        "{claim}. Grado: {grade}, a partir de {n} número.",
        "{claim}. Grado: {grade}, a partir de {n} números.",
    ),
    derived_with_total=(
        "{claim}. Grado: {grade}, a partir del total de minas y de {n} número.",
        "{claim}. Grado: {grade}, a partir del total de minas y de {n} números.",
    ),
    odds="{cell} es una mina con una probabilidad de {chance}.",
    odds_numbers="Lo que cuenta: {numbers}, y el total de minas.",
    odds_total_only="Ningún número la toca: decide el total de minas, y lo que toman las demás.",
    odds_best="Ninguna casilla tiene menos riesgo.",
    odds_better="La mejor jugada es {best}, con una probabilidad de {chance}.",
    odds_safe="La mejor jugada es {best}, que es segura con certeza.",
)
CHINESE = Language(
    comma="、",
    last_comma=" 和 ",
    stop="。",
    grades={
        Grade.SINGLE: "单个数字",
        Grade.SUBSET: "包含",
        Grade.OVERLAP: "重叠",
        Grade.CHAIN: "连锁",
        Grade.CASES: "分情况",
        Grade.TOTAL: "总雷数",
    },
    number="{cell} 的数字 {number}",
    step="第 {step} 步",
    supposition="假设",
    total="总雷数",
    many_cells=("{n} 个格子", "{n} 个格子"),
    one_safe="{cells} 是安全的",
    one_mine="{cells} 是雷",
    all_safe="{cells} 都是安全的",
    all_mines="{cells} 都是雷",
    exactly=("{cells} 中恰有 {count} 个雷", "{cells} 中恰有 {count} 个雷"),
    too_many=("雷已经多了 {n} 个", "雷已经多了 {n} 个"),
    too_few_cells="{cells} 中必须有 {count} 个雷",
    no_cell_left=("已没有格子放剩下的 {n} 个雷",) * 2,
    because_number="{number}：{claim}",
    because_total=("总数：{n} 个未翻开的格子中有 {mines} 个雷",) * 2,
    because_subset="从 {whole} 中去掉 {parts}：{claim}",
    because_overlap=("{more} 比 {fewer} 多 {n} 个雷，而它独有的格子恰好 {n} 个：{claim}",) * 2,
    because_all_safe="根据 {premise}，没有一格是雷：{claim}",
    because_all_mines="根据 {premise}，每一格都是雷：{claim}",
    suppose="假设 {claim}",
    contradiction="这不可能",
    therefore="所以 {claim}",
    derived=("{claim}。难度：{grade}，用到 {n} 个数字。",) * 2,
    derived_with_total=("{claim}。难度：{grade}，用到总雷数和 {n} 个数字。",) * 2,
    odds="{cell} 是雷的概率为 {chance}。",
    odds_numbers="相关的有：{numbers}，以及总雷数。",
    odds_total_only="没有数字挨着它：由总雷数和其他格子占去的雷决定。",
    odds_best="没有更安全的格子。",
    odds_better="最好的一步是 {best}，概率为 {chance}。",
    odds_safe="最好的一步是 {best}，它一定安全。",
)
LANGUAGES = {"en": ENGLISH, "fr": FRENCH, "es": SPANISH, "zh": CHINESE}
"""The languages by their codes."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line that is said: how deep it stands, the step it tells of, and the words.

    A supposition, and the word that it can't be, belong to the step that closes their case.
    """

    depth: int
    step: Step
    claim: Claim
    words: str


def say(answer: Derivation | Odds, language: str = "en") -> str:
    """A derivation or odds in words.

    >>> from sapper.proof.search import explain
    >>> from sapper.view import View
    >>> print(say(explain(View.parse("#1#", mines=1), (0, 2)), "fr"))
    (0, 2) est une mine avec une probabilité de 1/2 (50.0 %).
    Ce qui compte : le 1 en (0, 1), et le total des mines.
    Aucune case n'est moins risquée.
    """
    speaker = Speaker(answer, language)
    return "\n".join(
        [*speaker.heading(), *(INDENT * line.depth + line.words for line in speaker.lines())]
    )


class Speaker:
    """Says one derivation, or odds, in one language."""

    def __init__(self, answer: Derivation | Odds, language: str) -> None:
        if language not in LANGUAGES:
            raise UnknownName("language", language, LANGUAGES)
        self.answer = answer
        self.words = LANGUAGES[language]

    def heading(self) -> list[str]:
        """What the answer is."""
        if isinstance(self.answer, Odds):
            return self._odds(self.answer)
        n = len(self.answer.numbers)
        words = self.words.derived_with_total if self.answer.uses_total else self.words.derived
        claim, grade = self.claim(self.answer.conclusion), self.words.grades[self.answer.grade]
        return [_form(words, n).format(claim=claim, grade=grade, n=n)]

    def lines(self) -> Iterator[Line]:
        """The steps one by one; none for odds."""
        if isinstance(self.answer, Derivation):
            yield from self._lines(self.answer.steps, (), {}, depth=1)

    def _lines(
        self, steps: Iterable[Step], place: tuple[int, ...], names: dict[Claim, str], depth: int
    ) -> Iterator[Line]:
        names = dict(names)
        for number, step in enumerate(steps, start=1):
            here = (*place, number)
            label = ".".join(map(str, here))
            told = ""
            if isinstance(step, Cases):
                for letter, case in enumerate(step.cases, start=1):
                    inside = here if len(step.cases) == 1 else (*here, letter)
                    supposed = self.words.suppose.format(claim=self.claim(case.supposition))
                    label_inside = ".".join(map(str, inside))
                    words = f"{label_inside}. {supposed}{self.words.stop}"
                    yield Line(depth, step, case.supposition, words)
                    known = {**names, case.supposition: self.words.supposition}
                    yield from self._lines(case.steps, inside, known, depth + 1)
                told = self.words.therefore.format(claim=self.claim(step.conclusion))
            else:
                told = self._step(step, names)
                if not step.conclusion.can_be:
                    told += f"{self.words.stop} {self.words.contradiction}"
            yield Line(depth, step, step.conclusion, f"{label}. {_capital(told)}{self.words.stop}")
            names.setdefault(step.conclusion, self._name(step, label))

    def _name(self, step: Step, label: str) -> str:
        """How later steps refer to what a step concluded."""
        if isinstance(step, FromNumber):
            return self.number(step.cell, step.number)
        if isinstance(step, FromTotal):
            return self.words.total
        return self.words.step.format(step=label)

    def _step(self, step: Step, names: dict[Claim, str]) -> str:
        words, claim = self.words, self.claim(step.conclusion)
        match step:
            case FromNumber(cell=cell, number=number):
                return words.because_number.format(number=self.number(cell, number), claim=claim)
            case FromTotal(mines=mines):
                n = len(step.conclusion.cells)
                return _form(words.because_total, mines).format(mines=mines, n=n)
            case Subset(whole=whole, parts=parts):
                taken = self.listed(names[part] for part in parts)
                return words.because_subset.format(whole=names[whole], parts=taken, claim=claim)
            case Overlap(more=more, fewer=fewer):
                n = more.count - fewer.count
                return _form(words.because_overlap, n).format(
                    more=names[more], fewer=names[fewer], n=n, claim=claim
                )
            case AllSafe(premise=premise):
                return words.because_all_safe.format(premise=names[premise], claim=claim)
            case AllMines(premise=premise):
                return words.because_all_mines.format(premise=names[premise], claim=claim)
        raise AssertionError(step)

    def claim(self, claim: Claim) -> str:
        """A claim in words, one that can't be included."""
        words, count, size = self.words, claim.count, len(claim.cells)
        if count < 0:
            return _form(words.too_many, -count).format(n=-count)
        if count > size == 0:
            return _form(words.no_cell_left, count).format(n=count)
        cells = self.cells(claim.cells)
        if count > size:
            return words.too_few_cells.format(cells=cells, count=count)
        if count == 0:
            return (words.one_safe if size == 1 else words.all_safe).format(cells=cells)
        if count == size:
            return (words.one_mine if size == 1 else words.all_mines).format(cells=cells)
        return _form(words.exactly, count).format(count=count, cells=cells)

    def cells(self, cells: Iterable[Cell]) -> str:
        """Cells by name, or how many they are."""
        ordered = sorted(cells)
        if len(ordered) > MOST_CELLS_NAMED:
            return _form(self.words.many_cells, len(ordered)).format(n=len(ordered))
        return self.listed(str(cell) for cell in ordered)

    def number(self, cell: Cell, number: int) -> str:
        """A number quoted with its place."""
        return self.words.number.format(number=number, cell=cell)

    def listed(self, items: Iterable[str]) -> str:
        """A, b and c, each once."""
        *first, last = dict.fromkeys(items)
        if not first:
            return last
        return self.words.comma.join(first) + self.words.last_comma + last

    def _odds(self, odds: Odds) -> list[str]:
        words = self.words
        lines = [words.odds.format(cell=odds.cell, chance=_chance(odds.mine_fraction))]
        if odds.numbers:
            quoted = (self.number(cell, number) for cell, number in odds.numbers)
            lines.append(words.odds_numbers.format(numbers=self.listed(quoted)))
        else:
            lines.append(words.odds_total_only)
        if odds.is_best:
            lines.append(words.odds_best)
        elif odds.best_mine_fraction == 0:
            lines.append(words.odds_safe.format(best=odds.best))
        else:
            chance = _chance(odds.best_mine_fraction)
            lines.append(words.odds_better.format(best=odds.best, chance=chance))
        return lines


def _form(forms: tuple[str, str], number: int) -> str:
    return forms[0] if number == 1 else forms[1]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


MOST_DIGITS = 6


def _chance(fraction: Fraction) -> str:
    """A fraction that one can take in, and a percentage."""
    percent = f"{100 * float(fraction):.1f} %"
    if len(str(fraction)) > MOST_DIGITS:
        return percent
    return f"{fraction} ({percent})"
