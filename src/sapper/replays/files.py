"""Replays in files: which format it is, and who reads or writes it."""

from __future__ import annotations

from pathlib import Path

from sapper.errors import FormatError, ParseError
from sapper.files import read_up_to, write_whole
from sapper.replays.evf import write_evf
from sapper.replays.foreign import read_foreign
from sapper.replays.own import read_own, write_own
from sapper.replays.recording import Recording, Source, printable

MOST_BYTES = 4 << 20
"""A long game of a restless mouse takes a tenth of that."""
ENDINGS = {
    ".avf": Source.AVF,
    ".rmv": Source.RMV,
    ".mvf": Source.MVF,
    ".evf": Source.EVF,
    ".json": Source.SAPPER,
}
WRITERS = {Source.EVF: write_evf, Source.SAPPER: write_own}


def load(path: str | Path) -> Recording:
    """Read a replay, in the format that the file's ending names.

    A `ParseError` says what can't be read; for a missing file it is also a `FileNotFoundError`.
    """
    return loads(read_up_to(MOST_BYTES, Path(path)), str(path))


def loads(data: bytes, name: str) -> Recording:
    """Read a replay from the content of the file of that name.

    >>> loads(b"", "game.evv")
    Traceback (most recent call last):
    sapper.errors.ParseError: game.evv: a replay ends in .avf, .rmv, .mvf, .evf or .json
    """
    try:
        source = _source_of(name)
        if not data:
            raise ParseError("the file is empty")
        if len(data) > MOST_BYTES:
            raise ParseError(f"a replay has at most {MOST_BYTES >> 20} MiB")
        return read_own(data) if source is Source.SAPPER else read_foreign(data, source)
    except ParseError as error:
        raise ParseError(f"{printable(name)}: {error}") from None


def save(recording: Recording, path: str | Path) -> None:
    """Write a replay, in the format that the file's ending names: .evf, or Sapper's own.

    Raises a `FormatError` if that can't hold it, a `SaveError` if the file can't be written.
    """
    path = Path(path)
    writer = WRITERS.get(ENDINGS.get(path.suffix.lower(), Source.AVF))
    if writer is None:
        raise FormatError(f"{path}: replays are written as .evf or .json")
    write_whole(writer(recording), path)


def _source_of(name: str) -> Source:
    source = ENDINGS.get(Path(name).suffix.lower())
    if source is None:
        *endings, last = ENDINGS
        raise ParseError(f"a replay ends in {', '.join(endings)} or {last}")
    return source
