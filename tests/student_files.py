"""Files as students write them: one that is right, and changes to it that are not."""

from __future__ import annotations

from pathlib import Path

STUDENT = """\
import itertools
import random


class Sentence:
    def __init__(self, cells, count):
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other):
        return self.cells == other.cells and self.count == other.count

    def __str__(self):
        return f"{self.cells} = {self.count}"

    def known_mines(self):
        return set(self.cells) if len(self.cells) == self.count else set()

    def known_safes(self):
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell):
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell):
        self.cells.discard(cell)


class MinesweeperAI:
    def __init__(self, height=8, width=8):
        self.height = height
        self.width = width
        self.moves_made = set()
        self.mines = set()
        self.safes = set()
        self.knowledge = []

    def mark_mine(self, cell):
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell):
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell, count):
        self.moves_made.add(cell)
        self.mark_safe(cell)
        around = set()
        for row in range(max(cell[0] - 1, 0), min(cell[0] + 2, self.height)):
            for column in range(max(cell[1] - 1, 0), min(cell[1] + 2, self.width)):
                if (row, column) in self.mines:
                    count -= 1
                elif (row, column) not in self.safes:
                    around.add((row, column))
        self.knowledge.append(Sentence(around, count))
        self.conclude()

    def conclude(self):
        changed = True
        while changed:
            changed = False
            for sentence in list(self.knowledge):
                for cell in sentence.known_mines() - self.mines:
                    self.mark_mine(cell)
                    changed = True
                for cell in sentence.known_safes() - self.safes:
                    self.mark_safe(cell)
                    changed = True
            kept = []
            for sentence in self.knowledge:
                if sentence.cells and sentence not in kept:
                    kept.append(sentence)
            self.knowledge = kept
            for one, other in itertools.permutations(list(self.knowledge), 2):
                if one.cells < other.cells:
                    new = Sentence(other.cells - one.cells, other.count - one.count)
                    if new not in self.knowledge:
                        self.knowledge.append(new)
                        changed = True

    def make_safe_move(self):
        for cell in sorted(self.safes - self.moves_made):
            return cell
        return None

    def make_random_move(self):
        cells = itertools.product(range(self.height), range(self.width))
        choices = [cell for cell in cells if cell not in self.moves_made | self.mines]
        return random.choice(choices) if choices else None
"""
"""A solution that keeps the course's interface and draws every conclusion of its rules."""

AGENT = """\
from sapper.agents.base import Agent, Conclusions, Drawn, Move


class First(Agent):
    name = "first"
    summary = "opens the first hidden cell"

    def __init__(self, *, seed=0, start="safe", step=1):
        super().__init__(seed=seed, start=start)
        self.step = step

    def choose(self, view):
        return Move(view.hidden()[self.step - 1], False, 0.5, Drawn(view.hidden_count))

    def conclusions(self, view):
        return Conclusions()
"""
"""An agent of Sapper's own kind."""


def student_file(folder: Path, old: str = "", new: str = "", name: str = "minesweeper.py") -> Path:
    """The student's file, with a change that breaks it."""
    assert old in STUDENT
    file = folder / name
    file.write_text(STUDENT.replace(old, new, 1) if old else STUDENT)
    return file


def line_with(file: Path, text: str) -> int:
    """The number of the first line that holds the text."""
    lines = file.read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)
