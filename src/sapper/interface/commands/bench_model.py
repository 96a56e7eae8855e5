"""`sapper bench-model`: how well somebody reasons, a language model above all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.errors import BadInput, Interrupted, PlayerFailed, StoreError
from sapper.interface.commands.options import JsonOption, SizeOption, read_level, read_seed
from sapper.interface.commands.output import print_json, print_note, print_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from rich.console import Console
    from rich.progress import Progress, TaskID

    from sapper.lab.models.bench import Bench, Spending
    from sapper.lab.models.endpoint import EndpointSettings
    from sapper.lab.models.players import Player
    from sapper.lab.models.score import Score

JOURNAL = "bench-model.jsonl"
PLOT = "bench-model.svg"
DEFAULT_OUT = Path("results")
DEFAULT_KEY = "OPENAI_API_KEY"
GRADES = "easy,medium,tricky,hard,fiendish,total"


def bench_model(
    agent: Annotated[
        str | None, typer.Option("--agent", help="One of our agents plays.", metavar="NAME")
    ] = None,
    command: Annotated[
        str | None,
        typer.Option(
            "--command", help="A program plays: a line of JSON in, one out.", metavar="COMMAND"
        ),
    ] = None,
    endpoint: Annotated[
        str | None,
        typer.Option(
            "--endpoint",
            help="A model plays, behind an OpenAI-compatible address such as https://host/v1.",
            metavar="URL",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", help="The model to ask for at the endpoint.", metavar="NAME"),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="What to call the player in the results.", metavar="NAME"),
    ] = None,
    level: Annotated[
        str | None, typer.Option("--level", "-l", help="A level.", metavar="NAME")
    ] = None,
    size: SizeOption = None,
    grades: Annotated[
        str, typer.Option("--grades", help="The grades, separated by commas.", metavar="NAMES")
    ] = GRADES,
    boards: Annotated[
        int, typer.Option("--boards", "-n", help="Boards of each grade.", min=1, metavar="N")
    ] = 5,
    seed: Annotated[
        int, typer.Option("--seed", help="The seed of the boards.", metavar="N", parser=read_seed)
    ] = 1,
    tries: Annotated[
        int,
        typer.Option(
            "--tries", help="Unusable answers in a row that end a board.", min=1, metavar="N"
        ),
    ] = 3,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The folder for the results.", metavar="DIR")
    ] = DEFAULT_OUT,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a player who was interrupted.")
    ] = False,
    most_answers: Annotated[
        int | None,
        typer.Option("--most-answers", help="Stop after so many answers.", min=1, metavar="N"),
    ] = None,
    most_tokens: Annotated[
        int | None,
        typer.Option("--most-tokens", help="Stop after so many tokens.", min=1, metavar="N"),
    ] = None,
    most_seconds: Annotated[
        float | None,
        typer.Option("--most-seconds", help="Stop after so many seconds.", min=0, metavar="N"),
    ] = None,
    timeout: Annotated[
        float, typer.Option("--timeout", help="Seconds for one answer.", min=0.1, metavar="N")
    ] = 120.0,
    retries: Annotated[
        int,
        typer.Option(
            "--retries", help="How often a failed request is repeated.", min=0, metavar="N"
        ),
    ] = 5,
    per_minute: Annotated[
        float | None,
        typer.Option("--per-minute", help="The most requests in a minute.", min=0.01, metavar="N"),
    ] = None,
    answer_tokens: Annotated[
        int | None,
        typer.Option("--answer-tokens", help="The most tokens of one answer.", min=1, metavar="N"),
    ] = None,
    temperature: Annotated[
        float | None,
        typer.Option("--temperature", help="Sent to the endpoint.", min=0, metavar="N"),
    ] = None,
    key_variable: Annotated[
        str,
        typer.Option(
            "--key-variable",
            help="The environment variable that holds the endpoint's key.",
            metavar="NAME",
        ),
    ] = DEFAULT_KEY,
    references: Annotated[
        bool,
        typer.Option(
            "--references/--no-references", help="Play our own agents too, for comparison."
        ),
    ] = True,
    as_json: JsonOption = False,
) -> None:
    """Measure reasoning on boards that need no guess, so that luck plays no part.

    The player is shown a position and answers with a safe cell and a proof of it. A board is solved
    if no cell was ever chosen at a risk; the checker judges every proof. Each answer is saved in
    the folder of --out at once; a plot is drawn there, too.
    """
    from sapper.extras import need
    from sapper.lab.models.bench import Bench, Spending
    from sapper.lab.models.endpoint import EndpointSettings
    from sapper.proof.technique import BoardGrade

    for module in ("scipy.special", "matplotlib"):
        need("lab", module)
    bench = Bench(
        read_level(level, size, "opening", default="beginner"),
        tuple(BoardGrade.of(grade.strip()) for grade in grades.split(",")),
        boards,
        seed,
        tries,
    )
    settings = None
    if endpoint is not None:
        if not model:
            raise BadInput("--endpoint needs a --model to ask for")
        key = os.environ.get(key_variable)
        settings = EndpointSettings(
            endpoint, model, key, timeout, retries, per_minute, answer_tokens, temperature
        )
    player = _player(agent, command, settings, name, timeout, seed)
    spending = Spending(most_answers, most_tokens, most_seconds)
    _play(bench, player, spending, out, resume, references, as_json)


def _player(
    agent: str | None,
    command: str | None,
    settings: EndpointSettings | None,
    name: str | None,
    timeout: float,
    seed: int,
) -> Player:
    from sapper.agents.registry import AGENTS
    from sapper.errors import UnknownName
    from sapper.lab.models.command import CommandPlayer
    from sapper.lab.models.endpoint import EndpointPlayer
    from sapper.lab.models.players import REFERENCES, AgentPlayer

    if (agent, command, settings).count(None) != 2:
        raise BadInput("give one player: --agent, --command or --endpoint")
    player: Player
    if agent is not None:
        if agent not in AGENTS:
            raise UnknownName("agent", agent, AGENTS)
        player = AgentPlayer(agent, seed)
    elif command is not None:
        player = CommandPlayer(command, name or command, timeout)
    else:
        assert settings is not None
        player = EndpointPlayer(settings)
    player.name = name or player.name
    if agent is None and player.name in REFERENCES:
        raise BadInput(f"{player.name!r} is one of our agents: give the player another --name")
    return player


def _play(
    bench: Bench,
    player: Player,
    spending: Spending,
    out: Path,
    resume: bool,
    references: bool,
    as_json: bool,
) -> None:
    """Play: progress on standard error, the table on standard output, the plot in a file."""
    from rich.console import Console

    from sapper.interface.interruptible import interruptible
    from sapper.lab.models.bench import Spending as Unlimited
    from sapper.lab.models.bench import run, trials_of
    from sapper.lab.models.journal import Journal
    from sapper.lab.models.players import REFERENCES, AgentPlayer
    from sapper.lab.models.score import scores
    from sapper.lab.models.trial import Outcome

    console = Console(stderr=True)
    with Journal(out / JOURNAL, bench.described) as journal:
        if journal.of(player.name) and not resume:
            raise StoreError(
                f"{journal.path} has answers of {player.name!r} already: add --resume to go on, "
                "or give another --name or --out"
            )
        with console.status("Making boards …"):
            boards = interruptible(bench.make)
        ours = [one for one in REFERENCES if references and one != player.name]
        seats: list[tuple[Player, Spending]] = [(player, spending)]
        seats += [(AgentPlayer(one, bench.seed), Unlimited()) for one in ours]
        found: list[Score] = []
        try:
            for seat, limits in seats:
                trials = trials_of(bench, boards, journal, seat.name)
                with _progress(console, seat.name, len(trials)) as (bar, task):
                    for _ in run(trials, seat, journal, limits):
                        ended = sum(one.outcome is not Outcome.UNFINISHED for one in trials)
                        told = f"{limits.answers_spent:,} answers"
                        if limits.tokens_spent:
                            told += f", {limits.tokens_spent:,} tokens"
                        bar.update(task, completed=ended, told=told)
                found += scores(seat.name, trials)
        except KeyboardInterrupt:
            raise Interrupted(
                f"stopped; every answer is in {journal.path}: add --resume to the same command to "
                "go on"
            ) from None
        except PlayerFailed as error:
            if not journal.of(player.name):
                raise
            raise PlayerFailed(f"{error} (every answer so far is kept: --resume goes on)") from None
        finally:
            player.close()
    _report(bench, found, spending.exhausted, out, as_json)


def _progress(
    console: Console, player: str, boards: int
) -> AbstractContextManager[tuple[Progress, TaskID]]:
    """A bar on standard error, if that is a terminal."""
    from contextlib import contextmanager

    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    @contextmanager
    def shown() -> Iterator[tuple[Progress, TaskID]]:
        bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} boards"),
            TextColumn("{task.fields[told]}"),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        with bar:
            yield bar, bar.add_task(player, total=boards, told="")

    return shown()


def _report(
    bench: Bench, found: list[Score], stopped: str | None, out: Path, as_json: bool
) -> None:
    from sapper.interface.terminal.drawing import write_picture
    from sapper.lab.models.plot import draw_scores
    from sapper.lab.models.score import TITLES, in_words
    from sapper.lab.plots import to_svg
    from sapper.serialize import plain

    about = f"sapper bench-model: {bench.level.name}, seed {bench.seed}"
    write_picture(to_svg(draw_scores(found), about).decode(), out / PLOT)
    if as_json:
        print_json({"boards": plain(bench.described), "scores": found, "stopped": stopped})
        return
    print_table(TITLES, [in_words(score) for score in found], keys=2)
    print_note(
        f"{bench.level.name}, seed {bench.seed}, boards that need no guess; 95 % intervals. "
        f"A board ends with the first cell chosen at a risk. Plot: {out / PLOT}"
    )
    if stopped is not None:
        print_note(f"Stopped: {stopped}; --resume goes on.")
