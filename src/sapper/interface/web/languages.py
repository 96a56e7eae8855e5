"""The language of each request: what the page, or the browser, says that it would like to read."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from sapper.catalogue import CODES, ENGLISH, speaking

HEADER = b"accept-language"
MOST_READ = 20
"""Of a longer list, only so many languages are read."""
WISH = re.compile(r"\s*([a-zA-Z]{1,8})(?:-[\w-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


class Languages:
    """Middleware: whatever is said in answer to a request is said in its language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        wishes = next((value for name, value in scope.get("headers", ()) if name == HEADER), b"")
        with speaking(preferred(wishes.decode("latin-1"))):
            await self.app(scope, receive, send)


def preferred(wishes: str) -> str:
    """The language that is liked best of those there are; English if none of them is named.

    >>> preferred("fr-CH, fr;q=0.9, en;q=0.8"), preferred("de, es;q=0.3, zh;q=0.5")
    ('fr', 'zh')
    >>> preferred("de"), preferred(""), preferred("fr;q=0"), preferred(";;;")
    ('en', 'en', 'en', 'en')
    """
    liked = {ENGLISH: 0.0}
    for wish in wishes.split(",")[:MOST_READ]:
        found = WISH.fullmatch(wish)
        if found is not None and (code := found[1].lower()) in CODES:
            liked[code] = max(liked.get(code, 0.0), float(found[2] or 1))
    return max(liked, key=lambda code: liked[code])
