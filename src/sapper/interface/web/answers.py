"""What only the server says. Everything else it sends is a shape that the command prints, too."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, in one sentence."""

    error: str
