"""The options a game can be set up with, in words."""

from __future__ import annotations

from dataclasses import replace

from sapper.agents.registry import AGENTS, short_name
from sapper.catalogue import many, spoken
from sapper.errors import AgentError
from sapper.interface.window.widgets import Option
from sapper.interface.window.words import Window
from sapper.level import LEVELS, Guesses, Level
from sapper.play.record import Setup
from sapper.play.saying import (
    GUESSES_DETAILS,
    GUESSES_WORDS,
    START_WORDS,
    WINNING_WORDS,
    agent_summary,
    capital,
    grade_name,
    say_grade,
)
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade

CUSTOM = "custom"


def size_words(level: Level) -> str:
    """How large a level is.

    >>> size_words(LEVELS["expert"])
    '16×30, 99 mines'
    """
    return f"{level.height}×{level.width}, {many(spoken(Play).mines, level.mines)}"


def level_words(level: Level) -> str:
    """A level's name, or the size of one that has none.

    >>> level_words(LEVELS["expert"]), level_words(Level(5, 6, 7))
    ('Expert', '5×6/7')
    """
    return level_name(level.name)


def level_name(name: str) -> str:
    """The name of a level, or a size, as it is shown.

    >>> level_name("expert"), level_name("5x6/7")
    ('Expert', '5×6/7')
    """
    named = {**spoken(Play).levels, CUSTOM: spoken(Window).custom_name}
    return capital(named[name]) if name in named else name.replace("x", "×")


def level_options() -> list[Option]:
    """The named levels, and a custom size."""
    named = [Option(name, level_words(level), size_words(level)) for name, level in LEVELS.items()]
    return [*named, Option(CUSTOM, spoken(Window).custom, spoken(Window).custom_detail)]


def start_options() -> list[Option]:
    """What the first cell may be."""
    details = spoken(Window).start_details
    return [Option(rule.value, words, details[rule.value]) for rule, words in START_WORDS.items()]


def guesses_options() -> list[Option]:
    """The rules for guesses; boards that need none come in every grade, too."""
    say = spoken(Window)
    options = [
        Option(rule.value, GUESSES_WORDS[rule], detail) for rule, detail in GUESSES_DETAILS.items()
    ]
    graded = [
        Option(
            guesses_value(Guesses.NONE, grade),
            say.never_needed_of.format(rule=GUESSES_WORDS[Guesses.NONE], grade=grade_name(grade)),
            say.hardest_step.format(grade=say_grade(grade)),
        )
        for grade in BoardGrade
    ]
    return [*options, *graded]


def guesses_value(guesses: Guesses, grade: BoardGrade | None) -> str:
    """An option of the menu of guesses: the rule and, where there is one, the grade.

    >>> guesses_value(Guesses.NONE, BoardGrade.HARD), guesses_value(Guesses.FAIR, None)
    ('none hard', 'fair')
    """
    return guesses.value if grade is None else f"{guesses.value} {grade.value}"


def guesses_words(setup: Setup) -> str:
    """What guesses are in a game, short enough for its dropdown.

    >>> guesses_words(Setup(Level(9, 9, 10), guesses="none", grade="fiendish"))
    'none: fiendish'
    """
    if setup.grade is not None:
        return spoken(Window).none_of.format(grade=grade_name(setup.grade))
    return GUESSES_WORDS[setup.guesses]


def winning_options() -> list[Option]:
    """What wins a game."""
    details = spoken(Window).winning_details
    return [Option(rule.value, words, details[rule.value]) for rule, words in WINNING_WORDS.items()]


def agent_options() -> list[Option]:
    """The agents that can make the AI's moves; one that fails to load is left out."""
    options = []
    for name in AGENTS:
        try:
            options.append(Option(name, short_name(name), agent_summary(name)))
        except AgentError:
            continue
    return options


def with_level(setup: Setup, level: Level) -> Setup:
    """The same kind of game on another level, with a random board."""
    return replace(setup, level=level, seed=None, first=None, disclosed=None)


def with_start(setup: Setup, rule: str) -> Setup:
    """The same kind of game with another start rule; a `LevelError` if there is no room for it."""
    return with_level(setup, setup.level.starting(rule))


def with_guesses(setup: Setup, value: str) -> Setup:
    """The same kind of game with another rule for guesses; a `LevelError` if that can't be.

    >>> with_guesses(Setup(LEVELS["expert"]), "none hard").grade.value
    'hard'
    """
    rule, _, grade = value.partition(" ")
    afresh = with_level(setup, setup.level)
    return replace(afresh, guesses=Guesses.of(rule), grade=BoardGrade.of(grade) if grade else None)
