"""The page's files: few, each with its version in the address, so that browsers keep it.

The modules become few files: one with which the page starts, one for its worker, one for what both
need, and one for each view that is loaded when it is opened. The styles become one. All but
`index.html` lies in a folder named after what the files hold: a browser may keep those for ever,
for a new version has new addresses.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import re
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

from sapper.interface.web.bundle import (
    Entries,
    bundles,
    modules_of,
    without_comments,
    without_indentation,
)

INDEX = "index.html"
ENTRY = "app.js"
WORKER = "engine/worker.js"
SHARED = "shared.js"
STYLES = "styles/page.css"
PAGE_SECTION = "page"
"""The section of the catalogue that nobody but the page reads."""
SHARED_SECTIONS = ("explanation", "answers", "play", "commands", "replays", "coach")
"""Those that it shares with Python; it is not sent what only the other interfaces say."""
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
"""Those of the page; on Windows, other programs may have registered other types."""
LEAST_COMPRESSED = 500
"""Bytes: smaller files gain nothing."""

# Everything comes from one place: nothing inline, no frames, no address sent to other sites.
PAGE_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the engine is WebAssembly, and nothing else is
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)

_STYLE_LINK = re.compile(r' *<link rel="stylesheet" href="([^"]+)">\n')
_ADDRESS = re.compile(r'\b(href|src)="(?!#)([^"]+)"')


@dataclass(frozen=True)
class Page:
    """The files of the page by their paths, version included."""

    files: dict[str, bytes]
    version: str

    @classmethod
    def read(cls) -> Page:
        """Put the page together from the package's files.

        >>> page = Page.read()
        >>> [f"{page.version}/{path}" in page.files for path in ("app.js", "views/play.js")]
        [True, False]
        """
        sources = dict(_walk(files("sapper.interface.web") / "static"))
        words = _walk(files("sapper") / "words", "words/")
        sources |= {path: _sections_of_page(content) for path, content in words}
        index = sources.pop(INDEX).decode()
        styles = _STYLE_LINK.findall(index)
        joined = b"".join(sources[path] for path in styles).decode()
        shipped = {STYLES: without_indentation(without_comments(joined)).encode()}
        entries = Entries(ENTRY, WORKER, SHARED)
        parts = {*styles, *modules_of(lambda path: sources[path].decode(), entries)}
        for path, text in bundles(lambda path: sources[path].decode(), entries).items():
            shipped[path] = text.encode()
        shipped |= {path: content for path, content in sources.items() if path not in parts}
        version = f"page-{_digest({**shipped, INDEX: index.encode()})}"
        versioned = {f"{version}/{path}": content for path, content in shipped.items()}
        return cls({INDEX: _linked(index, version).encode(), **versioned}, version)

    def for_own_games(self) -> Page:
        """The page of a server where each browser has its own games: it asks for a token first.

        >>> b'data-players="own"' in Page.read().for_own_games().files["index.html"]
        True
        """
        index = self.files[INDEX].replace(b"<html ", b'<html data-players="own" ', 1)
        return replace(self, files={**self.files, INDEX: index})

    @cached_property
    def compressed(self) -> dict[str, bytes]:
        """The files that gain by it, compressed."""
        return {
            path: gzip.compress(content, mtime=0)
            for path, content in self.files.items()
            if len(content) >= LEAST_COMPRESSED
        }


def media_type(path: str) -> str:
    """What a file is, by its ending.

    >>> media_type("app.js"), media_type("engine/engine.wasm")
    ('text/javascript', 'application/wasm')
    """
    ending = path[path.rfind(".") :]
    return MEDIA_TYPES.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"


def _walk(folder: Traversable, above: str = "") -> list[tuple[str, bytes]]:
    """All files below a folder, by their paths in it."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found += _walk(entry, f"{above}{entry.name}/")
        elif not entry.name.endswith((".d.ts", ".signature")):  # for the checks alone
            found.append((f"{above}{entry.name}", entry.read_bytes()))
    return found


def _sections_of_page(catalogue: bytes) -> bytes:
    """A language's words without what the page never says.

    >>> _sections_of_page(b'{"page": {"a": "b"}, "explanation": {}, "answers": {}, "play": {},'
    ...                   b' "commands": {}, "replays": {}, "coach": {}, "window": {"c": "d"}}')
    b'{"page":{"a":"b"},"explanation":{},"answers":{},"play":{},"commands":{},"replays":{},"coach":{}}'
    """
    words = json.loads(catalogue)
    said = {section: words[section] for section in (PAGE_SECTION, *SHARED_SECTIONS)}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _linked(index: str, version: str) -> str:
    """The start page, with one file of styles and the version in every address.

    What the scripts share is asked for with them, not only after they have come.
    """
    first, *_ = _STYLE_LINK.finditer(index)
    links = f'    <link rel="stylesheet" href="{STYLES}">\n'
    links += f'    <link rel="modulepreload" href="{SHARED}">\n'
    rest = _STYLE_LINK.sub("", index[first.start() :])
    linked = index[: first.start()] + links + rest
    return _ADDRESS.sub(rf'\1="{version}/\2"', linked)


def _digest(contents: dict[str, bytes]) -> str:
    digest = blake2b(digest_size=6)
    for path, content in sorted(contents.items()):
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()
