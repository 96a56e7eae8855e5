"""Whose games a request is about: everybody's on this machine, or those of one browser.

Where only this machine reaches the page, there is one player: the user, whose games are those of
window and terminal too. Where others reach it, each browser has its own, and is known again by a
token in a cookie. The token is issued by the server, when the page arrives or a game is started.
"""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from sapper.history.history import USER
from sapper.interface.web.tokens import TOKEN_COOKIE, Tokens

STRANGER = "-"
"""The owner of no game: who has no token yet. No token has this name."""
SECONDS_KEPT = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sent a request."""

    owner: str
    """Whose games are theirs."""
    name: str = ""
    """The name in their token; empty without one."""
    new_token: str = ""
    """The token that the response must bring them, if any."""


@dataclass(frozen=True, slots=True)
class Players:
    """Tells the players apart."""

    tokens: Tokens
    have_own_games: bool
    """Whether each browser has its own games."""

    def who_sent(self, request: Request) -> Player:
        """Who sent a request, as far as their cookie tells."""
        name = self.tokens.name_in(request.cookies.get(TOKEN_COOKIE, "")) or ""
        return Player((name or STRANGER) if self.have_own_games else USER, name)

    def arriving(self, request: Request) -> Player:
        """The same, with a new token for those who have none; `welcomed` must send it."""
        player = self.who_sent(request)
        if player.name:
            return player
        token = self.tokens.issue()
        name = self.tokens.name_in(token) or ""
        return Player(name if self.have_own_games else USER, name, token)

    def beginning(self, request: Request) -> Player:
        """Who starts a game: whoever would not find it again is given a token."""
        return self.arriving(request) if self.have_own_games else self.who_sent(request)


def welcomed(request: Request, player: Player, response: Response) -> Response:
    """The response, with the player's new token if there is one."""
    if player.new_token:
        set_secret(request, response, TOKEN_COOKIE, player.new_token, SECONDS_KEPT)
    return response


def set_secret(
    request: Request, response: Response, name: str, secret: str, seconds: int | None = None
) -> None:
    """Set a cookie that scripts can't read and other sites can't use; None: until the end."""
    response.set_cookie(
        name,
        secret,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
