"""Signs that an output can't write, degraded to ones that it can.

A terminal or a pipe may speak ASCII or a code page such as cp1252, which lack the signs that boards
are drawn with. One table says what stands for each of them; Python asks it, character by character,
through the streams' error handler, so no command has to know.
"""

from __future__ import annotations

import codecs
import re
import sys
from io import TextIOWrapper
from unicodedata import combining, normalize

HANDLER = "sapper.plain"
HANDLER_ON_A_SCREEN = "sapper.plain-on-a-screen"

SIGNS = {
    # On boards
    "·": "-",
    "⚑": "F",
    "✱": "*",
    "○": "o",
    "☺": ":)",
    "☹": ":(",
    "▐": "|",
    "▌": "|",
    # In sentences and tables
    "…": "...",
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "x",
    "±": "+-",
    "≈": "~",
    "≤": "<=",
    "≥": ">=",
    "√": "sqrt ",
    "µ": "u",
    "μ": "u",
    "χ": "chi",
    "¬": "not ",
    "∨": "or",
    "⁷": "^7",
    "⁸": "^8",
    "‹": "<",
    "›": ">",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "¿": "",
    "¡": "",
    "←": "<-",
    "→": "->",
    "↑": "^",
    "↓": "v",
    "◂": "<",
    "▸": ">",
    "▴": "^",
    "▾": "v",
    "●": "*",
    "•": "*",
    # In frames
    **dict.fromkeys("─━┄┅┈┉╌╍═╴╶╸╺╼╾▀▁▂▃▄▔", "-"),
    **dict.fromkeys("│┃┆┇┊┋╎╏║╵╷╹╻╽╿▏▎▕", "|"),
    "╱": "/",
    "╲": "\\",
    "╳": "X",
}
"""What stands for a sign."""

ON_A_SCREEN = {"←": "<", "→": ">", "±": "~", "☺": "!", "☹": "!", "▀": " "}
"""What stands for it where nothing may get wider: on a screen, the rest of the line would move."""

ESCAPED = re.compile(r"\\[xuU]")
"""How the code of a character begins that has no plain sign."""
ANY_OF = {range(0x2500, 0x2580): "+", range(0x2580, 0x25A0): "#", range(0x2800, 0x2900): "."}
"""All other lines, blocks, and the dots that spinners turn in."""


def degrade_output(on_a_screen: bool = False) -> None:
    """From now on, standard output and error write plain signs for those they can't encode."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER_ON_A_SCREEN if on_a_screen else HANDLER)


def is_unicode_output() -> bool:
    """Whether standard output can write any character."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


def encodable(text: str, encoding: str) -> str:
    """A text with plain signs for those that an encoding lacks.

    >>> encodable("⚑ at (0, 3) · 16×30 …", "ascii")
    'F at (0, 3) - 16x30 ...'
    >>> encodable("⚑ at (0, 3) · 16×30 …", "cp1252")
    'F at (0, 3) · 16×30 …'
    """
    return text.encode(encoding, HANDLER).decode(encoding)


def is_readable(text: str, encoding: str) -> bool:
    """Whether an encoding has a sign, or a plain one, for every character.

    >>> [is_readable(text, "ascii") for text in ("sûre", "安全", "\\N{SECTION SIGN} 1")]
    [True, False, False]
    """
    return not ESCAPED.search(encodable(text, encoding))


def _plain(character: str) -> str:
    """What stands for a character: its sign, its letter without the accent, or its code."""
    if character in SIGNS:
        return SIGNS[character]
    for code_points, sign in ANY_OF.items():
        if ord(character) in code_points:
            return sign
    letters = "".join(part for part in normalize("NFKD", character) if not combining(part))
    return letters if letters.isascii() else character.encode("ascii", "backslashreplace").decode()


def _plain_on_a_screen(character: str) -> str:
    return ON_A_SCREEN.get(character) or _plain(character)[:1] or " "


def _handle(error: UnicodeError, on_a_screen: bool = False) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    stand_in = _plain_on_a_screen if on_a_screen else _plain
    return "".join(map(stand_in, error.object[error.start : error.end])), error.end


codecs.register_error(HANDLER, _handle)
codecs.register_error(HANDLER_ON_A_SCREEN, lambda error: _handle(error, on_a_screen=True))
