"""The `sapper` command as a whole: its commands, `--version`, and what is said when one fails."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated, NoReturn

import typer

from sapper.interface.commands.agents import agents
from sapper.interface.commands.analyze import analyze
from sapper.interface.commands.board import board
from sapper.interface.commands.explain import explain
from sapper.interface.commands.history import history
from sapper.interface.commands.lab import lab
from sapper.interface.commands.levels import levels
from sapper.interface.commands.options import help_if_alone
from sapper.interface.commands.output import BAD_INPUT, INTERRUPTED
from sapper.interface.commands.play import play
from sapper.interface.commands.watch import watch
from sapper.interface.commands.web import web
from sapper.interface.commands.window import window

app = typer.Typer(
    name="sapper",
    rich_markup_mode=None,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
for command in (play, window, web, watch, analyze, explain, board, levels, agents):
    app.command()(command)
app.add_typer(history)
app.add_typer(lab)

# What the command line's own parser raises for bad options; it has no public name.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]


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
