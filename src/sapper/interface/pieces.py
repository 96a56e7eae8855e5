"""What a line of words is not broken within, in any language: the pieces of a text."""

from __future__ import annotations

import re

WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
"""Characters that are as wide as high, their punctuation among them."""
CLOSING = "\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f\u201d"
"""What no line begins with."""
IS_WIDE = re.compile(f"[{WIDE}]")
PIECE = re.compile(f" *(?:[{WIDE}]|[^ {WIDE}]+(?:(?<=\\d) (?:%|s\\b)[^ {WIDE}]*)?)[{CLOSING}]*")
"""What a line is not broken within: a word, a number with its unit, or a wide character."""
