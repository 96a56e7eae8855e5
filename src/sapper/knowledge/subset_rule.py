"""Everything that follows from sentences by the subset rule.

A sentence says: exactly so many of these cells are mines. Two rules draw conclusions.

- *Single sentence*: if the count is 0, all its cells are safe; if the count equals the number of
  cells, all are mines.
- *Subset*: if the cells of `a` are a subset of the cells of `b`, then exactly
  `b.count - a.count` of the cells in `b` but not in `a` are mines.

`SentenceKnowledge` keeps a set of sentences closed under both rules. Comparing all pairs until
nothing changes would cost more with every revealed number. But a new conclusion can only come from
a sentence that is new or has lost a cell, and only together with a sentence that shares a cell with
it. So such sentences wait on an agenda, and each is compared only with those it touches: the cost
per number does not grow with the board.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, NoReturn

from sapper.catalogue import counted
from sapper.errors import Contradiction
from sapper.grid import Cell
from sapper.knowledge.sentence import Sentence, SettlingSentence

_NOTHING: Mapping[int, Sentence] = MappingProxyType({})


class SentenceKnowledge:
    """Sentences and the cells they settle, closed under both rules after `conclude`.

    >>> known = SentenceKnowledge()
    >>> known.add([(0, 0), (0, 1)], 1)
    >>> known.add([(0, 0), (0, 1), (0, 2)], 2)
    >>> known.conclude()
    >>> known.mines, known.knowledge == [Sentence({(0, 0), (0, 1)}, 1)]
    ({(0, 2)}, True)

    After `conclude` no sentence is empty, a duplicate, or about a settled cell. Each call is
    atomic: if it leads to a `Contradiction`, nothing changes.

    The sets and the list are for reading: what others tell it comes by its methods.

    Given the `total` of mines among the cells `everywhere`, it uses that too.
    """

    def __init__(
        self,
        total: int | None = None,
        everywhere: Iterable[Cell] = (),
        *,
        mines: Iterable[Cell] = (),
        safes: Iterable[Cell] = (),
    ) -> None:
        self.mines = set(mines)
        self.safes = set(safes)
        self.knowledge: list[Sentence] = []
        self.settled_by: dict[Cell, SettlingSentence] = {}
        self._total = total
        self._unsettled = set(everywhere) - self.mines - self.safes
        # The sentences about each cell, by identity; a settled cell has no entry.
        self._touching: dict[Cell, dict[int, Sentence]] = {}
        self._place: dict[int, int] = {}
        self._agenda: dict[int, Sentence] = {}
        # How to undo, last first, everything done since the last call ended.
        self._journal: list[tuple[Callable[..., None], tuple[Any, ...]]] = []

    # Adding knowledge

    def learn(self, cell: Cell, number: int, around: Collection[Cell]) -> None:
        """Take in a revealed cell and its number, and conclude.

        >>> known = SentenceKnowledge()
        >>> known.learn((0, 0), 0, around=[(0, 1)])
        >>> sorted(known.safes)
        [(0, 0), (0, 1)]
        """
        # The same as `_atomically`, spelt out: this is the one call whose speed matters.
        waiting = self._begin()
        try:
            self._add_number(cell, number, around)
            self._conclude()
        except BaseException:
            self._undo(waiting)
            raise
        self._journal.clear()

    def add(self, cells: Iterable[Cell], count: int) -> None:
        """Add a sentence about any cells; settled ones are removed from it first."""
        with self._atomically():
            cells = set(cells)
            count -= len(cells & self.mines)
            cells -= self.mines
            cells -= self.safes
            if not 0 <= count <= len(cells):
                raise _wrong_count(len(cells), count)
            if cells:
                self._insert(cells, count)

    def adopt(self, sentences: Iterable[Sentence]) -> None:
        """Take in these very objects, and conclude; they lose their cells as those are settled.

        >>> known = SentenceKnowledge()
        >>> mine = Sentence({(0, 0), (0, 1)}, 1)
        >>> known.adopt([mine, Sentence({(0, 1)}, 0)])
        >>> known.mines, known.safes
        ({(0, 0)}, {(0, 1)})
        """
        with self._atomically():
            for sentence in sentences:
                self._drop_settled(sentence)
                size = len(sentence.cells)
                if not 0 <= sentence.count <= size:
                    raise _wrong_count(size, sentence.count)
                if size and id(sentence) not in self._place:
                    self._list(sentence)
                    self._journal.append((self._unlist, (sentence,)))
            self._conclude()

    def mark_mine(self, cell: Cell) -> None:
        """Mark a cell as a mine in every sentence about it."""
        with self._atomically():
            self._mark(cell, is_mine=True)

    def mark_safe(self, cell: Cell) -> None:
        """Mark a cell as safe in every sentence about it."""
        with self._atomically():
            self._mark(cell, is_mine=False)

    def conclude(self) -> None:
        """Draw every conclusion that the rules allow."""
        with self._atomically():
            self._conclude()

    # Drawing conclusions

    def _add_number(self, cell: Cell, number: int, around: Collection[Cell]) -> None:
        mines, safes = self.mines, self.safes
        if cell in mines:
            message = f"cell {cell} can't show {number}: it is known to be a mine"
            raise Contradiction(message, [cell])
        unsettled = set()
        count = number
        for near in around:
            if near in mines:
                count -= 1
            elif near not in safes:
                unsettled.add(near)
        if not 0 <= count <= len(unsettled):
            raise Contradiction(
                f"cell {cell} can't show {number}: {number - count} of its {len(around)} "
                f"neighbours are known mines and {len(unsettled)} are unsettled",
                [cell],
            )
        if cell not in safes:
            self._mark(cell, is_mine=False)
        if count == 0 or count == len(unsettled):
            self._settle_cells(unsettled, count)
        else:
            self._insert(unsettled, count)

    def _conclude(self) -> None:
        self._apply_both_rules()
        while self._total is not None and self._settle_by_total(self._total):
            self._apply_both_rules()

    def _apply_both_rules(self) -> None:
        agenda = self._agenda
        while agenda:
            _, sentence = agenda.popitem()
            count, size = sentence.count, len(sentence.cells)
            if not 0 <= count <= size:
                raise _wrong_count(size, count)
            if count == 0 or count == size:
                self._remove(sentence)
                self._settle_cells(sentence.cells, count)
            else:
                self._compare(sentence)

    def _settle_cells(self, cells: Collection[Cell], count: int) -> None:
        """Mark cells none or all of which are mines, and remember the sentence that says so."""
        reason = SettlingSentence(frozenset(cells), count)
        for cell in cells:
            self.settled_by[cell] = reason
            self._mark(cell, is_mine=count > 0)

    def _compare(self, sentence: Sentence) -> None:
        """Apply the subset rule to a sentence and each one that shares a cell with it."""
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
                            f"{sorted(cells)} can't hold both {count} and {other.count} mines"
                        )
                    self._remove(sentence)
                    return
                self._insert(cells - other.cells, count - other.count)
            elif cells < other.cells:
                self._insert(other.cells - cells, other.count - count)

    # The mine total

    def _settle_by_total(self, total: int) -> bool:
        """Settle what follows from the total, alone or with disjoint sentences; return whether any.

        Subtracting sentences that share no cell leaves a count for all the cells outside them.
        Finding the best disjoint sentences is a hard problem in itself: two greedy choices are
        tried, those with the most mines per cell first, and those with the fewest.
        """
        left = total - len(self.mines)
        safe_left = len(self._unsettled) - left
        if left < 0 or safe_left < 0:
            self._refute_total(total)
        if left and safe_left and not self._total_may_bind(left, safe_left):
            return False
        for most_mines_first in (True, False):
            for outside, left_outside in self._outside_disjoint(total, most_mines_first):
                if outside and left_outside in (0, len(outside)):
                    self._settle_cells(outside, left_outside)
                    return True
        return False

    def _total_may_bind(self, left: int, safe_left: int) -> bool:
        """Whether the sentences may account for all remaining mines, or for all safe cells."""
        mines = sum(sentence.count for sentence in self.knowledge)
        return left <= mines or safe_left <= sum(map(_size, self.knowledge)) - mines

    def _outside_disjoint(self, total: int, most_mines_first: bool) -> list[tuple[set[Cell], int]]:
        """What the total says about all unsettled cells, and about those outside sentences.

        One entry per sentence taken: the cells outside it and all before it, and their mines.
        """
        outside = self._unsettled
        left = total - len(self.mines)
        said = [(outside, left)]
        for sentence in sorted(self.knowledge, key=_density, reverse=most_mines_first):
            if sentence.cells <= outside:
                outside = outside - sentence.cells
                left -= sentence.count
                said.append((outside, left))
        if not all(0 <= left <= len(outside) for outside, left in said):
            self._refute_total(total)
        return [(set(outside), left) for outside, left in said]

    @staticmethod
    def _refute_total(total: int) -> NoReturn:
        message = f"a total of {counted(total, 'mine')} contradicts what is known"
        raise Contradiction(message, needs_total=True)

    # Keeping the sentences

    def _insert(self, cells: set[Cell], count: int) -> None:
        """Add a sentence, unless it is there already."""
        any_cell = next(iter(cells))
        for known in self._touching.get(any_cell, _NOTHING).values():
            if known.cells == cells and known.count == count:
                return
        sentence = Sentence.__new__(Sentence)
        sentence.cells, sentence.count = cells, count
        self._list(sentence)
        self._journal.append((self._unlist, (sentence,)))

    def _drop_settled(self, sentence: Sentence) -> None:
        if type(sentence.cells) is not set:  # callers write all sorts of collections
            sentence.cells = set(sentence.cells)
        sentence.count -= len(sentence.cells & self.mines)
        sentence.cells -= self.mines
        sentence.cells -= self.safes

    def _list(self, sentence: Sentence) -> None:
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
        self._unlist(sentence)
        self._journal.append((self._list, (sentence,)))

    def _unlist(self, sentence: Sentence) -> None:
        identity = id(sentence)
        for cell in sentence.cells:
            self._touching[cell].pop(identity, None)
        # The last one takes its place in the list, so nothing else has to move.
        place = self._place.pop(identity)
        last = self.knowledge.pop()
        if last is not sentence:
            self.knowledge[place] = last
            self._place[id(last)] = place
        self._agenda.pop(identity, None)

    def _mark(self, cell: Cell, is_mine: bool) -> None:
        marked, others = (self.mines, self.safes) if is_mine else (self.safes, self.mines)
        if cell in others:
            one, other = ("a mine", "safe") if is_mine else ("safe", "a mine")
            raise Contradiction(f"cell {cell} can't be {one}: it is known to be {other}", [cell])
        if cell in marked:
            return
        marked.add(cell)
        self._unsettled.discard(cell)
        touched = self._touching.pop(cell, _NOTHING)
        for identity, sentence in touched.items():
            if type(sentence) is Sentence:
                sentence.cells.discard(cell)
                sentence.count -= is_mine
            else:
                _tell_subclass(sentence, cell, is_mine)
            self._agenda[identity] = sentence
        self._journal.append((self._unmark, (cell, is_mine, touched)))

    def _unmark(self, cell: Cell, is_mine: bool, touched: Mapping[int, Sentence]) -> None:
        (self.mines if is_mine else self.safes).discard(cell)
        self.settled_by.pop(cell, None)
        if self._total is not None:
            self._unsettled.add(cell)
        if touched:
            self._touching[cell] = dict(touched)
        for sentence in touched.values():
            sentence.cells.add(cell)
            sentence.count += is_mine

    # Each call is atomic

    @contextmanager
    def _atomically(self) -> Iterator[None]:
        waiting = self._begin()
        try:
            yield
        except BaseException:
            self._undo(waiting)
            raise
        self._journal.clear()

    def _begin(self) -> dict[int, Sentence] | None:
        """The sentences waiting on the agenda, if any."""
        return dict(self._agenda) if self._agenda else None

    def _undo(self, waiting: dict[int, Sentence] | None) -> None:
        """Undo, last first, everything done since the call began."""
        while self._journal:
            undo, arguments = self._journal.pop()
            undo(*arguments)
        self._agenda.clear()
        self._agenda.update(waiting or _NOTHING)

    # Copies: the index knows sentences by identity, and that of a copy is another

    def __getstate__(self) -> tuple[object, ...]:
        settled = self.mines, self.safes, self._unsettled, self.settled_by
        return self._total, settled, self.knowledge

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        total, (mines, safes, unsettled, settled_by), sentences = state
        SentenceKnowledge.__init__(self, total, unsettled, mines=mines, safes=safes)
        self.settled_by = settled_by
        for sentence in sentences:
            self._list(sentence)


def _tell_subclass(sentence: Sentence, cell: Cell, is_mine: bool) -> None:
    """Call the sentence's own mark; the cell goes even if that one keeps it."""
    (sentence.mark_mine if is_mine else sentence.mark_safe)(cell)
    if cell in sentence.cells:
        Sentence.mark_mine(sentence, cell) if is_mine else Sentence.mark_safe(sentence, cell)


def _wrong_count(size: int, count: int) -> Contradiction:
    return Contradiction(f"a sentence about {size} unsettled cells can't have a count of {count}")


def _size(sentence: Sentence) -> int:
    return len(sentence.cells)


def _density(sentence: Sentence) -> tuple[float, list[Cell]]:
    return sentence.count / len(sentence.cells), sorted(sentence.cells)
