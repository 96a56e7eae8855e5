"""Shapes as JSON: the one way in which data leaves the process.

A shape is a frozen dataclass. Its fields are what a program reads, whether it runs the command or
asks the server, and the server's OpenAPI description is derived from the same fields.
"""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache
from typing import Any

COMPACT = (",", ":")


def to_json(
    shape: object, *, indent: int | None = None, compact: bool = False, in_ascii: bool = False
) -> str:
    """A shape as JSON text; cells are written as `[row, column]`, sets in order.

    `in_ascii` escapes all other characters, for an output that can't encode them.

    >>> from sapper.agents.base import Conclusions
    >>> to_json(Conclusions(safe=frozenset({(1, 2), (0, 3)})))
    '{"safe": [[0, 3], [1, 2]], "mines": []}'
    """
    return _encoder(indent, compact, in_ascii).encode(shape)


def plain(shape: object) -> Any:
    """A shape as a program reads it: dictionaries, lists, strings, numbers, booleans and None.

    >>> from sapper.level import Level
    >>> plain(Level.named("expert"))
    {'height': 16, 'width': 30, 'mines': 99, 'start': 'safe', 'name': 'expert'}
    """
    return json.loads(to_json(shape))


@cache
def _encoder(indent: int | None, compact: bool, in_ascii: bool) -> json.JSONEncoder:
    # It writes tuples and string enums itself, so that the hundreds of cells of an opening cost no
    # Python call each.
    return json.JSONEncoder(
        default=_parts,
        ensure_ascii=in_ascii,
        allow_nan=False,
        indent=indent,
        separators=COMPACT if compact else None,
    )


def _parts(value: object) -> object:
    """One layer of what the encoder can't write by itself: a shape or a set."""
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    shape: Any = type(value)
    return {name: getattr(value, name) for name in _field_names(shape)}


@cache
def _field_names(shape: type) -> tuple[str, ...]:
    """The fields of a shape; a `TypeError` for anything else."""
    return tuple(field.name for field in fields(shape))
