"""The words for derivations and odds in English, French, Spanish and Chinese.

Each language is one `Language`, with placeholders in braces that `wording.py` fills in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.catalogue import CODES, Forms, Sentences, read_section
from sapper.errors import WordsError
from sapper.proof.steps import Grade


@dataclass(frozen=True, slots=True)
class Language(Sentences):
    """The sentences of a language, with placeholders; singular and plural where they differ."""

    section: ClassVar[str] = "explanation"

    comma: str
    last_comma: str
    stop: str
    grades: dict[str, str]
    # Names of premises
    number: str
    step: str
    supposition: str
    total: str
    # Claims
    many_cells: Forms
    one_safe: str
    one_mine: str
    all_safe: str
    all_mines: str
    exactly: Forms
    too_many: Forms
    too_few_cells: str
    no_cell_left: Forms
    # Steps
    because_number: str
    because_total: Forms
    because_subset: str
    because_overlap: Forms
    because_all_safe: str
    because_all_mines: str
    suppose: str
    contradiction: str
    therefore: str
    # Whole answers
    derived: Forms
    derived_with_total: Forms
    odds: str
    odds_numbers: str
    odds_total_only: str
    odds_best: str
    odds_better: str
    odds_safe: str
    first_free: str


def _read(code: str) -> Language:
    language = read_section(Language, code, Language.section)
    if set(language.grades) != set(Grade):
        raise WordsError(f"{code}.json, {Language.section}: grades must name {', '.join(Grade)}")
    return language


LANGUAGES = {code: _read(code) for code in CODES}
"""The languages by their codes."""
