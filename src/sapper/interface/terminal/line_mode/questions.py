"""What can be asked by typing: about the position, the board and the game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sapper.catalogue import spoken
from sapper.game import Status
from sapper.grid import check_cell
from sapper.interface.terminal.line_mode.lines import (
    beside,
    listed,
    said,
    say_beliefs,
    some,
    whole_number,
)
from sapper.interface.terminal.line_mode.seat import Seat
from sapper.interface.terminal.spoken import say_board, say_cell, say_game, say_row
from sapper.interface.terminal.words import Terminal
from sapper.play.beliefs import reason_with_belief
from sapper.play.numbers import say_all_numbers
from sapper.play.risk import FirstClickOdds
from sapper.play.saying import full_stop, percent, say, say_guess, say_incomplete, say_odds
from sapper.play.words import Play


def hint(seat: Seat, rest: str) -> Iterator[str]:
    """`hint`"""
    yield beside(seat.table.hint).words


def guess(seat: Seat, rest: str) -> Iterator[str]:
    """`guess`"""
    if seat.table.status is Status.PLAYING:
        yield say_guess(beside(seat.table.situation.guess))
    else:
        yield seat.game_is_over()


def why(seat: Seat, rest: str) -> Iterator[str]:
    """`why 3 4`"""
    cell = seat.cell(rest, "why")
    if seat.table.view.is_hidden(cell):
        yield from said(beside(lambda: seat.table.why(cell)))
    else:
        yield full_stop(say_cell(seat.table, cell))


def odds(seat: Seat, rest: str) -> Iterator[str]:
    """`odds`, `odds 3 4`"""
    cell = seat.cell(rest, "odds") if rest else None
    odds, say = beside(seat.table.odds), spoken(Terminal)
    if cell is not None:
        if not seat.table.view.is_hidden(cell):
            yield full_stop(say_cell(seat.table, cell))
        else:
            told = spoken(Play).about_cell.format(cell=cell, words=say_odds(odds, cell))
            yield full_stop(told)
        return
    if isinstance(odds, FirstClickOdds):
        yield say.any_first_safe
        return
    yield listed(sorted(odds.safe), say.safe_cells, say.no_safe_cell)
    yield listed(sorted(odds.mines), say.mine_cells, say.no_mine_cell)
    if not odds.complete:
        yield say_incomplete(odds)
    elif not odds.safe and seat.table.view.hidden_count > len(odds.mines):
        least = float(np.nanmin(odds.mine_probability))
        safest = [cell for cell in seat.table.view.hidden() if odds.mine_probability[cell] <= least]
        yield say.safest_at.format(chance=percent(least), cells=some(safest))


def beliefs(seat: Seat, rest: str) -> Iterator[str]:
    """`beliefs`, `beliefs 3 4`"""
    cell = seat.cell(rest, "beliefs") if rest else None
    judged = beside(seat.table.beliefs)
    if cell is None:
        yield from say_beliefs(judged)
        return
    belief = judged.by_cell.get(cell)
    if belief is None and not seat.table.view.is_hidden(cell):
        yield full_stop(say_cell(seat.table, cell))
    elif belief is None:
        yield spoken(Terminal).believes_nothing.format(agent=judged.agent, cell=cell)
    elif belief.is_fault and seat.table.view.is_hidden(cell):
        answer = beside(lambda: seat.table.why(cell))
        yield from said(reason_with_belief(answer, belief, judged.agent))
    else:
        yield belief.words


def board(seat: Seat, rest: str) -> Iterator[str]:
    """`board`"""
    yield say_game(seat.table)
    yield from say_board(seat.table)


def row(seat: Seat, rest: str) -> Iterator[str]:
    """`row 3`"""
    row = whole_number(rest, spoken(Terminal).what_row)
    check_cell((row, 0), seat.table.view.height, seat.table.view.width)
    yield say_row(seat.table, row)


def cell(seat: Seat, rest: str) -> Iterator[str]:
    """`cell 3 4`"""
    yield full_stop(say_cell(seat.table, seat.cell(rest, "cell")))


def drawn(seat: Seat, rest: str) -> Iterator[str]:
    """`map`"""
    yield from str(seat.table.view).splitlines()


def moves(seat: Seat, rest: str) -> Iterator[str]:
    """`moves`"""
    if not seat.table.entries:
        yield spoken(Terminal).no_move
    for entry in seat.table.entries:
        yield f"{entry.number}. {say(entry)}"


def numbers(seat: Seat, rest: str) -> Iterator[str]:
    """`numbers`"""
    measures = seat.table.measures
    if measures is None:
        yield spoken(Play).no_numbers
    else:
        yield say_all_numbers(measures)
