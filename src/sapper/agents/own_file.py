"""Agents from somebody's own file: `./minesweeper.py`, or `file.py:ClassName`.

A file with the course's `MinesweeperAI` is played through the course's interface, one with a
subclass of `Agent` as it is. Either runs in a process of its own (`sapper.guest`): an exception, a
stall or an illegal move is an error with file and line, and the next move begins with a fresh
process.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal, NoReturn

from sapper.agents.base import (
    Agent,
    Beliefs,
    BelievedSentence,
    Conclusions,
    KeepsUp,
    Move,
    Reason,
)
from sapper.errors import (
    AgentError,
    BudgetExceeded,
    Contradiction,
    GuestFailed,
    NoMoveLeft,
    OutOfRange,
)
from sapper.grid import Cell, is_inside
from sapper.guest import operations
from sapper.guest.guest import Guest, Limits
from sapper.guest.operations import GuestBeliefs, GuestMove, Operation, Refusal, Value
from sapper.level import StartRule
from sapper.view import View

DIGITS = 8
SECONDS = 5.0
MOST_SECONDS = 3600.0
MOST_OUTSIDE = 100
"""How many beliefs about cells outside the board are told."""
# The path ends at the first `.py` before a colon or the end, so that a drive's colon is no matter.
PATH = re.compile(r"(?P<path>.+?\.py)(?::(?P<kind>[^\W\d]\w*))?", re.IGNORECASE)
AND_OPTIONS = re.compile(rf"(?P<name>{PATH.pattern})(?::(?P<options>.*))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FromFile(Reason):
    """What a method of somebody's own file returned."""

    kind: Literal["file"] = field(default="file", init=False, repr=False)
    file: str
    method: str


def is_path(name: str) -> bool:
    """Whether the name of an agent is a path to a file.

    >>> is_path("./minesweeper.py"), is_path("C:\\\\ai.py:Mine"), is_path("exact")
    (True, True, False)
    """
    return PATH.fullmatch(name) is not None


def split_options(text: str) -> tuple[str, list[str]]:
    """The name of an agent, which may be a path, and the options after it.

    >>> split_options("ai.py:Mine:seed=3:seconds=1"), split_options("exact:budget=500")
    (('ai.py:Mine', ['seed=3', 'seconds=1']), ('exact', ['budget=500']))
    >>> split_options("C:\\\\ai.py:seed=3")
    ('C:\\\\ai.py', ['seed=3'])
    """
    found = AND_OPTIONS.fullmatch(text)
    if found is None:
        name, *options = text.split(":")
        return name, options
    # `seed` in `ai.py:seed=3` is an option, not a class.
    name, options_text = found["name"], found["options"]
    return name, [] if options_text is None else options_text.split(":")


class FileAgent(Agent):
    """An agent whose moves are made by a file; `file_agent_class` makes a class for each file."""

    file: ClassVar[Path]
    class_name: ClassVar[str | None]
    files: ClassVar[tuple[Path, ...]]
    digest: ClassVar[str]
    """Of the file and the modules beside it that it loads."""

    def __init__(
        self,
        *,
        seed: int = 0,
        start: StartRule | str = StartRule.SAFE,
        seconds: float = SECONDS,
        **options: object,
    ) -> None:
        """`seconds` limits each call of the file's code; `options` are the file's own."""
        super().__init__(seed=seed, start=start)
        if not (isinstance(seconds, int | float) and 0 < seconds <= MOST_SECONDS):
            raise OutOfRange(f"seconds are a number up to {MOST_SECONDS:g}, not {seconds!r}")
        self.seconds = seconds
        self._options_of_file = options
        self._limits = Limits(seconds_per_call=seconds)
        self._guest: Guest | None = None
        self._began_with: object = None

    @property
    def options(self) -> dict[str, Any]:
        """What it was told, the file's own options among it."""
        return {**super().options, **self._options_of_file}

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_again, (self.name, self.options_to_copy())

    def close(self) -> None:
        """End the file's process now, not only when the agent is no longer used."""
        guest, self._guest = self._guest, None
        if guest is not None:
            guest.close()

    def _run(self, script: Sequence[Operation]) -> list[Value]:
        """The values that the operations gave; after a failure the process is begun anew."""
        guest = self._begun()
        values: list[Value] = []
        try:
            for answer in guest.run(script):
                if isinstance(answer, GuestFailed):
                    raise answer
                values.append(answer.value)
        except BaseException:
            self.close()
            raise
        return values

    def _begun(self) -> Guest:
        if self._guest is None:
            self._began_with = _times_of(self.files)
            self._guest = Guest(self.file, self.class_name, limits=self._limits)
        return self._guest

    def _has_begun(self) -> bool:
        """Whether the process runs, and the file has not been changed since it began."""
        if self._guest is not None and self._began_with != _times_of(self.files):
            self.close()
        return self._guest is not None

    def _refuse(self, method: str, why: str) -> NoReturn:
        """What a method of the file returned is not to be used."""
        found = self._begun().interface().method("MinesweeperAI", method)
        line = None if found is None else found.line
        raise GuestFailed("answer", self.file.name, line, f"{method} returned {why}")


class CourseFileAgent(FileAgent):
    """Plays a file with the course's `MinesweeperAI`: a safe move if it knows one, else a random.

    Every cell that has been opened is told to it, row by row. A view that does not follow the last
    one is told to a new AI from the start.
    """

    def __init__(
        self,
        *,
        seed: int = 0,
        start: StartRule | str = StartRule.SAFE,
        seconds: float = SECONDS,
    ) -> None:
        super().__init__(seed=seed, start=start, seconds=seconds)
        self._keeps_up = KeepsUp()

    def choose(self, view: View) -> Move:
        """The cell that `make_safe_move` returns or, if that is None, `make_random_move`."""
        # Seeded anew for each move, so that it depends on the seed and the view alone.
        seeded = operations.SeedRandom(self.seed ^ view.fingerprint())
        safe = self._ask(view, seeded, operations.MakeSafeMove())
        if safe is not None:
            return self._move(view, safe, "make_safe_move")
        drawn = self._ask(view, seeded, operations.MakeRandomMove())
        if drawn is not None:
            return self._move(view, drawn, "make_random_move")
        if view.hidden_count > view.mines:
            free = f"{view.hidden_count - view.mines} of {view.hidden_count} hidden cells are safe"
            self._refuse("make_random_move", f"None, but {free}")
        raise NoMoveLeft("make_random_move returned None")

    def conclusions(self, view: View) -> Conclusions:
        """The hidden cells in its `safes` and in its `mines`."""
        return _conclusions_in(view, self._believed(view))

    def beliefs(self, view: View) -> Beliefs:
        """Its `safes` and `mines` other than open safe cells, and its `knowledge`."""
        return _beliefs_in(view, self._believed(view))

    def status_line(self, view: View) -> str:
        """What can't be read of what it believes, such as "knowledge is a dict, not a list"."""
        return next(iter(self._believed(view).oddities), "")

    def _believed(self, view: View) -> GuestBeliefs:
        believed = self._ask(view, operations.Beliefs())
        assert isinstance(believed, GuestBeliefs)
        return believed

    def _ask(self, view: View, *script: Operation) -> Value:
        """What the last operation gives, once the AI knows all that is to be seen."""
        if not self._has_begun():
            self._keeps_up.forget()
        afresh, positions = self._keeps_up.news(view)
        told: list[Operation] = [operations.NewAI(view.height, view.width)] if afresh else []
        positions.sort()
        numbers = view.numbers_at(positions).tolist()
        for cell, number in zip(view.cells_at(positions), numbers, strict=True):
            told.append(operations.AddKnowledge(cell, number, tell=False))
        *_, value = self._run([*told, *script])
        self._keeps_up.seen(view)
        return value

    def _move(self, view: View, cell: Value, method: str) -> Move:
        assert isinstance(cell, tuple)
        row, column = cell
        assert isinstance(row, int)
        assert isinstance(column, int)
        if not is_inside((row, column), view.height, view.width):
            size = f"{view.height}×{view.width}"
            self._refuse(method, f"({row}, {column}), which is outside the {size} board")
        if not view.is_hidden((row, column)):
            self._refuse(method, f"({row}, {column}), which is open already")
        certain = method == "make_safe_move"
        reason = FromFile(self.file.name, method)
        return Move((row, column), certain, 0.0 if certain else None, reason)


class AgentFileAgent(FileAgent):
    """Plays a file with a subclass of `Agent`, as that plays."""

    def choose(self, view: View) -> Move:
        """The file's own move."""
        move = self._ask("choose", view)
        assert isinstance(move, GuestMove)
        reason = FromFile(self.file.name, "choose")
        return Move(move.cell, move.certain, move.mine_probability, reason)

    def conclusions(self, view: View) -> Conclusions:
        """The file's own conclusions about hidden cells."""
        known = self._ask("conclusions", view)
        assert isinstance(known, GuestBeliefs)
        return _conclusions_in(view, known)

    def beliefs(self, view: View) -> Beliefs:
        """The file's own beliefs."""
        believed = self._ask("beliefs", view)
        assert isinstance(believed, GuestBeliefs)
        return _beliefs_in(view, believed)

    def status_line(self, view: View) -> str:
        """The file's own line."""
        line = self._ask("status_line", view)
        assert isinstance(line, str)
        return line

    def _ask(
        self, method: Literal["choose", "conclusions", "beliefs", "status_line"], view: View
    ) -> Value:
        script: list[Operation] = [operations.AskAgent(method, view)]
        if not self._has_begun():
            options = {**self.options, "start": self.start.value}
            taken = {name: options[name] for name in self.further_options if name in options}
            script.insert(0, operations.NewAgent(taken))
        *_, value = self._run(script)
        if isinstance(value, Refusal):
            _raise(value)
        return value


def file_agent_class(name: str) -> type[FileAgent]:
    """The class of the agent in a file, named `path.py` or `path.py:ClassName`.

    The file is loaded once, in its own process, to see what it brings; and again once it, or a
    module beside it that it loads, has changed.
    """
    known = _CLASSES.get(name)
    if known is None or known.file != _file_of(name) or known.digest != digest_of(known.files):
        known = _CLASSES[name] = _load(name)
    return known


_CLASSES: dict[str, type[FileAgent]] = {}


def digest_of(files: Iterable[Path]) -> str:
    """A short digest of the contents of files."""
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes() if file.is_file() else b""
        digest.update(f"{file.name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()[:DIGITS]


def _load(name: str) -> type[FileAgent]:
    found = PATH.fullmatch(name)
    assert found is not None
    file = _file_of(name)
    try:
        with Guest(file, found["kind"]) as guest:
            pass
    except GuestFailed as failed:
        raise AgentError(f"agent {name!r} fails to load: {failed}") from None
    about: dict[str, Any] = {
        "name": name,
        "file": file,
        "class_name": found["kind"],
        "files": guest.files,
        "digest": digest_of(guest.files),
    }
    if guest.kind == "agent":
        base: type[FileAgent] = AgentFileAgent
        about["further_options"] = guest.options
        about["summary"] = guest.summary
    else:
        base = CourseFileAgent
        about["summary"] = f"{guest.class_name} of {file.name}, through the course's interface"
    kind: type[FileAgent] = type(base.__name__, (base,), about)
    return kind


def _file_of(name: str) -> Path:
    found = PATH.fullmatch(name)
    assert found is not None
    return Path(found["path"]).expanduser().absolute()


def _times_of(files: Iterable[Path]) -> list[int]:
    """When files were last changed."""
    return [file.stat().st_mtime_ns if file.is_file() else 0 for file in files]


def _make_again(name: str, options: dict[str, Any]) -> FileAgent:
    return file_agent_class(name)(**options)


def _conclusions_in(view: View, believed: GuestBeliefs) -> Conclusions:
    hidden = frozenset(view.hidden())
    return Conclusions(believed.safes & hidden, believed.mines & hidden)


def _beliefs_in(view: View, believed: GuestBeliefs) -> Beliefs:
    """Beliefs about a view.

    That an open cell is safe is no belief, but that it is a mine is one, and false. So is anything
    about a cell outside the board.
    """
    hidden = frozenset(view.hidden())
    sentences = tuple(BelievedSentence(one.cells, one.count) for one in believed.sentences)
    return Beliefs(
        believed.safes & hidden | _outside(view, believed.safes),
        frozenset(cell for cell in believed.mines if is_inside(cell, view.height, view.width))
        | _outside(view, believed.mines),
        sentences,
    )


def _outside(view: View, cells: Iterable[Cell]) -> frozenset[Cell]:
    """The first cells that are not on the board; a faulty file may believe in any number."""
    outside = sorted(cell for cell in cells if not is_inside(cell, view.height, view.width))
    return frozenset(outside[:MOST_OUTSIDE])


def _raise(refusal: Refusal) -> NoReturn:
    """The error with which the file's agent answered."""
    if refusal.name == "BudgetExceeded" and refusal.budget is not None:
        raise BudgetExceeded(refusal.budget)
    if refusal.name == "Contradiction":
        raise Contradiction(refusal.message)
    raise NoMoveLeft(refusal.message)
