"""Boards made to order for `sapper board`: without a guess, of a grade, of the day, in packs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.errors import BadInput
from sapper.interface.commands.output import print_json, print_note
from sapper.seed import SHORT_SEED_BITS, seed_of_chance

if TYPE_CHECKING:
    from sapper.boards.make import MadeBoard, Wish
    from sapper.boards.progress import MakingProgress
    from sapper.formats import Position
    from sapper.grid import Cell
    from sapper.level import Level


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for on the command line."""

    level: Level
    first: Cell | None = None
    seed: int | None = None
    index: int = 0
    grade: str | None = None
    count: int | None = None
    daily: bool = False
    date: str | None = None
    pack: int | None = None
    as_puzzle: bool | None = None
    write_as: str | None = None
    out: Path | None = None


def make_to_order(order: Order) -> None:
    """Make the boards, and print, save or pack them."""
    from sapper.boards.make import Wish, make_some

    _check(order)
    wish = Wish.of(order.level, order.first, order.level.start, grade=order.grade)
    seed, title = _seed_and_title(order, wish)
    count = order.pack or order.count or 1
    with _showing_progress(count) as progress:
        boards = make_some(wish, seed, order.index, count, progress=progress)

    if order.pack is not None:
        _pack(order, boards, title)
    elif order.count is not None:
        _print_all(order, boards)
    else:
        _print_one(order, boards[0], title)


def _check(order: Order) -> None:
    if order.date is not None and not order.daily:
        raise BadInput("--date goes with --daily")
    if order.daily and (order.seed is not None or order.index):
        raise BadInput("the puzzle of the day has no seed or index to choose")
    if (order.daily, order.count is not None, order.pack is not None).count(True) > 1:
        raise BadInput("give --daily, --count or --pack, not several of them")
    if order.pack is not None and order.out is None:
        raise BadInput("name a folder for the pack with --out")
    if order.pack is not None and order.write_as is not None:
        raise BadInput("a pack has its own format: --to and --json do not go with it")
    if order.count is not None and (order.out is not None or order.write_as not in (None, "json")):
        raise BadInput("several boards are printed as text or JSON; --pack writes them to a folder")


def _seed_and_title(order: Order, wish: Wish) -> tuple[int, str]:
    from sapper.boards.daily import seed_of_day

    grade = "" if wish.grade is None else f", {wish.grade.value}"
    if order.daily:
        day = _day(order)
        return seed_of_day(day, wish), f"Puzzle of {day.isoformat()}: {wish.level.name}{grade}"
    seed = seed_of_chance(SHORT_SEED_BITS) if order.seed is None else order.seed
    return seed, f"Minesweeper without guessing: {wish.level.name}{grade}"


def _day(order: Order) -> date:
    from sapper.boards.daily import read_date, today

    return today() if order.date is None else read_date(order.date)


# What comes out


def _pack(order: Order, boards: list[MadeBoard], title: str) -> None:
    from sapper.boards.pack import PAGE, write_pack
    from sapper.catalogue import counted

    assert order.out is not None
    write_pack(order.out, boards, title)
    puzzles = counted(len(boards), "puzzle")
    print_note(f"{puzzles} of seed {boards[0].seed} in {order.out}: open {order.out / PAGE}")


def _print_all(order: Order, boards: list[MadeBoard]) -> None:
    from sapper.interface.commands.board import draw, tell

    if order.write_as == "json":
        print_json([_as_json(order, board) for board in boards], indent=None)
        return
    first, last = boards[0], boards[-1]
    in_terminal = sys.stdout.isatty()
    for board in boards:
        if board is not first:
            print()
        draw(_shown(order, board), _about(board) if in_terminal else "")
    made = f"no guess · seed {first.seed}, index {first.index} to {last.index}"
    tell(f"{_size_and_first(first)} · {made}", is_drawn=True)


def _print_one(order: Order, board: MadeBoard, title: str) -> None:
    from sapper import formats
    from sapper.interface.commands.board import draw, tell, write_bytes

    if order.write_as == "json" and order.out is None:  # it tells what the board is
        print_json(_as_json(order, board), indent=None)
        return
    shown, about = _shown(order, board), _about(board, title if order.daily else None)
    if order.out is not None:
        formats.save(shown, order.out, format=order.write_as)
    elif order.write_as is not None:
        write_bytes(formats.dumps(shown, order.write_as))
    else:
        draw(shown, about)
    tell(about, is_drawn=order.out is None and order.write_as is None)


def _shown(order: Order, board: MadeBoard) -> Position:
    """The board itself, or what its first click opens."""
    from sapper.boards.pack import puzzle_of

    as_puzzle = order.daily if order.as_puzzle is None else order.as_puzzle
    return puzzle_of(board) if as_puzzle else board


def _about(board: MadeBoard, title: str | None = None) -> str:
    """What a player wants to know before the first click, and what makes the board again."""
    from sapper.solution import solve

    solution = solve(board, board.first)
    grade = f"{solution.grade} {solution.hardness}"
    about = f"{_size_and_first(board)} · no guess, {grade}, {board.method.value}"
    if title is not None:
        return f"{title} · {about}"
    return f"{about} · seed {board.seed}, index {board.index}"


def _size_and_first(board: MadeBoard) -> str:
    from sapper.catalogue import counted

    size = f"{board.height}×{board.width}, {counted(board.level.mines, 'mine')}"
    return f"{size} · first click {board.first}"


def _as_json(order: Order, board: MadeBoard) -> dict[str, Any]:
    """The usual JSON of a board or a position, with how it was made."""
    import json

    from sapper import formats
    from sapper.solution import solve

    solution = solve(board, board.first)
    content: dict[str, Any] = json.loads(formats.dumps(_shown(order, board), "json"))
    return (
        content
        | {
            "first": list(board.first),
            "start": board.level.start.value,
            "grade": solution.grade,
            "hardness": solution.hardness,
            "method": board.method.value,
            "seed": str(board.seed),
            "index": board.index,
        }
        | ({"date": _day(order).isoformat()} if order.daily else {})
    )


# Waiting


@contextmanager
def _showing_progress(count: int) -> Iterator[MakingProgress]:
    """In a terminal, tell how far it has come; Ctrl-C ends it at any time."""
    from rich.console import Console
    from rich.text import Text

    from sapper.boards.progress import MakingProgress

    progress = MakingProgress()

    class HowFar:
        def __rich__(self) -> Text:
            of = "" if count == 1 else f"{progress.made:,} of {count:,} made, "
            return Text(f"Making boards … {of}{progress.tried:,} tried")

    with Console(stderr=True).status(HowFar()):
        yield progress
