"""Replays written as .evf, version 3: the open format of Metasweeper.

Numbers are big-endian, strings end with a zero byte, and mines are bits, row by row. A click is
written as the presses and releases that mean it.
"""

from __future__ import annotations

import struct

import numpy as np

from sapper.errors import FormatError
from sapper.game import Action, Status
from sapper.measures import Units
from sapper.replays.played import play_back
from sapper.replays.recording import MouseEvent, Recording

VERSION = 3
SIDE = 16
"""Pixels of a cell."""
LARGEST_SIDE = 255
MOST_MILLISECONDS = (1 << 24) - 1
MOVE, LEFT_DOWN, LEFT_UP, RIGHT_DOWN, RIGHT_UP = 1, 2, 3, 4, 5
PRESSED = {
    None: (MOVE,),
    Action.REVEAL: (LEFT_DOWN, LEFT_UP),
    Action.FLAG: (RIGHT_DOWN, RIGHT_UP),
    Action.CHORD: (LEFT_DOWN, RIGHT_DOWN, RIGHT_UP, LEFT_UP),
}
COMPLETED, WITHOUT_FLAGS = 0b1000_0000, 0b0001_0000
WITHOUT_QUESTION_MARKS = 0b1000_0000
STANDARD_MODE = 0
WITHOUT_CHECKSUM = 255
PROGRAM = "Sapper"
"""Readers expect more of a file that names one of the programs they know."""


def write_evf(recording: Recording) -> bytes:
    """The content of an .evf file; a `FormatError` where it has no room for the game.

    >>> from sapper.board import Board
    >>> from sapper.replays.recording import Source
    >>> clicks = (MouseEvent(0.0, 2.5, 0.5, Action.REVEAL),)
    >>> write_evf(Recording(Board.from_mines(1, 3, [(0, 0)]), clicks, Source.SAPPER))[:6].hex()
    '039080010300'
    """
    board, played = recording.board, play_back(recording)
    if max(board.height, board.width) > LARGEST_SIDE:
        raise FormatError(
            f"an .evf file has sides up to {LARGEST_SIDE}, not {board.height}×{board.width}"
        )
    has_flags = any(event.action is Action.FLAG for event in recording.events)
    is_won = played.record.status is Status.WON
    header = struct.pack(
        ">5BHBHH",
        VERSION,
        COMPLETED * is_won | WITHOUT_FLAGS * (not has_flags),
        WITHOUT_QUESTION_MARKS,
        board.height,
        board.width,
        len(board.mines),
        SIDE,
        STANDARD_MODE,
        Units.of(board).three_bv,
    )
    names = (PROGRAM, recording.player, "", "", "", "", "", "")
    begins = recording.events[0].seconds
    return b"".join(
        [
            header,
            _milliseconds(played.record.seconds).to_bytes(3, "big"),
            *(_string(name) for name in names),
            np.packbits(board.layout).tobytes(),
            *(_written(event, begins, recording) for event in recording.events),
            bytes([WITHOUT_CHECKSUM]),
        ]
    )


def _written(event: MouseEvent, begins: float, recording: Recording) -> bytes:
    time = _milliseconds(event.seconds - begins).to_bytes(3, "big")
    place = struct.pack(">HH", *_pixels(event, recording))
    return b"".join(bytes([kind]) + time + place for kind in PRESSED[event.action])


def _pixels(event: MouseEvent, recording: Recording) -> tuple[int, int]:
    """Where the mouse was; beside the board, a place that the format keeps for that."""
    if not recording.is_on_board(event):
        return recording.board.width * SIDE, recording.board.height * SIDE
    return int(event.x * SIDE), int(event.y * SIDE)


def _milliseconds(seconds: float) -> int:
    milliseconds = round(1000 * seconds)
    if milliseconds > MOST_MILLISECONDS:
        raise FormatError(f"an .evf file has room for {MOST_MILLISECONDS / 1000:,.0f} seconds")
    return milliseconds


def _string(text: str) -> bytes:
    return text.replace("\0", "").encode() + b"\0"
