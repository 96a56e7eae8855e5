"""Sentences and their fixpoint, against a closure too plain to be wrong."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.errors import Contradiction
from sapper.grid import Cell
from sapper.knowledge.sentence import Sentence
from sapper.knowledge.subset_rule import SentenceKnowledge

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


CELLS = [(0, column) for column in range(7)]


@st.composite
def true_sentences(draw: st.DrawFn) -> tuple[Plain, set[Cell]]:
    """Sentences about seven cells that hold of one set of mines."""
    mines = set(draw(st.sets(st.sampled_from(CELLS))))
    groups = draw(st.lists(st.frozensets(st.sampled_from(CELLS), min_size=1), max_size=8))
    return {(group, len(group & mines)) for group in groups}, mines


@pytest.mark.slow
@given(true_sentences(), st.randoms(use_true_random=False))
@settings(max_examples=600)
def test_conclusions_are_those_of_the_obvious_closure_in_any_order(
    told_and_mines: tuple[Plain, set[Cell]], chance: random.Random
) -> None:
    told, _ = told_and_mines
    known = SentenceKnowledge()
    order = sorted(told, key=lambda sentence: (sorted(sentence[0]), sentence[1]))
    chance.shuffle(order)
    for cells, count in order:
        known.add(cells, count)
        if chance.random() < 0.5:
            known.conclude()
    known.conclude()
    sentences, mines, safes = obvious_closure(told)
    assert as_plain(known.knowledge) == sentences
    assert len(known.knowledge) == len(sentences)
    assert known.mines == mines
    assert known.safes == safes


@pytest.mark.slow
@given(st.lists(st.tuples(st.frozensets(st.sampled_from(CELLS), min_size=1), st.integers(0, 4))))
@settings(max_examples=400)
def test_what_is_concluded_holds_in_every_model_and_no_model_is_a_contradiction(
    told: list[tuple[frozenset[Cell], int]],
) -> None:
    models = []
    for bits in range(2 ** len(CELLS)):
        model = {cell for place, cell in enumerate(CELLS) if bits >> place & 1}
        if all(len(cells & model) == count for cells, count in told):
            models.append(model)
    known = SentenceKnowledge()
    try:
        for cells, count in told:
            known.add(cells, count)
        known.conclude()
    except Contradiction:
        assert not models
        return
    for model in models:
        assert known.mines <= model
        assert not known.safes & model
        assert all(len(sentence.cells & model) == sentence.count for sentence in known.knowledge)


@pytest.mark.slow
@given(true_sentences(), st.data())
@settings(max_examples=300)
def test_the_total_settles_only_what_follows_from_it(
    told_and_mines: tuple[Plain, set[Cell]], data: st.DataObject
) -> None:
    told, truth = told_and_mines
    known = SentenceKnowledge(len(truth), CELLS)
    for cells, count in told:
        known.add(cells, count)
    known.conclude()
    for bits in range(2 ** len(CELLS)):
        model = {cell for place, cell in enumerate(CELLS) if bits >> place & 1}
        if len(model) == len(truth) and all(len(cells & model) == n for cells, n in told):
            assert known.mines <= model
            assert not known.safes & model


def test_the_total_settles_what_lies_outside_disjoint_sentences() -> None:
    known = SentenceKnowledge(2, CELLS)
    known.add([(0, 0), (0, 1)], 1)
    known.add([(0, 2), (0, 3)], 1)
    known.conclude()
    assert known.safes == {(0, 4), (0, 5), (0, 6)}
    known = SentenceKnowledge(5, CELLS)
    known.add([(0, 0), (0, 1)], 1)
    known.add([(0, 2), (0, 3)], 1)
    known.conclude()
    assert known.mines == {(0, 4), (0, 5), (0, 6)}


def test_a_total_that_does_not_fit_is_a_contradiction() -> None:
    known = SentenceKnowledge(0, CELLS)
    known.add([(0, 0), (0, 1)], 1)
    with pytest.raises(Contradiction, match="a total of 0 mines contradicts") as caught:
        known.conclude()
    assert caught.value.needs_total


def test_a_sentence_keeps_to_itself() -> None:
    cells = {(0, 0), (0, 1)}
    sentence = Sentence(cells, 2)
    cells.clear()
    sentence.known_mines().clear()
    assert sentence.cells == {(0, 0), (0, 1)}
    assert sentence.known_mines() is not sentence.cells


@pytest.mark.parametrize(
    ("cells", "count", "mines", "safes"),
    [
        ([], 0, set(), set()),
        ([(0, 0)], 0, set(), {(0, 0)}),
        ([(0, 0)], 1, {(0, 0)}, set()),
        ([(0, 0), (0, 1)], 1, set(), set()),
        ([(0, 0), (0, 1)], 2, {(0, 0), (0, 1)}, set()),
    ],
)
def test_what_one_sentence_knows(
    cells: list[Cell], count: int, mines: set[Cell], safes: set[Cell]
) -> None:
    sentence = Sentence(cells, count)
    assert sentence.known_mines() == mines
    assert sentence.known_safes() == safes


def test_a_sentence_loses_the_cells_it_is_told_of_and_no_others() -> None:
    sentence = Sentence([(0, 0), (0, 1), (0, 2)], 2)
    sentence.mark_mine((0, 0))
    sentence.mark_safe((0, 1))
    assert sentence == Sentence([(0, 2)], 1)
    sentence.mark_mine((5, 5))
    sentence.mark_safe((5, 5))
    assert sentence == Sentence([(0, 2)], 1)
    assert sentence != Sentence([(0, 2)], 0)
    assert sentence != "{(0, 2)} = 1"
    assert str(sentence) == "{(0, 2)} = 1"
    assert repr(sentence) == "Sentence({(0, 2)}, 1)"


@pytest.mark.parametrize(
    "told",
    [
        [([(0, 0)], 2)],
        [([(0, 0)], -1)],
        [([(0, 0), (0, 1)], 1), ([(0, 0), (0, 1)], 2)],
        [([(0, 0), (0, 1), (0, 2)], 1), ([(0, 0), (0, 1)], 2)],
        [([(0, 0), (0, 1), (0, 2)], 1), ([(0, 0), (0, 1), (0, 2)], 2)],
    ],
)
def test_sentences_that_deny_each_other_are_a_contradiction(
    told: list[tuple[list[Cell], int]],
) -> None:
    known = SentenceKnowledge()

    def tell_all() -> None:
        for cells, count in told:
            known.add(cells, count)
            known.conclude()

    with pytest.raises(Contradiction):
        tell_all()


def test_a_cell_is_not_marked_both_ways() -> None:
    known = SentenceKnowledge()
    known.mark_safe((0, 0))
    with pytest.raises(Contradiction, match=r"\(0, 0\) can't be a mine: it is known to be safe"):
        known.mark_mine((0, 0))
    known.mark_mine((0, 1))
    with pytest.raises(Contradiction, match=r"\(0, 1\) can't be safe: it is known to be a mine"):
        known.mark_safe((0, 1))


def test_a_number_on_a_known_mine_is_a_contradiction() -> None:
    known = SentenceKnowledge()
    known.mark_mine((0, 0))
    with pytest.raises(Contradiction, match="it is known to be a mine"):
        known.learn((0, 0), 0, around=[(0, 1)])


def test_a_mark_that_empties_a_sentence_falsely_is_a_contradiction() -> None:
    known = SentenceKnowledge()
    known.add([(0, 0), (0, 1)], 1)
    known.mark_safe((0, 0))
    known.mark_safe((0, 1))
    with pytest.raises(Contradiction, match="about 0 unsettled cells can't have a count of 1"):
        known.conclude()


def test_marks_only_tell_and_leave_the_list_as_it_is_until_the_next_conclusion() -> None:
    known = SentenceKnowledge()
    known.add([(0, 0), (0, 1)], 1)
    before = known.knowledge
    known.mark_mine((0, 0))
    assert known.knowledge == [Sentence([(0, 1)], 0)]
    known.mark_safe((0, 1))
    assert known.knowledge is before
    assert len(before) == 1
    known.conclude()
    assert known.knowledge == []


def test_sentences_that_are_adopted_stay_the_same_objects() -> None:
    known = SentenceKnowledge()
    own = [Sentence([(0, 0), (0, 1), (0, 2)], 2), Sentence([(0, 3), (0, 4)], 1)]
    known.adopt([*own, own[0]])
    assert len(known.knowledge) == 2
    assert all(any(one is kept for kept in known.knowledge) for one in own)
    known.adopt([Sentence([(0, 0), (0, 1)], 1)])
    assert known.mines == {(0, 2)}
    with pytest.raises(Contradiction):
        known.adopt([Sentence([(0, 3)], 1), Sentence([(0, 4)], 1)])
    assert known.mines == {(0, 2)}
    assert Sentence([(0, 3), (0, 4)], 1) in known.knowledge


def test_a_copy_goes_on_by_itself() -> None:
    known = SentenceKnowledge(3, CELLS)
    known.learn((0, 1), 1, [(0, 0), (0, 2)])
    copied = copy.deepcopy(known)
    copied.learn((0, 0), 0, [(0, 1)])
    assert (0, 2) in copied.mines
    assert known.mines == set()
    assert all_of(pickle.loads(pickle.dumps(known))) == all_of(known)


Known = tuple[set[Cell], set[Cell], Plain]


def all_of(known: SentenceKnowledge) -> Known:
    return set(known.mines), set(known.safes), as_plain(known.knowledge)


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.frozensets(st.sampled_from(CELLS), min_size=1), st.integers(0, 4)), min_size=2
    ),
    st.one_of(st.none(), st.integers(0, 7)),
)
@settings(max_examples=500)
def test_what_leads_to_a_contradiction_is_not_taken_in_at_all(
    told: list[tuple[frozenset[Cell], int]], total: int | None
) -> None:
    known = SentenceKnowledge(total, CELLS)
    for cells, count in told:
        before = all_of(known)
        middle = min(cells)
        try:
            known.learn(middle, count, cells - {middle})
        except Contradiction:
            assert all_of(known) == before
            settled_by = dict(known.settled_by)
            again = SentenceKnowledge(total, CELLS, mines=known.mines, safes=known.safes)
            again.adopt([Sentence(s.cells, s.count) for s in known.knowledge])
            known.conclude()
            assert all_of(known) == all_of(again)
            assert set(settled_by) <= known.mines | known.safes


def test_an_interruption_leaves_all_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    known = SentenceKnowledge()
    known.learn((1, 1), 2, [(0, 0), (0, 1), (0, 2)])
    before = all_of(known)

    def interrupted(self: SentenceKnowledge, sentence: Sentence) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(SentenceKnowledge, "_compare", interrupted)
        with pytest.raises(KeyboardInterrupt):
            known.learn((1, 0), 1, [(0, 0), (0, 1)])
    assert all_of(known) == before
    known.learn((1, 0), 1, [(0, 0), (0, 1)])
    assert known.mines == {(0, 2)}
