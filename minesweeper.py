"""The AI course's three names, for code with `from minesweeper import ...`."""

try:
    from sapper.course import Minesweeper, MinesweeperAI, Sentence
except ModuleNotFoundError:
    import sys
    from pathlib import Path

    class NotSetUp(ImportError):
        """Sapper is not installed for this Python; the message says what to run."""

    root = Path(__file__).resolve().parent
    python = root / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    first = "" if python.exists() else f"make -C {root} .venv/.ready && "
    others = sys.excepthook

    def say_one_line(kind, error, traceback):  # type: ignore[no-untyped-def]
        """A traceback would hide what to do."""
        if kind is NotSetUp:
            print(error, file=sys.stderr)
        else:
            others(kind, error, traceback)

    sys.excepthook = say_one_line
    message = f"Sapper is not installed for this Python; run: {first}{python} YOUR_FILE.py"
    raise NotSetUp(message, name="sapper") from None

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]
