"""Open the window: `python runner.py`, as in the AI course. Options: `python runner.py --help`.

Any Python will do: if this one lacks what the window needs, the one `make` set up here is used.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

ENVIRONMENT = Path(__file__).resolve().parent / ".venv"
PYTHONS = (ENVIRONMENT / "bin" / "python", ENVIRONMENT / "Scripts" / "python.exe")


def main() -> None:
    """Open the window with a Python that can, or say what to run first."""
    if find_spec("sapper") and find_spec("pygame"):
        from sapper.interface.commands.entry import main as sapper

        sys.argv[1:1] = ["window"]
        sapper()
    for python in PYTHONS:
        if python.exists() and Path(sys.prefix) != ENVIRONMENT:
            os.execv(python, [str(python), __file__, *sys.argv[1:]])
    sys.exit("The window is not set up yet; run: make .venv/.ready && python runner.py")


if __name__ == "__main__":
    main()
