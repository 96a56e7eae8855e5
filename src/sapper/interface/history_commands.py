"""The kept games: `sapper history …`.

Everything but typer is imported where it is used, so that `--help` answers at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.interface.reading import read_level_name

if TYPE_CHECKING:
    from rich.text import Text

    from sapper.history import History, KeptGame, Statistics
    from sapper.play.record import Record
    from sapper.play.review import Review, ReviewStep

DEFAULT_LIMIT = 20
SHORT_IDENTITY = 8
"""So much of a game's name tells it from all others, but for a great many games."""
NOT_OWN = "*"
WIDE = 200

history = typer.Typer(
    name="history",
    help="The games you have played, and how you have done.",
    rich_markup_mode=None,
    invoke_without_command=True,
)
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
IdentityArgument = Annotated[
    str, typer.Argument(help="The game, or how its name begins.", metavar="GAME")
]


@history.callback()
def list_games(
    context: typer.Context,
    level: Annotated[
        str | None,
        typer.Option(
            "--level",
            "-l",
            help="Only games of a level, or of a size as in 9x9/10.",
            metavar="NAME",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", help="List so many games, the last first.", min=1)
    ] = DEFAULT_LIMIT,
    as_json: JsonOption = False,
) -> None:
    """List the games that are kept, and statistics by level."""
    if context.invoked_subcommand is not None:
        return
    level = None if level is None else read_level_name(level)
    with _opened() as kept_games:
        games = kept_games.games(limit, level=level)
        statistics = [
            found for found in kept_games.statistics() if level is None or found.level == level
        ]
    if as_json:
        _print_json(
            {
                "games": [game.to_json() for game in games],
                "statistics": [found.to_json() for found in statistics],
            }
        )
    elif not games:
        typer.echo("No games are kept yet." if level is None else f"No game of {level!r} is kept.")
    else:
        _print_games(games)
        _print_statistics(statistics)


@history.command()
def show(identity: IdentityArgument, as_json: JsonOption = False) -> None:
    """Go through a game turn by turn: the risk of each, luck and skill, what decided it."""
    from sapper.play.review import review

    with _opened() as kept_games:
        record = kept_games.record(kept_games.beginning_with(identity))
    seen = review(record)
    if as_json:
        _print_json({"id": record.identity, **seen.to_json()})
    else:
        _print_review(record, seen)


@history.command()
def delete(identity: IdentityArgument) -> None:
    """Forget a game."""
    with _opened() as kept_games:
        found = kept_games.beginning_with(identity)
        kept_games.delete(found)
    typer.echo(f"Game {found} is forgotten.")


@contextmanager
def _opened() -> Iterator[History]:
    from sapper.history import History

    with History.open() as opened:
        if opened.message:
            typer.echo(f"sapper: {opened.message}", err=True)
        yield opened


# Tables


def _print_games(games: list[KeptGame]) -> None:
    from sapper.play.saying import clock

    rows = [
        (
            game.identity[:SHORT_IDENTITY],
            game.changed.astimezone().strftime("%Y-%m-%d %H:%M"),
            game.setup.level.name,
            game.setup.level.start.value,
            ("unfinished" if game.status == "playing" else game.status.value)
            + ("" if game.own else NOT_OWN),
            clock(game.seconds),
            str(game.turns),
        )
        for game in games
    ]
    _print_table(("game", "last played", "level", "start", "result", "time", "turns"), rows)
    if not all(game.own for game in games):
        typer.echo(f"{NOT_OWN} with an agent's moves, or on a board that was known")


def _print_statistics(statistics: list[Statistics]) -> None:
    from sapper.play.saying import clock, percent

    rows = [
        (
            found.level,
            found.start if found.winning == "revealed" else f"{found.start}, flags win",
            str(found.played),
            f"{found.won} ({percent(found.won / found.played)})" if found.played else "0",
            "–" if found.best_seconds is None else clock(found.best_seconds),
            str(found.streak),
            str(found.longest_streak),
            f"{found.risk_taken / max(1, found.played):.2f}",
            f"{found.risk_best / max(1, found.played):.2f}",
        )
        for found in statistics
    ]
    if rows:
        typer.echo()
        titles = ("level", "start", "played", "won", "best", "streak", "longest", "risk", "needed")
        _print_table(titles, rows)
        typer.echo(
            "risk: the chances of a mine that were taken in a game, added up; "
            "needed: had each been the safest"
        )


def _print_table(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*titles, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console(highlight=False)
    if not console.is_terminal:  # whoever pipes it wants whole lines
        console.width = WIDE
    console.print(table)


# One game


def _print_review(record: Record, seen: Review) -> None:
    from rich.console import Console
    from rich.text import Text

    from sapper.interface.terminal.drawing import Marks, draw_view
    from sapper.play.table import Table

    console, table = Console(highlight=False), Table.of(record)
    level = record.setup.level
    console.print(Text(f"{level.name}, start {level.start.value}, {record.status.value}\n", "bold"))
    for step in seen.steps:
        console.print(_step_in_words(step), soft_wrap=True)
    marks = Marks(exploded=table.exploded, mines=table.mines)
    console.print()
    console.print(draw_view(seen.final, marks), soft_wrap=True)
    console.print()
    for sentence in seen.words():
        console.print(Text(sentence), soft_wrap=True)


def _step_in_words(step: ReviewStep) -> Text:
    from rich.text import Text

    from sapper.play.saying import clock, say

    entry = step.entry
    text = Text(f"{entry.number:>4}  {clock(entry.seconds):>7}  ", style="dim")
    text.append(say(entry), style="")
    if step.skill < 0 and step.best_cell is not None:
        text.append(f" Safest: {step.best_cell}.", style="not dim bold")
    return text


def _print_json(content: dict[str, Any]) -> None:
    typer.echo(json.dumps(content, ensure_ascii=False, indent=2))
