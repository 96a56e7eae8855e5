"""Where somebody's own file is loaded, and what it is asked to do there."""

from __future__ import annotations

import importlib.util
import os
import random
import sys
from collections.abc import Callable
from time import perf_counter
from types import ModuleType
from typing import Any

from sapper.guest.child_reading import as_cell, as_returned, read_beliefs, read_sentence
from sapper.guest.child_words import line_of, own_frames, parameters_of, shown, words_of

MOST_FILES = 200
REFUSALS = ("NoMoveLeft", "BudgetExceeded", "Contradiction")
"""The errors with which an agent may answer; the fault is not in its code."""


class BadAnswer(Exception):
    """The file returned something that is not an answer; `line` is where the function begins."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


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
