"""`sapper agents`: who can play."""

from __future__ import annotations

from sapper.interface.commands.options import JsonOption
from sapper.interface.commands.output import print_json, print_table


def agents(as_json: JsonOption = False) -> None:
    """List the agents.

    Wherever one is named, a path may stand: `--agent ./minesweeper.py` plays your own AI, written
    through the course's interface, and `--agent file.py:ClassName` a class of another name, or a
    subclass of sapper's Agent.
    """
    from sapper.play import shapes

    found = shapes.agents()
    if as_json:
        print_json(found)
    else:
        print_table(("agent", "how it plays"), [(agent.name, agent.summary) for agent in found])
