"""Build the page as a site of files alone, for any static host.

    python tools/site_of_files.py [FOLDER]    by default build/site

The page is the same as that of `sapper web`. It is told that there is no server: the engine in the
browser holds the mines, and the browser keeps the games. After the first visit it works offline.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from sapper.interface.web.page import INDEX, PAGE_POLICY, Page

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "site"
SERVICE_WORKER = "service-worker.js"
TEMPLATE = Path(__file__).with_name("service_worker.js")


def main(arguments: list[str]) -> int:
    """Write the site into a folder, which is emptied first."""
    folder = Path(arguments[0]) if arguments else FOLDER
    if folder.exists() and any(folder.iterdir()) and not (folder / SERVICE_WORKER).exists():
        print(f"{folder} holds something else than a site; nothing was written", file=sys.stderr)
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    files = site(Page.read())
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    size = sum(map(len, files.values())) // 1024
    print(f"{folder}: {len(files)} files, {size} KB. Any static host serves it; to try it here:")
    print(f"    python -m http.server --directory {folder}")
    return 0


def site(page: Page) -> dict[str, bytes]:
    """The files of the site by their paths.

    >>> page = Page({"index.html": b'<html lang="en"><head>', "page-1/app.js": b""}, "page-1")
    >>> files = site(page)
    >>> sorted(files), b'data-server="none"' in files["index.html"]
    (['index.html', 'page-1/app.js', 'service-worker.js'], True)
    """
    start = page.files[INDEX].decode()
    start = replaced(start, "<html ", '<html data-server="none" ')
    policy = f'<meta http-equiv="Content-Security-Policy" content="{policy_of_files()}">'
    start = replaced(start, "<head>", f"<head>\n    {policy}")
    return {**page.files, INDEX: start.encode(), SERVICE_WORKER: service_worker(page).encode()}


def policy_of_files() -> str:
    """The server's policy, without what only a server can ask for."""
    parts = PAGE_POLICY.split("; ")
    return "; ".join(part for part in parts if not part.startswith("frame-ancestors"))


def service_worker(page: Page) -> str:
    """The service worker that keeps all files of this version."""
    kept = json.dumps([path for path in page.files if path != INDEX])
    text = TEMPLATE.read_text(encoding="utf-8")
    text = replaced(text, 'const VERSION = "";', f'const VERSION = "{page.version}";')
    return replaced(text, "const FILES = [];", f"const FILES = {kept};")


def replaced(text: str, old: str, new: str) -> str:
    """The text with something else in the one place where that stands.

    >>> replaced("<html lang>", "<html ", "<html dir ")
    '<html dir lang>'
    """
    if text.count(old) != 1:
        raise ValueError(f"expected once, found {text.count(old)} times: {old}")
    return text.replace(old, new)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
