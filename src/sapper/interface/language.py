"""Which language to speak: that of the command, or the one that was set, or else the system's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sapper.catalogue import CODES, ENGLISH, check_language, language_of, speak
from sapper.errors import SaveError
from sapper.files import write_whole

FILE_NAME = "language"
"""Beside the saved games: the code that was set."""


def choose_language(
    chosen: str | None, folder: Path | None, is_writable: Callable[[str], bool] = lambda code: True
) -> str:
    """Speak the language that was chosen just now; else the one that was set, or the system's.

    Nobody is spoken to in a script that the output can't write, unless that was chosen just now.

    >>> choose_language("en", folder=None)
    'en'
    """
    code = remembered_language(folder) or language_of() if chosen is None else chosen
    if chosen is None and not is_writable(code):
        code = ENGLISH
    speak(code)
    return code


def remembered_language(folder: Path | None) -> str | None:
    """The language that was set, if one was."""
    if folder is None:
        return None
    try:
        code = (folder / FILE_NAME).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return None
    return code if code in CODES else None


def remember_language(code: str | None, folder: Path) -> None:
    """Speak it from now on; None for the system's. A `SaveError` if that can't be written."""
    file = folder / FILE_NAME
    if code is not None:
        write_whole(check_language(code).encode(), file)
        return
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"{file}: {error.strerror or error}") from None
