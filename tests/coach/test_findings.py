"""What is found in games, against what is true of every layout of a small board."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from sapper.agents.expert import best_move
from sapper.agents.judging import Verdict
from sapper.coach.deck import Deck
from sapper.coach.file import TrainingFile
from sapper.coach.findings import GameFindings, Lesson, findings_of
from sapper.coach.games import Judging, judge_games, judge_name
from sapper.coach.kind import way_on
from sapper.coach.saying import in_words
from sapper.coach.summary import Summary
from sapper.exact.analysis import analyze
from sapper.game import Action, Status
from sapper.grid import Cell
from sapper.history import History
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.play import asking
from sapper.play.record import Entry, Record, Setup, pack
from sapper.play.table import Table
from sapper.proof.technique import Technique
from sapper.view import View


def on_layout(height: int, width: int, mines: tuple[Cell, ...]) -> Table:
    """A game whose mines are laid, and of which nothing is known."""
    layout = np.zeros((height, width), dtype=np.bool_)
    for cell in mines:
        layout[cell] = True
    level = Level(height, width, len(mines), StartRule.ANY)
    untouched = f"{height}x{width}-{len(mines)}-H{height * width}"
    return Table(Setup(level, layout=pack(layout), position=untouched))


def careless(view: View) -> Cell:
    """The last hidden cell, whatever is known of it: so it guesses badly, and needlessly too."""
    return view.hidden()[-1]


def half_careless(view: View) -> Cell:
    """What is certain only where one number shows it; else the first cell that is not flagged."""
    way = way_on(view)
    if way is not None and way.kind.technique is Technique.ONE_NUMBER:
        return way.safe[0]
    return view.hidden()[0]


@pytest.mark.parametrize("player", [careless, half_careless])
def test_result_and_chance_given_up_come_to_what_best_play_wins(player: object) -> None:
    """Over all layouts, luck cancels out: what is left is the value of the game."""
    assert callable(player)
    height, width, mines = 3, 3, 3
    cells = [(row, column) for row in range(height) for column in range(width)]
    kept = won = 0.0
    needless = guesses = 0
    layouts = list(combinations(cells, mines))
    for layout in layouts:
        table = on_layout(height, width, layout)
        while table.status is Status.PLAYING:
            table.reveal(player(table.view))
        found = findings_of(table.record())
        won += found.won
        kept += found.won + found.given_up_guessing + found.given_up_needless
        needless, guesses = needless + found.needless, guesses + found.guesses
        assert found.unjudged == 0
    reason = best_move(View(height, width, mines)).reason
    assert needless > 10
    assert guesses > len(layouts)
    assert kept / len(layouts) == pytest.approx(reason.won / reason.layouts)  # type: ignore[attr-defined]
    assert won < kept


def test_a_needless_guess_is_found_with_what_it_took_and_how_long() -> None:
    ticking = iter([0.0, 0.0, 0.0, 7.0, 7.0, *[20.0] * 99])
    table = Table(
        Setup(Level(2, 3, 1, StartRule.ANY), layout="40", position="2x3-1-H3bbb"),
        clock=lambda: next(ticking),
    )
    table.reveal((0, 1))
    found = findings_of(table.record())
    (lesson,) = found.lessons
    assert (lesson.kind, lesson.cell, lesson.turn) == ("two numbers, corner", (0, 1), 1)
    assert found.met["two numbers, corner"].overlooked == 1
    assert found.verdicts == {Verdict.NEEDLESS: 1}
    assert (
        found.given_up_needless == 1.0
    )  # it was certainly a mine, and the game was won but for it


def test_on_a_board_without_guesses_a_needless_one_gives_up_its_risk() -> None:
    """All else could have been won, though the position is too large to be searched."""
    level = LEVELS["intermediate"].starting("opening")
    table = Table(Setup(level, seed=2, guesses=Guesses.NONE))
    table.reveal((3, 3))
    odds = table.odds()
    uncertain = [cell for cell in table.view.hidden() if 0 < odds.mine_probability[cell] < 1]
    guess = table.reveal(uncertain[0])
    while table.status is Status.PLAYING:
        table.reveal(table.hint().cell)
    found = findings_of(table.record())
    assert guess is not None
    assert found.needless == 1
    assert found.given_up_needless == pytest.approx(guess.mine_probability)
    assert 0 < found.given_up_needless < 1


def test_in_fair_games_only_a_needless_guess_gives_anything_up() -> None:
    for seed in range(12):
        table = Table(Setup(LEVELS["beginner"], seed=seed, guesses=Guesses.FAIR))
        while table.status is Status.PLAYING:
            hint = table.hint()
            careless_now = len(table.entries) > seed and hint.certain
            risky = np.nanargmax(table.odds().mine_probability)
            cell = divmod(int(risky), table.view.width) if careless_now else hint.cell
            table.reveal(cell)
        found = findings_of(table.record())
        assert found.won + found.given_up_needless == 1.0
        assert found.given_up_guessing == 0


def test_agents_and_fast_mode_are_not_the_player() -> None:
    table = Table(Setup(LEVELS["beginner"], seed=3, agent="random"))
    while table.status is Status.PLAYING:
        table.ai_move()
    found = findings_of(table.record())
    assert (found.needless, found.guesses, found.met, found.lessons) == (0, 0, {}, ())


@pytest.fixture
def saved(tmp_path: Path) -> History:
    """Games of somebody who overlooks whatever takes more than one number, and a helped one."""
    history = History.open(tmp_path / "games.sqlite3")
    for seed in range(14):
        table = Table(Setup(LEVELS["beginner"].starting("opening"), seed=seed), history)
        table.reveal((4, 4))
        while table.status is Status.PLAYING:
            table.reveal(half_careless(table.view))
    helped = Table(Setup(LEVELS["beginner"], seed=99), history)
    while helped.status is Status.PLAYING:
        helped.ai_move()
    return history


def test_games_are_judged_once_and_summed_up(
    saved: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []

    def counting(record: Record, begun: GameFindings | None, *, seconds: float) -> GameFindings:
        judged.append(record.identity)
        return findings_of(record, begun, seconds=seconds)

    monkeypatch.setattr("sapper.coach.games.findings_of", counting)
    told: list[tuple[int, int]] = []
    with saved, TrainingFile.open(saved.path) as notes:
        none = judge_games(saved, notes, seconds=0.0)
        assert (none.games, none.waiting, judged) == ((), 14, [])
        first = judge_games(saved, notes, progress=lambda done, of: told.append((done, of)))
        assert (len(first.games), first.waiting, len(judged)) == (14, 0, 14)
        assert told[0] == (0, 14)
        assert told[-1] == (14, 14)
        with TrainingFile.open(saved.path) as later:
            again = judge_games(saved, later)
        assert again == first
        assert len(judged) == 14
        monkeypatch.setattr("sapper.coach.games.judge_name", lambda: "another judge")
        judge_games(saved, notes)
        assert len(judged) == 28

        summary = Summary.of(first)
        records = [saved.record(game.identity) for game, _ in first.games]
    assert [kind.kind for kind in summary.kinds if kind.overlooked] != []
    assert all(kind.overlooked == 0 for kind in summary.kinds if "one number" in kind.kind)
    needless = [
        entry for record in records for entry in record.entries if _is_needless_guess(record, entry)
    ]
    assert summary.needless == len(needless) == sum(kind.overlooked for kind in summary.kinds)
    (rules,) = summary.rules
    assert rules.games == 14
    added = rules.with_both.value - rules.win_rate.value
    assert added == pytest.approx(summary.given_up_guessing + summary.given_up_needless)
    logic = rules.with_perfect_logic
    assert logic.value - rules.win_rate.value == pytest.approx(summary.given_up_needless)
    assert logic.low < logic.value
    words = in_words(summary)
    assert words.sentences[0] == f"14 games were judged, {summary.won} of them won."
    assert words.tables[1].rows[0][1] == str(summary.kinds[0].overlooked)


def test_a_game_is_judged_in_parts_behind_the_others(saved: History) -> None:
    judged: list[str] = []
    with saved, TrainingFile.open(saved.path) as notes:
        judging = Judging(saved, notes)
        while waiting := judging.next_game():
            assert judging.done < judging.total
            judged.append(waiting[0].identity)
            judging.add(findings_of(*waiting, seconds=-1.0))  # there is time for a turn
            if len(judged) == 20:  # another program goes on
                judging = Judging(saved, notes)
        assert judging.done == judging.total == 14
        assert len(set(judged[:14])) == 14
        records = {game.identity: saved.record(game.identity) for game in saved.games(99)}
        assert sorted(judged) == sorted(
            identity for identity in set(judged) for _ in records[identity].entries
        )
        for game, found in judging.result.games:
            assert found == findings_of(records[game.identity])


def test_what_another_program_judged_further_stays(saved: History) -> None:
    with saved, TrainingFile.open(saved.path) as notes:
        (game, *_) = saved.games(1)
        record = saved.record(game.identity)
        whole, begun = findings_of(record), findings_of(record, seconds=-1.0)
        assert begun.judged < whole.judged
        for found, kept in ((begun, begun), (whole, whole), (begun, whole)):
            notes.keep(found, judge_name())
            assert notes.findings([game.identity], judge_name()) == {game.identity: kept}
        notes.keep(begun, "another judge")
        assert notes.findings([game.identity], "another judge") == {game.identity: begun}


def _is_needless_guess(record: Record, entry: Entry) -> bool:
    """By the analysis of the position before the turn, not by what was noted at the time."""
    table = Table(Setup.from_json(record.setup.to_json()))
    for earlier in record.entries[: entry.number - 1]:
        table.reveal(earlier.cell)
    if entry.number == 1 or entry.action is not Action.REVEAL:
        return False
    odds = asking.odds(table.view)
    assert odds.safe == analyze(table.view).safe
    return bool(odds.safe) and entry.cell not in odds.safe


def test_a_deleted_game_is_forgotten_with_its_cards(saved: History) -> None:
    with saved, TrainingFile.open(saved.path) as notes:
        judged = judge_games(saved, notes)
        deck = Deck(notes, seed=1)
        deck.take_in(judged)
        game = next(game.identity for game, found in judged.games if found.lessons)
        others = [card for card in notes.cards("") if card.game != game]
        assert 0 < len(others) < len(notes.cards(""))
        saved.delete(game)
        again = judge_games(saved, notes)
        assert notes.cards("") == others
        assert notes.findings([game], judge_name()) == {}
        assert len(again.games) == len(judged.games) - 1


def test_ctrl_c_gives_what_there_is(saved: History, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(record: Record, begun: GameFindings | None, *, seconds: float) -> GameFindings:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(record.identity)
        return findings_of(record, begun, seconds=seconds)

    done: list[str] = []
    monkeypatch.setattr("sapper.coach.games.findings_of", interrupted)
    with saved, TrainingFile.open(saved.path) as notes:
        judged = judge_games(saved, notes)
        assert (len(judged.games), judged.waiting) == (3, 11)
        assert notes.findings(done, "another judge") == {}
    assert (
        "11 more games wait to be judged: ask again to go on."
        in in_words(Summary.of(judged)).sentences
    )


@pytest.mark.parametrize("content", [b"no database" * 1000, None])
def test_the_cards_outlast_a_history_that_is_damaged_or_gone(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "games.sqlite3"
    if content is not None:
        path.write_bytes(content)
    with History.open(path) as history, TrainingFile.open(path) as notes:
        assert ("set aside" in history.message) is (content is not None)
        notes.add_cards([("lost", Lesson("mine total", "1x4-1-HbHH"))], "", datetime.now(UTC))
        judge_games(history, notes)
        assert len(notes.cards("")) == 1
