"""The `sapper` command as a whole: its commands, `--version`, and what is said when one fails."""

from __future__ import annotations

import sys
from typing import Annotated, NoReturn

import typer

from sapper.interface.commands.agents import agents
from sapper.interface.commands.analyze import analyze
from sapper.interface.commands.board import board
from sapper.interface.commands.entry import say_interrupted
from sapper.interface.commands.explain import explain
from sapper.interface.commands.failures import (
    EXPECTED,
    EXPLAINED,
    ExitCode,
    complain,
    discard_output,
)
from sapper.interface.commands.grade import grade
from sapper.interface.commands.help_pages import Command, Group
from sapper.interface.commands.history import history
from sapper.interface.commands.lab import lab
from sapper.interface.commands.language import language
from sapper.interface.commands.levels import levels
from sapper.interface.commands.mcp import mcp
from sapper.interface.commands.options import help_if_alone
from sapper.interface.commands.play import play
from sapper.interface.commands.read import read
from sapper.interface.commands.review import review
from sapper.interface.commands.solve import solve
from sapper.interface.commands.train import train
from sapper.interface.commands.watch import watch
from sapper.interface.commands.web import web
from sapper.interface.commands.window import window
from sapper.interface.encodable import degrade_output

app = typer.Typer(
    name="sapper",
    cls=Group,
    rich_markup_mode=None,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
for command in (
    play,
    train,
    window,
    web,
    watch,
    analyze,
    read,
    explain,
    solve,
    board,
    review,
    grade,
    mcp,
    levels,
    agents,
    language,
):
    app.command(cls=Command)(command)
app.add_typer(history)
app.add_typer(lab)


def _version(wanted: bool) -> None:
    if wanted:
        import platform

        import sapper
        from sapper._compiled import compiled
        from sapper.agents.registry import OWN_AGENTS
        from sapper.lab.signature import try_signature

        engine = "compiled" if compiled else "not built: counting in Python, which is slower"
        python = platform.python_version()
        print(f"sapper {sapper.__version__} (Python {python}; engine {engine})")
        signed = ", ".join(f"{name} {try_signature(name) or '–'}" for name in OWN_AGENTS)
        print(f"signatures of behaviour: {signed}")
        raise typer.Exit


@app.callback(epilog=EXPLAINED)
def _sapper(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A Minesweeper AI that plays by reasoning."""
    help_if_alone(context)


def main() -> NoReturn:
    """Run the command; what it ends with tells whether and why it failed (`ExitCode`)."""
    degrade_output()
    try:
        code = app(standalone_mode=False)
        # Typer makes a plain 130 of Ctrl-C; a command that has told of it ends with our own code.
        if code == ExitCode.INTERRUPTED and not isinstance(code, ExitCode):
            raise KeyboardInterrupt
        sys.stdout.flush()  # here an error can still be told
    except (KeyboardInterrupt, typer.Abort):
        say_interrupted()
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:  # the reader (head, less) has seen enough
        discard_output()
        code = ExitCode.DONE
    except EXPECTED as error:
        code = complain(error, as_json="--json" in sys.argv)
    sys.exit(int(code) if isinstance(code, int) else 0)
