"""What the server answers, described for the OpenAPI page and for whoever writes a client.

The answers are made as plain data and sent as they are: these descriptions are not run over them
at each click. The tests check that they hold.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel

Cell: TypeAlias = tuple[int, int]


class Problem(BaseModel):
    """What went wrong, in one sentence."""

    error: str


class LevelShown(BaseModel):
    """A named level."""

    name: str
    height: int
    width: int
    mines: int
    start: str


class AgentShown(BaseModel):
    """An agent and how it plays."""

    name: str
    summary: str


class EntryShown(BaseModel):
    """One turn: what was done, what it opened, and the risk that was taken."""

    number: int
    action: str
    cell: Cell
    opened: list[Cell]
    seconds: float
    by: str
    free: bool
    certain: bool | None
    mine_probability: float | None
    best_probability: float | None
    status: str
    exploded: Cell | None


class GameShown(BaseModel):
    """How a game stands. Seed and index are there only after the end."""

    id: str
    level: str | None
    height: int
    width: int
    mines: int
    start: str
    winning: str
    agent: str
    rows: list[str]
    status: Literal["playing", "won", "lost"]
    seconds: float
    mines_left: int
    turns: int
    last: EntryShown | None
    say: str
    seed: str | None = None
    index: int | None = None
    reason: dict[str, Any] | None = None
