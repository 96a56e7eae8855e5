"""Choices that people make by name: start rules, formats, grades."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Self

from sapper.errors import UnknownName


class NamedChoice(StrEnum):
    """One of a few names; an unknown one is answered with the list of all.

    >>> class Colour(NamedChoice, kind="colour"):
    ...     RED = "red"
    ...     BLUE = "blue"
    >>> Colour.of("red") is Colour.of(Colour.RED) is Colour.RED
    True
    >>> Colour.of("green")
    Traceback (most recent call last):
    sapper.errors.UnknownName: no colour is called 'green'; there are: red, blue
    """

    _kind: ClassVar[str]

    def __init_subclass__(cls, *, kind: str) -> None:
        """`kind`: what the names stand for, as the error calls it."""
        super().__init_subclass__()
        cls._kind = kind

    @classmethod
    def of(cls, name: Self | str) -> Self:
        """Look up a choice by its name; an `UnknownName` error lists them all."""
        try:
            return cls(name)
        except ValueError:
            raise UnknownName(cls._kind, name, cls) from None
