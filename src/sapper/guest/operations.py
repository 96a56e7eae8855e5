"""What a guest can be asked, what it answers, and the strict reading of its answers.

The guest's process runs somebody else's code, so nothing that comes from it is trusted: whatever
is not of the expected form raises `ValueError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from sapper.grid import Cell
from sapper.view import View

COURSE_INTERFACE: Mapping[str, tuple[str, ...]] = {
    "Minesweeper": ("__init__", "print", "is_mine", "nearby_mines", "won"),
    "Sentence": (
        "__init__",
        "__eq__",
        "__str__",
        "known_mines",
        "known_safes",
        "mark_mine",
        "mark_safe",
    ),
    "MinesweeperAI": (
        "__init__",
        "mark_mine",
        "mark_safe",
        "add_knowledge",
        "make_safe_move",
        "make_random_move",
    ),
}
"""The course's classes and their methods."""
MOST_SECONDS = 1e6
"""More than any call may take; whoever says otherwise is not to be believed."""


# What is answered


@dataclass(frozen=True, slots=True)
class GuestSentence:
    """Of `cells`, the guest believes, exactly `count` are mines."""

    cells: frozenset[Cell]
    count: int


@dataclass(frozen=True, slots=True)
class GuestBeliefs:
    """What a guest takes to be true; cells may lie outside the board, and sentences be false."""

    moves_made: frozenset[Cell]
    safes: frozenset[Cell]
    mines: frozenset[Cell]
    sentences: tuple[GuestSentence, ...]
    oddities: tuple[str, ...]
    """What could not be read, such as "knowledge is a dict, not a list"."""


@dataclass(frozen=True, slots=True)
class GuestMove:
    """The move of a guest that is an agent; `reason` is the kind of its reason."""

    cell: Cell
    certain: bool
    mine_probability: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a method of a sentence returned, and the sentence after that."""

    returned: frozenset[Cell] | str | bool | None
    """A set of cells, a text or a truth value; None for anything else, and for None."""
    shown: str
    """What it returned, as Python shows it."""
    is_own_set: bool
    """Whether it is the sentence's own set of cells, which a caller could then change."""
    sentence: GuestSentence | None
    """None where it can't be read."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The error with which an agent answered: NoMoveLeft, BudgetExceeded or Contradiction."""

    name: str
    message: str
    budget: int | None


Value: TypeAlias = GuestBeliefs | GuestMove | Refusal | Cell | tuple[CallResult, ...] | str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What an operation gave, and the seconds that the guest's own code took for it."""

    value: Value
    seconds: float = 0.0
    changed_inputs: bool = False
    """Whether the guest changed the set that its sentence was made of."""


# What is asked


@dataclass(frozen=True, slots=True)
class Operation:
    """Something to ask of a guest."""

    do: ClassVar[str]

    def written(self) -> dict[str, Any]:
        """The operation as it is sent."""
        return {"do": self.do}

    def read(self, answer: dict[str, Any]) -> Value:
        """The value in an answer to it."""
        return None


@dataclass(frozen=True, slots=True)
class NewAI(Operation):
    """Begin a game: a new AI for a board of this size."""

    do = "new_ai"
    height: int
    width: int

    def written(self) -> dict[str, Any]:
        """The operation as it is sent."""
        return {"do": self.do, "height": self.height, "width": self.width}


@dataclass(frozen=True, slots=True)
class AddKnowledge(Operation):
    """Tell the AI that a cell shows a count; the value is what it believes then.

    Without `tell` that is not asked, which saves time.
    """

    do = "add_knowledge"
    cell: Cell
    count: int
    tell: bool = True

    def written(self) -> dict[str, Any]:
        """The operation as it is sent."""
        return {"do": self.do, "cell": self.cell, "count": self.count, "tell": self.tell}

    def read(self, answer: dict[str, Any]) -> GuestBeliefs | None:
        """What the AI believes, if that was asked."""
        return _beliefs(answer["beliefs"]) if self.tell else None


@dataclass(frozen=True, slots=True)
class MakeSafeMove(Operation):
    """Ask for a cell that is known to be safe; the value is None where the AI knows none."""

    do = "make_safe_move"

    def read(self, answer: dict[str, Any]) -> Cell | None:
        """The cell, which may lie outside the board."""
        return None if answer["cell"] is None else _cell(answer["cell"])


@dataclass(frozen=True, slots=True)
class MakeRandomMove(MakeSafeMove):
    """Ask for a random cell that is neither played nor a known mine."""

    do = "make_random_move"


@dataclass(frozen=True, slots=True)
class Believe(Operation):
    """Add cells to the AI's `safes` and `mines` directly, as a caller may between two calls."""

    do = "believe"
    safes: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()

    def written(self) -> dict[str, Any]:
        """The operation as it is sent."""
        return {"do": self.do, "safes": sorted(self.safes), "mines": sorted(self.mines)}

    def read(self, answer: dict[str, Any]) -> GuestBeliefs:
        """What the AI believes."""
        return _beliefs(answer["beliefs"])


@dataclass(frozen=True, slots=True)
class Beliefs(Operation):
    """Ask what the AI believes."""

    do = "beliefs"

    def read(self, answer: dict[str, Any]) -> GuestBeliefs:
        """What the AI believes."""
        return _beliefs(answer["beliefs"])


@dataclass(frozen=True, slots=True)
class SeedRandom(Operation):
    """Seed Python's own random numbers in the guest's process."""

    do = "seed_random"
    seed: int

    def written(self) -> dict[str, Any]:
        """The operation as it is sent."""
        return {"do": self.do, "seed": self.seed}


@dataclass(frozen=True, slots=True)
class SentenceCall:
    """A call on a sentence: `known_mines`, `known_safes`, `mark_mine`, `mark_safe` or `str`.

    With `==`, the sentence is compared with another one of these cells and this count.
    """

    method: Literal["known_mines", "known_safes", "mark_mine", "mark_safe", "str", "=="]
    cell: Cell | None = None
    other: GuestSentence | None = None

    def written(self) -> list[Any]:
        """The call as it is sent."""
        if self.other is not None:
            return [self.method, sorted(self.other.cells), self.other.count]
        return [self.method] if self.cell is None else [self.method, self.cell]


@dataclass(frozen=True, slots=True)
class SentenceCalls(Operation):
    """Make a `Sentence` and call it; the value has a result for each call."""

    do = "sentence_calls"
    cells: frozenset[Cell]
    count: int
    calls: tuple[SentenceCall, ...]

    def written(self) -> dict[str, Any]:
        """The operation as it is sent."""
        calls = [call.written() for call in self.calls]
        return {"do": self.do, "cells": sorted(self.cells), "count": self.count, "calls": calls}

    def read(self, answer: dict[str, Any]) -> tuple[CallResult, ...]:
        """What each call returned."""
        results = answer["results"]
        if len(results) != len(self.calls):
            raise ValueError("not a result for each call")
        return tuple(_call_result(result) for result in results)


@dataclass(frozen=True, slots=True)
class NewAgent(Operation):
    """Make the agent, if the guest is one, with these options."""

    do = "new_agent"
    options: Mapping[str, Any] = field(default_factory=dict)

    def written(self) -> dict[str, Any]:
        """The operation as it is sent."""
        return {"do": self.do, "options": dict(self.options)}


@dataclass(frozen=True, slots=True)
class AskAgent(Operation):
    """Ask an agent about a view: for a `GuestMove`, for `GuestBeliefs` (twice), or for a line."""

    do = "ask_agent"
    method: Literal["choose", "conclusions", "beliefs", "status_line"]
    view: View

    def written(self) -> dict[str, Any]:
        """The operation as it is sent."""
        view = {"rows": str(self.view).splitlines(), "mines": self.view.mines}
        return {"do": self.do, "method": self.method, "view": view}

    def read(self, answer: dict[str, Any]) -> Value:
        """The answer, according to the method."""
        value = answer["value"]
        if self.method == "choose":
            return _move(value)
        if self.method == "status_line":
            return plain(value)
        return _beliefs({"moves_made": [], "oddities": [], **value})


# Strict reading


def read_answer(operation: Operation, answer: dict[str, Any]) -> Answer:
    """The answer to an operation, from what the guest sent.

    >>> read_answer(MakeSafeMove(), {"cell": [0, 3], "seconds": 0.5}).value
    (0, 3)
    """
    if "refusal" in answer:
        refused = answer["refusal"]
        budget = refused["budget"]
        return Answer(
            Refusal(
                plain(refused["name"]),
                plain(refused["message"]),
                None if budget is None else _whole(budget),
            )
        )
    seconds = answer.get("seconds", 0.0)
    changed = answer.get("changed_inputs", False)
    if not isinstance(seconds, float) or not 0 <= seconds <= MOST_SECONDS:
        raise ValueError("no seconds")
    if not isinstance(changed, bool):
        raise ValueError("neither changed nor not")
    return Answer(operation.read(answer), seconds, changed)


def plain(text: object) -> str:
    """A text without anything that could command a terminal.

    >>> plain("red: \\x1b[31m")
    'red: ?[31m'
    """
    if not isinstance(text, str):
        raise ValueError("no text")
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)


def whole_or_none(value: object) -> int | None:
    """A whole number, or None."""
    return None if value is None else _whole(value)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("no whole number")
    return value


def _cell(value: object) -> Cell:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("no cell")
    return _whole(value[0]), _whole(value[1])


def _cells(value: object) -> frozenset[Cell]:
    """Cells that come as row, column, row, column and so on."""
    if not isinstance(value, list) or len(value) % 2 or not set(map(type, value)) <= {int}:
        raise ValueError("no cells")
    return frozenset(zip(value[::2], value[1::2], strict=True))


def _sentence(value: Sequence[Any]) -> GuestSentence:
    cells, count = value
    return GuestSentence(_cells(cells), _whole(count))


def _beliefs(value: dict[str, Any]) -> GuestBeliefs:
    return GuestBeliefs(
        moves_made=_cells(value["moves_made"]),
        safes=_cells(value["safes"]),
        mines=_cells(value["mines"]),
        sentences=tuple(map(_sentence, value["sentences"])),
        oddities=tuple(map(plain, value["oddities"])),
    )


def _move(value: dict[str, Any]) -> GuestMove:
    certain, chance = value["certain"], value["mine_probability"]
    if not isinstance(certain, bool):
        raise ValueError("neither certain nor not")
    if chance is not None and not (isinstance(chance, float) and 0 <= chance <= 1):
        raise ValueError("no probability")
    return GuestMove(_cell(value["cell"]), certain, chance, plain(value["reason"]))


def _call_result(value: dict[str, Any]) -> CallResult:
    returned, sentence = value["returned"], value["sentence"]
    if isinstance(returned, dict):
        returned = _cells(returned["cells"])
    elif isinstance(returned, str):
        returned = plain(returned)
    elif returned is not None and not isinstance(returned, bool):
        raise ValueError("no result")
    return CallResult(
        returned,
        plain(value["shown"]),
        value["is_own_set"] is True,
        None if sentence is None else _sentence(sentence),
    )
