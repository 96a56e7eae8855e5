"""What an agent believes, judged against every layout there is; and when it is shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Event

import pytest
from believers import BROKEN, WRONG, bring
from hypothesis import given
from hypothesis import strategies as st
from oracles import Enumeration
from strategies import cells_of, few, views
from student_files import student_file

from sapper.agents.base import Beliefs, BelievedSentence
from sapper.agents.registry import AGENTS
from sapper.agents.sentence import SentenceAgent
from sapper.exact.analysis import analyze
from sapper.grid import Cell, cells
from sapper.level import LEVELS
from sapper.play import beliefs as judging
from sapper.play.asking import why
from sapper.play.beliefs import JudgedBeliefs, Judgement, judge, reason_with_belief
from sapper.play.commands import command_named
from sapper.play.messages import Tone
from sapper.play.record import Setup
from sapper.play.session import Session
from sapper.play.situation import Situation
from sapper.play.table import Table
from sapper.serialize import plain
from sapper.view import View

PATIENCE = 60
WHO = "mine.py"
STUCK = View.parse("#1##", mines=1)


def judged(
    view: View,
    safe: Iterable[Cell] = (),
    mines: Iterable[Cell] = (),
    *sentences: tuple[Iterable[Cell], int],
) -> JudgedBeliefs:
    said = tuple(BelievedSentence(frozenset(about), count) for about, count in sentences)
    return judge(view, Beliefs(frozenset(safe), frozenset(mines), said), WHO)


# Judging


@few
@given(views(max_side=4), st.data())
def test_beliefs_are_judged_as_all_layouts_say(view: View, data: st.DataObject) -> None:
    layouts = Enumeration(view.numbers, view.mines)
    everywhere = cells_of(view.height, view.width)
    safe, mines = data.draw(st.sets(everywhere)), data.draw(st.sets(everywhere))
    said = data.draw(st.lists(st.tuples(st.sets(everywhere, min_size=1), st.integers(0, 5))))
    found = judged(view, safe, mines, *said)
    chance = layouts.fractions()
    for cell in cells(view.height, view.width):
        belief = found.by_cell.get(cell)
        if cell not in chance:
            assert (belief is not None) == (cell in mines), "it is open"
            continue
        is_certain = chance[cell] in (0, 1)
        if cell not in safe | mines:
            assert (belief is not None) == is_certain
            assert belief is None or belief.is_missed
            continue
        assert belief is not None
        believed = {cell in mines, cell not in safe} if cell in safe & mines else {cell in mines}
        right = cell not in safe & mines and believed == {chance[cell] == 1} and is_certain
        assert (belief.judgement is Judgement.RIGHT) == right
        assert right or (belief.judgement is Judgement.FALSE) == is_certain
    for (about, count), sentence in zip(said, found.sentences, strict=True):
        places = [place for place, cell in enumerate(layouts.hidden) if cell in about]
        counts = set(layouts.layouts[:, places].sum(axis=1).tolist())
        expected = Judgement.UNCERTAIN if count in counts else Judgement.FALSE
        assert sentence.judgement is (Judgement.RIGHT if counts == {count} else expected)


def test_each_fault_is_told_in_words() -> None:
    view = View.parse("###\n111", mines=1)
    found = judged(view, [(0, 0), (1, 0), (0, 9)], [(0, 2), (1, 1)], ([(0, 0), (0, 2)], 2))
    assert [belief.words for belief in found.to_explain] == [
        "mine.py believes that (0, 2) is a mine, but it is certainly safe.",
        "mine.py believes that (0, 9) is safe, but there is no such cell.",
        "mine.py believes that (1, 1) is a mine, but it is open and shows 1.",
        "mine.py believes that exactly 2 of (0, 0) and (0, 2) are mines, but it is 0.",
        "mine.py has missed that (0, 1) is a mine.",
    ]
    assert found.words == (
        "mine.py: 1 belief is right, 3 are false, 1 conclusion is missed, 1 sentence is false."
    )


def test_who_believes_nothing_where_nothing_follows_is_told_so() -> None:
    toss, both = View.parse("#1#", mines=1), ((0, 0), (0, 2))
    for some in (judged(toss), judged(toss, (), (), (both, 1))):
        assert some.words == "mine.py has settled no cell, and missed none."
    assert judged(toss, (), (), (both, 2)).words.endswith("1 sentence is false.")


def test_it_says_when_a_belief_only_may_be_true() -> None:
    found = judged(STUCK, [(0, 0)], (), ([(0, 0), (0, 3)], 1), ([(0, 0), (0, 2)], 1))
    assert [belief.judgement for belief in found.wrong] == [Judgement.UNCERTAIN]
    assert "50.0 % chance of a mine" in found.wrong[0].words
    assert [said.words for said in found.wrong_sentences] == [
        "mine.py believes that exactly 1 of (0, 0) and (0, 3) is a mine, but it may be 0."
    ]


def test_a_sentence_that_is_right_on_average_need_not_be_right() -> None:
    said = judged(View(1, 4, 2), (), (), ([(0, 0), (0, 1)], 1)).sentences[0]
    assert said.judgement is Judgement.UNCERTAIN
    assert said.words.endswith("is a mine, but it may be 0 or 2.")


def test_sentences_are_judged_however_many_cells_they_are_about() -> None:
    view = View.parse("######\n######\n######\n####2#\n######\n######", mines=20)
    hidden = view.hidden()
    found = judged(
        view,
        (),
        (),
        (hidden, 20),
        (hidden, 19),
        (hidden[2:], 20),
        (hidden[2:], 21),
        (hidden[:17], 10),
        (hidden[:17], 5),
    ).sentences
    assert [(said.judgement, said.words.rpartition(" mines")[2]) for said in found] == [
        (Judgement.RIGHT, ", which follows."),
        (Judgement.FALSE, ", but it is 20."),
        (Judgement.UNCERTAIN, ", but it may be 18 or 19."),
        (Judgement.FALSE, ", but it is 18, 19 or 20."),
        (Judgement.UNCERTAIN, ", but it may be 6, 7, 8, 9, 11, 12, 13, 14, 15, 16 or 17."),
        (Judgement.FALSE, ", but it is 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 or 17."),
    ]


def test_a_reason_begins_with_the_belief() -> None:
    view = View.parse("###\n111", mines=1)
    found = judged(view, [(0, 1)], [])
    of_false = reason_with_belief(why(view, (0, 1)), found.by_cell[0, 1], WHO)
    assert of_false.heading[0].startswith("mine.py believes that (0, 1) is safe, but (0, 1) is a m")
    of_missed = reason_with_belief(why(view, (0, 0)), found.by_cell[0, 0], WHO)
    assert of_missed.heading[0].startswith("mine.py has missed this: (0, 0) is safe.")
    right = judged(view, [(0, 0)]).by_cell[0, 0]
    assert reason_with_belief(why(view, (0, 0)), right, WHO) == why(view, (0, 0))


def test_what_takes_too_long_is_not_called_false(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "SENTENCE_BUDGET", 1)
    found = judged(View.parse("##1##\n#####", mines=3), (), (), ([(0, 0), (0, 1)], 1))
    assert found.sentences[0].judgement is Judgement.UNKNOWN
    wide = View.parse("0#1###1##1##1#", mines=4)
    short = judge(wide, Beliefs(frozenset({(0, 1), (0, 13)})), WHO, budget=2)
    assert not short.complete
    assert {belief.cell: belief.judgement for belief in short.cells}[0, 13] in (
        Judgement.UNKNOWN,
        Judgement.UNCERTAIN,
    )
    assert short.by_cell[0, 1].judgement is Judgement.RIGHT
    assert short.words.endswith("More may follow than could be counted.")


def test_thousands_of_sentences_are_not_all_judged() -> None:
    view = View.parse("##1##\n#####", mines=3)
    said = [([(0, 0), (0, 1)], 1)] * 5_000
    start = time.monotonic()
    found = judged(view, (), (), *said)
    assert time.monotonic() - start < 20
    assert found.sentences[-1].judgement is Judgement.UNKNOWN


def test_beliefs_are_sent_as_they_are() -> None:
    sent = plain(judged(STUCK, [(0, 0)], (), ([(0, 0)], 1)))
    assert sent["agent"] == WHO
    assert sent["cells"][0] == {
        "cell": [0, 0],
        "is_mine": False,
        "judgement": "uncertain",
        "words": "mine.py believes that (0, 0) is safe, but it has a 50.0 % chance of a mine.",
    }
    assert sent["sentences"][0]["cells"] == [[0, 0]]
    assert sent["words"].startswith("mine.py: ")


def test_the_sentence_agent_tells_its_sentences_and_is_never_wrong() -> None:
    view = View.parse("###\n#1#\n###\n###\n##2", mines=3)
    believed = SentenceAgent().beliefs(view)
    assert believed.sentences
    found = judge(view, believed, "sentence")
    assert not found.wrong
    assert not found.wrong_sentences
    assert all(said.judgement is Judgement.RIGHT for said in found.sentences)
    agent = SentenceAgent()
    before = agent.choose(view)
    agent.beliefs(view)
    assert agent.choose(view) == before == SentenceAgent().choose(view)


# In a session


@pytest.fixture(autouse=True)
def _brought(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch)


def beginner(agent: str, start: str = "opening") -> Session:
    """A game whose first cell is open."""
    session = Session(Table(Setup(LEVELS["beginner"].starting(start), seed=3, agent=agent)))
    session.press((0, 0))
    return session


def settled(session: Session) -> Session:
    wait_for(session, lambda: not session.thinker.busy)
    return session


def wait_for(session: Session, wish: Callable[[], object]) -> None:
    last = time.monotonic() + PATIENCE
    while not wish():
        assert time.monotonic() < last
        session.tick(0)
        time.sleep(0.001)


def test_beliefs_of_ones_own_file_are_shown_unasked() -> None:
    session = beginner(WRONG)
    shown = settled(session).judged
    assert shown is not None
    assert shown.wrong
    assert shown.missed
    others = beginner("exact")
    assert settled(others).judged is None
    others.do(command_named("beliefs"))
    assert settled(others).judged is not None
    others.do(command_named("beliefs"))
    assert others.judged is None


def test_another_agent_is_asked_when_it_takes_over() -> None:
    session = beginner("exact")
    session.change_agent(WRONG)
    assert settled(session).judged is not None
    session.change_agent("exact")
    shown = settled(session).judged
    assert shown is not None
    assert shown.agent == "exact"
    assert not shown.wrong


def test_beliefs_about_an_older_position_are_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    gates: list[Event] = []
    ask = Table.beliefs

    def wait(table: Table) -> JudgedBeliefs:
        found, gate = ask(table), Event()
        gates.append(gate)
        gate.wait(PATIENCE)
        return found

    monkeypatch.setattr(Table, "beliefs", wait)
    session = beginner(WRONG, start="safe")
    wait_for(session, lambda: len(gates) == 2)
    for gate in gates:
        gate.set()
    assert settled(session).judged is not None
    gates.clear()
    session.change_agent("exact")
    assert session.judged is None
    wait_for(session, lambda: len(gates) == 1)
    session.change_agent(WRONG)
    wait_for(session, lambda: len(gates) == 2)
    session.press((8, 0))
    assert session.view.revealed_count > 1
    wait_for(session, lambda: len(gates) == 3)
    for gate in gates[:2]:
        gate.set()
    time.sleep(0.05)
    session.tick(0)
    assert session.judged is None
    gates[2].set()
    shown = settled(session).judged
    assert shown is not None
    assert all(session.view.is_hidden(belief.cell) for belief in shown.cells)


def test_a_belief_is_explained_when_asked_about() -> None:
    session = beginner(WRONG)
    judged = settled(session).judged
    assert judged is not None
    (wrong,), (missed,) = judged.wrong, judged.missed
    session.ask_about(wrong)
    assert session.message.words == wrong.words
    explained = settled(session).explained
    assert explained is not None
    assert explained.words[0].startswith(f"wrong.py believes that {wrong.cell} is safe, but")
    assert wrong.words in session.describe(wrong.cell)
    session.ask_about(missed)
    explained = settled(session).explained
    assert explained is not None
    assert explained.words[0].startswith("wrong.py has missed this:")
    sentence = judged.wrong_sentences[0]
    session.ask_about(sentence)
    assert session.message.words == sentence.words
    pointed = settled(session).explained
    assert pointed is not None
    assert pointed.line is not None
    assert pointed.line.cells == sentence.cells
    assert pointed.words[-1] == sentence.words


def test_an_agent_that_fails_is_told_once() -> None:
    session = settled(beginner(BROKEN))
    assert session.message.tone is Tone.WRONG
    assert "KeyError: (0, 1)" in session.message.words
    assert not session.beliefs_on


def test_beliefs_are_covered_by_a_pause_and_stay_after_a_loss() -> None:
    session = beginner(WRONG)
    settled(session)
    session.toggle_pause()
    assert settled(session).judged is None
    session.toggle_pause()
    assert settled(session).judged is not None
    session.press(min(analyze(session.view).mines))
    assert session.is_over
    shown = settled(session).judged
    assert shown is not None
    session.ask_about(shown.wrong[0])
    assert session.message.words == shown.wrong[0].words


def test_the_faults_of_a_file_are_found_and_explained(
    tmp_path: Path,
) -> None:
    rash = student_file(tmp_path, "if self.count == 0 else set()", "if self.count < 2 else set()")
    session = settled(beginner(AGENTS.admit(str(rash))))
    shown = session.judged
    assert shown is not None
    assert shown.agent == "minesweeper.py"
    assert shown.wrong
    false = next(belief for belief in shown.wrong if belief.judgement is Judgement.FALSE)
    words = f"minesweeper.py believes that {false.cell} is safe, but it is certainly a mine."
    assert false.words == words
    session.ask_about(false)
    explained = settled(session).explained
    assert explained is not None
    assert explained.words[0].startswith(
        f"minesweeper.py believes that {false.cell} is safe, but {false.cell} is a mine. Grade: "
    )


def test_that_an_open_cell_is_a_mine_is_a_false_belief(
    tmp_path: Path,
) -> None:
    marks = (
        "self.moves_made.add(cell)\n",
        "self.moves_made.add(cell)\n        self.mines.add(cell)\n",
    )
    session = settled(beginner(AGENTS.admit(str(student_file(tmp_path, *marks)))))
    assert session.judged is not None
    belief = session.judged.by_cell[0, 0]
    shown = session.view.number((0, 0))
    assert belief.words.endswith(f"(0, 0) is a mine, but it is open and shows {shown}.")
    session.ask_about(belief)
    assert session.message.words == belief.words
    agent = session.situation.fresh_agent()
    assert (0, 0) not in agent.conclusions(session.view).mines


def test_a_file_that_keeps_the_rules_has_no_false_beliefs(
    tmp_path: Path,
) -> None:
    session = settled(beginner(AGENTS.admit(str(student_file(tmp_path)))))
    shown = session.judged
    assert shown is not None
    assert shown.sentences
    assert not shown.wrong
    assert not shown.wrong_sentences
    assert {belief.cell for belief in shown.missed} == {
        belief.cell for belief in Situation(session.view, agent="sentence").beliefs().missed
    }
