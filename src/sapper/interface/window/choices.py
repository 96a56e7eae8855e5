"""What a game can be set up with, as options in words."""

from __future__ import annotations

from dataclasses import replace

from sapper.agents.registry import AGENTS, AgentError
from sapper.game import WinningRule
from sapper.interface.window.widgets import Option
from sapper.level import LEVELS, Level, StartRule
from sapper.play.record import Setup

CUSTOM = "custom"

START_WORDS = {
    StartRule.ANY: ("may be a mine", "the first cell is a risk"),
    StartRule.SAFE: ("is safe", "the first cell is never a mine"),
    StartRule.OPENING: ("opens a region", "the first cell shows no mines around it"),
    StartRule.GIVEN: ("some are given", "a few safe cells are open from the start"),
}
WINNING_WORDS = {
    WinningRule.REVEALED: ("all safe cells open", "the usual rule"),
    WinningRule.FLAGGED: ("all mines flagged", "the AI course's rule: every mine, nothing else"),
}


def size_words(level: Level) -> str:
    """How large a level is.

    >>> size_words(LEVELS["expert"])
    '16×30, 99 mines'
    """
    return f"{level.height}×{level.width}, {level.mines} mine{'' if level.mines == 1 else 's'}"


def level_words(level: Level) -> str:
    """A level's name, or the size of one that has none.

    >>> level_words(LEVELS["expert"]), level_words(Level(5, 6, 7))
    ('Expert', '5×6/7')
    """
    return level.name.capitalize() if level.name in LEVELS else level.name.replace("x", "×")


def level_options() -> list[Option]:
    """The named levels, and a size of one's own."""
    named = [Option(name, level_words(level), size_words(level)) for name, level in LEVELS.items()]
    return [*named, Option(CUSTOM, "Custom …", "any size")]


def start_options() -> list[Option]:
    """What the first click may meet."""
    return [Option(rule.value, *words) for rule, words in START_WORDS.items()]


def winning_options() -> list[Option]:
    """What wins a game."""
    return [Option(rule.value, *words) for rule, words in WINNING_WORDS.items()]


def agent_options() -> list[Option]:
    """Who can make the AI's moves; one that fails to load is left out."""
    options = []
    for name in AGENTS:
        try:
            options.append(Option(name, name, AGENTS[name].summary))
        except AgentError:
            continue
    return options


def with_level(setup: Setup, level: Level) -> Setup:
    """The same kind of game on another level, with a board of chance."""
    return replace(setup, level=level, seed=None, first=None, disclosed=None)


def with_start(setup: Setup, rule: str) -> Setup:
    """The same kind of game with another start rule; a `LevelError` if there is no room for it."""
    return with_level(setup, setup.level.starting(rule))
