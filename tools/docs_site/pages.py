"""The documents and notebooks as pages of the site, and where their links lead there."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from docs_site.reference import reference_pages

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ASSETS = Path(__file__).with_name("assets")

BESIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "engine/README.md": "engine.md",
    "research/README.md": "research.md",
    "training/README.md": "training.md",
    "LICENSE": "license.txt",
    "docs/notebooks": "notebooks.md",
}
"""Where the documents outside of docs/ are on the site; a folder is its description."""

LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\((?!https?://|#)(?P<target>[^)\s#]+)")


def staged_files() -> dict[str, bytes]:
    """All that MkDocs reads, by path."""
    files = {str(path.relative_to(ASSETS)): path.read_bytes() for path in ASSETS.rglob("*.*")}
    for source in sources():
        page = page_of(source)
        if source.suffix == ".md":
            files[page] = linked(source.read_text(encoding="utf-8"), source).encode()
        else:
            if source.suffix == ".ipynb":
                files[page] = notebook_page(source).encode()
                page = str(source.relative_to(DOCS))  # to be downloaded
            files[page] = source.read_bytes()
    return {**files, **{path: text.encode() for path, text in reference_pages().items()}}


def sources() -> list[Path]:
    """The documents, and everything in docs/ that they show or offer."""
    beside = [ROOT / name for name in BESIDE if (ROOT / name).is_file()]
    return beside + [path for path in sorted(DOCS.rglob("*")) if path.is_file()]


def page_of(source: Path) -> str:
    """Where a file of the repository is on the site.

    >>> page_of(ROOT / "README.md"), page_of(DOCS / "notebooks" / "tour.ipynb")
    ('index.md', 'notebooks/tour.md')
    """
    name = source.relative_to(ROOT).as_posix()
    if name in BESIDE:
        return BESIDE[name]
    if not source.is_relative_to(DOCS) or not source.is_file():
        raise LookupError(f"{name} has no place on the site")
    path = source.relative_to(DOCS)
    return (path.with_suffix(".md") if path.suffix == ".ipynb" else path).as_posix()


def linked(text: str, source: Path) -> str:
    """The text of a document, with links to where things are on the site.

    >>> linked("[a](docs/web-page.md#play) [b](CONTRIBUTING.md) [c](#d)", ROOT / "README.md")
    '[a](web-page.md#play) [b](contributing.md) [c](#d)'

    A link that shows the path of a document shows its title instead.

    >>> linked("[docs/exact.md](docs/exact.md)", ROOT / "README.md")
    '[Exact reasoning](exact.md)'
    """
    folder = Path(page_of(source)).parent

    def on_site(link: re.Match[str]) -> str:
        target = Path(os.path.normpath(source.parent / link["target"]))
        try:
            path = Path(os.path.relpath(page_of(target), folder)).as_posix()
        except (LookupError, ValueError) as error:
            raise SystemExit(f"{source.relative_to(ROOT)}: ({link['target']}): {error}") from None
        text = title_of(target) if link["text"].endswith(".md") else link["text"]
        return f"[{text}]({path}"

    return LINK.sub(on_site, text)


def title_of(document: Path) -> str:
    """The first heading of a document."""
    return document.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def notebook_page(source: Path) -> str:
    """A notebook as a page, with the outputs that it has stored."""
    cells = json.loads(source.read_text(encoding="utf-8"))["cells"]
    parts = []
    for cell in cells:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(linked(text, source))
        else:
            parts += [fence(text, "python"), *map(shown, cell["outputs"])]
    download = (
        f'<p class="download"><a href="{source.name}" download>Download this notebook</a></p>'
    )
    return "\n\n".join([*parts[:1], download, *parts[1:]]) + "\n"


def shown(output: dict[str, Any]) -> str:
    """What a cell printed or drew: the richest form that was stored, as Jupyter shows it."""
    data = output.get("data", {"text/plain": output.get("text", [])})
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            # A blank line would end the block that Markdown leaves alone.
            drawn = re.sub(r"\n\s*\n", "\n", "".join(data[kind]))
            return f'<div class="drawn">\n{drawn}\n</div>'
    return fence("".join(data["text/plain"]), "text")


def fence(text: str, language: str) -> str:
    """A block of code or of output, in more backticks than it contains."""
    ticks = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", text))])
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}"
