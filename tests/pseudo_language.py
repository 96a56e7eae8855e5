"""A language without Latin letters, to find what does not come from the catalogue.

Its sentences are the English ones with every letter replaced, but not their placeholders. Whatever
then stands on a screen in Latin letters is a name, or was written into the program.
"""

from __future__ import annotations

import re
from calendar import month_abbr
from string import ascii_letters
from typing import Any

import pytest

from sapper import catalogue
from sapper.proof.languages import LANGUAGES, Language

CODE = "pseudo"
KEPT = re.compile(r"(\{\w*\}|%[a-zA-Z])")
LETTERS = str.maketrans({each: chr(0x3B1 + place % 24) for place, each in enumerate(ascii_letters)})
TYPED = "beginner intermediate course easy medium hard tricky fiendish total any fair none safe"
AGENTS_AND_RULES = "expert exact sentence resolution random opening given"
KEYS = "Ctrl"
NAMES = frozenset(" ".join(("Sapper", TYPED, AGENTS_AND_RULES, KEYS, *month_abbr)).split())
"""The names of levels, grades, rules and agents are typed as they are; Ctrl is Ctrl everywhere."""
WORD = re.compile(r"[A-Za-z]{2,}")


def speak_pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak it until the test ends."""
    read = catalogue._file
    pseudo = translated(read(catalogue.ENGLISH))
    monkeypatch.setattr(catalogue, "CODES", (*catalogue.CODES, CODE))
    monkeypatch.setattr(catalogue, "_file", lambda code: pseudo if code == CODE else read(code))
    monkeypatch.setattr(catalogue, "_known", {})
    explanation = catalogue.read_section(Language, CODE, Language.section)
    monkeypatch.setitem(LANGUAGES, CODE, explanation)
    catalogue.speak(CODE)


def translated(content: Any) -> Any:
    """The words of a file, or a part of it."""
    if isinstance(content, dict):
        return {name: translated(each) for name, each in content.items()}
    if isinstance(content, list):
        return [translated(each) for each in content]
    parts = enumerate(KEPT.split(content))
    return "".join(part if place % 2 else part.translate(LETTERS) for place, part in parts)


def english_in(text: str) -> set[str]:
    """The words in Latin letters that are no names."""
    return set(WORD.findall(text)) - NAMES
