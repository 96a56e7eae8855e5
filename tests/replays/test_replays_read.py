"""Replays of every format: read, written, played back, and held to what their files say."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import ms_toollib
import numpy as np
import pytest
import replay_files

from sapper import replays
from sapper.board import Board
from sapper.errors import FormatError
from sapper.game import Action, Status
from sapper.level import Level
from sapper.measures import zini_clicks
from sapper.play.record import Setup
from sapper.play.replay import Replay
from sapper.play.table import Table
from sapper.replays.buttons import ButtonEvent, clicks_of
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
    replay.tick(103.0)
    assert (replay.place, replay.seconds, replay.pointer) == (1, 1.0, (0.5, 0.5))
    assert replay.view == View.parse("001#####", mines=1)
    replay.speed_up()
    replay.tick(104.75)
    assert (replay.place, replay.seconds) == (2, 4.5)
    assert replay.trail == ((3.5, 0.5),)
    replay.slow_down()
    replay.slow_down()
    replay.tick(105.75)
    assert (replay.place, replay.seconds, replay.running) == (2, 5.0, True)
    replay.tick(109.0)
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
        else:
            button = rng.choice("lr")
            do(button + ("r" if button in held else "c"), here)
            held ^= {button}
    for button in sorted(held):
        do(button + "r", here)
    played = replays.play_back(Recording(board, tuple(clicks_of(board, pressed)), Source.EVF))
    hand, turns = played.record.hand, played.record.entries
    assert hand is not None
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
