"""What a game can be set up with, as options in words."""

from __future__ import annotations

from dataclasses import replace

from sapper.agents.registry import AGENTS
from sapper.errors import AgentError
from sapper.game import WinningRule
from sapper.interface.window.widgets import Option
from sapper.level import LEVELS, Level, StartRule
from sapper.play.record import Setup
from sapper.play.saying import START_WORDS, WINNING_WORDS

CUSTOM = "custom"

START_DETAILS = {
    StartRule.ANY: "it is a risk",
    StartRule.SAFE: "the mines are laid elsewhere",
    StartRule.OPENING: "it shows no mines around it",
    StartRule.GIVEN: "a few safe cells are open from the start",
}
WINNING_DETAILS = {
    WinningRule.REVEALED: "the usual rule",
    WinningRule.FLAGGED: "the AI course's rule: every mine, nothing else",
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
    return [Option(rule.value, START_WORDS[rule], detail) for rule, detail in START_DETAILS.items()]


def winning_options() -> list[Option]:
    """What wins a game."""
    details = WINNING_DETAILS.items()
    return [Option(rule.value, WINNING_WORDS[rule], detail) for rule, detail in details]


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
