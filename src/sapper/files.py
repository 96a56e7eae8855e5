"""Files read and written whole: no more than is sensible, and one error for what fails."""

from __future__ import annotations

from pathlib import Path

from sapper.errors import FileMissing, ParseError, SaveError


def read_up_to(most: int, path: Path) -> bytes:
    """The content of a file; of a larger one the first `most` + 1 bytes, which tell that it is.

    A `ParseError` names the file that can't be read; a missing one is also a `FileNotFoundError`.

    >>> read_up_to(100, Path("no/such/file"))
    Traceback (most recent call last):
    sapper.errors.FileMissing: no/such/file: No such file or directory
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise FileMissing(path) from None
    except OSError as error:
        raise ParseError(f"{path}: {error.strerror or error}") from None


def write_whole(data: bytes, path: Path) -> None:
    """Write a file; a `SaveError` names the one that can't be written.

    >>> write_whole(b"", Path("no/such/file"))
    Traceback (most recent call last):
    sapper.errors.SaveError: no/such/file: No such file or directory
    """
    try:
        path.write_bytes(data)
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror or error}") from None
