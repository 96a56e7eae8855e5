"""The `sapper` command.

Everything but typer is imported where it is used, so that `--help` answers at once.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar, cast

import typer

from sapper.interface.history_commands import history
from sapper.interface.lab_commands import lab
from sapper.interface.play_command import play
from sapper.interface.reading import (
    IndexOption,
    LevelOption,
    SeedOption,
    SizeOption,
    StartOption,
    help_if_alone,
    read_cell,
    read_cell_if_told,
    read_level,
)
from sapper.interface.web_command import web
from sapper.interface.window_command import window

if TYPE_CHECKING:
    from sapper.board import Board
    from sapper.formats import Position
    from sapper.level import Level
    from sapper.view import View

Result = TypeVar("Result")

BAD_INPUT = 2
INTERRUPTED = 130
DEFAULT_AGENT = "exact"

app = typer.Typer(
    name="sapper",
    help="A Minesweeper AI that plays by reasoning.",
    rich_markup_mode=None,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command()(play)
app.command()(window)
app.command()(web)
app.add_typer(history)
app.add_typer(lab)

FirstOption = Annotated[
    str | None,
    typer.Option("--first", help="The cell to open first, counted from 0.", metavar="R,C"),
]
MinesOption = Annotated[
    int | None,
    typer.Option("--mines", "-m", help="The total of mines, where a text does not tell it.", min=0),
]
FromOption = Annotated[
    str | None,
    typer.Option("--from", help="Read text, mbf, mine or json.", metavar="FORMAT"),
]
SvgOption = Annotated[
    Path | None, typer.Option("--svg", help="Save what is shown as a picture.", metavar="FILE")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def _version(wanted: bool) -> None:
    if wanted:
        import platform

        import sapper
        from sapper._compiled import compiled
        from sapper.agents.registry import OWN_AGENTS
        from sapper.lab.signature import try_signature

        engine = "compiled" if compiled else "not built: counting in Python, which is slower"
        python = platform.python_version()
        typer.echo(f"sapper {sapper.__version__} (Python {python}; engine {engine})")
        signed = ", ".join(f"{name} {try_signature(name) or '–'}" for name in OWN_AGENTS)
        typer.echo(f"signatures of behaviour: {signed}")
        raise typer.Exit


@app.callback()
def _sapper(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A Minesweeper AI that plays by reasoning."""
    help_if_alone(context)


@app.command()
def watch(
    level: LevelOption = None,
    agent: Annotated[
        str,
        typer.Option("--agent", "-a", help="Who plays; see `sapper agents`.", metavar="NAME"),
    ] = DEFAULT_AGENT,
    seed: SeedOption = None,
    start: StartOption = None,
    first: FirstOption = None,
    size: SizeOption = None,
    index: IndexOption = 0,
    disclosed: Annotated[
        int | None,
        typer.Option("--disclosed", help="How many cells the start rule `given` shows.", min=0),
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", help="Seconds between moves; 0 shows the end at once.", min=0)
    ] = 0.12,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", help="Save the end as a picture.", metavar="FILE"),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why at every certain move.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Let an agent play one game, and see what it does.

    In a terminal it plays at a pace one can follow; piped or with --json it prints the end.
    """
    from rich.console import Console

    from sapper.game import Game
    from sapper.interface.terminal.watch import Show
    from sapper.interface.terminal.watch import watch as show_game
    from sapper.play.asking import make_player

    game = Game.new(read_level(level, size, start), seed=seed, index=index, disclosed=disclosed)
    player = make_player(agent, seed=game.seed, start=game.level.start)
    show = Show(pace, as_json, svg, explain)
    if not show_game(game, player, read_cell_if_told(first), show, Console(highlight=False)):
        raise typer.Exit(INTERRUPTED)


@app.command()
def agents(as_json: JsonOption = False) -> None:
    """List the agents."""
    from sapper.agents.registry import AGENTS, summary_of

    rows = [(name, summary_of(name)) for name in AGENTS]
    if as_json:
        _print_json([{"name": name, "summary": summary} for name, summary in rows])
    else:
        _print_table(("agent", "how it plays"), rows)


@app.command()
def levels(as_json: JsonOption = False) -> None:
    """List the levels."""
    from sapper.level import LEVELS

    if as_json:
        _print_json(
            [
                {
                    "name": level.name,
                    "height": level.height,
                    "width": level.width,
                    "mines": level.mines,
                    "start": level.start.value,
                }
                for level in LEVELS.values()
            ]
        )
        return
    rows = [
        (
            level.name,
            f"{level.height}×{level.width}",
            str(level.mines),
            f"{100 * level.density:.1f} %",
            level.start.value,
        )
        for level in LEVELS.values()
    ]
    _print_table(("level", "size", "mines", "density", "start"), rows)


@app.command()
def board(
    file: Annotated[
        Path | None,
        typer.Argument(help="What to read (- for standard input).", metavar="[FILE]"),
    ] = None,
    level: LevelOption = None,
    seed: SeedOption = None,
    start: StartOption = None,
    first: FirstOption = None,
    size: SizeOption = None,
    index: IndexOption = 0,
    mines: MinesOption = None,
    read_as: FromOption = None,
    write_as: Annotated[
        str | None,
        typer.Option("--to", help="Write text, mbf, mine or json.", metavar="FORMAT"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Write to a file, in its format.", metavar="FILE"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --to json.")] = False,
) -> None:
    """Draw a board, or convert it between formats.

    Without a FILE it makes the board of a level and a seed.
    """
    from sapper import formats

    if file is not None and (level, size, seed, start, first) != (None,) * 5:
        raise typer.BadParameter("give a file, or a level and a seed, not both")
    if file is None:
        position: Position = _made_board(read_level(level, size, start), seed, index, first)
    else:
        position = _read(file, read_as, mines)

    write_as = "json" if as_json else write_as
    if out is not None:
        formats.save(position, out, format=write_as)
    elif write_as is not None:
        _write_bytes(formats.dumps(position, write_as))
    else:
        _draw(position)


@app.command()
def analyze(
    file: Annotated[
        Path,
        typer.Argument(help="A position; - to paste it or pipe it in.", metavar="[FILE|-]"),
    ] = Path("-"),
    mines: MinesOption = None,
    read_as: FromOption = None,
    budget: Annotated[
        int | None,
        typer.Option("--budget", help="Give up after so many states; 0 never does.", min=0),
    ] = None,
    svg: SvgOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show all that follows from a position: safe cells, mines, and exact odds.

    A position is rows of digits, # for hidden cells and F for flags; `--mines` is the total.
    """
    from rich.console import Console

    from sapper.exact.analysis import DEFAULT_BUDGET
    from sapper.exact.analysis import analyze as analyze_view
    from sapper.interface.terminal import odds

    view = _read_view(file, read_as, mines)
    limit = DEFAULT_BUDGET if budget is None else budget or None
    analysis = _interruptible(lambda: analyze_view(view, budget=limit))
    if as_json:
        typer.echo(json.dumps(odds.as_json(analysis)))
    else:
        console = Console(highlight=False)
        room = console.width if console.is_terminal else None
        console.print(odds.draw_analysis(analysis, room), soft_wrap=True)
    if svg:
        odds.save_analysis(analysis, svg)


def _interruptible(work: Callable[[], Result]) -> Result:
    """Do long work beside the main thread, so that Ctrl-C is heard while the engine counts."""
    from queue import SimpleQueue
    from threading import Thread

    from rich.console import Console

    done: SimpleQueue[tuple[Result | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as error:
            done.put((None, error))

    Thread(target=run, daemon=True).start()
    with Console(stderr=True).status("Counting …"):
        result, error = done.get()
    if isinstance(error, MemoryError):
        raise typer.BadParameter("not enough memory; give a --budget")
    if error is not None:
        raise error
    return cast("Result", result)


def _read_view(file: Path, read_as: str | None, mines: int | None) -> View:
    from sapper.view import View

    position = _read(file, read_as, mines)
    if not isinstance(position, View):
        raise typer.BadParameter("this shows where the mines are; a position hides them")
    return position


def _read(file: Path, read_as: str | None, mines: int | None) -> Position:
    from sapper import formats

    if str(file) != "-":
        return formats.load(file, format=read_as, mines=mines)
    if sys.stdin.isatty():
        typer.echo("Paste a position, then press Ctrl-D on an empty line.", err=True)
    return formats.loads(sys.stdin.buffer.read(), format=read_as, mines=mines)


@app.command("explain")
def explain_cell(
    file: Annotated[Path, typer.Argument(help="A position (- for standard input).")],
    cell: Annotated[str, typer.Argument(help="The cell, counted from 0.", metavar="R,C")],
    mines: MinesOption = None,
    read_as: FromOption = None,
    language: Annotated[
        str, typer.Option("--lang", help="en, fr, es or zh.", metavar="CODE")
    ] = "en",
    svg: SvgOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say why a cell is safe or a mine, step by step; or else what its odds are."""
    from rich.console import Console

    from sapper.interface.explaining import Explained, show_explanation

    wish = Explained(language, as_json, svg)
    view = _read_view(file, read_as, mines)
    show_explanation(view, read_cell(cell), wish, Console(highlight=False))


def _made_board(level: Level, seed: int | None, index: int, first: str | None) -> Board:
    from sapper.board import Board

    seed = secrets.randbits(32) if seed is None else seed
    return Board(level, seed, index, read_cell_if_told(first))


def _draw(position: Position) -> None:
    from rich.console import Console

    from sapper.board import Board
    from sapper.interface.terminal.drawing import draw_board, draw_view

    console = Console(highlight=False)
    if not console.is_terminal:
        typer.echo(str(position))
    elif isinstance(position, Board):
        console.print(repr(position)[1:-1], style="dim", markup=False)
        console.print(draw_board(position), soft_wrap=True)
    else:
        console.print(draw_view(position), soft_wrap=True)


def _print_json(content: object) -> None:
    typer.echo(json.dumps(content, ensure_ascii=False, indent=2))


def _print_table(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*titles, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        table.add_row(*row)
    Console(highlight=False).print(table)


def _write_bytes(data: bytes) -> None:
    if b"\x00" in data and sys.stdout.isatty():
        raise typer.BadParameter("this format is not text; name a file with --out")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


# What the command line's own parser raises for bad options; it has no public name.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]


def main() -> NoReturn:
    """Run the command: bad input is one line on standard error and exit code 2."""
    from sapper.errors import SapperError

    try:
        code = app(standalone_mode=False)
    except UsageError as error:
        describe: Callable[[], str] = getattr(error, "format_message", error.__str__)
        code = _complain(describe())
    except SapperError as error:
        code = _complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has seen enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:  # a full disk, a lost terminal
        code = _complain(f"can't write: {error.strerror or error}")
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> int:
    line = " ".join(message.split())
    print(f"sapper: {line}", file=sys.stderr)
    return BAD_INPUT
