"""Seeds: which are allowed, and one error for those that are not, wherever they come from."""

from __future__ import annotations

import secrets
from hashlib import blake2b

from sapper.errors import OutOfRange
from sapper.grid import is_whole

BOARD_SEED_BITS = 128
AGENT_SEED_BITS = 64
"""Of agents, and of samples of layouts: what the engine's generator takes."""
BITS_OF_CHANCE = 64
"""So many that nobody finds the mines by trying all the seeds."""
SHORT_SEED_BITS = 32
"""For boards that hide nothing from whoever asked for them: such a seed is easily typed again."""
INDEX_BITS = 64
LONGEST_SHOWN = 40


def check_seed(seed: object, bits: int = BOARD_SEED_BITS) -> None:
    """Raise an `OutOfRange` if this is no seed of so many bits.

    >>> check_seed(7)
    >>> check_seed(-1)
    Traceback (most recent call last):
    sapper.errors.OutOfRange: a seed is a whole number from 0 to 2**128 − 1, not -1
    """
    _check("a seed", seed, bits)


def check_index(index: object) -> None:
    """Raise an `OutOfRange` if no seed has a board of this number.

    >>> check_index(2**64)
    Traceback (most recent call last):
    sapper.errors.OutOfRange: an index is a whole number from 0 to 2**64 − 1, not 18446744073709551616
    """  # noqa: E501
    _check("an index", index, INDEX_BITS)


def parse_seed(text: str) -> int:
    """The seed that somebody typed.

    >>> parse_seed("12")
    12
    >>> parse_seed("twelve")
    Traceback (most recent call last):
    sapper.errors.OutOfRange: a seed is a whole number from 0 to 2**128 − 1, not 'twelve'
    """
    try:
        seed = int(text)
    except ValueError:
        check_seed(text[:LONGEST_SHOWN])
        raise
    check_seed(seed)
    return seed


def seed_of_chance(bits: int = BITS_OF_CHANCE) -> int:
    """A seed for somebody who gives none: nobody can foresee it.

    >>> check_seed(seed_of_chance(), BITS_OF_CHANCE)
    """
    return secrets.randbits(bits)


def seed_from(words: str, bits: int = AGENT_SEED_BITS) -> int:
    """The seed that belongs to some words: the same on every machine, and telling nothing of them.

    >>> seed_from("agent 7")
    3261410298717843210
    """
    return int.from_bytes(blake2b(words.encode(), digest_size=bits // 8).digest(), "big")


def agent_seed(board_seed: int) -> int:
    """The seed of an agent's own draws in a game: as repeatable as the board's, but not the same.

    An agent that was given the board's seed could lay the mines again.

    >>> agent_seed(7) == agent_seed(7) != agent_seed(8)
    True
    """
    return seed_from(f"agent {board_seed}")


def _check(name: str, value: object, bits: int) -> None:
    if not (is_whole(value) and 0 <= value < 1 << bits):  # type: ignore[operator]
        shown = value if is_whole(value) else repr(value)
        raise OutOfRange(f"{name} is a whole number from 0 to 2**{bits} − 1, not {shown}")
