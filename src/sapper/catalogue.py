"""Everything that Sapper says, in four languages: one JSON file for each, in `words/`.

Each file has sections of sentences with placeholders in braces; a pair is a singular and a plural.
A section is read as a dataclass with a field for each sentence, so that a sentence that is missing,
misspelt, of the wrong kind, or with other placeholders than in English, is noticed as soon as it is
loaded. The page reads the same files in `interface/web/static/modules/wording.js`.

`spoken` gives a section in the language that is spoken now. That is English, unless a program that
talks to one person says otherwise (`speak`), or a server that talks to many does (`speaking`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, TypeAlias, TypeVar, get_type_hints

from sapper.errors import UnknownName, WordsError

ENGLISH = "en"
CODES = (ENGLISH, "fr", "es", "zh")
"""The languages by their codes. To add one, add its file to `words/` and its code here."""
VARIABLE = "SAPPER_LANGUAGE"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that may name a language, the most important first."""

Forms: TypeAlias = tuple[str, str]
"""What to say of one, and of any other number."""
PLACEHOLDER = re.compile(r"\{\w*")


def counted(number: int, one: str) -> str:
    """A number of things, in the English of errors and of what is not translated.

    >>> counted(1, "move"), counted(3, "move")
    ('1 move', '3 moves')
    """
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


class Sentences:
    """What a section of the files holds: a dataclass with a field for each sentence."""

    __slots__ = ()
    section: ClassVar[str]
    """The name of the section in every file."""


Section = TypeVar("Section")
Spoken = TypeVar("Spoken", bound=Sentences)


# The language


_everywhere = [ENGLISH]
_here: ContextVar[str | None] = ContextVar("language", default=None)


def language() -> str:
    """The code of the language that is spoken now.

    >>> language()
    'en'
    """
    return _here.get() or _everywhere[0]


def speak(code: str) -> None:
    """Speak a language from now on, everywhere in this process.

    >>> speak("en")
    >>> speak("la")
    Traceback (most recent call last):
    sapper.errors.UnknownName: no language is called 'la'; there are: en, fr, es, zh
    """
    _everywhere[0] = check_language(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for as long as this lasts, in this thread or task alone.

    >>> with speaking("fr"):
    ...     spoken(Answers).percent.format(percent=50)
    '50 %'
    """
    token = _here.set(check_language(code))
    try:
        yield
    finally:
        _here.reset(token)


def check_language(code: str) -> str:
    """The code, or `UnknownName` if there are no words in that language."""
    if code not in CODES:
        raise UnknownName("language", code, CODES)
    return code


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language that somebody's environment asks for; English if it names no other.

    `SAPPER_LANGUAGE` must name one of ours. The locale is whatever the system has.

    >>> language_of({"LANG": "fr_CA.UTF-8"}), language_of({"LANG": "de_DE.UTF-8"})
    ('fr', 'en')
    >>> language_of({"SAPPER_LANGUAGE": "zh", "LANG": "fr_FR"})
    'zh'
    """
    if wanted := environment.get(VARIABLE):
        return check_language(wanted)
    named = next((environment[name] for name in LOCALE if environment.get(name)), "")
    code = re.split("[_.@-]", named)[0].lower()
    return code if code in CODES else ENGLISH


# The sentences


_known: dict[tuple[type, str], Any] = {}
"""The sections that have been read."""


def spoken(kind: type[Spoken]) -> Spoken:
    """A section in the language that is spoken now.

    >>> spoken(Answers).certain
    '{cell} is certainly safe.'
    """
    return read_section(kind, language(), kind.section)


def read_section(kind: type[Section], language: str, name: str) -> Section:
    """A section of a language's sentences, as the dataclass that lists them.

    >>> read_section(Answers, "en", "answers").certain
    '{cell} is certainly safe.'
    """
    known: Section | None = _known.get((kind, language))
    if known is not None:
        return known
    where = f"{language}.json, {name}"
    section = check_section(kind, _file(language)[name], where)
    if language != ENGLISH:
        _check_fillings(section, read_section(kind, ENGLISH, name), where)
    _known[kind, language] = section
    return section


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
    hints = get_type_hints(kind)
    expected = {field.name: hints[field.name] for field in fields(kind)}  # type: ignore[arg-type]
    for name in expected:
        if name not in content:
            raise WordsError(f"{where}: {name} is missing")
    for name in content:
        if name not in expected:
            raise WordsError(f"{where}: {name} is no sentence that anybody says")
    return kind(
        **{name: _read(content[name], hint, f"{where}: {name}") for name, hint in expected.items()}
    )


def _check_fillings(section: object, english: object, where: str) -> None:
    """Each sentence fills in what its English one does, and each table has the same entries."""
    for field in fields(section):  # type: ignore[arg-type]
        ours, theirs = (getattr(each, field.name) for each in (section, english))
        table, english_table = (
            each if isinstance(each, dict) else {"": each} for each in (ours, theirs)
        )
        if set(table) != set(english_table):
            raise WordsError(f"{where}: {field.name} must name {', '.join(english_table)}")
        for name, sentence in table.items():
            if _fillings(sentence) != _fillings(english_table[name]):
                told = f"{field.name} {name}".strip()
                raise WordsError(f"{where}: {told} must fill in what it does in English")


def _fillings(sentence: str | Forms) -> set[str]:
    return set(PLACEHOLDER.findall(sentence if isinstance(sentence, str) else " ".join(sentence)))


def form(forms: Forms, number: int) -> str:
    """The singular or the plural.

    >>> form(("{n} cell", "{n} cells"), 1)
    '{n} cell'
    >>> with speaking("fr"):
    ...     form(("{n} case", "{n} cases"), 0)
    '{n} case'
    """
    return forms[0] if str(number) in spoken(Answers).singulars.split() else forms[1]


def decimal(number: float, digits: int = 1) -> str:
    """A number with so many decimals, as it is written in the language that is spoken now.

    >>> decimal(17.34), decimal(0.5, 2)
    ('17.3', '0.50')
    >>> with speaking("fr"):
    ...     decimal(17.34)
    '17,3'
    """
    return f"{number:.{digits}f}".replace(".", spoken(Answers).decimal_mark)


def grouped(number: int) -> str:
    """A whole number whose thousands are set apart.

    >>> grouped(40_000)
    '40,000'
    """
    return f"{number:,}".replace(",", spoken(Answers).thousands_mark)


def many(forms: Forms, number: int) -> str:
    """A number of things.

    >>> many(("{n} cell", "{n} cells"), 3)
    '3 cells'
    """
    return form(forms, number).format(n=number)


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
class Answers(Sentences):
    """What is said of a position, apart from explanations."""

    section: ClassVar[str] = "answers"

    # Numbers
    decimal_mark: str
    thousands_mark: str
    singulars: str
    """Of so many things one speaks in the singular."""
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


def listed(items: Sequence[str]) -> str:
    """`a, b and c`: at least one.

    >>> listed(["the 3 at (0, 0)", "a total of 2 mines"])
    'the 3 at (0, 0) and a total of 2 mines'
    """
    *most, last = items
    say = spoken(Answers)
    return say.comma.join(most) + say.last_comma + last if most else last
