"""Files as other programs write them, byte by byte: nobody here has those programs.

Each takes the board, what the mouse did (seconds, kind, x and y in pixels of cells of 16), and what
the file says of the game.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

import numpy as np

from sapper.board import Board
from sapper.game import Action
from sapper.grid import Cell
from sapper.measures import BoardMeasures, zini_clicks

SIDE = 16
LEVEL = "9x9/10"
Button = tuple[float, str, int, int]
Click = tuple[float, Action, Cell]
CLICKS = {
    Action.REVEAL: ("lc", "lr"),
    Action.FLAG: ("rc", "rr"),
    Action.CHORD: ("lc", "rc", "lr", "rr"),
}


@dataclass(frozen=True)
class Game:
    """What is recorded."""

    board: Board
    buttons: list[Button]
    seconds: float
    three_bv: int
    player: str


def played() -> tuple[Game, list[Click]]:
    """A game that is won with openings, flags and chords, half a second for each."""
    board = Board(LEVEL, seed=5, index=3)
    return _recorded(board, zini_clicks(board))


def short() -> tuple[Game, list[Click]]:
    """A game without a guess that anybody would have to judge."""
    corner, beside = (0, 0), (0, 1)
    clicks = [(Action.REVEAL, beside), (Action.FLAG, corner), (Action.CHORD, beside)]
    return _recorded(Board.from_mines(5, 6, [corner]), clicks)


def _recorded(board: Board, done: list[tuple[Action, Cell]]) -> tuple[Game, list[Click]]:
    clicks = [(number / 2, action, cell) for number, (action, cell) in enumerate(done)]
    three_bv = BoardMeasures.of(board).three_bv
    return Game(board, buttons_of(clicks), clicks[-1][0], three_bv, "Ann"), clicks


def buttons_of(clicks: list[Click]) -> list[Button]:
    """The mouse goes to each cell, and clicks there."""
    found = []
    for seconds, action, (row, column) in clicks:
        place = column * SIDE + 5, row * SIDE + 9
        found += [(seconds, kind, *place) for kind in ("mv", *CLICKS[action])]
    return found


def avf(game: Game) -> bytes:
    """Arbiter's format: text between bytes, times in hundredths and one second too much."""
    board = game.board
    head = bytes([1, 0, 0, 0, 0, 6, board.width - 1, board.height - 1])
    mines = b"".join(bytes([row + 1, column + 1]) for row, column in sorted(board.mines))
    size = f"W{board.width}H{board.height}M{len(board.mines)}"
    times = f"\x7f [3|{size}|18.10.2022.20:15:35:6606|18.20:16:24:8868|".encode()
    result = f"B{game.three_bv}T{game.seconds + 1:.2f}]\r\n".encode()
    codes = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65}
    events = b""
    for time, kind, x, y in game.buttons:
        whole, hundredths = divmod(round(100 * (time + 1)), 100)
        events += bytes(
            [codes[kind], x >> 8, whole & 255, x & 255, hundredths, y >> 8, whole >> 8, y & 255]
        )
    end = bytes(8) + b"cs=\r\nSkin: none\r" + game.player.encode() + b"\r\n"
    count = len(board.mines).to_bytes(2, "big")
    preamble = bytes(32)  # a checksum and settings, which nobody reads
    return head + count + mines + preamble + times + result + events + end


def mvf(game: Game) -> bytes:
    """Clone 0.97's format: the bits of each event are shuffled by a number in the file."""
    board = game.board
    version = bytes([0x11, 0x4D]) + bytes(25) + b"5" + bytes(46)
    date = bytes([10, 18]) + (2022).to_bytes(2, "big") + bytes([20, 15, 35])
    whole, hundredths = divmod(round(100 * game.seconds), 100)
    result = bytes([1, 1]) + struct.pack(">HBHHHHH", whole, hundredths, game.three_bv, 0, 0, 0, 0)
    size = bytes([0, board.width, board.height]) + len(board.mines).to_bytes(2, "big")
    mines = b"".join(bytes([column + 1, row + 1]) for row, column in sorted(board.mines))
    name = bytes([len(game.player)]) + game.player.encode()
    number = 12345
    places = _shuffled(number)
    states = {"left": 0, "middle": 0, "right": 0}
    names = {"l": "left", "m": "middle", "r": "right"}
    events = []
    for time, kind, x, y in game.buttons:
        if kind != "mv":
            states[names[kind[0]]] = int(kind[1] == "c")
        whole, hundredths = divmod(round(100 * time), 100)
        bits = [states["right"], states["middle"], states["left"]]
        for value, length in ((y, 9), (x, 9), (hundredths, 7), (whole, 10)):
            bits += [value >> place & 1 for place in range(length)]
        event = bytearray(5)
        for bit, (byte, mask) in zip(bits, places, strict=False):
            event[byte] |= mask * bit
        events.append(bytes(event))
    count = struct.pack(">H", number) + len(events).to_bytes(3, "big")
    return version + date + result + size + mines + name + count + b"".join(events)


def _shuffled(number: int) -> list[tuple[int, int]]:
    """The byte and the bit of each of an event's 40 bits: the digits of some sines, sorted."""
    first = math.sqrt(number)
    second, third = math.sqrt(number + 1000), math.sqrt(first + 1000)
    digits = "".join(
        f"{round(abs(value) * 1e8):08}"
        for value in (
            math.cos(third + 1000),
            math.sin(math.sqrt(second)),
            math.cos(third),
            math.sin(math.sqrt(first) + 1000),
            math.cos(math.sqrt(second + 1000)),
        )
    )
    order = sorted(range(40), key=lambda place: digits[place])
    return [(place // 8, 1 << place % 8) for place in order]


def rmv(game: Game) -> bytes:
    """Viennasweeper's format, version 1: sections with their lengths, without the first press."""
    board = game.board
    result = b"#" * 9 + f"{game.three_bv:>3}".encode() + b"#" * 16 + b"1666124135\r\n"
    version = b"Vienna"
    name = game.player.encode()
    players = struct.pack(">H", 1) + bytes([len(name)]) + name
    mines = b"".join(bytes([column, row]) for row, column in sorted(board.mines))
    size = (
        bytes(4) + bytes([board.width, board.height]) + struct.pack(">H", len(board.mines)) + mines
    )
    codes = {"mv": 1, "lc": 2, "lr": 3, "rc": 4, "rr": 5, "mc": 6, "mr": 7}
    events = b""
    pressed = next(place for place, (_, kind, *_) in enumerate(game.buttons) if kind == "lc")
    for time, kind, x, y in game.buttons[pressed + 1 :]:
        events += bytes([codes[kind]]) + struct.pack(">I", round(1000 * time) << 8)
        events += struct.pack(">HH", x + 12, y + 56)
    properties = bytes([0, 0, 0, 3])
    head = b"*rmv" + struct.pack(
        ">HIHHHHHHIH", 1, 0, len(result), len(version), len(players), len(size), 0,
        len(properties), len(events), 0,
    )  # fmt: skip
    return head + result + version + players + size + properties + events + bytes([16])


def evf(game: Game) -> bytes:
    """Metasweeper's format, version 0, as it is documented; ms_toollib writes the newest itself."""
    board = game.board
    size = bytes([board.height, board.width]) + struct.pack(">HB", len(board.mines), SIDE)
    result = struct.pack(">HH", 0, game.three_bv) + round(1000 * game.seconds).to_bytes(3, "big")
    names = b"Meta\0" + game.player.encode() + b"\0" + bytes(5)
    mines = np.packbits(board.layout).tobytes()
    codes = {"mv": 1, "lc": 2, "lr": 3, "rc": 4, "rr": 5, "mc": 6, "mr": 7}
    events = b"".join(
        bytes([codes[kind]]) + round(1000 * time).to_bytes(3, "big") + struct.pack(">HH", x, y)
        for time, kind, x, y in game.buttons
    )
    return bytes([0, 0b1000_0000]) + size + result + names + mines + events + b"\xff"


WRITERS = {"avf": avf, "mvf": mvf, "rmv": rmv, "evf": evf}
