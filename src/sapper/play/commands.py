"""The commands of a game: one table of names, keys and words for every interface.

Terminal, window and page read this table, so the same key does the same thing everywhere and the
help never differs from what the keys do. A command with a `method` belongs to the session (or the
replay) and works wherever its key is bound; the others are the screen's own: moving the cursor,
opening a menu, drawing the cells larger.

Keys are written as a person would: `space`, `left`, `A` for Shift+A, `?`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """The headings under which the help lists commands."""

    BOARD = "Board"
    AI = "Help from the AI"
    GAME = "Game"
    REVIEW = "Review"
    PROGRAM = "Program"


@dataclass(frozen=True, slots=True)
class Command:
    """Something a player can ask for."""

    name: str
    keys: tuple[str, ...]
    label: str
    """A word or two, for buttons and key bars."""
    words: str
    """What it does, for the help."""
    group: Group
    method: str = ""
    """The method of `Session` or `Replay` that does it; empty if each screen does it itself."""
    needs_cell: bool = False
    """Whether the method is told the cell under the cursor or the pointer."""


BOARD, AI, GAME, REVIEW, PROGRAM = Group

_SCREEN = (
    Command("larger", ("+",), "Larger", "larger cells", BOARD),
    Command("smaller", ("-",), "Smaller", "smaller cells", BOARD),
    Command("whole", ("0",), "Whole board", "show the whole board", BOARD),
    Command("theme", ("t",), "Theme", "light or dark", PROGRAM),
    Command("help", ("?", "f1"), "Help", "list the keys", PROGRAM),
)

GAME_COMMANDS = (
    Command("up", ("up",), "Up", "move up", BOARD),
    Command("down", ("down",), "Down", "move down", BOARD),
    Command("left", ("left",), "Left", "move left", BOARD),
    Command("right", ("right",), "Right", "move right", BOARD),
    Command("row_start", ("home",), "Row start", "go to the start of the row", BOARD),
    Command("row_end", ("end",), "Row end", "go to the end of the row", BOARD),
    Command("far_up", ("pageup",), "Far up", "move ten rows up", BOARD),
    Command("far_down", ("pagedown",), "Far down", "move ten rows down", BOARD),
    Command("open", ("space", "enter"), "Open", "open; on a number: chord", BOARD, "press", True),
    Command("flag", ("f",), "Flag", "set a flag, or remove it", BOARD, "flag", True),
    Command("chord", ("c",), "Chord", "open the neighbours of a number", BOARD, "chord", True),
    Command("hint", ("h",), "Hint", "show a safe cell, or the best guess", AI, "ask_hint"),
    Command("guess", ("b",), "Best guess", "compare the best guesses", AI, "ask_guess"),
    Command("why", ("w",), "Why", "say why a cell is safe or a mine", AI, "toggle_why", True),
    Command("step_back", (",",), "Back", "previous step of the explanation", AI, "step_back"),
    Command("step_on", (".",), "Next", "next step of the explanation", AI, "step_on"),
    Command("odds", ("o",), "Odds", "show every cell's chance of a mine", AI, "toggle_odds"),
    Command("beliefs", ("k",), "Beliefs", "show what the AI believes", AI, "toggle_beliefs"),
    Command("ai_move", ("a",), "AI move", "let the AI make one move", AI, "ai_move"),
    Command("autoplay", ("A",), "Autoplay", "let the AI play by itself", AI, "toggle_autoplay"),
    Command("slower", ("[",), "Slower", "slow autoplay down", AI, "slow_down"),
    Command("faster", ("]",), "Faster", "speed autoplay up", AI, "speed_up"),
    Command("close", ("escape",), "Close", "close what is shown, stop autoplay", AI, "close"),
    Command("new", ("n",), "New", "a new board", GAME, "new"),
    Command("again", ("r",), "Again", "the same board again", GAME, "again"),
    Command("pause", ("p",), "Pause", "stop the clock and cover the board", GAME, "toggle_pause"),
    Command("level", ("l",), "Level", "choose a level or a size", GAME),
    Command("start", ("s",), "Start rule", "choose the start rule", GAME),
    Command("guesses", ("u",), "Guesses", "choose fair play, or boards that need none", GAME),
    Command("agent", ("g",), "Agent", "choose who makes the AI's moves", GAME),
    Command("review", ("v",), "Review", "go through a finished game", GAME),
    Command("games", ("m",), "My games", "list your games", GAME),
    Command("statistics", ("S",), "Statistics", "show your statistics", GAME),
    *_SCREEN,
    Command("quit", ("q",), "Quit", "quit; the game is saved", PROGRAM),
)
"""While a game is played."""

REPLAY_COMMANDS = (
    Command("previous", ("left", "up"), "Back", "one turn back", REVIEW, "back"),
    Command("next", ("right", "down"), "Next", "one turn on", REVIEW, "on"),
    Command("far_back", ("pageup",), "Far back", "ten turns back", REVIEW, "far_back"),
    Command("far_on", ("pagedown",), "Far on", "ten turns on", REVIEW, "far_on"),
    Command("first", ("home",), "Start", "to the start of the game", REVIEW, "to_start"),
    Command("last", ("end",), "End", "to the end of the game", REVIEW, "to_end"),
    Command("deciding", ("d",), "Decided", "to the turn that decided it", REVIEW, "to_deciding"),
    Command("run", ("space",), "Run", "run by itself, or stop", REVIEW, "toggle_running"),
    Command("odds", ("o",), "Odds", "show every cell's chance of a mine", AI, "toggle_odds"),
    Command("why", ("w",), "Why", "say why the cell was safe or a mine", AI, "toggle_why"),
    Command("step_back", (",",), "Back", "previous step, or previous turn", AI, "step_back"),
    Command("step_on", (".",), "Next", "next step, or next turn", AI, "step_on"),
    Command("close", ("escape",), "Close", "close the explanation, or go back", PROGRAM),
    *_SCREEN,
    Command("quit", ("q",), "Quit", "back to the game", PROGRAM),
)
"""While a game is reviewed."""


def command_named(name: str, commands: Iterable[Command] = GAME_COMMANDS) -> Command:
    """The command of that name.

    >>> command_named("hint").keys
    ('h',)
    """
    return next(command for command in commands if command.name == name)


def command_for(key: str, commands: Iterable[Command] = GAME_COMMANDS) -> Command | None:
    """The command that a key stands for, if any.

    >>> command_for("h").name, command_for("x")
    ('hint', None)
    """
    return next((command for command in commands if key in command.keys), None)
