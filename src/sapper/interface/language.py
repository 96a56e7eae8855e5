"""Which language to speak: what was chosen, now or the last time, or else the system's."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sapper.catalogue import CODES, ENGLISH, check_language, language_of, speak

FILE_NAME = "language"
"""Beside the saved games: the code that was chosen last."""


def choose_language(
    chosen: str | None, folder: Path | None, is_writable: Callable[[str], bool] = lambda code: True
) -> str:
    """Speak the language that was chosen, and remember it; else the last one, or the system's.

    Nobody is spoken to in a script that the output can't write, unless that was chosen just now.

    >>> choose_language("en", folder=None)
    'en'
    """
    if chosen is not None:
        speak(chosen)
        remember_language(chosen, folder)
        return chosen
    code = chosen_language(folder)
    code = code if is_writable(code) else ENGLISH
    speak(code)
    return code


def chosen_language(folder: Path | None) -> str:
    """The language that was chosen the last time, or else the system's."""
    return _remembered(folder) or language_of()


def remember_language(code: str, folder: Path | None) -> None:
    """Speak it the next time too, if there is a folder to write to."""
    if folder is not None:
        with suppress(OSError):
            (folder / FILE_NAME).write_text(check_language(code), encoding="utf-8")


def _remembered(folder: Path | None) -> str | None:
    if folder is None:
        return None
    try:
        code = (folder / FILE_NAME).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return None
    return code if code in CODES else None
