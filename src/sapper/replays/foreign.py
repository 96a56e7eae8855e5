"""Replays of other programs, read by ms_toollib in a process of its own.

Whatever happens there, a crash or a stall, comes back as a `ParseError` with one line.
"""

from __future__ import annotations

import base64
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sapper.board import Board
from sapper.errors import ParseError, SapperError
from sapper.extras import need
from sapper.guest.own_time import LONGEST_BY_THE_CLOCK
from sapper.guest.process import Ended, GuestProcess, NoAnswer, Stalled
from sapper.replays.buttons import ButtonEvent, clicks_from
from sapper.replays.recording import Recording, Source, Stated

LIBRARY = Path(__file__).with_name("library.py")
SECONDS = 10.0
"""Of the process's own time, for the interpreter and the parser together; a replay takes a fraction
of one."""
MEMORY_BYTES = 1 << 30
HASH_SEED = 0
TIMED_BY_THEIR_EVENTS = (Source.RMV, Source.MVF)
"""Formats for whose time the library gives that of the last event, whatever the file says."""
USUAL_SIDE = 16
"""Pixels of a cell, in formats that know no other."""


def read_foreign(data: bytes, source: Source) -> Recording:
    """What a file of another program records; `ExtraMissing` without ms_toollib."""
    need("replays", "ms_toollib")
    found = _asked(data, source)
    if "failure" in found:
        raise _damaged(source, f"its reader: {found['failure']}")
    if found.get("board") == []:
        raise _damaged(source, "its reader finds no board")
    try:
        board = Board.from_layout(found["board"])
        side = found["side"] or USUAL_SIDE
        buttons = [
            ButtonEvent(seconds, kind, x / side, y / side)
            for seconds, kind, x, y in found["events"]
        ]
        return Recording(
            board,
            tuple(clicks_from(board, buttons)),
            source,
            _stated(found, source),
            found["player"],
            _program(found["program"], source),
        )
    except SapperError as error:
        raise ParseError(str(error)) from None
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise ParseError(f"this is no replay: {error}") from None


def _program(named: str, source: Source) -> str:
    """The program by its name: some files tell only its version.

    >>> _program("0.97 beta", Source.MVF), _program("Arbiter 0.52.3", Source.AVF)
    ('Minesweeper Clone 0.97 beta', 'Arbiter 0.52.3')
    """
    return f"{source.program} {named}" if named[:1].isdigit() else named


def _asked(data: bytes, source: Source) -> dict[str, Any]:
    with TemporaryDirectory(prefix="sapper-") as folder:  # its parser leaves a log where it crashes
        return _asked_in(Path(folder), data, source)


def _asked_in(folder: Path, data: bytes, source: Source) -> dict[str, Any]:
    process = GuestProcess(folder, HASH_SEED, LIBRARY)
    try:
        process.send(
            {
                "source": source.value,
                "data": base64.b64encode(data).decode(),
                "memory_bytes": MEMORY_BYTES,
                "seconds": LONGEST_BY_THE_CLOCK * SECONDS,
            }
        )
        return process.receive(SECONDS)
    except Stalled:
        raise ParseError(f"reading it took more than {SECONDS:g} seconds") from None
    except Ended:
        raise _damaged(source, "the reader of this format crashed on it") from None
    except NoAnswer as error:
        raise _damaged(source, f"its reader: {error}") from None
    finally:
        process.close()


def _damaged(source: Source, told: str) -> ParseError:
    return ParseError(f"the file is damaged, or no .{source.value} at all ({told})")


def _stated(found: dict[str, Any], source: Source) -> Stated:
    """Zero is what the library gives for what a file does not say."""
    seconds = None if source in TIMED_BY_THEIR_EVENTS else found["seconds"] or None
    won = found["won"] if source is Source.EVF else None
    return Stated(seconds, found["three_bv"] or None, won=won)
