"""The process that somebody's own file runs in; `Guest` starts this file as a script.

It reads scripts of operations from its standard input and answers on its standard output, one JSON
object on a line for each operation. Before it loads the file it moves both pipes out of the way, so
that what the file prints goes nowhere. It imports the standard library alone: that starts fast, and
a file for the course needs no more.
"""

from __future__ import annotations

import faulthandler
import importlib.util
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import perf_counter
from types import CodeType, ModuleType
from typing import Any, BinaryIO

MOST_CELLS = 100_000
"""In one set, and in all sentences together; what is beyond is cut off, and said."""
MOST_SENTENCES = 5_000
LARGEST = 1 << 31
MOST_ODDITIES = 20
MOST_FILES = 200
MOST_FORKS = 200
LONGEST_MESSAGE = 300
LONGEST_TRACEBACK = 4_000
SECONDS_OF_GRACE = 5.0
"""After a call's limit, for whoever asked to end the call: then the process ends by itself."""
REFUSALS = ("NoMoveLeft", "BudgetExceeded", "Contradiction")
"""The errors with which an agent may answer; the fault is not in its code."""

Cell = tuple[int, int]


class BadAnswer(Exception):
    """The file returned something that is not an answer; `line` is where the function begins."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def main() -> None:
    """Load the file, and carry out scripts until the input ends."""
    requests, answers = take_the_pipes()
    settings = json.loads(requests.readline())
    set_limits(settings["memory_bytes"])
    hall = Hall(settings["file"], settings["class_name"])
    answers.write(b'{"ready": true}\n')
    answers.flush()
    for script in requests:
        for operation in json.loads(script):
            set_alarm(settings["seconds_per_call"] + SECONDS_OF_GRACE)
            answer = hall.carry_out(operation)
            set_alarm(0)
            answers.write(json.dumps(answer).encode() + b"\n")
            answers.flush()
            if "failure" in answer:
                break


def take_the_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes of requests and answers, out of the way of what the file reads and prints."""
    inward, outward, trouble = os.dup(0), os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    faulthandler.enable(trouble)
    # The asker sends this signal to a process that takes too long: it tells where it is.
    faulthandler.register(signal.SIGUSR1, trouble)
    # What the file forks must neither answer in its place nor keep the pipes open.
    os.register_at_fork(after_in_child=partial(os.close, inward))
    os.register_at_fork(after_in_child=partial(os.close, outward))
    return os.fdopen(inward, "rb"), os.fdopen(outward, "wb")


def set_limits(memory_bytes: int) -> None:
    """Bound the memory and the forks, and let nothing be written to files."""
    import resource

    for limit, most in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, threads_of_user() + MOST_FORKS),  # not for the superuser
    ):
        with suppress(ValueError, OSError):  # a lower limit is in force
            resource.setrlimit(limit, (most, most))


def threads_of_user() -> int:
    """How many threads the user has, whose number the system limits, as far as it tells."""
    found = 0
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            with suppress(OSError):  # it has just ended
                if entry.name.isdigit() and entry.stat().st_uid == os.getuid():
                    found += os.stat(f"/proc/{entry.name}/task").st_nlink - 2
    return found


def set_alarm(seconds: float) -> None:
    """End the process after so many seconds, even if nobody is left to do it; 0 for never."""
    signal.setitimer(signal.ITIMER_REAL, seconds)


class Hall:
    """The file once it is loaded, and the AI of the game under way."""

    def __init__(self, file: str, class_name: str | None) -> None:
        self.file = file
        self.class_name = class_name
        self.module = ModuleType("nothing yet")
        self.player: Any = None  # the class of the AI, or of the agent
        self.ai: Any = None
        self.agent_room: Any = None
        self._called: object = None

    def carry_out(self, operation: dict[str, Any]) -> dict[str, Any]:
        """The answer to an operation; whatever goes wrong in the file is an answer too."""
        self._called = None
        loading = operation["do"] == "load"
        try:
            return getattr(self, "do_" + operation.pop("do"))(**operation)  # type: ignore[no-any-return]
        except BadAnswer as bad:
            return self._failure("load" if loading else "answer", str(bad), bad.line, None)
        except MemoryError as error:
            return self._failure("memory", "it needs too much memory", None, error)
        except SystemExit as error:
            return self._failure("load" if loading else "ended", words_of(error), None, error)
        except BaseException as error:  # whatever the file raises
            if type(error).__name__ in REFUSALS and self.agent_room is not None:
                return {"refusal": self.agent_room.refusal(error)}
            return self._failure("load" if loading else "exception", words_of(error), None, error)

    def _failure(
        self, kind: str, message: str, line: int | None, error: BaseException | None
    ) -> dict[str, Any]:
        own, traceback = own_frames(error, self.file) if error is not None else (None, "")
        line = line or own or line_of(self._called, self.file)
        return {"failure": {"kind": kind, "message": message, "line": line, "traceback": traceback}}

    # The file

    def do_load(self) -> dict[str, Any]:
        """Run the file, and find in it what plays."""
        folder, name = os.path.split(self.file)
        stem = os.path.splitext(name)[0]
        sys.path.insert(0, folder)
        sys.argv = [self.file]
        sys.dont_write_bytecode = True
        stem = f"guest_{stem}" if stem in sys.modules else stem
        spec = importlib.util.spec_from_file_location(stem, self.file)
        if spec is None or spec.loader is None:
            raise BadAnswer("not a Python file: its name must end in .py")
        self.module = sys.modules[stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        player, kind = find_player(self.module, self.class_name)
        answer: dict[str, Any] = {
            "kind": kind,
            "class_name": player.__name__,
            "line": line_of(player, self.file),
            "files": own_files(folder),
            "summary": "",
            "options": [],
        }
        if kind == "agent":
            from sapper.guest import child_agent

            self.agent_room = child_agent
            answer |= child_agent.about(player)
        self.player = player
        return answer

    def do_interface(self, expected: dict[str, list[str]]) -> dict[str, Any]:
        """Which of the expected classes and methods there are, and what they take."""
        classes = {}
        for name, methods in expected.items():
            kind = self.player if name == "MinesweeperAI" else getattr(self.module, name, None)
            if isinstance(kind, type):
                found = {method: parameters_of(kind, method, self.file) for method in methods}
                classes[name] = {
                    "line": line_of(kind, self.file),
                    "methods": {method: told for method, told in found.items() if told},
                }
        return {"classes": classes}

    # The AI of the course

    def do_new_ai(self, height: int, width: int) -> dict[str, Any]:
        """Begin a game on a board of this size."""
        self.ai, seconds = self._timed(self.player, height=height, width=width)
        return {"seconds": seconds}

    def do_add_knowledge(self, cell: list[int], count: int, tell: bool) -> dict[str, Any]:
        """Tell the AI a number; what it believes then, if that is asked."""
        _, seconds = self._timed(self._method("add_knowledge"), (cell[0], cell[1]), count)
        return {"seconds": seconds, "beliefs": read_beliefs(self.ai) if tell else None}

    def do_make_safe_move(self) -> dict[str, Any]:
        """The cell that the AI knows to be safe."""
        return self._move("make_safe_move")

    def do_make_random_move(self) -> dict[str, Any]:
        """The cell that the AI would risk."""
        return self._move("make_random_move")

    def do_believe(self, safes: list[list[int]], mines: list[list[int]]) -> dict[str, Any]:
        """Add to what the AI takes to be safe and to be mines, as a caller may."""
        self._method("add_knowledge")
        for row, column in safes:
            self.ai.safes.add((row, column))
        for row, column in mines:
            self.ai.mines.add((row, column))
        return {"beliefs": read_beliefs(self.ai)}

    def do_beliefs(self) -> dict[str, Any]:
        """What the AI believes now."""
        self._method("add_knowledge")
        return {"beliefs": read_beliefs(self.ai)}

    def do_seed_random(self, seed: int) -> dict[str, Any]:
        """Seed Python's own random numbers."""
        random.seed(seed)
        return {}

    def _method(self, name: str) -> Callable[..., Any]:
        if self.ai is None:
            raise BadAnswer("no game has begun: NewAI comes first")
        method: Callable[..., Any] = getattr(self.ai, name)
        return method

    def _move(self, name: str) -> dict[str, Any]:
        method = self._method(name)
        found, seconds = self._timed(method)
        cell = None if found is None else as_cell(found)
        if found is not None and cell is None:
            raise BadAnswer(
                f"{name} returned {shown(found)}, not a cell or None", line_of(method, self.file)
            )
        return {"seconds": seconds, "cell": cell}

    def _timed(self, call: Callable[..., Any], *arguments: Any, **named: Any) -> tuple[Any, float]:
        self._called = call
        began = perf_counter()
        result = call(*arguments, **named)
        return result, perf_counter() - began

    # Its sentences

    def do_sentence_calls(
        self, cells: list[list[int]], count: int, calls: list[list[Any]]
    ) -> dict[str, Any]:
        """Make a sentence, call its methods, and tell what each returned and left behind."""
        kind = getattr(self.module, "Sentence", None)
        if kind is None:
            raise BadAnswer("there is no class Sentence")
        given = {(row, column) for row, column in cells}
        before = set(given)
        sentence, seconds = self._timed(kind, given, count)
        results = []
        for name, *arguments in calls:
            returned = self._call_of_sentence(kind, sentence, name, arguments)
            results.append(
                {
                    "returned": as_returned(returned),
                    "shown": shown(returned),
                    "is_own_set": returned is not None
                    and returned is getattr(sentence, "cells", None),
                    "sentence": read_sentence(sentence)[0],
                }
            )
        return {"seconds": seconds, "results": results, "changed_inputs": given != before}

    def _call_of_sentence(
        self, kind: Any, sentence: Any, name: str, arguments: list[Any]
    ) -> object:
        if name == "==":
            cells, count = arguments
            self._called = getattr(kind, "__eq__", None)
            return sentence == kind({(row, column) for row, column in cells}, count)
        if name == "str":
            self._called = getattr(kind, "__str__", None)
            return str(sentence)
        self._called = method = getattr(sentence, name)
        return method(*((row, column) for row, column in arguments))

    # An agent of Sapper's kind

    def do_new_agent(self, options: dict[str, Any]) -> dict[str, Any]:
        """Make the agent."""
        self.ai, seconds = self._timed(self.player, **options)
        return {"seconds": seconds}

    def do_ask_agent(self, method: str, view: dict[str, Any]) -> dict[str, Any]:
        """Ask the agent for its move, its conclusions, its beliefs or its line."""
        call, seen = self._method(method), self.agent_room.read_view(**view)
        returned, seconds = self._timed(call, seen)
        try:
            return {"seconds": seconds, "value": self.agent_room.WRITTEN[method](returned, seen)}
        except (TypeError, ValueError, AttributeError):
            expected = self.agent_room.EXPECTED[method]
            raise BadAnswer(
                f"{method} returned {shown(returned)}, not {expected}", line_of(call, self.file)
            ) from None


def find_player(module: ModuleType, class_name: str | None) -> tuple[Any, str]:
    """The class that plays: an AI of the course ("course"), or an agent of Sapper's ("agent")."""
    base = sys.modules.get("sapper.agents.base")
    agent_class = base.Agent if base is not None else ()
    if class_name is None and isinstance(getattr(module, "MinesweeperAI", None), type):
        class_name = "MinesweeperAI"
    if class_name is None:
        agents = [
            name
            for name, value in vars(module).items()
            if isinstance(value, type)
            and issubclass(value, agent_class)
            and value.__module__ == module.__name__
        ]
        if not agents:
            raise BadAnswer("it has neither a class MinesweeperAI nor a subclass of sapper's Agent")
        if len(agents) > 1:
            raise BadAnswer(f"it has several agents: name one of {', '.join(agents)} after a colon")
        class_name = agents[0]
    player = getattr(module, class_name, None)
    if not isinstance(player, type):
        raise BadAnswer(f"it has no class {class_name}")
    return player, "agent" if issubclass(player, agent_class) else "course"


def own_files(folder: str) -> list[str]:
    """The modules that were loaded from the folder, as paths within it."""
    paths = {getattr(module, "__file__", None) or "" for module in sys.modules.values()}
    inside = [path[len(folder) + 1 :] for path in paths if path.startswith(folder + os.sep)]
    return sorted(path for path in inside if "site-packages" not in path)[:MOST_FILES]


# What the AI believes


def read_beliefs(ai: Any) -> dict[str, Any]:
    """The sets and sentences of an AI as far as they can be read, and what could not be."""
    oddities: list[str] = []
    beliefs: dict[str, Any] = {
        name: read_set(ai, name, oddities) for name in ("moves_made", "safes", "mines")
    }
    beliefs["sentences"] = read_knowledge(ai, oddities)
    beliefs["oddities"] = [oddity[:LONGEST_MESSAGE] for oddity in oddities[:MOST_ODDITIES]]
    return beliefs


def read_set(ai: Any, name: str, oddities: list[str]) -> list[int]:
    """The cells of one of the AI's sets, as `read_cells` writes them."""
    found = attribute(ai, name, oddities)
    if found is None:
        return []
    if not isinstance(found, set | frozenset):
        oddities.append(f"{name} is a {type(found).__name__}, not a set")
    return read_cells(found, name, oddities)


def read_cells(found: Any, name: str, oddities: list[str]) -> list[int]:
    """The cells in a collection: row, column, row, column and so on, which is read fast."""
    cells: list[int] = []
    try:
        if len(found) > MOST_CELLS:
            oddities.append(f"{name} has {len(found):,} members; the first {MOST_CELLS:,} are read")
        for place, member in enumerate(list(found) if len(found) <= MOST_CELLS else found):
            if place >= MOST_CELLS:
                break
            cell = as_cell(member)
            if cell is None:
                oddities.append(f"{name} holds {shown(member)}, which is not a cell")
            else:
                cells += cell
    except Exception as error:
        oddities.append(f"{name} can't be read: {words_of(error)}")
    return cells


def read_knowledge(ai: Any, oddities: list[str]) -> list[tuple[list[int], int]]:
    """The sentences that the AI keeps, in their order."""
    found = attribute(ai, "knowledge", oddities)
    if found is None:
        return []
    if not isinstance(found, list):
        oddities.append(f"knowledge is a {type(found).__name__}, not a list")
    sentences, cells = [], 0
    try:
        for place, sentence in enumerate(found):
            if place >= MOST_SENTENCES or cells >= MOST_CELLS:
                oddities.append(f"knowledge has {len(found):,} sentences; {place:,} are read")
                break
            read, odd = read_sentence(sentence)
            oddities.extend(odd)
            if read is not None:
                sentences.append(read)
                cells += len(read[0])
    except Exception as error:
        oddities.append(f"knowledge can't be read: {words_of(error)}")
    return sentences


def read_sentence(sentence: Any) -> tuple[tuple[list[int], int] | None, list[str]]:
    """A sentence's cells and count, if it has both; and what is odd about it."""
    oddities: list[str] = []
    cells = attribute(sentence, "cells", oddities, "a sentence")
    count = attribute(sentence, "count", oddities, "a sentence")
    if oddities:
        return None, oddities
    if not isinstance(cells, set | frozenset):
        oddities.append(f"a sentence's cells are a {type(cells).__name__}, not a set")
    number = as_number(count)
    if number is None:
        return None, [*oddities, f"a sentence's count is {shown(count)}, not a whole number"]
    return (read_cells(cells, "a sentence", oddities), number), oddities


def attribute(holder: Any, name: str, oddities: list[str], of: str = "the AI") -> Any:
    """An attribute, or None and a remark."""
    try:
        found = getattr(holder, name)
    except Exception as error:
        oddities.append(f"{name} of {of} can't be read: {words_of(error)}")
        return None
    if found is None:
        oddities.append(f"{name} of {of} is None")
    return found


def as_cell(value: object) -> Cell | None:
    """A pair of whole numbers as such; None for anything else."""
    if isinstance(value, tuple) and len(value) == 2:
        row, column = value
        if type(row) is type(column) is int and max(abs(row), abs(column)) < LARGEST:
            return row, column  # the usual
        row, column = as_number(row), as_number(column)
        if row is not None and column is not None:
            return row, column
    return None


def as_number(value: Any) -> int | None:
    """A whole number of moderate size as such; None for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    number = int(value)
    return number if -LARGEST < number < LARGEST else None


def as_returned(value: Any) -> object:
    """What a method of a sentence returned, if it is of a kind that one may return."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value[:LONGEST_MESSAGE]
    if isinstance(value, set | frozenset) and len(value) <= MOST_CELLS:
        oddities: list[str] = []
        cells = read_cells(value, "it", oddities)
        return None if oddities else {"cells": cells}
    return None


# In words


def shown(value: object) -> str:
    """A value as its `repr` tells it, if that can be had."""
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:79] + "…"


def words_of(error: BaseException) -> str:
    """An error's name and message."""
    try:
        message = str(error)
    except Exception:
        message = ""
    if isinstance(error, SyntaxError):
        message = error.msg
    return f"{type(error).__name__}: {message}"[:LONGEST_MESSAGE].rstrip(": ")


def own_frames(error: BaseException, file: str) -> tuple[int | None, str]:
    """The innermost line of an error within the file, and the frames in the file's folder."""
    import traceback

    folder = os.path.dirname(file) + os.sep
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith(folder)]
    lines = [frame.lineno for frame in own if frame.filename == file]
    if isinstance(error, SyntaxError) and error.filename == file:
        lines.append(error.lineno)
    text = "".join(traceback.format_list(own[-10:]))
    return lines[-1] if lines else None, text[-LONGEST_TRACEBACK:]


def line_of(thing: Any, file: str) -> int | None:
    """The line of the file at which a function begins, or the first method of a class."""
    with suppress(Exception):
        if isinstance(thing, type):
            lines = [line_of(member, file) for member in vars(thing).values() if callable(member)]
            return min(line for line in lines if line is not None)
        thing = getattr(thing, "__func__", thing)
        while hasattr(thing, "__wrapped__"):
            thing = thing.__wrapped__
        code = thing.__code__
        if isinstance(code, CodeType) and code.co_filename == file:
            return code.co_firstlineno
    return None


def parameters_of(kind: type, method: str, file: str) -> dict[str, Any] | None:
    """The parameters of a method without `self`, and where it begins; None if it has none such."""
    import inspect

    found = getattr(kind, method, None)
    if found is None or found is getattr(object, method, None):
        return None
    try:
        parameters = list(inspect.signature(found).parameters.values())[1:]
    except (TypeError, ValueError):
        return {"line": line_of(found, file), "parameters": []}
    return {
        "line": line_of(found, file),
        "parameters": [
            {
                "name": one.name,
                "kind": one.kind.name.lower(),
                "default": None if one.default is one.empty else shown(one.default),
            }
            for one in parameters
        ],
    }


if __name__ == "__main__":
    main()
