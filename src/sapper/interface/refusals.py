"""What is wrong with a request, in one line, for every server that checks them with pydantic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

BOUNDS = {
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
}
"""What to say about a number out of bounds, by the type of the validation error."""


def say_invalid(errors: Sequence[Mapping[str, Any]]) -> str:
    """Where the first of the validation errors is, and what to do about it.

    >>> found = {"type": "less_than_equal", "loc": ("body", "height"), "ctx": {"le": 200}}
    >>> say_invalid([{**found, "msg": "Input should be less than or equal to 200"}])
    'height: must be at most 200'
    """
    first = errors[0]
    where = " ".join(str(part) for part in first["loc"] if part != "body")
    bound = BOUNDS.get(first["type"])
    said: str = bound.format_map(first["ctx"]) if bound else first["msg"]
    return f"{where}: {said}" if where else said
