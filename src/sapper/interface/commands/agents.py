"""`sapper agents`: who can play."""

from __future__ import annotations

from sapper.interface.commands.options import JsonOption
from sapper.interface.commands.output import print_json, print_table


def agents(as_json: JsonOption = False) -> None:
    """List the agents."""
    from sapper.agents.registry import AGENTS, summary_of

    rows = [(name, summary_of(name)) for name in AGENTS]
    if as_json:
        print_json([{"name": name, "summary": summary} for name, summary in rows])
    else:
        print_table(("agent", "how it plays"), rows)
