"""What is wrong with a request, in one line, for every server that checks them with pydantic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

WHOLE_NUMBER, NUMBER, TEXT = "must be a whole number", "must be a number", "must be text"
YES_OR_NO, LIST, OBJECT = "must be true or false", "must be a list", "must be an object"
CHOICE = "must be {expected}"

SENTENCES = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "json_invalid": "this is not JSON: {error}",
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be more than {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
    "finite_number": NUMBER,
    "float_parsing": NUMBER,
    "float_type": NUMBER,
    "int_from_float": WHOLE_NUMBER,
    "int_parsing": WHOLE_NUMBER,
    "int_parsing_size": WHOLE_NUMBER,
    "int_type": WHOLE_NUMBER,
    "bool_parsing": YES_OR_NO,
    "bool_type": YES_OR_NO,
    "string_type": TEXT,
    "string_unicode": TEXT,
    "string_too_long": "may have at most {max_length} characters",
    "string_too_short": "must not be empty",
    "string_pattern_mismatch": "must match {pattern}",
    "list_type": LIST,
    "too_long": "may have at most {max_length} entries, not {actual_length}",
    "too_short": "must have at least {min_length} entries, not {actual_length}",
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
    "enum": CHOICE,
    "literal_error": CHOICE,
    "value_error": "{error}",
}
"""What to say about a value, by the type of the validation error."""


def say_invalid(errors: Sequence[Mapping[str, Any]]) -> str:
    """Where the first of the validation errors is, and what to do about it.

    >>> found = {"type": "less_than_equal", "loc": ("body", "height"), "ctx": {"le": 200}}
    >>> say_invalid([{**found, "msg": "Input should be less than or equal to 200"}])
    'height: must be at most 200'
    """
    first = errors[0]
    where = " ".join(str(part) for part in first["loc"] if part != "body")
    sentence = SENTENCES.get(first["type"])
    said: str = sentence.format_map(first.get("ctx", {})) if sentence else first["msg"]
    return f"{where}: {said}" if where else said
