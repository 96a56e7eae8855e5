"""What an action is worth: a few numbers, and schemes with names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from math import isfinite
from types import MappingProxyType

from sapper.errors import OutOfRange, UnknownName


@dataclass(frozen=True, slots=True)
class Rewards:
    """The reward of an action is the sum of all that apply.

    >>> Rewards(win=1, loss=-1)
    Rewards(win=1, loss=-1, cell=0.0, progress=0.0, wasted=0.0)
    >>> Rewards.of("signed").loss
    -1.0
    """

    win: float = 0.0
    """It wins the game."""
    loss: float = 0.0
    """It opens a mine."""
    cell: float = 0.0
    """For each cell that it opens."""
    progress: float = 0.0
    """It opens at least one cell."""
    wasted: float = 0.0
    """It changes nothing: the cell is open or flagged already, or there is nothing to chord."""

    def __post_init__(self) -> None:
        if not all(isinstance(part, int | float) and isfinite(part) for part in astuple(self)):
            raise OutOfRange(f"rewards are finite numbers, not {astuple(self)}")

    @classmethod
    def of(cls, reward: Rewards | str) -> Rewards:
        """Rewards as they are, or those of a scheme; an `UnknownName` error lists the schemes."""
        if isinstance(reward, Rewards):
            return reward
        try:
            return REWARDS[reward]
        except (KeyError, TypeError):
            raise UnknownName("reward scheme", reward, REWARDS) from None


REWARDS: Mapping[str, Rewards] = MappingProxyType(
    {
        "win": Rewards(win=1.0),
        "signed": Rewards(win=1.0, loss=-1.0),
        "cells": Rewards(cell=1.0),
        "progress": Rewards(progress=1.0),
        "shaped": Rewards(win=1.0, loss=-1.0, progress=0.1, wasted=-0.1),
    }
)
"""The schemes. The return of a game is, in order: 1 if it is won, else 0; the same with −1 for a
loss; the number of cells opened; the number of actions that opened something; and all of that."""
