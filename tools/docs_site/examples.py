"""Shows the examples in docstrings as sessions: for Markdown, `>>>` would be a quotation."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^>>> .*?(?=\n[ \t]*\n|\Z)", re.MULTILINE | re.DOTALL)


class Examples(Extension):
    """Fences the examples of every docstring."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        """Change the docstring of an object that was read."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    r"""The text with its examples in fences.

    >>> fenced("One.\n\n>>> 1\n1\n\nTwo.")
    'One.\n\n```pycon\n>>> 1\n1\n```\n\nTwo.'
    """
    return EXAMPLE.sub(lambda example: f"```pycon\n{example.group().rstrip()}\n```", text)
