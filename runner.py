"""Open the window, as in the AI course: `python runner.py`. Options: `python runner.py --help`.

The game is the course's: 8×8 with 8 mines, won by flagging all mines. The AI is the one in your own
`minesweeper.py`, in the folder you are in or beside a copy of this file; without one, Sapper's.

Any Python will do: if this one lacks what the window needs, the one `make` set up here is used.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
PYTHONS = (ENVIRONMENT / "bin" / "python", ENVIRONMENT / "Scripts" / "python.exe")
IS_OF_SAPPER = (ROOT / "src" / "sapper").is_dir()
"""Whether this is Sapper's own folder, and not one that the file was copied to."""

THE_COURSES_GAME = ("--level", "course", "--win", "flags")
OTHER_GAMES = (
    *("--level", "-l", "--size", "--start"),
    *("--disclosed", "--fair", "--no-guess", "--grade"),
)
OTHER_AGENTS = ("--agent", "-a")
THE_COURSES_AGENT = "sentence"


def main() -> None:
    """Open the window with a Python that can, or say what to run first."""
    if find_spec("sapper") and find_spec("pygame"):
        from sapper.interface.commands.entry import main as sapper

        sys.argv[1:] = options(sys.argv[1:])
        sapper()
    for python in PYTHONS:
        if python.exists() and Path(sys.prefix) != ENVIRONMENT:
            os.execv(python, [str(python), __file__, *sys.argv[1:]])
    if IS_OF_SAPPER:
        sys.exit("The window is not set up yet; run: make .venv/.ready && python runner.py")
    sys.exit("This Python lacks Sapper; run: python SAPPERS_FOLDER/runner.py")


def options(typed: list[str]) -> list[str]:
    """The course's game and the student's own AI, unless other ones were typed."""
    game = () if any(word.startswith(OTHER_GAMES) for word in typed) else THE_COURSES_GAME
    if any(word.startswith(OTHER_AGENTS) for word in typed):
        return ["window", *game, *typed]
    return ["window", *game, "--agent", students_file() or THE_COURSES_AGENT, *typed]


def students_file() -> str | None:
    """The path of the student's own `minesweeper.py`, if there is one."""
    for folder in (Path.cwd(), ROOT):
        file = folder / "minesweeper.py"
        if file.is_file() and not (IS_OF_SAPPER and file.resolve().parent == ROOT):
            return str(file)
    return None


if __name__ == "__main__":
    main()
