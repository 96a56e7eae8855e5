"""What the scripts of this folder share: rows as CSV, a progress line, and how a script ends."""

from __future__ import annotations

import csv
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import track

from sapper.errors import SapperError
from sapper.lab.plots import to_svg

BAD_INPUT, INTERRUPTED = 2, 130
"""What a script ends with where it can't do what it is asked, and after Ctrl-C."""

Row = dict[str, str]


def print_rows(rows: Iterable[Mapping[str, object]]) -> list[Row]:
    """Print rows as CSV, each as soon as it is known, and return them as they would be read.

    >>> print_rows([{"mines": 2, "won": 24}])
    mines,won
    2,24
    [{'mines': '2', 'won': '24'}]
    """
    writer = csv.writer(sys.stdout, lineterminator="\n")
    printed: list[Row] = []
    for row in rows:
        if not printed:
            writer.writerow(row)
        writer.writerow(row.values())
        sys.stdout.flush()
        printed.append({title: str(value) for title, value in row.items()})
    return printed


def read_rows(paths: Iterable[Path]) -> list[Row]:
    """The rows of files that were printed before."""
    rows: list[Row] = []
    for path in paths:
        with path.open(newline="", encoding="utf-8") as file:
            rows += csv.DictReader(file)
    return rows


def chunks(count: int, size: int, what: str) -> Iterator[range]:
    """The numbers below `count`, a chunk at a time, with a progress line on standard error.

    >>> list(chunks(5, 2, "boards"))
    [range(0, 2), range(2, 4), range(4, 5)]
    """
    starts = range(0, count, size)
    console = Console(stderr=True)
    for start in track(
        starts, what, console=console, transient=True, disable=not console.is_terminal
    ):
        yield range(start, min(count, start + size))


def save_plot(figure: Figure, path: Path) -> None:
    """Write a figure as SVG, with what was typed to make it."""
    path.write_bytes(to_svg(figure, " ".join(sys.argv)))


def run(main: Callable[[], None]) -> None:
    """Run a script: what it can't do is told in one line, and Ctrl-C needs no words."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader such as head may have seen enough
    try:
        main()
    except (SapperError, OSError) as error:
        print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
