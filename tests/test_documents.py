"""What the documents say runs, and where they point there is something."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(block, id=f"{path.name}-{number}")
    for path in DOCUMENTS
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_python_in_the_documents_runs(block: str) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", block], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout or "class " in block


def test_the_readme_begins_with_an_example_of_ten_lines_that_wins() -> None:
    example = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[0]
    assert len([line for line in example.splitlines() if line.strip()]) <= 10
    shown = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True)
    assert re.search(r"^won after \d+ moves$", shown.stdout, re.MULTILINE)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?://)([^)#]+)", path.read_text()):
        assert (path.parent / target).exists(), f"{path.name} points to {target}"


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.svg")), ids=lambda path: path.name)
def test_pictures_fetch_nothing(path: Path) -> None:
    picture = path.read_text()
    assert "<svg" in picture
    assert not re.search(r"url\([\"']?http", picture)
