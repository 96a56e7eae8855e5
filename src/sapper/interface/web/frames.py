"""The messages of a WebSocket, out of bytes and into bytes (RFC 6455)."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import sha1

from sapper.interface.web.limits import MOST_BYTES

_KEY_SUFFIX = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_LAST, _RESERVED, _KIND = 0x80, 0x70, 0x0F
_MASKED, _LENGTH = 0x80, 0x7F
_LENGTH_IN_TWO_BYTES, _LENGTH_IN_EIGHT_BYTES = 126, 127
_MOST_IN_CONTROL = 125


class Kind(IntEnum):
    """What a frame is."""

    CONTINUED = 0x0
    TEXT = 0x1
    BINARY = 0x2
    CLOSE = 0x8
    PING = 0x9
    PONG = 0xA


class Closing(IntEnum):
    """Why a WebSocket is closed."""

    GOING_AWAY = 1001
    NOT_UNDERSTOOD = 1002
    NOT_TEXT = 1003
    TOO_MANY = 1008
    TOO_LONG = 1009


class Broken(Exception):
    """What arrived is no message."""

    def __init__(self, why: Closing) -> None:
        super().__init__(why.name)
        self.why = why


def accepting(key: bytes) -> bytes:
    """What proves that a server understood a client's key.

    >>> accepting(b"dGhlIHNhbXBsZSBub25jZQ==")
    b's3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    """
    return b64encode(sha1(key + _KEY_SUFFIX, usedforsecurity=False).digest())


def written(kind: Kind, content: bytes = b"") -> bytes:
    """A message in one frame.

    >>> written(Kind.TEXT, b"Hello").hex(" ")
    '81 05 48 65 6c 6c 6f'
    """
    length = len(content)
    if length < _LENGTH_IN_TWO_BYTES:
        size = bytes([length])
    elif length < 1 << 16:
        size = bytes([_LENGTH_IN_TWO_BYTES]) + length.to_bytes(2, "big")
    else:
        size = bytes([_LENGTH_IN_EIGHT_BYTES]) + length.to_bytes(8, "big")
    return bytes([_LAST | kind]) + size + content


@dataclass
class Reading:
    """Messages as they arrive, in frames and parts of frames.

    >>> hello = bytes.fromhex("81 85 37 fa 21 3d 7f 9f 4d 51 58")
    >>> reading = Reading()
    >>> reading.read(hello[:7]), reading.read(hello[7:])
    ([], [(<Kind.TEXT: 1>, b'Hello')])
    """

    _arrived: bytearray = field(default_factory=bytearray)
    _begun: bytearray | None = None
    """The text whose last frame is still to come."""

    def read(self, data: bytes) -> list[tuple[Kind, bytes]]:
        """The messages that are complete now; `Broken` if what arrived is none."""
        self._arrived += data
        found = []
        while (frame := self._frame()) is not None:
            is_last, kind, content = frame
            if kind > Kind.BINARY:  # may come between the frames of a text
                found.append((kind, content))
                continue
            if kind is Kind.BINARY:
                raise Broken(Closing.NOT_TEXT)
            if (kind is Kind.CONTINUED) is (self._begun is None):
                raise Broken(Closing.NOT_UNDERSTOOD)
            text = (self._begun or bytearray()) + content
            if len(text) > MOST_BYTES:
                raise Broken(Closing.TOO_LONG)
            self._begun = None if is_last else text
            if is_last:
                found.append((Kind.TEXT, bytes(text)))
        return found

    def _frame(self) -> tuple[bool, Kind, bytes] | None:
        """The next frame, taken away from what has arrived; None while a part is missing."""
        arrived = self._arrived
        if len(arrived) < 2:
            return None
        flags, length, at = arrived[0], arrived[1] & _LENGTH, 2
        is_last, is_control = bool(flags & _LAST), flags & _KIND > Kind.BINARY
        is_known = flags & _KIND in tuple(Kind)
        if flags & _RESERVED or not is_known or not arrived[1] & _MASKED:
            raise Broken(Closing.NOT_UNDERSTOOD)
        if is_control and (not is_last or length > _MOST_IN_CONTROL):
            raise Broken(Closing.NOT_UNDERSTOOD)
        if length in (_LENGTH_IN_TWO_BYTES, _LENGTH_IN_EIGHT_BYTES):
            at += 2 if length == _LENGTH_IN_TWO_BYTES else 8
            if len(arrived) < at:
                return None
            length = int.from_bytes(arrived[2:at], "big")
        if length > MOST_BYTES:
            raise Broken(Closing.TOO_LONG)
        end = at + 4 + length
        if len(arrived) < end:
            return None
        content = _unmasked(bytes(arrived[at : at + 4]), bytes(arrived[at + 4 : end]))
        del arrived[:end]
        return is_last, Kind(flags & _KIND), content


def _unmasked(mask: bytes, content: bytes) -> bytes:
    """The content that a client has combined with its mask, as a whole number at once."""
    length = len(content)
    masks = (mask * (length // 4 + 1))[:length]
    combined = int.from_bytes(content, "big") ^ int.from_bytes(masks, "big")
    return combined.to_bytes(length, "big")
