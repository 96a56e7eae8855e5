"""The widgets: a session or a painting in the kernel, its screen in the browser.

The browser sends commands and asks again while somebody thinks; whatever it sends is checked here.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from pathlib import Path
from typing import Any

from sapper.errors import SapperError
from sapper.exact.analysis import Analysis
from sapper.extras import need
from sapper.grid import Cell, check_cell
from sapper.interface.notebook.painting import BRUSHES, Painting
from sapper.interface.notebook.screen import Screen, game_screen, painting_screen
from sapper.level import Level, StartRule
from sapper.picture.palette import DARK, LIGHT, PALETTE
from sapper.picture.svg import VARIABLE
from sapper.play.commands import command_for, command_named
from sapper.play.inquiry import Inquiry
from sapper.play.record import STRONGEST, Setup
from sapper.play.saying import full_stop
from sapper.play.session import Session
from sapper.play.table import Table
from sapper.serialize import plain
from sapper.view import View

need("notebook", "anywidget")
import anywidget  # noqa: E402
import traitlets  # noqa: E402

STATIC = Path(__file__).parent / "static"


def _colours(theme: int) -> str:
    return "".join(f"{VARIABLE}{name}:{colours[theme]};" for name, colours in PALETTE.items())


def _style() -> str:
    """The style sheet, with the colours of all pictures."""
    sheet = (STATIC / "board.css").read_text(encoding="utf-8")
    return sheet.replace("/* light */", _colours(LIGHT)).replace("/* dark */", _colours(DARK))


class _BoardWidget(anywidget.AnyWidget):
    """What both widgets share."""

    _esm = (STATIC / "board.js").read_text(encoding="utf-8")
    _css = _style()
    shown = traitlets.Dict().tag(sync=True)
    """The screen, as the browser is told."""

    def __init__(self) -> None:
        super().__init__()
        self._middle: Cell | None = None
        self._looked_at: Cell | None = None
        self._answers = 0
        self.on_msg(lambda widget, content, buffers: self.receive(content))
        self._show()

    @property
    @abstractmethod
    def inquiry(self) -> Inquiry:
        """What is shown and asked."""

    @abstractmethod
    def _screen(self, middle: Cell | None, looked_at: Cell | None) -> Screen: ...

    @property
    def view(self) -> View:
        """The position as it is shown now."""
        return self.inquiry.view

    def receive(self, content: Any) -> None:
        """Do what the browser asks for; what can't be is answered by a message, never raised."""
        try:
            self._obey(dict(content))
        except SapperError as error:
            self._say(full_stop(error))
        except (KeyError, StopIteration, TypeError, ValueError):
            self._say("The browser sent something that is no command.")
        self.inquiry.tick(time.monotonic())
        self._show()

    def _obey(self, content: dict[str, Any]) -> None:
        """Carry out one message: a command or a key at a cell, a look, or nothing but a tick."""
        cell = self._cell(content["cell"]) if content.get("cell") is not None else None
        if cell is not None:
            self._look_at(cell)
        if "key" in content:
            command = command_for(str(content["key"]))
            if command is not None:
                self._do(command.name, cell)
        elif "command" in content:
            self._do(str(content["command"]), cell)

    def _look_at(self, cell: Cell) -> None:
        self._looked_at = cell
        if cell not in self.view.picture(self._middle).window:
            self._middle = cell
        self.inquiry.look_at(cell)

    def _do(self, name: str, cell: Cell | None) -> None:
        self.inquiry.do(command_named(name), cell)

    @abstractmethod
    def _say(self, words: str) -> None: ...

    def _cell(self, content: Any) -> Cell:
        row, column = content
        return check_cell((row, column), self.view.height, self.view.width)

    def _show(self) -> None:
        if self._middle is None:
            window = self.view.picture().window  # it stays where it is while the game goes on
            self._middle = window.top + window.height // 2, window.left + window.width // 2
        # Only what changes is sent, and the browser asks again once it has been answered.
        self._answers += 1
        self.shown = plain(self._screen(self._middle, self._looked_at)) | {"answers": self._answers}


class GameWidget(_BoardWidget):
    """A game to play in a notebook, with the AI at your side.

    `level` is a level, its name, or a size such as `"16x30/99"`; `start`, `seed` and `agent` are
    those of every game. `view` is what the player sees, for the cells of the notebook.

    >>> game = GameWidget("beginner", seed=3)
    >>> game.receive({"command": "open", "cell": [0, 0]})
    >>> game.shown["message"]
    'You opened (0, 0): safe, as the first cell always is.'
    """

    def __init__(
        self,
        level: Level | str = "beginner",
        *,
        seed: int | None = None,
        start: StartRule | str | None = None,
        agent: str = STRONGEST,
    ) -> None:
        setup = Setup(Level.of(level, start), seed=seed, agent=agent)
        self._session = Session(Table(setup))
        super().__init__()

    @property
    def inquiry(self) -> Session:
        """The session of play."""
        return self._session

    def _screen(self, middle: Cell | None, looked_at: Cell | None) -> Screen:
        return game_screen(self._session, middle, looked_at)

    def _say(self, words: str) -> None:
        self._session.say(words)


class PositionWidget(_BoardWidget):
    """A position to paint in a notebook, with its odds; ask why about any hidden cell.

    It begins with a view, or with a size such as `"9x9/10"` and nothing open. `view` and `analysis`
    are those of the position as it is painted.

    >>> painted = PositionWidget("1x4/1")
    >>> painted.receive({"paint": "1", "cell": [0, 1]})
    >>> print(painted.view)
    #1##
    """

    def __init__(self, position: View | Level | str = "beginner") -> None:
        if not isinstance(position, View):
            level = Level.of(position)
            position = View(level.height, level.width, level.mines)
        self._painting = Painting(position)
        super().__init__()

    @property
    def inquiry(self) -> Painting:
        """The position and what was asked about it."""
        return self._painting

    @property
    def analysis(self) -> Analysis:
        """Everything that follows from the position; `Contradiction` if it is inconsistent."""
        return self._painting.situation.odds()

    def _screen(self, middle: Cell | None, looked_at: Cell | None) -> Screen:
        return painting_screen(self._painting, middle, looked_at)

    def _obey(self, content: dict[str, Any]) -> None:
        painting = self._painting
        if "brush" in content:
            painting.brush = self._sign(content["brush"])
        elif "mines" in content:
            painting.set_mines(content["mines"])
        elif "paint" in content or content.get("command") == "open":
            painting.paint(
                self._cell(content["cell"]), self._sign(content.get("paint", painting.brush))
            )
        elif content.get("command") == "flag" or content.get("key") in BRUSHES:
            sign = BRUSHES[-1] if "command" in content else content["key"]
            painting.paint(self._cell(content["cell"]), self._sign(sign))
        else:
            super()._obey(content)

    def _do(self, name: str, cell: Cell | None) -> None:
        if name in ("why", "step_on", "step_back"):
            super()._do(name, cell)

    @staticmethod
    def _sign(content: Any) -> str:
        if content not in BRUSHES:
            raise ValueError(content)
        return str(content)

    def _say(self, words: str) -> None:
        self._painting.message = words
