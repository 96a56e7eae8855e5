"""The sentences that Python and the page share: one JSON file for each language, in `words/`.

Each file has sections of sentences with placeholders in braces; a pair is a singular and a plural.
A section is read as a dataclass with a field for each sentence, so that a sentence that is missing,
misspelt or of the wrong kind is noticed as soon as it is loaded. The page reads the same files in
`interface/web/static/modules/wording.js`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias, TypeVar, get_type_hints

from sapper.errors import WordsError

Forms: TypeAlias = tuple[str, str]
"""What to say of one, and of any other number."""
Section = TypeVar("Section")


def read_section(kind: type[Section], language: str, name: str) -> Section:
    """A section of a language's sentences, as the dataclass that lists them.

    >>> read_section(Answers, "en", "answers").certain
    '{cell} is certainly safe.'
    """
    return check_section(kind, _file(language)[name], f"{language}.json, {name}")


def check_section(kind: type[Section], content: Any, where: str) -> Section:
    """Sentences as the dataclass that lists them; `WordsError` if they do not fit.

    >>> @dataclass
    ... class Greeting:
    ...     hello: str
    >>> check_section(Greeting, {"hello": "Good day"}, "en.json")
    Greeting(hello='Good day')
    >>> check_section(Greeting, {"hallo": "Guten Tag"}, "de.json")
    Traceback (most recent call last):
    sapper.errors.WordsError: de.json: hello is missing
    """
    expected = get_type_hints(kind)
    for name in expected:
        if name not in content:
            raise WordsError(f"{where}: {name} is missing")
    for name in content:
        if name not in expected:
            raise WordsError(f"{where}: {name} is no sentence that anybody says")
    return kind(
        **{name: _read(content[name], hint, f"{where}: {name}") for name, hint in expected.items()}
    )


def form(forms: Forms, number: int) -> str:
    """The singular or the plural.

    >>> form(("{n} cell", "{n} cells"), 1)
    '{n} cell'
    """
    return forms[0] if number == 1 else forms[1]


def _read(content: Any, hint: Any, where: str) -> Any:
    is_text = isinstance(content, str)
    is_pair = isinstance(content, list) and [type(each) for each in content] == [str, str]
    is_table = isinstance(content, dict) and all(isinstance(each, str) for each in content.values())
    if (hint is str and is_text) or (hint == dict[str, str] and is_table):
        return content
    if hint == Forms and is_pair:
        return tuple(content)
    what = {str: "a sentence", Forms: "a pair of sentences"}.get(hint, "a table of words")
    raise WordsError(f"{where} must be {what}")


@cache
def _file(language: str) -> Any:
    path = files("sapper") / "words" / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Answers:
    """What is said of a position, apart from explanations; only in English so far."""

    # Lists and chances
    comma: str
    last_comma: str
    percent: str
    under: str
    over: str
    # Hints
    certain: str
    first: str
    fair: str
    guess: str
    guess_with_odds: str
    remove_flag: str
    flag: str
    nothing_to_open: str
    nothing_to_do: str
    # What spoke for the best guess
    no_rival: str
    against: str
    played_out: str
    less_risk: str
    opens: str
    leaves_safe: str
    tells_more: str
    better_positions: str
    hardly_better: str
    more_risk: str
    # Odds that are not complete
    budget_ran_out: str
    too_wide: str
    # Inconsistent positions
    number: str
    more_numbers: Forms
    total: Forms
    one_impossible: str
    contradict: str
    hidden_cells: Forms
    total_does_not_fit: str


ANSWERS = read_section(Answers, "en", "answers")


def listed(items: Sequence[str]) -> str:
    """`a, b and c`: at least one.

    >>> listed(["the 3 at (0, 0)", "a total of 2 mines"])
    'the 3 at (0, 0) and a total of 2 mines'
    """
    *most, last = items
    return ANSWERS.comma.join(most) + ANSWERS.last_comma + last if most else last
