"""What somebody's AI believes, read from its attributes: none of it is trusted, all is bounded."""

from __future__ import annotations

from typing import Any

from sapper.guest.child_words import LONGEST_MESSAGE, shown, words_of

MOST_CELLS = 100_000
"""In one set, and in all sentences together; what is beyond is cut off, and said."""
MOST_SENTENCES = 5_000
LARGEST = 1 << 31
MOST_ODDITIES = 20

Cell = tuple[int, int]


def read_beliefs(ai: Any) -> dict[str, Any]:
    """The sets and sentences of an AI as far as they can be read, and what could not be."""
    oddities: list[str] = []
    beliefs: dict[str, Any] = {
        name: read_set(ai, name, oddities) for name in ("moves_made", "safes", "mines")
    }
    beliefs["sentences"] = read_knowledge(ai, oddities)
    beliefs["oddities"] = [oddity[:LONGEST_MESSAGE] for oddity in oddities[:MOST_ODDITIES]]
    return beliefs


def read_set(ai: Any, name: str, oddities: list[str]) -> list[int]:
    """The cells of one of the AI's sets, as `read_cells` writes them."""
    found = attribute(ai, name, oddities)
    if found is None:
        return []
    if not isinstance(found, set | frozenset):
        oddities.append(f"{name} is a {type(found).__name__}, not a set")
    return read_cells(found, name, oddities)


def read_cells(found: Any, name: str, oddities: list[str]) -> list[int]:
    """The cells in a collection: row, column, row, column and so on, which is read fast."""
    cells: list[int] = []
    try:
        if len(found) > MOST_CELLS:
            oddities.append(f"{name} has {len(found):,} members; the first {MOST_CELLS:,} are read")
        for place, member in enumerate(list(found) if len(found) <= MOST_CELLS else found):
            if place >= MOST_CELLS:
                break
            cell = as_cell(member)
            if cell is None:
                oddities.append(f"{name} holds {shown(member)}, which is not a cell")
            else:
                cells += cell
    except Exception as error:
        oddities.append(f"{name} can't be read: {words_of(error)}")
    return cells


def read_knowledge(ai: Any, oddities: list[str]) -> list[tuple[list[int], int]]:
    """The sentences that the AI keeps, in their order."""
    found = attribute(ai, "knowledge", oddities)
    if found is None:
        return []
    if not isinstance(found, list):
        oddities.append(f"knowledge is a {type(found).__name__}, not a list")
    sentences, cells = [], 0
    try:
        for place, sentence in enumerate(found):
            if place >= MOST_SENTENCES or cells >= MOST_CELLS:
                oddities.append(f"knowledge has {len(found):,} sentences; {place:,} are read")
                break
            read, odd = read_sentence(sentence)
            oddities.extend(odd)
            if read is not None:
                sentences.append(read)
                cells += len(read[0])
    except Exception as error:
        oddities.append(f"knowledge can't be read: {words_of(error)}")
    return sentences


def read_sentence(sentence: Any) -> tuple[tuple[list[int], int] | None, list[str]]:
    """A sentence's cells and count, if it has both; and what is odd about it."""
    oddities: list[str] = []
    cells = attribute(sentence, "cells", oddities, "a sentence")
    count = attribute(sentence, "count", oddities, "a sentence")
    if oddities:
        return None, oddities
    if not isinstance(cells, set | frozenset):
        oddities.append(f"a sentence's cells are a {type(cells).__name__}, not a set")
    number = as_number(count)
    if number is None:
        return None, [*oddities, f"a sentence's count is {shown(count)}, not a whole number"]
    return (read_cells(cells, "a sentence", oddities), number), oddities


def attribute(holder: Any, name: str, oddities: list[str], of: str = "the AI") -> Any:
    """An attribute, or None and a remark."""
    try:
        found = getattr(holder, name)
    except Exception as error:
        oddities.append(f"{name} of {of} can't be read: {words_of(error)}")
        return None
    if found is None:
        oddities.append(f"{name} of {of} is None")
    return found


def as_cell(value: object) -> Cell | None:
    """A pair of whole numbers as such; None for anything else."""
    if isinstance(value, tuple) and len(value) == 2:
        row, column = value
        if type(row) is type(column) is int and max(abs(row), abs(column)) < LARGEST:
            return row, column  # the usual
        row, column = as_number(row), as_number(column)
        if row is not None and column is not None:
            return row, column
    return None


def as_number(value: Any) -> int | None:
    """A whole number of moderate size as such; None for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    number = int(value)
    return number if -LARGEST < number < LARGEST else None


def as_returned(value: Any) -> object:
    """What a method of a sentence returned, if it is of a kind that one may return."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value[:LONGEST_MESSAGE]
    if isinstance(value, set | frozenset) and len(value) <= MOST_CELLS:
        oddities: list[str] = []
        cells = read_cells(value, "it", oddities)
        return None if oddities else {"cells": cells}
    return None
