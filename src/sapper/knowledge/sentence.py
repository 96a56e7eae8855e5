"""Sentences, and everything that the subset rule draws from them.

A sentence says: of these cells, exactly so many are mines. Two rules conclude from sentences.

- *Single sentence*: if the count is 0, all its cells are safe; if it equals their number, all
  are mines.
- *Subset*: if the cells of `a` are among the cells of `b`, then of those in `b` but not in `a`
  exactly `b.count - a.count` are mines.

`SentenceKnowledge` keeps a set of sentences closed under both. Comparing all pairs again and
again until nothing changes would cost more with every number revealed; but a new conclusion can
only come from a sentence that is new or has lost a cell, and only together with a sentence that
shares a cell with it. So those wait on an agenda, and each looks only at those it touches: the
cost of a number does not grow with the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sapper.errors import Contradiction
from sapper.grid import Cell

_NOTHING: Mapping[int, Sentence] = MappingProxyType({})


class Sentence:
    """Of `cells`, exactly `count` are mines.

    >>> sentence = Sentence({(0, 0), (0, 1)}, 1)
    >>> sentence.mark_mine((0, 1))
    >>> print(sentence)
    {(0, 0)} = 0
    >>> sentence.known_safes()
    {(0, 0)}
    """

    __slots__ = ("cells", "count")

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    # It changes as its cells are settled, so it can't be a key.
    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return f"{self.cells} = {self.count}"

    def __repr__(self) -> str:
        return f"Sentence({self.cells}, {self.count})"

    def known_mines(self) -> set[Cell]:
        """All the cells if all must be mines, else none."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """All the cells if none can be a mine, else none."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Take in that a cell is a mine."""
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Take in that a cell is safe."""
        self.cells.discard(cell)


@dataclass(frozen=True, slots=True)
class SettledBy:
    """The sentence that settled a cell, as it read then: none, or all, of its cells are mines."""

    cells: frozenset[Cell]
    count: int


class SentenceKnowledge:
    """Sentences, and the cells settled by them: closed under both rules after `conclude`.

    >>> known = SentenceKnowledge()
    >>> known.add([(0, 0), (0, 1)], 1)
    >>> known.add([(0, 0), (0, 1), (0, 2)], 2)
    >>> known.conclude()
    >>> known.mines, known.knowledge == [Sentence({(0, 0), (0, 1)}, 1)]
    ({(0, 2)}, True)

    `mines` and `safes` may be added to from outside, and `knowledge` too; the next call takes
    notice. After `conclude` no sentence is empty, stands twice or names a settled cell.
    """

    def __init__(self) -> None:
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[Sentence] = []
        self.settled_by: dict[Cell, SettledBy] = {}
        # The sentences that name a cell, by their identity; a settled cell has no entry.
        self._touching: dict[Cell, dict[int, Sentence]] = {}
        self._place: dict[int, int] = {}
        self._agenda: dict[int, Sentence] = {}
        self._as_left = self._outside_state()

    # What is told

    def learn(self, cell: Cell, number: int, around: Collection[Cell]) -> None:
        """A revealed cell: it is safe, and of the cells around it so many are mines. Conclude.

        >>> known = SentenceKnowledge()
        >>> known.learn((0, 0), 0, around=[(0, 1)])
        >>> sorted(known.safes)
        [(0, 0), (0, 1)]
        """
        self._take_notice()
        self._add_number(cell, number, around)
        self._conclude()
        self._as_left = self._outside_state()

    def _add_number(self, cell: Cell, number: int, around: Collection[Cell]) -> None:
        if cell in self.mines:
            raise Contradiction(
                f"cell {cell} can't show {number}: it is known to be a mine", [cell]
            )
        mines, safes = self.mines, self.safes
        undetermined = set()
        count = number
        for near in around:
            if near in mines:
                count -= 1
            elif near not in safes:
                undetermined.add(near)
        if not 0 <= count <= len(undetermined):
            raise Contradiction(
                f"cell {cell} can't show {number}: of its {len(around)} neighbours "
                f"{number - count} are known mines and {len(undetermined)} are undetermined",
                [cell],
            )
        if cell not in safes:
            self._mark(cell, is_mine=False)
        if count == 0 or count == len(undetermined):
            self._settle_cells(undetermined, count)
        else:
            self._insert(undetermined, count)

    def add(self, cells: Iterable[Cell], count: int) -> None:
        """A sentence about any cells; settled ones are taken out of it first."""
        self._take_notice()
        cells = set(cells)
        count -= len(cells & self.mines)
        cells -= self.mines
        cells -= self.safes
        if not 0 <= count <= len(cells):
            raise Contradiction(f"of {len(cells)} undetermined cells, {count} can't be mines")
        if cells:
            self._insert(cells, count)
        self._as_left = self._outside_state()

    def mark_mine(self, cell: Cell) -> None:
        """A cell is a mine: tell every sentence that names it."""
        self._take_notice()
        self._mark(cell, is_mine=True)
        self._as_left = self._outside_state()

    def mark_safe(self, cell: Cell) -> None:
        """A cell is safe: tell every sentence that names it."""
        self._take_notice()
        self._mark(cell, is_mine=False)
        self._as_left = self._outside_state()

    # What follows

    def conclude(self) -> None:
        """Draw every conclusion of the two rules."""
        self._take_notice()
        self._conclude()
        self._as_left = self._outside_state()

    def _conclude(self) -> None:
        agenda = self._agenda
        while agenda:
            _, sentence = agenda.popitem()
            count, size = sentence.count, len(sentence.cells)
            if not 0 <= count <= size:
                self._remove(sentence)
                raise Contradiction(f"of {size} undetermined cells, {count} can't be mines")
            if count == 0 or count == size:
                self._remove(sentence)
                self._settle_cells(sentence.cells, count)
            else:
                self._compare(sentence)

    def conclude_with_total(self, total: int, everywhere: Iterable[Cell]) -> None:
        """Draw every conclusion, and those that the total of mines gives with disjoint sentences.

        Sentences that share no cell take their counts off the total; what is left speaks of all
        the cells outside them. Which disjoint sentences are best is itself a hard question: two
        greedy choices are tried, the ones with the most mines a cell first, and the fewest.
        """
        everywhere = set(everywhere)
        self._take_notice()
        self._conclude()
        settled = -1
        while settled != len(self.mines) + len(self.safes):
            settled = len(self.mines) + len(self.safes)
            for most_mines_first in (True, False):
                for outside, left in self._outside_disjoint(total, everywhere, most_mines_first):
                    if left in (0, len(outside)):
                        self._settle_cells(outside, left)
                        self._conclude()
                        break
        self._as_left = self._outside_state()

    def _outside_disjoint(
        self, total: int, everywhere: set[Cell], most_mines_first: bool
    ) -> list[tuple[set[Cell], int]]:
        """What the total says of all undetermined cells, and of those outside disjoint sentences.

        One entry for each sentence taken: the cells outside it and all before, the mines there.
        """
        outside = everywhere - self.mines - self.safes
        left = total - len(self.mines)
        said = [(outside, left)]
        for sentence in sorted(self.knowledge, key=_density, reverse=most_mines_first):
            if sentence.cells <= outside:
                outside = outside - sentence.cells
                left -= sentence.count
                said.append((outside, left))
        if not all(0 <= left <= len(outside) for outside, left in said):
            raise Contradiction(
                f"the total of {total} mines does not fit what is known", needs_total=True
            )
        return said

    def _settle_cells(self, cells: Collection[Cell], count: int) -> None:
        """Mark cells of which none, or all, are mines, and keep what told so."""
        reason = SettledBy(frozenset(cells), count)
        for cell in cells:
            self.settled_by[cell] = reason
            self._mark(cell, is_mine=count > 0)

    def _compare(self, sentence: Sentence) -> None:
        """Apply the subset rule to a sentence and all that share a cell with it."""
        cells, count = sentence.cells, sentence.count
        neighbours: dict[int, Sentence] = {}
        for cell in cells:
            neighbours.update(self._touching[cell])
        del neighbours[id(sentence)]
        for other in neighbours.values():
            if other.cells <= cells:
                if len(other.cells) == len(cells):
                    if other.count != count:
                        raise Contradiction(
                            f"of {sorted(cells)}, {count} and {other.count} can't both be mines"
                        )
                    self._remove(sentence)
                    return
                self._insert(cells - other.cells, count - other.count)
            elif cells < other.cells:
                self._insert(other.cells - cells, other.count - count)

    # Keeping the sentences

    def _insert(self, cells: set[Cell], count: int) -> None:
        """Let a sentence stand, unless it stands already."""
        any_cell = next(iter(cells))
        for known in self._touching.get(any_cell, _NOTHING).values():
            if known.cells == cells and known.count == count:
                return
        sentence = Sentence.__new__(Sentence)
        sentence.cells, sentence.count = cells, count
        self._stand(sentence)

    def _stand(self, sentence: Sentence) -> None:
        identity = id(sentence)
        self._place[identity] = len(self.knowledge)
        self.knowledge.append(sentence)
        for cell in sentence.cells:
            entry = self._touching.get(cell)
            if entry is None:
                self._touching[cell] = {identity: sentence}
            else:
                entry[identity] = sentence
        self._agenda[identity] = sentence

    def _remove(self, sentence: Sentence) -> None:
        identity = id(sentence)
        for cell in sentence.cells:
            del self._touching[cell][identity]
        # The last one takes its place in the list, so that nothing else has to move.
        place = self._place.pop(identity)
        last = self.knowledge.pop()
        if last is not sentence:
            self.knowledge[place] = last
            self._place[id(last)] = place
        self._agenda.pop(identity, None)

    def _mark(self, cell: Cell, is_mine: bool) -> None:
        if cell in (self.safes if is_mine else self.mines):
            one, other = ("a mine", "safe") if is_mine else ("safe", "a mine")
            raise Contradiction(f"cell {cell} can't be {one}: it is known to be {other}", [cell])
        (self.mines if is_mine else self.safes).add(cell)
        for identity, sentence in self._touching.pop(cell, _NOTHING).items():
            sentence.cells.remove(cell)
            sentence.count -= is_mine
            self._agenda[identity] = sentence

    # What others changed

    def _outside_state(self) -> tuple[object, ...]:
        """Changes when somebody adds to the sets or the list, or puts others in their place."""
        mines, safes, knowledge = self.mines, self.safes, self.knowledge
        return id(mines), len(mines), id(safes), len(safes), id(knowledge), len(knowledge)

    def _take_notice(self) -> None:
        """If others changed the sets or the list, start the index anew from what stands there."""
        if self._outside_state() == self._as_left:
            return
        if both := self.mines & self.safes:
            raise Contradiction(f"cell {min(both)} can't be both safe and a mine", sorted(both))
        # The same sentences in a new list: whoever is going through the old one may go on.
        told, self.knowledge = self.knowledge, []
        self._touching.clear()
        self._place.clear()
        self._agenda.clear()
        for sentence in told:
            sentence.count -= len(sentence.cells & self.mines)
            sentence.cells -= self.mines
            sentence.cells -= self.safes
            if id(sentence) not in self._place:
                self._stand(sentence)
        self._as_left = self._outside_state()


def _density(sentence: Sentence) -> tuple[float, list[Cell]]:
    return sentence.count / len(sentence.cells), sorted(sentence.cells)
