"""`sapper window`: the game in a window of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from sapper.catalogue import CODES
from sapper.interface.commands.options import (
    DEFAULT_LEVEL,
    DEFAULT_WINNING,
    AgentOption,
    DisclosedOption,
    FairOption,
    GradeOption,
    LanguageOption,
    LevelOption,
    NoGuessOption,
    SeedOption,
    SizeOption,
    StartOption,
    WinOption,
    check_daily,
    read_level,
    read_setup,
)

NO_TYPEFACE = (
    "no typeface with Chinese characters was found: install one, such as fonts-wqy-microhei or "
    "Noto Sans CJK, or choose another --lang"
)


def window(
    level: LevelOption = None,
    size: SizeOption = None,
    start: StartOption = None,
    seed: SeedOption = None,
    disclosed: DisclosedOption = None,
    winning: WinOption = DEFAULT_WINNING,
    fair: FairOption = False,
    no_guess: NoGuessOption = False,
    grade: GradeOption = None,
    daily: Annotated[
        bool, typer.Option("--daily", help="The puzzle of the day, with its first cell open.")
    ] = False,
    agent: AgentOption = None,
    theme: Annotated[
        str | None,
        typer.Option(
            "--theme",
            help="light, dark, colour-blind or colour-blind-dark; the last one by default.",
            metavar="NAME",
        ),
    ] = None,
    language: LanguageOption = None,
    trace: Annotated[Path | None, typer.Option("--trace", hidden=True)] = None,
) -> None:
    """Play in a window, with hints, reasons and odds; without options, the level played last.

    Every move is saved: close the window at any time, and resume later.
    """
    from sapper.errors import UnknownName
    from sapper.extras import need

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    need("window", "pygame")
    from sapper.history import History
    from sapper.interface.window.desktop import open_window
    from sapper.interface.window.preferences import Preferences
    from sapper.interface.window.theme import THEMES

    if theme is not None and theme not in THEMES:
        raise UnknownName("theme", theme, THEMES)
    if daily:
        check_daily(start, seed, disclosed, winning, fair=fair)
    with History.open() as history:
        last = Preferences.load(history.folder).level
        default = DEFAULT_LEVEL if last is None else last.name
        asked_for = (level, size, start, disclosed, fair or None, no_guess or None, grade)
        setup = read_setup(
            last
            if last is not None and not any(option is not None for option in asked_for)
            else read_level(
                level, size, "opening" if daily else start, default, disclosed=disclosed
            ),
            winning=winning,
            seed=seed,
            disclosed=disclosed,
            fair=fair,
            no_guess=no_guess,
            grade=grade,
            agent=agent,
        )
        speak(language, history.folder)
        look = None if theme is None else THEMES[theme]
        open_window(setup, look, history, trace, daily=daily)


def speak(language: str | None, folder: Path | None) -> None:
    """Speak the language that was chosen, if there is a typeface for it."""
    from sapper.catalogue import Answers, read_section
    from sapper.errors import BadInput
    from sapper.interface.language import choose_language
    from sapper.interface.window.text import can_write

    missing: list[str] = []

    def is_writable(code: str) -> bool:
        writable = can_write(read_section(Answers, code, Answers.section).certain)
        if not writable:
            missing.append(NO_TYPEFACE)
        return writable

    if language in CODES and not is_writable(language):
        raise BadInput(NO_TYPEFACE)
    choose_language(language, folder, is_writable)
    for told in missing:
        print(f"sapper: {told}", file=sys.stderr)
