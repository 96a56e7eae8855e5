"""Turns that are typed: the player's, the AI's, and those of fast mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sapper.agents.own_file import is_path
from sapper.catalogue import spoken
from sapper.game import Action, Status
from sapper.grid import Cell
from sapper.interface.terminal.line_mode.lines import beside, whole_number
from sapper.interface.terminal.line_mode.questions import numbers
from sapper.interface.terminal.line_mode.seat import Seat
from sapper.interface.terminal.spoken import say_opened
from sapper.interface.terminal.words import Terminal
from sapper.play.fast import next_choice, say_fast
from sapper.play.record import Entry
from sapper.play.saying import joined, one_after_another, say_no_turn
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade

OFF = "off"


def reveal(seat: Seat, rest: str) -> Iterator[str]:
    """`r 3 4`"""
    yield from _turn(seat, Action.REVEAL, seat.table.reveal, seat.cell(rest, "r"))


def flag(seat: Seat, rest: str) -> Iterator[str]:
    """`f 3 4`"""
    yield from _turn(seat, Action.FLAG, seat.table.flag, seat.cell(rest, "f"))


def chord(seat: Seat, rest: str) -> Iterator[str]:
    """`c 3 4`"""
    yield from _turn(seat, Action.CHORD, seat.table.chord, seat.cell(rest, "c"))


def _turn(
    seat: Seat, action: Action, act: Callable[[Cell], Entry | None], cell: Cell
) -> Iterator[str]:
    opens = action is Action.REVEAL and cell not in seat.table.view.flags
    if opens and seat.table.needs_board:
        yield spoken(Terminal).making
    entry = act(cell)
    if entry is not None:
        grade = seat.fast
        if grade is not None and not entry.is_flagging:
            beside(lambda: seat.table.play_easy(grade))
        yield from _tell(seat, entry)
    elif seat.table.status is not Status.PLAYING:
        yield seat.game_is_over()
    else:
        yield say_no_turn(action, cell, seat.table.view, f"f {cell[0]} {cell[1]}")


def _tell(seat: Seat, entry: Entry) -> Iterator[str]:
    """What happened, what it revealed, and what to do once the game is over."""
    table = seat.table
    goes_on = table.status is Status.PLAYING
    made = table.entries[entry.number - 1 :]  # with what fast mode did after it
    all_opened = replace(entry, opened=tuple(cell for turn in made for cell in turn.opened))
    opened = say_opened(table.view, all_opened) if goes_on else ""
    yield one_after_another(table.say(entry), opened)
    if table.status is Status.LOST:
        yield spoken(Terminal).mines_were.format(cells=joined(sorted(table.mines)))
    if not goes_on:
        yield from numbers(seat, "")
        yield spoken(Terminal).when_over


def ai_move(seat: Seat, rest: str) -> Iterator[str]:
    """`ai`"""
    table = seat.table
    if table.status is not Status.PLAYING:
        yield seat.game_is_over()
        return
    if table.needs_board:
        yield spoken(Terminal).making
    entry = table.make(beside(table.think))
    if entry is None:
        yield spoken(Play).nothing_to_open
    else:
        yield from _tell(seat, entry)
    yield from _tell_beliefs_of_own_file(seat)


def _tell_beliefs_of_own_file(seat: Seat) -> Iterator[str]:
    table = seat.table
    if is_path(table.setup.agent) and table.status is not Status.WON:
        yield beside(table.beliefs).words


def autoplay(seat: Seat, rest: str) -> Iterator[str]:
    """`auto`, `auto 10`"""
    moves = whole_number(rest, spoken(Terminal).what_auto) if rest else None
    if seat.table.status is not Status.PLAYING:
        yield from ai_move(seat, "")
    while seat.table.status is Status.PLAYING and moves != 0:
        before = len(seat.table.entries)
        yield from ai_move(seat, "")
        moves = None if moves is None else moves - 1
        if len(seat.table.entries) == before:
            return


def fast(seat: Seat, rest: str) -> Iterator[str]:
    """`fast`, `fast medium`, `fast off`"""
    if not rest:
        seat.fast = next_choice(seat.fast)
    else:
        seat.fast = None if rest.lower() == OFF else BoardGrade.of(rest.lower())
    yield say_fast(seat.fast)
