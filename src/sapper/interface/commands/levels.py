"""`sapper levels`: the boards that have a name."""

from __future__ import annotations

from sapper.interface.commands.options import JsonOption
from sapper.interface.commands.output import print_json, print_table


def levels(as_json: JsonOption = False) -> None:
    """List the levels."""
    from sapper.level import LEVELS

    if as_json:
        print_json(list(LEVELS.values()))
        return
    rows = [
        (
            level.name,
            f"{level.height}×{level.width}",
            str(level.mines),
            f"{100 * level.density:.1f} %",
            level.start.value,
        )
        for level in LEVELS.values()
    ]
    print_table(("level", "size", "mines", "density", "start"), rows)
