"""What the documents say runs, and where they point there is something."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE

from sapper.agents.registry import OWN_AGENTS, summary_of
from sapper.interface.terminal.keys import written
from sapper.play.commands import GAME_COMMANDS, REPLAY_COMMANDS, Command

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(block, id=f"{path.name}-{number}")
    for path in DOCUMENTS
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL))
]
CURSOR = ("up", "down", "left", "right", "row_start", "row_end", "far_up", "far_down")


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS)
def test_python_in_the_documents_runs(block: str) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", block], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
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
    for target, anchor in re.findall(r"\]\((?!https?://)([^)#]*)(?:#([^)]*))?\)", path.read_text()):
        linked = path.parent / target if target else path
        assert linked.exists(), f"{path.name} points to {target}"
        assert not anchor or anchor in anchors_of(linked), f"{path.name} points to #{anchor}"


def anchors_of(path: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("command", [*GAME_COMMANDS, *REPLAY_COMMANDS], ids=lambda it: it.name)
def test_the_table_of_keys_is_that_of_the_program(command: Command) -> None:
    keys = ", ".join(f"`{key}`" if written(key) == key else written(key) for key in command.keys)
    playing = (ROOT / "docs" / "playing.md").read_text()
    if command.name in CURSOR:
        assert re.search(rf"^\|.*{keys}.* \| \| ", playing, re.MULTILINE)
    else:
        assert f"| {keys} | {command.label} | {command.words} |" in playing


def test_the_table_of_agents_is_that_of_the_program() -> None:
    readme = (ROOT / "README.md").read_text()
    for name in OWN_AGENTS:
        assert f"| `{name}` | {summary_of(name)} |" in readme


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.svg")), ids=lambda path: path.name)
def test_pictures_fetch_nothing(path: Path) -> None:
    picture = path.read_text()
    assert "<svg" in picture
    assert not re.search(r"url\([\"']?http", picture)
