"""`sapper history …`: the saved games."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.interface.commands.help_pages import Command, Group
from sapper.interface.commands.options import (
    ForceOption,
    JsonOption,
    check_new,
    read_level_name,
)
from sapper.interface.commands.output import print_json, print_note, print_table, progress_line

if TYPE_CHECKING:
    from rich.text import Text

    from sapper.coach.saying import SummaryInWords
    from sapper.history import History, KeptGame, Statistics
    from sapper.history.statistics import Trends
    from sapper.play.record import Record
    from sapper.play.review import Review, ReviewStep

DEFAULT_LIMIT = 20
SHORT_IDENTITY = 8
"""Characters of a game's name: enough to tell it apart, except among a great many games."""
NOT_OWN = "*"
MOST_GAMES_JUDGED = 1_000
SECONDS_OF_JUDGING = 60.0

history = typer.Typer(
    name="history",
    cls=Group,
    help="List the games you have played, and your statistics.",
    rich_markup_mode=None,
    invoke_without_command=True,
)
IdentityArgument = Annotated[
    str, typer.Argument(help="The name of a game, or its first characters.", metavar="GAME")
]

LevelNameOption = Annotated[
    str | None,
    typer.Option(
        "--level", "-l", help="Only games of this level, or of a size as in 9x9/10.", metavar="NAME"
    ),
]


@history.callback()
def list_games(
    context: typer.Context,
    level: LevelNameOption = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", help="How many games to list.", min=1, metavar="N")
    ] = DEFAULT_LIMIT,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", help="Draw how your 3BV/s changed, level by level.", metavar="FILE"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the games you have played, and your statistics by level."""
    if context.invoked_subcommand is not None:
        return
    from sapper.catalogue import language_of, speaking, spoken
    from sapper.interface.language import remembered_language
    from sapper.play.words import Play

    level = None if level is None else read_level_name(level)
    if svg is not None:
        _check_ending(svg)
    with _opened() as saved_games:
        games = saved_games.games(limit, level=level)
        statistics = [
            found for found in saved_games.statistics() if level is None or found.level == level
        ]
        trends = saved_games.trends()
        folder = saved_games.folder
    if svg is not None:
        with speaking(remembered_language(folder) or language_of()):
            _write_trends(svg, statistics, trends)
        if not as_json:
            print(f"Saved as {svg}.")
    if as_json:
        from sapper.history.rows import ListedGame

        print_json(
            {
                "games": [ListedGame.of(game) for game in games],
                "statistics": statistics,
            }
        )
    elif not games:
        print(spoken(Play).nothing_saved if level is None else f"No game of {level!r} is saved.")
    else:
        _print_games(games)
        _print_statistics(statistics, trends)


@history.command(cls=Command)
def show(identity: IdentityArgument, as_json: JsonOption = False) -> None:
    """Review a game: the risk of each move, luck and skill."""
    from sapper.play.review import review

    with _opened() as saved_games:
        record = saved_games.record(saved_games.beginning_with(identity))
    seen = review(record)
    if as_json:
        from sapper.play import shapes

        print_json(shapes.Review.of(record.identity, seen))
    else:
        print_review(record, seen)


@history.command(cls=Command)
def save(
    identity: IdentityArgument,
    file: Annotated[
        Path, typer.Argument(help="Ends in .evf, or .json for Sapper's own format.", metavar="FILE")
    ],
    force: ForceOption = False,
) -> None:
    """Save a game as a replay, which `sapper review` and other programs can read."""
    from sapper import replays

    check_new(file, force)
    with _opened() as saved_games:
        record = saved_games.record(saved_games.beginning_with(identity))
    replays.save(replays.Recording.of(record), file)
    print(f"Saved as {file}.")


@history.command(cls=Command)
def analysis(
    level: LevelNameOption = None,
    games: Annotated[
        int,
        typer.Option("--games", "-n", help="Judge no more than the latest N.", min=1, metavar="N"),
    ] = MOST_GAMES_JUDGED,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            help="How long to judge games that are not judged yet; 0: no limit.",
            min=0,
            metavar="N",
        ),
    ] = SECONDS_OF_JUDGING,
    as_json: JsonOption = False,
) -> None:
    """What your games say: what you overlook, how you guess, and what your win rate would be.

    Each game is judged once, and what was found is kept. Ctrl-C ends with what there is by then.
    """
    from sapper.coach.file import TrainingFile
    from sapper.coach.games import judge_games
    from sapper.coach.saying import in_words
    from sapper.coach.summary import Summary

    level = None if level is None else read_level_name(level)
    with _opened() as saved_games, TrainingFile.open(saved_games.path) as notes:
        if notes.message:
            print(f"sapper: {notes.message}", file=sys.stderr)
        with progress_line() as progress:
            judged = judge_games(
                saved_games,
                notes,
                level=level,
                most=games,
                seconds=seconds or None,
                progress=progress,
            )
    summary = Summary.of(judged)
    if as_json:
        print_json(summary)
        return
    _print_summary(in_words(summary))
    if not (summary.games or summary.waiting):
        _print_what_to_play(level)


@history.command(cls=Command)
def delete(identity: IdentityArgument) -> None:
    """Delete a game."""
    with _opened() as saved_games:
        found = saved_games.beginning_with(identity)
        saved_games.delete(found)
    print(f"Game {found} is deleted.")


@contextmanager
def _opened() -> Iterator[History]:
    from sapper.errors import HistoryError
    from sapper.history import History

    with History.open() as opened:
        if opened.reason:  # what is told of no games would be told of games that can't be read
            raise HistoryError(f"the saved games can't be read: {opened.reason}")
        if opened.message:
            print(f"sapper: {opened.message}", file=sys.stderr)
        yield opened


# Tables


def _print_games(games: list[KeptGame]) -> None:
    from sapper.history.rows import say_start
    from sapper.play.saying import clock

    rows = [
        (
            game.identity[:SHORT_IDENTITY],
            game.changed.astimezone().strftime("%Y-%m-%d %H:%M"),
            game.setup.level.name,
            say_start(game.setup),
            ("unfinished" if game.status == "playing" else game.status.value)
            + ("" if game.own else NOT_OWN),
            clock(game.seconds, game.status),
            str(game.turns),
            *_told(game),
        )
        for game in games
    ]
    headings = ("game", "last played", "level", "start", "result", "time", "turns")
    print_table((*headings, "3BV", "3BV/s", "IOE"), rows)
    if not all(game.own for game in games):
        print(f"{NOT_OWN} played with help, or on a known board")


def _told(game: KeptGame) -> list[str]:
    """Its 3BV, 3BV/s and IOE, where they are known."""
    from sapper.history.statistics import NONE
    from sapper.play.numbers import say_numbers

    lines = () if game.measures is None else say_numbers(game.measures)
    values = {line.name: line.value for line in lines}
    return [values.get(name, NONE) for name in ("three_bv", "three_bv_per_second", "efficiency")]


def _print_statistics(statistics: list[Statistics], trends: Trends) -> None:
    from sapper.history.statistics import (
        COLUMNS,
        in_words,
        risk_note,
        say_others,
        trend_heading,
        trend_in_words,
        trend_note,
    )

    if statistics:
        print()
        has_trends = any(trends.values())
        headings = [column.heading for column in COLUMNS]
        headings += [trend_heading()] if has_trends else []
        rows = [[*in_words(row), *trend_in_words(row, trends)] for row in statistics]
        print_table(headings, rows, keys=2)
        for note in (risk_note(), trend_note() if has_trends else "", say_others(statistics)):
            if note:
                print_note(note)


def _check_ending(path: Path) -> None:
    from sapper.errors import BadInput

    if path.suffix.lower() != ".svg":
        raise BadInput(f"the picture is an SVG: its file ends in .svg, not as {path.name!r} does")


def _write_trends(path: Path, statistics: list[Statistics], trends: Trends) -> None:
    """Draw the trends of all rows that have one."""
    from sapper.errors import BadInput
    from sapper.history.statistics import in_words, rules_of
    from sapper.interface.terminal.drawing import write_picture
    from sapper.play.trend import trends_as_svg

    drawn = [(", ".join(in_words(row)[:2]), trends.get(rules_of(row), ())) for row in statistics]
    drawn = [(title, speeds) for title, speeds in drawn if speeds]
    if not drawn:
        raise BadInput("no game of yours was won yet whose 3BV/s is known")
    write_picture(trends_as_svg(drawn, "3BV/s"), path)


def _print_what_to_play(level: str | None) -> None:
    """What to do where no game can be judged."""
    from sapper.level import LEVELS

    if level is None:
        print_note("Finish a game of `sapper play`, and ask again.")
        return
    option = "--level" if level in LEVELS else "--size"
    print_note(
        f"Only games of {level!r} were looked at: finish one of `sapper play {option} {level}`, or "
        "leave out --level to have all games judged."
    )


def _print_summary(words: SummaryInWords) -> None:
    for sentence in words.sentences:
        print_note(sentence)
    for table in words.tables:
        print(f"\n{table.title}")
        print_table(table.headings, table.rows, keys=table.names)
        print_note(table.note)


# One game


def print_review(record: Record, seen: Review, notes: Sequence[str] = ()) -> None:
    """A game turn by turn, its last position, and what there is to say about it."""
    from rich.console import Console
    from rich.text import Text

    from sapper.catalogue import spoken
    from sapper.history.rows import say_start
    from sapper.interface.terminal.drawing import Marks, draw_view
    from sapper.interface.terminal.fitting import wrapped
    from sapper.play.numbers import say_numbers
    from sapper.play.table import Table
    from sapper.play.words import Play

    console, table = Console(highlight=False), Table.of(record)
    setup, say = record.setup, spoken(Play)
    review_of = say.review_of if record.knows_rules else say.review_of_recorded
    told = review_of.format(
        level=say.levels.get(setup.level.name, setup.level.name),
        start=say_start(setup),
        status=say.statuses[record.status.value],
    )
    console.print(Text(f"{told}\n", "bold"))
    for step in seen.steps:
        text = _step_in_words(step)
        for line in wrapped(text, console.width) if console.is_terminal else [text]:
            console.print(line, soft_wrap=True)
    marks = Marks(exploded=table.exploded, mines=table.mines)
    console.print()
    console.print(draw_view(seen.final, marks), soft_wrap=True)
    console.print()
    for sentence in (*seen.words(), *notes):
        print_note(sentence)
    if seen.measures is not None:
        console.print()
        numbers = say_numbers(seen.measures)
        columns = say.number_columns
        rows = [(number.label, number.value) for number in numbers]
        print_table((columns["number"], columns["value"]), rows)


def _step_in_words(step: ReviewStep) -> Text:
    from rich.text import Text

    from sapper.catalogue import spoken
    from sapper.interface.terminal.words import Terminal
    from sapper.play.saying import clock, say, say_judged

    entry = step.entry
    text = Text(f"{entry.number:>4}  {clock(entry.seconds):>7}  ", style="dim")
    text.append(say(entry), style="")
    if step.judged is not None:
        text.append(f" {say_judged(step.judged)}", style="not dim bold")
    elif step.skill < 0 and step.best_cell is not None:
        safest = spoken(Terminal).safest_was.format(cell=step.best_cell)
        text.append(f" {safest}", style="not dim bold")
    return text
