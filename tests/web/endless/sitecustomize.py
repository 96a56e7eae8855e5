"""In a process with this folder on its path, to say why takes for ever.

Every real question is answered or given up within a second or so. To see what becomes of one that
takes longer, the server's workers are started with this.
"""

from __future__ import annotations

from typing import NoReturn

from sapper.play.situation import Situation


def _think_for_ever(*_: object) -> NoReturn:
    while True:
        pass


Situation.why = _think_for_ever  # type: ignore[assignment, method-assign]
