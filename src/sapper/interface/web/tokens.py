"""Tokens: how the server knows a browser again.

A token is a random name and a signature of it, which only this server can make: a token that
somebody has made up is none. Names are no secrets, signatures are. Nothing is stored for a token,
so that however many are issued, none takes room; the key is kept beside the games, so that whoever
comes back tomorrow finds their own.
"""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

TOKEN_COOKIE = "sapper_player"
"""The cookie that carries the token which the server has issued to a browser."""
KEY_FILE = "web.key"
KEY_BYTES = 32
NAME_BYTES = 12
SIGNATURE_BYTES = 24
ONLY_FOR_ITS_OWNER = 0o600


class Tokens:
    """Issues tokens, and tells whose a token is.

    >>> tokens = Tokens()
    >>> token = tokens.issue()
    >>> tokens.name_in(token) == token.partition(".")[0]
    True
    >>> tokens.name_in(token + "0"), tokens.name_in("made up"), Tokens().name_in(token)
    (None, None, None)
    """

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is where the key is kept; without one, it lasts as long as this object."""
        self._folder = folder

    def issue(self) -> str:
        """A new token; its name is nobody's else."""
        name = secrets.token_urlsafe(NAME_BYTES)
        return f"{name}.{self._signature(name)}"

    def name_in(self, token: str) -> str | None:
        """The name in a token; None if this server has not issued it."""
        name, _, signature = token.partition(".")
        made = self._signature(name) if signature else ""
        return name if made and hmac.compare_digest(made.encode(), signature.encode()) else None

    def _signature(self, name: str) -> str:
        signed = name.encode("utf-8", "surrogatepass")
        return blake2b(signed, key=self._key, digest_size=SIGNATURE_BYTES).hexdigest()

    @cached_property
    def _key(self) -> bytes:
        """The key in the folder, made where there is none; one that can't be kept is made anew."""
        if self._folder is None:
            return secrets.token_bytes(KEY_BYTES)
        file = self._folder / KEY_FILE
        with suppress(OSError):
            _make_key(file)
        with suppress(OSError):
            kept = file.read_bytes()
            if len(kept) == KEY_BYTES:
                return kept
        return secrets.token_bytes(KEY_BYTES)


def _make_key(file: Path) -> None:
    """Write a new key, whole or not at all; one that is there stays."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_FOR_ITS_OWNER)
    try:
        with os.fdopen(opened, "wb") as writing:
            writing.write(secrets.token_bytes(KEY_BYTES))
        os.link(draft, file)
    finally:
        draft.unlink()
