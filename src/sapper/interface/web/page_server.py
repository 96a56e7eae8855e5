"""The page's files as a server answers for them: compressed, and kept by browsers."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sapper.interface.web.page import INDEX, Page, media_type

FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"cache-control": "no-cache"}


class PageServer:
    """Answers requests for the files of a page."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a file."""
        request = Request(scope)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        path = scope["path"].removeprefix("/") or INDEX
        if path not in self._page.files:
            raise HTTPException(404)
        takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
        await self._response(path, takes_gzip)(scope, receive, send)

    def _response(self, path: str, takes_gzip: bool) -> Response:
        page, headers = self._page, dict(ASK_AGAIN if path == INDEX else FOR_EVER)
        content = page.files[path]
        if path in page.compressed:
            headers["vary"] = "accept-encoding"
            if takes_gzip:
                content, headers["content-encoding"] = page.compressed[path], "gzip"
        return Response(content, headers=headers, media_type=media_type(path))
