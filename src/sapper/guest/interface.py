"""Which of the course's classes and methods a guest has, and what they take."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sapper.guest.operations import COURSE_INTERFACE, plain, whole_or_none


@dataclass(frozen=True, slots=True)
class GuestParameter:
    """A parameter of a method; `default` is as Python shows it, None where there is none."""

    name: str
    kind: str
    """One of positional_only, positional_or_keyword, var_positional, keyword_only, var_keyword."""
    default: str | None


@dataclass(frozen=True, slots=True)
class GuestMethod:
    """A method, the line it begins at, and its parameters after `self`."""

    line: int | None
    parameters: tuple[GuestParameter, ...]

    @property
    def least(self) -> int:
        """How many arguments it needs."""
        return sum(
            one.kind.startswith("positional") and one.default is None for one in self.parameters
        )

    @property
    def most(self) -> int | None:
        """How many arguments it takes by position; None for any number."""
        if any(one.kind == "var_positional" for one in self.parameters):
            return None
        return sum(one.kind.startswith("positional") for one in self.parameters)


@dataclass(frozen=True, slots=True)
class GuestClass:
    """A class, the line of its first method, and those of the course's methods that it has."""

    line: int | None
    methods: dict[str, GuestMethod] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GuestInterface:
    """Those of the course's classes that there are.

    The class that plays stands under `MinesweeperAI`, whatever it is called.
    """

    classes: dict[str, GuestClass]

    def missing(self) -> list[str]:
        """What the course's interface has, and the guest has not."""
        found = []
        for name, methods in COURSE_INTERFACE.items():
            if name not in self.classes:
                found.append(name)
                continue
            there = self.classes[name].methods
            found += [f"{name}.{method}" for method in methods if method not in there]
        return found

    def method(self, of: str, name: str) -> GuestMethod | None:
        """A method of a class, if both are there."""
        return self.classes[of].methods.get(name) if of in self.classes else None


def read_interface(answer: dict[str, Any]) -> GuestInterface:
    """The interface, from what the guest sent.

    >>> read_interface({"classes": {"Sentence": {"line": 3, "methods": {}}}}).classes["Sentence"]
    GuestClass(line=3, methods={})
    """
    return GuestInterface(
        {
            name: GuestClass(
                whole_or_none(told["line"]),
                {
                    method: _method(found)
                    for method, found in told["methods"].items()
                    if method in COURSE_INTERFACE[name]
                },
            )
            for name, told in answer["classes"].items()
            if name in COURSE_INTERFACE
        }
    )


def _method(told: dict[str, Any]) -> GuestMethod:
    return GuestMethod(
        whole_or_none(told["line"]),
        tuple(
            GuestParameter(
                plain(one["name"]),
                plain(one["kind"]),
                None if one["default"] is None else plain(one["default"]),
            )
            for one in told["parameters"]
        ),
    )
