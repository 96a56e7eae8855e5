"""Replays of every format: read, written, played back, and held to what their files say."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import ms_toollib
import numpy as np
import pytest
import replay_files

from sapper import replays
from sapper.board import Board
from sapper.catalogue import speaking
from sapper.errors import FormatError, ParseError
from sapper.game import Action, Status
from sapper.interface.commands.history import print_review
from sapper.interface.terminal.panels import replay_title
from sapper.level import Guesses, Level, StartRule
from sapper.measures import zini_clicks
from sapper.play.record import Record, Setup
from sapper.play.replay import Replay
from sapper.play.review import review
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade
from sapper.replays.buttons import ButtonEvent, clicks_from
from sapper.replays.recording import MouseEvent, Recording, Source, Stated
from sapper.view import View


def clicks_in(recording: Recording) -> list[replay_files.Click]:
    return [
        (event.seconds, event.action, event.cell)
        for event in recording.events
        if event.action is not None
    ]


@pytest.mark.parametrize("ending", replay_files.WRITERS)
def test_a_file_of_another_program_is_the_game_that_was_played(ending: str) -> None:
    game, clicks = replay_files.played()
    data = replay_files.WRITERS[ending](game)
    recording = replays.loads(data, f"game.{ending}")
    assert recording.board.mines == game.board.mines
    assert clicks_in(recording) == clicks
    assert (recording.source, recording.player) == (Source(ending), "Ann")
    played = replays.play_back(recording)
    assert (played.record.status, played.record.seconds) == (Status.WON, game.seconds)
    assert played.compared
    assert all(compared.agrees for compared in played.compared)

    boasting = replace(game, three_bv=game.three_bv + 1)
    data = replay_files.WRITERS[ending](boasting)
    differing = replays.play_back(replays.loads(data, f"game.{ending}"))
    assert [compared.name for compared in differing.compared if not compared.agrees] == ["three_bv"]
    told = f"The file says 3BV {game.three_bv + 1}; it is {game.three_bv}."
    assert told in differing.words


@pytest.mark.parametrize("ending", sorted(replay_files.WRITERS))
def test_a_wrong_time_is_named_or_none_is_claimed(ending: str) -> None:
    game, _ = replay_files.played()
    wrong = replace(game, seconds=game.seconds + 3)
    with speaking("fr"):
        played = replays.play_back(
            replays.loads(replay_files.WRITERS[ending](wrong), f"game.{ending}")
        )
        told = [compared.words for compared in played.compared if compared.name == "seconds"]
    if ending in ("mvf", "rmv"):
        assert not told
    else:
        assert told == ["Le fichier indique temps 9,000\u00a0; la valeur est 6,000."]


def test_what_the_library_records_is_read_as_it_counts_it(tmp_path: Path) -> None:
    board = Board("16x16/40", seed=5, index=2)
    video = ms_toollib.BaseVideo(as_numbers(board), replay_files.SIDE)
    for action, (row, column) in zini_clicks(board):
        place = row * replay_files.SIDE + 3, column * replay_files.SIDE + 12
        for event in replay_files.CLICKS[action]:
            video.step(event, place)
    named: Any = video
    named.software, named.player_identifier, named.country = "元3.2", "Ann", "XX"
    named.race_identifier = named.unique_identifier = ""
    named.mode, named.device_uuid = 0, [ord("0")] * 32
    named.is_official = named.is_fair = False
    named.use_question = named.use_cursor_pos_lim = named.use_auto_replay = False
    video.generate_evf_v4_raw_data()
    played = replays.play_back(replays.loads(bytes(video.raw_data), "game.evf"))
    measures = played.measures
    assert measures is not None
    assert measures.clicks is not None
    assert measures.board is not None
    assert (measures.clicks.left, measures.clicks.right, measures.clicks.chord) == (
        video.left,
        video.right,
        video.double,
    )
    assert (measures.solved, measures.board.three_bv) == (video.bbbv_solved, video.bbbv)
    assert all(compared.agrees for compared in played.compared)


@pytest.mark.parametrize("ending", ["evf", "json"])
def test_what_sapper_writes_is_read_again(ending: str, tmp_path: Path) -> None:
    game, _ = replay_files.played()
    recording = replays.loads(replay_files.mvf(game), "game.mvf")
    replays.save(recording, tmp_path / f"game.{ending}")
    again = replays.load(tmp_path / f"game.{ending}")
    assert again.board.mines == recording.board.mines
    assert clicks_in(again) == clicks_in(recording)
    # Pixels are sixteenths of a cell, and Sapper's own format keeps thousandths.
    for one, other in zip(again.events, recording.events, strict=True):
        assert (one.seconds, one.action) == (other.seconds, other.action)
        assert (one.x, one.y) == pytest.approx((other.x, other.y), abs=0.001)
    assert all(compared.agrees for compared in replays.play_back(again).compared)
    with pytest.raises(FormatError, match=r"written as \.evf or \.json"):
        replays.save(recording, tmp_path / "game.avf")


@pytest.mark.parametrize("seed", range(60))
def test_any_saved_game_is_the_same_as_a_replay(seed: int) -> None:
    chance, now = random.Random(seed), [100.0]
    table = Table(Setup(Level(6, 6, 6), seed=seed), clock=lambda: now[0])
    cells = [(row, column) for row in range(6) for column in range(6)]
    while table.status is Status.PLAYING:
        now[0] += chance.choice((0.0, 0.3))  # before the first opening, all of it is at second 0
        click = chance.choice((table.reveal, table.flag, table.flag, table.chord, table.press))
        click(chance.choice(cells))
    own, played = table.record(), replays.play_back(Recording.of(table.record()))

    def turns(record: Record) -> list[tuple[object, ...]]:
        return [(turn.action, turn.cell, turn.opened, turn.status) for turn in record.entries]

    assert turns(played.record) == turns(own)
    assert played.record.hand.idle == own.hand.idle


def test_a_lost_game_has_no_zne_though_regions_opened_around_its_wrong_flags() -> None:
    clicks = (
        MouseEvent(0.0, 3.5, 0.5, Action.FLAG),
        MouseEvent(0.0, 0.5, 0.5, Action.REVEAL),
        MouseEvent(1.0, 4.5, 0.5, Action.REVEAL),
    )
    recording = Recording(Board.from_mines(3, 5, [(0, 4)]), clicks, Source.SAPPER)
    measures = replays.play_back(recording).measures
    assert measures is not None
    assert measures.board is not None
    assert (measures.solved, measures.board.three_bv) == (1, 1)
    assert not measures.is_complete
    assert measures.zini_efficiency is None


def test_a_saved_game_becomes_a_replay_with_its_idle_clicks() -> None:
    now = [100.0]
    table = Table(Setup(Level.named("beginner"), seed=3), clock=lambda: now[0])
    table.reveal((0, 0))
    table.press((0, 0))
    while table.status is Status.PLAYING:
        now[0] += 1.5
        table.reveal(table.odds().safest or (0, 0))
    played = replays.play_back(Recording.of(table.record()))
    own = table.record()
    assert [(entry.action, entry.cell, entry.exploded) for entry in played.record.entries] == [
        (entry.action, entry.cell, entry.exploded) for entry in own.entries
    ]
    assert played.measures is not None
    assert played.measures.clicks is not None
    assert played.measures.clicks.all == len(own.entries) + 1
    assert (played.record.status, played.record.seconds) == (own.status, own.seconds)
    # The mines were laid around the first cell, so it was no risk: neither here nor there.
    assert played.record.entries[0].free
    assert played.review.luck == pytest.approx(sum(step.luck for step in played.review.steps))

    under_way = Table(Setup(Level.named("beginner"), seed=3))
    with pytest.raises(FormatError, match="nothing happened"):
        Recording.of(under_way.record())
    under_way.reveal((0, 0))
    with pytest.raises(FormatError, match="tells where the mines are"):
        Recording.of(under_way.record())


def run(replay: Replay, until: float) -> None:
    while replay.now < until:
        replay.tick(min(replay.now + 0.25, until))


def test_a_replay_stands_still_while_nobody_looks() -> None:
    clicks = tuple(MouseEvent(10.0 * x, x + 0.5, 0.5, Action.REVEAL) for x in range(3))
    recording = Recording(Board.from_mines(1, 8, [(0, 7)]), clicks, Source.SAPPER)
    played = replays.play_back(replace(recording, board=Board.from_mines(1, 8, [(0, 3), (0, 7)])))
    replay = Replay(played.record, track=played.track)
    replay.tick(100.0)
    replay.toggle_running()
    run(replay, 101.0)
    assert replay.seconds == 1.0
    replay.tick(500.0)  # something lay over it
    assert 1.0 < replay.seconds <= 2.0


def test_a_replay_runs_at_its_own_speed() -> None:
    board = Board.from_mines(1, 8, [(0, 3)])
    events = (
        MouseEvent(8.0, 7.5, 0.5),
        MouseEvent(10.0, 0.5, 0.5, Action.REVEAL),
        MouseEvent(14.0, 3.5, 0.5, Action.FLAG),
        MouseEvent(15.0, 7.5, 0.5, Action.REVEAL),
        MouseEvent(16.0, 9.0, 0.5),
    )
    played = replays.play_back(Recording(board, events, Source.SAPPER, Stated(seconds=5.0)))
    replay = Replay(played.record, track=played.track, notes=played.words)
    replay.to_end()
    replay.tick(100.0)
    replay.toggle_running()  # from before the first click, for that is where the recording begins
    assert (replay.place, replay.seconds, replay.pointer) == (0, -2.0, (7.5, 0.5))
    run(replay, 103.0)
    assert (replay.place, replay.seconds, replay.pointer) == (1, 1.0, (0.5, 0.5))
    assert replay.view == View.parse("001#####", mines=1)
    replay.speed_up()
    run(replay, 104.75)
    assert (replay.place, replay.seconds) == (2, 4.5)
    assert replay.trail == ((3.5, 0.5),)
    replay.slow_down()
    replay.slow_down()
    run(replay, 105.75)
    assert (replay.place, replay.seconds, replay.running) == (2, 5.0, True)
    run(replay, 109.0)
    assert (replay.place, replay.pointer, replay.running) == (3, (9.0, 0.5), False)
    assert replay.words[-1] == "Recorded by Sapper. The file's own statistics are right."
    replay.back()
    assert (replay.place, replay.seconds) == (2, 5.0)


@pytest.mark.parametrize("seed", range(60))
def test_buttons_mean_what_they_mean_elsewhere(seed: int) -> None:
    """Random presses and releases, on a board that is never finished, as ms_toollib counts them."""
    rng = random.Random(seed)
    board = Board("6x7/8", seed=seed)
    other = ms_toollib.MinesweeperBoard(as_numbers(board))
    safe = sorted(set(np.ndindex(6, 7)) - board.mines)
    pressed: list[ButtonEvent] = []
    held: set[str] = set()

    def do(kind: str, cell: tuple[int, int]) -> None:
        pressed.append(ButtonEvent(len(pressed), kind, cell[1] + 0.5, cell[0] + 0.5))
        other.step(kind, cell)

    here = rng.choice(safe)
    do("lc", here)
    do("lr", here)
    for _ in range(60):
        if rng.random() < 0.4:
            here = rng.choice(safe)
        elif rng.random() < 0.2 and not held:
            do("cc", here)
            held = {"l", "r"}
        else:
            button = rng.choice("lr")
            do(button + ("r" if button in held else "c"), here)
            held ^= {button}
    for button in sorted(held):
        do(button + "r", here)
    played = replays.play_back(Recording(board, tuple(clicks_from(board, pressed)), Source.EVF))
    hand, turns = played.record.hand, played.record.entries
    counted = [*(idle.button.value for idle in hand.idle)]
    counted += [
        {"reveal": "left", "chord": "chord"}.get(turn.action.value, "right") for turn in turns
    ]
    assert [counted.count(kind) for kind in ("left", "right", "chord")] == [
        other.left,
        other.right,
        other.double,
    ]
    if played.record.status is Status.PLAYING:
        signs = {10: "#", 11: "F"} | {number: str(number) for number in range(9)}
        rows = ["".join(signs[number] for number in row) for row in other.game_board]
        assert str(Table.of(played.record).view).splitlines() == rows


def as_numbers(board: Board) -> list[list[int]]:
    numbers: list[list[int]] = np.where(board.layout, -1, board.numbers).tolist()
    return numbers


FAIR = Setup(Level.named("beginner"), seed=3, guesses=Guesses.FAIR)
MADE = Setup(Level(8, 8, 8, StartRule.OPENING), seed=3, guesses=Guesses.NONE, grade=BoardGrade.EASY)


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        (Setup(Level.named("beginner"), seed=3), "beginner, start safe, lost"),
        (Setup(Level.named("easy").starting("any"), seed=2**90, index=4), "easy, start any, lost"),
        (Setup(Level(5, 6, 4, StartRule.OPENING), seed=1), "5x6/4, start opening, lost"),
        (FAIR, "beginner, start safe, fair play, lost"),
        (MADE, "8x8/8, start opening, no-guess board, easy, lost"),
    ],
)
def test_a_saved_game_tells_its_level_start_rule_and_seed(
    setup: Setup, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(setup)
    while table.status is Status.PLAYING:
        table.reveal(table.view.hidden()[-1])
    own = table.record()
    replays.save(replays.Recording.of(own), tmp_path / "game.json")
    played = replays.play_back(replays.load(tmp_path / "game.json"))
    fields = ("level", "seed", "index", "guesses", "grade")
    for field in fields:
        assert getattr(played.record.setup, field) == getattr(own.setup, field)
    assert played.recording.board.mines == table.mines
    assert played.record.board == own.board
    assert [replace(entry, seconds=0, by="player") for entry in played.record.entries] == [
        replace(entry, seconds=0) for entry in own.entries
    ]
    print_review(played.record, played.review)
    assert capsys.readouterr().out.startswith(told)
    assert played.review.rule == review(own).rule


def test_of_another_programs_game_nothing_is_said_that_the_file_does_not_tell(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game, _ = replay_files.played()
    played = replays.play_back(replays.loads(replay_files.rmv(game), "game.rmv"))
    print_review(played.record, played.review, played.words)
    shown = capsys.readouterr().out
    assert shown.startswith("beginner, won\n")
    assert "Opened (" in shown
    assert not re.search(r"\b[Yy]ou\b", shown)
    replay = Replay(played.record, track=played.track)
    assert "start" not in str(replay_title(replay, 200))
    assert "You" not in " ".join(replay.words)


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        ([], "'game' must be an object"),
        ({"seed": "1"}, "'start' must be text"),
        ({"start": "safe"}, "'seed' must be text"),
        ({"start": "safe", "seed": 1}, "'seed' must be text"),
        ({"start": "soon", "seed": "1"}, "no start rule is called 'soon'"),
        ({"start": "given", "seed": "1"}, "'start' can't be 'given'"),
        ({"start": "safe", "seed": "-1"}, "a seed is a whole number"),
        ({"start": "safe", "seed": "1", "index": True}, "'index' must be a whole number"),
        ({"start": "safe", "seed": "1", "level": "expert"}, "the board is not one of level"),
        ({"start": "safe", "seed": "1", "level": "nowhere"}, "no level is called 'nowhere'"),
        ({"start": "safe", "seed": "1", "grade": "hard"}, "only a board that needs no guess has"),
        ({"start": "any", "seed": "1", "guesses": "none"}, "goes with the start rule 'safe'"),
        ({"start": "safe", "seed": "1", "speed": "9"}, "there is no 'speed'"),
    ],
)
def test_rules_that_can_not_be_are_refused(rules: object, complaint: str) -> None:
    content = {
        "kind": "replay",
        "version": 1,
        "board": {"height": 1, "width": 3, "mines": [[0, 0]]},
        "events": [[0, "open", 2.5, 0.5]],
        "game": rules,
    }
    with pytest.raises(ParseError, match=re.escape(complaint)):
        replays.loads(json.dumps(content).encode(), "game.json")
