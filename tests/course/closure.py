"""The obvious closure of sentences under the two rules: too plain to be wrong, and far too slow."""

from __future__ import annotations

from sapper.course import Sentence
from sapper.grid import Cell

Plain = set[tuple[frozenset[Cell], int]]


def obvious_closure(told: Plain) -> tuple[Plain, set[Cell], set[Cell]]:
    """Every sentence that follows by the two rules, the mines and the safe cells.

    It knows one thing to do: look at all sentences, and at all pairs, and start again.
    """
    sentences = {(cells, count) for cells, count in told if cells}
    mines: set[Cell] = set()
    safes: set[Cell] = set()
    while True:
        for cells, count in sentences:
            if count == 0:
                safes |= cells
            if count == len(cells):
                mines |= cells
        reduced = {
            (cells - mines - safes, count - len(cells & mines)) for cells, count in sentences
        }
        derived = {
            (large - small, large_count - small_count)
            for small, small_count in reduced
            for large, large_count in reduced
            if small < large
        }
        closed = {(cells, count) for cells, count in reduced | derived if cells}
        if closed == sentences:
            return sentences, mines, safes
        sentences = closed


def as_plain(sentences: list[Sentence]) -> Plain:
    return {(frozenset(sentence.cells), sentence.count) for sentence in sentences}
