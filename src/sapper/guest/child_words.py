"""Values, errors and functions of somebody's own file, told in words and lines."""

from __future__ import annotations

import os
from contextlib import suppress
from types import CodeType
from typing import Any

LONGEST_MESSAGE = 300
LONGEST_TRACEBACK = 4_000


def shown(value: object) -> str:
    """A value as its `repr` tells it, if that can be had."""
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:79] + "…"


def words_of(error: BaseException) -> str:
    """An error's name and message."""
    try:
        message = str(error)
    except Exception:
        message = ""
    if isinstance(error, SyntaxError):
        message = error.msg
    return f"{type(error).__name__}: {message}"[:LONGEST_MESSAGE].rstrip(": ")


def own_frames(error: BaseException, file: str) -> tuple[int | None, str]:
    """The innermost line of an error within the file, and the frames in the file's folder."""
    import traceback

    folder = os.path.dirname(file) + os.sep
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith(folder)]
    lines = [frame.lineno for frame in own if frame.filename == file]
    if isinstance(error, SyntaxError) and error.filename == file:
        lines.append(error.lineno)
    text = "".join(traceback.format_list(own[-10:]))
    return lines[-1] if lines else None, text[-LONGEST_TRACEBACK:]


def line_of(thing: Any, file: str) -> int | None:
    """The line of the file at which a function begins, or the first method of a class."""
    with suppress(Exception):
        if isinstance(thing, type):
            lines = [line_of(member, file) for member in vars(thing).values() if callable(member)]
            return min(line for line in lines if line is not None)
        thing = getattr(thing, "__func__", thing)
        while hasattr(thing, "__wrapped__"):
            thing = thing.__wrapped__
        code = thing.__code__
        if isinstance(code, CodeType) and code.co_filename == file:
            return code.co_firstlineno
    return None


def parameters_of(kind: type, method: str, file: str) -> dict[str, Any] | None:
    """The parameters of a method without `self`, and where it begins; None if it has none such."""
    import inspect

    found = getattr(kind, method, None)
    if found is None or found is getattr(object, method, None):
        return None
    try:
        parameters = list(inspect.signature(found).parameters.values())[1:]
    except (TypeError, ValueError):
        return {"line": line_of(found, file), "parameters": []}
    return {
        "line": line_of(found, file),
        "parameters": [
            {
                "name": one.name,
                "kind": one.kind.name.lower(),
                "default": None if one.default is one.empty else shown(one.default),
            }
            for one in parameters
        ],
    }
