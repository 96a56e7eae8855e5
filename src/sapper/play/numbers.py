"""The numbers of a game in words: one list, which every interface shows.

While a game is on, nothing is told that depends on where the mines are: the 3BV is what can be seen
to be done (`sapper.measures.visible`), and the numbers of the board come at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import floor

from sapper.catalogue import Answers, decimal, spoken
from sapper.measures import Clicks, GameMeasures
from sapper.play.words import Play

PIXELS_PER_CELL = 16
"""Other programs tell the path in pixels of the classic board, whatever the size of the cells."""
SHORT = ("three_bv", "three_bv_per_second", "clicks", "wasted", "efficiency")
"""The numbers that tell a game in one line."""


@dataclass(frozen=True, slots=True)
class GameNumber:
    """One number: its name in the code, what players call it, and what it is."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """All numbers of a game; null where one can't be told.

    `three_bv`, `openings`, `islands` and both `zini` tell of the mines, so they are null until the
    game is over; so is all that depends on them. Clicks are null where an agent helped, wasted ones
    also for games of before they were counted. `path` is in cells. `lines` are the numbers as every
    interface shows them, `short` is one line for lists.
    """

    seconds: float
    solved: int
    three_bv: int | None
    openings: int | None
    islands: int | None
    zini: int | None
    human_zini: int | None
    effective: Clicks | None
    wasted: Clicks | None
    path: float | None
    three_bv_per_second: float | None
    estimated_seconds: float | None
    efficiency: float | None
    correctness: float | None
    throughput: float | None
    zini_efficiency: float | None
    rqp: float | None
    qg: float | None
    stnb: float | None
    lines: tuple[GameNumber, ...]
    short: str

    @classmethod
    def of(cls, measures: GameMeasures) -> Numbers:
        """The measures of a game as they are sent."""
        board, lines = measures.board, tuple(say_numbers(measures))
        return cls(
            seconds=measures.seconds,
            solved=measures.solved,
            three_bv=None if board is None else board.three_bv,
            openings=None if board is None else board.openings,
            islands=None if board is None else board.islands,
            zini=None if board is None else board.zini,
            human_zini=None if board is None else board.human_zini,
            effective=measures.effective,
            wasted=measures.wasted,
            path=measures.path,
            three_bv_per_second=measures.three_bv_per_second,
            estimated_seconds=measures.estimated_seconds,
            efficiency=measures.efficiency,
            correctness=measures.correctness,
            throughput=measures.throughput,
            zini_efficiency=measures.zini_efficiency,
            rqp=measures.rqp,
            qg=measures.qg,
            stnb=measures.stnb,
            lines=lines,
            short=in_short(lines),
        )


def say_numbers(measures: GameMeasures) -> Iterator[GameNumber]:
    """Every number that can be told, in the order in which they are shown.

    >>> from sapper.measures import BoardMeasures, Clicks
    >>> board = BoardMeasures(three_bv=40, openings=3, islands=4, zini=30, human_zini=33)
    >>> game = GameMeasures(board, 40, 20.0, Clicks(25, 8, 7), Clicks(2), (16, 16, 40), 90.5)
    >>> for number in say_numbers(game):
    ...     print(f"{number.label}: {number.value}")
    time: 20.000 s
    3BV: 40 of 40
    3BV/s: 2.000
    clicks: 42
    L + R + chord: 27 + 8 + 7
    wasted: 2
    wasted L + R + chord: 2 + 0 + 0
    IOE: 0.952
    correctness: 0.952
    throughput: 1.000
    ZiNi: 30
    HZiNi: 33
    ZNE: 0.714
    openings: 3
    islands: 4
    RQP: 10.000
    QG: 4.071
    STNB: 37.763
    path: 1448 px
    """
    labels = spoken(Play).number_names
    for name, value in _values(measures):
        if value is not None:
            yield GameNumber(name, labels[name], value)


def _values(measures: GameMeasures) -> Iterator[tuple[str, str | None]]:
    board, clicks = measures.board, measures.clicks
    yield "time", seconds_in_words(measures.seconds, is_over=board is not None)
    yield "three_bv", _solved(measures)
    yield "three_bv_per_second", _rounded(measures.three_bv_per_second)
    if clicks is not None:
        yield "clicks", str(clicks.all)
        yield "buttons", _by_button(clicks)
    if measures.wasted is not None:
        yield "wasted", str(measures.wasted.all)
        yield "wasted_buttons", _by_button(measures.wasted)
    yield "efficiency", _rounded(measures.efficiency)
    if board is None:
        return
    yield "correctness", _rounded(measures.correctness)
    yield "throughput", _rounded(measures.throughput)
    yield "zini", None if board.zini is None else str(board.zini)
    yield "human_zini", None if board.human_zini is None else str(board.human_zini)
    yield "zini_efficiency", _rounded(measures.zini_efficiency)
    yield "openings", str(board.openings)
    yield "islands", str(board.islands)
    yield "rqp", _rounded(measures.rqp)
    yield "qg", _rounded(measures.qg)
    yield "stnb", _rounded(measures.stnb)
    if not measures.is_complete and measures.estimated_seconds is not None:
        yield "estimated_seconds", seconds_in_words(measures.estimated_seconds)
    if measures.path is not None:
        pixels = floor(PIXELS_PER_CELL * measures.path + 0.5)
        yield "path", spoken(Play).number_pixels.format(pixels=pixels)


def _by_button(clicks: Clicks) -> str:
    return f"{clicks.left} + {clicks.right} + {clicks.chord}"


def _solved(measures: GameMeasures) -> str:
    board, say = measures.board, spoken(Play)
    if board is None:
        return str(measures.solved)
    return say.number_of.format(part=measures.solved, whole=board.three_bv)


def in_short(lines: Iterable[GameNumber]) -> str:
    """The most telling numbers in one line.

    >>> in_short([GameNumber("three_bv", "3BV", "23"), GameNumber("qg", "QG", "4"), GameNumber("wasted", "wasted", "2")])
    '3BV 23, wasted 2'
    """  # noqa: E501
    told = [f"{line.label} {line.value}" for line in lines if line.name in SHORT]
    return spoken(Answers).comma.join(told)


def say_all_numbers(measures: GameMeasures) -> str:
    """The numbers of a game in a sentence, for those who hear it."""
    told = [f"{line.label} {line.value}" for line in say_numbers(measures)]
    return spoken(Play).numbers_are.format(numbers=spoken(Answers).comma.join(told))


def say_numbers_in_short(measures: GameMeasures) -> str:
    """The most telling of them in a sentence.

    >>> say_numbers_in_short(GameMeasures(None, 3, 2.0, Clicks(left=3)))
    'Numbers: 3BV 3, 3BV/s 1.500, clicks 3, wasted 0, IOE 1.000.'
    """
    return spoken(Play).numbers_are.format(numbers=in_short(say_numbers(measures)))


def seconds_in_words(seconds: float, *, is_over: bool = True) -> str:
    """A time to the thousandth of a second; while it still runs, to the tenth.

    >>> seconds_in_words(83.25), seconds_in_words(83.25, is_over=False)
    ('83.250 s', '83.2 s')
    """
    shown = decimal(seconds, 3) if is_over else decimal(floor(10 * seconds) / 10)
    return spoken(Play).number_seconds.format(seconds=shown)


def rounded(number: float) -> str:
    """A number to the thousandth, halves up: as the page does.

    >>> rounded(0.0625)
    '0.063'
    """
    return decimal(floor(1000 * number + 0.5) / 1000, 3)


def _rounded(number: float | None) -> str | None:
    return None if number is None else rounded(number)
