"""`sapper language`: the language that terminal and window speak."""

from __future__ import annotations

from typing import Annotated

import typer

SYSTEM = "system"


def language(
    code: Annotated[
        str | None,
        typer.Argument(
            help="en, fr, es or zh; system: whatever the environment says.", metavar="CODE"
        ),
    ] = None,
) -> None:
    """Set the language that terminal and window speak from now on; without a code, show it.

    The option --lang of a command holds for that command alone.
    """
    from sapper.catalogue import CODES, language_of
    from sapper.errors import SaveError, UnknownName
    from sapper.history import History
    from sapper.interface.language import remember_language, remembered_language

    if code is not None and code not in (*CODES, SYSTEM):
        raise UnknownName("language", code, (*CODES, SYSTEM))
    with History.open() as history:
        folder, problem = history.folder, history.message
    if code is not None:
        if folder is None:
            raise SaveError(f"the language can't be kept: {problem}")
        remember_language(None if code == SYSTEM else code, folder)
    chosen = remembered_language(folder)
    print(f"{language_of()}, as the environment says" if chosen is None else chosen)
