"""A plain solution of the course's project; each broken module beside it changes one thing."""

import random


class Sentence:
    """Of `cells`, exactly `count` are mines."""

    def __init__(self, cells, count):
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other):
        return self.cells == other.cells and self.count == other.count

    def __str__(self):
        return f"{self.cells} = {self.count}"

    def known_mines(self):
        return set(self.cells) if self.count == len(self.cells) else set()

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
        self.keep(self.sentence_about(cell, count))
        self.draw_conclusions()

    def neighbours(self, cell):
        row, column = cell
        return {
            (i, j)
            for i in range(max(0, row - 1), min(self.height, row + 2))
            for j in range(max(0, column - 1), min(self.width, column + 2))
            if (i, j) != cell
        }

    def sentence_about(self, cell, count):
        around = self.neighbours(cell)
        return Sentence(around - self.safes - self.mines, count - len(around & self.mines))

    def keep(self, sentence):
        if sentence.cells and sentence not in self.knowledge:
            self.knowledge.append(sentence)

    def draw_conclusions(self):
        """Both rules, until neither brings anything new."""
        self.settle()
        while self.infer():
            self.settle()

    def settle(self):
        """Mark what single sentences settle, until none does; drop what is empty or there twice."""
        self.catch_up()
        while True:
            safes = set().union(*(sentence.known_safes() for sentence in self.knowledge))
            mines = set().union(*(sentence.known_mines() for sentence in self.knowledge))
            for cell in safes:
                self.mark_safe(cell)
            for cell in mines:
                self.mark_mine(cell)
            self.tidy()
            if not safes and not mines:
                return

    def catch_up(self):
        """Others may have added to `mines` and `safes`."""
        for cell in self.mines:
            self.mark_mine(cell)
        for cell in self.safes:
            self.mark_safe(cell)

    def tidy(self):
        kept, self.knowledge = self.knowledge, []
        for sentence in kept:
            self.keep(sentence)

    def infer(self):
        """Add what the subset rule gives; return whether that is anything new."""
        found = [
            self.difference(small, large)
            for small in self.knowledge
            for large in self.knowledge
            if small.cells < large.cells
        ]
        before = len(self.knowledge)
        for sentence in found:
            self.keep(sentence)
        return len(self.knowledge) > before

    def difference(self, small, large):
        return Sentence(large.cells - small.cells, large.count - small.count)

    def make_safe_move(self):
        for cell in self.safes - self.moves_made:
            return cell
        return None

    def make_random_move(self):
        choices = [
            (i, j)
            for i in range(self.height)
            for j in range(self.width)
            if (i, j) not in self.moves_made and (i, j) not in self.mines
        ]
        return random.choice(choices) if choices else None
