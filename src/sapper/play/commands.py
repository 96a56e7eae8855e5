"""The commands of a game: one table of names and keys for every interface.

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
from typing import ClassVar

from sapper.catalogue import Sentences, spoken


@dataclass(frozen=True, slots=True)
class CommandWords(Sentences):
    """What the commands are called, and what they do: a section of the catalogue."""

    section: ClassVar[str] = "commands"

    groups: dict[str, str]
    keys: dict[str, str]
    shift: str
    labels: dict[str, str]
    help: dict[str, str]


class Group(StrEnum):
    """The headings under which the help lists commands."""

    BOARD = "board"
    AI = "ai"
    GAME = "game"
    REVIEW = "review"
    TRAINING = "training"
    PROGRAM = "program"

    @property
    def heading(self) -> str:
        """The heading in the language that is spoken now.

        >>> Group.AI.heading
        'Help from the AI'
        """
        return spoken(CommandWords).groups[self.value]


@dataclass(frozen=True, slots=True)
class Command:
    """Something a player can ask for; the catalogue has its words.

    >>> command_named("guess").label, command_named("guess").words
    ('Best guess', 'compare the best guesses')
    """

    name: str
    keys: tuple[str, ...]
    group: Group
    method: str = ""
    """The method of `Session` or `Replay` that does it; empty if each screen does it itself."""
    needs_cell: bool = False
    """Whether the method is told the cell under the cursor or the pointer."""
    said_as: str = ""
    """Its name in the catalogue, where that is not its own."""

    @property
    def label(self) -> str:
        """A word or two, for buttons and key bars."""
        return spoken(CommandWords).labels[self.said_as or self.name]

    @property
    def words(self) -> str:
        """What it does, for the help."""
        return spoken(CommandWords).help[self.said_as or self.name]


BOARD, AI, GAME, REVIEW, TRAINING, PROGRAM = Group

_SCREEN = (
    Command("larger", ("+",), BOARD),
    Command("smaller", ("-",), BOARD),
    Command("whole", ("0",), BOARD),
    Command("theme", ("t",), PROGRAM),
    Command("help", ("?", "f1"), PROGRAM),
)

_CURSOR = (
    Command("up", ("up",), BOARD),
    Command("down", ("down",), BOARD),
    Command("left", ("left",), BOARD),
    Command("right", ("right",), BOARD),
    Command("row_start", ("home",), BOARD),
    Command("row_end", ("end",), BOARD),
    Command("far_up", ("pageup",), BOARD),
    Command("far_down", ("pagedown",), BOARD),
)

GAME_COMMANDS = (
    *_CURSOR,
    Command("open", ("space", "enter"), BOARD, "press", True),
    Command("flag", ("f",), BOARD, "flag", True),
    Command("chord", ("c",), BOARD, "chord", True),
    Command("hint", ("h",), AI, "ask_hint"),
    Command("guess", ("b",), AI, "ask_guess"),
    Command("why", ("w",), AI, "toggle_why", True),
    Command("step_back", (",",), AI, "step_back"),
    Command("step_on", (".",), AI, "step_on"),
    Command("odds", ("o",), AI, "toggle_odds"),
    Command("beliefs", ("k",), AI, "toggle_beliefs"),
    Command("ai_move", ("a",), AI, "ai_move"),
    Command("autoplay", ("A",), AI, "toggle_autoplay"),
    Command("slower", ("[",), AI, "slow_down"),
    Command("faster", ("]",), AI, "speed_up"),
    Command("fast", ("e",), AI, "change_fast"),
    Command("close", ("escape",), AI, "close"),
    Command("new", ("n",), GAME, "new"),
    Command("again", ("r",), GAME, "again"),
    Command("pause", ("p",), GAME, "toggle_pause"),
    Command("numbers", ("i",), GAME, "toggle_numbers"),
    Command("level", ("l",), GAME),
    Command("start", ("s",), GAME),
    Command("guesses", ("u",), GAME),
    Command("agent", ("g",), GAME),
    Command("review", ("v",), GAME),
    Command("games", ("m",), GAME),
    Command("statistics", ("S",), GAME),
    Command("analysis", ("I",), GAME),
    Command("train", ("T",), GAME),
    *_SCREEN,
    Command("quit", ("q",), PROGRAM),
)
"""While a game is played."""

REPLAY_COMMANDS = (
    Command("previous", ("left", "up"), REVIEW, "back"),
    Command("next", ("right", "down"), REVIEW, "on"),
    Command("far_back", ("pageup",), REVIEW, "far_back"),
    Command("far_on", ("pagedown",), REVIEW, "far_on"),
    Command("first", ("home",), REVIEW, "to_start"),
    Command("last", ("end",), REVIEW, "to_end"),
    Command("deciding", ("d",), REVIEW, "to_deciding"),
    Command("run", ("space",), REVIEW, "toggle_running"),
    Command("slower", ("[",), REVIEW, "slow_down", said_as="slower_replay"),
    Command("faster", ("]",), REVIEW, "speed_up", said_as="faster_replay"),
    Command("odds", ("o",), AI, "toggle_odds"),
    Command("why", ("w",), AI, "toggle_why", said_as="why_replay"),
    Command("step_back", (",",), AI, "step_back", said_as="step_back_replay"),
    Command("step_on", (".",), AI, "step_on", said_as="step_on_replay"),
    Command("numbers", ("i",), GAME, "toggle_numbers"),
    Command("close", ("escape",), PROGRAM, said_as="close_replay"),
    *_SCREEN,
    Command("quit", ("q",), PROGRAM, said_as="quit_replay"),
)
"""While a game is reviewed."""

TRAINING_COMMANDS = (
    *_CURSOR,
    Command("answer", ("space", "enter"), TRAINING, "answer", True),
    Command("solution", ("h",), TRAINING, "show_solution"),
    Command("next_question", ("n",), TRAINING, "go_on"),
    Command("why", ("w",), AI, "toggle_why", True),
    Command("step_back", (",",), AI, "step_back"),
    Command("step_on", (".",), AI, "step_on"),
    Command("odds", ("o",), AI, "toggle_odds"),
    Command("close", ("escape",), PROGRAM, said_as="close_training"),
    *_SCREEN,
    Command("quit", ("q",), PROGRAM, said_as="quit_training"),
)
"""While positions are practised."""


def key_name(key: str) -> str:
    """What is written on a key, in the language that is spoken now.

    >>> key_name("pageup"), key_name("a"), key_name("f1")
    ('PgUp', 'a', 'F1')
    """
    return spoken(CommandWords).keys.get(key) or (key if len(key) == 1 else key.capitalize())


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
