"""`sapper watch`: an agent plays one game."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.interface.commands.failures import ExitCode
from sapper.interface.commands.options import (
    DAILY_LEVEL,
    DEFAULT_LEVEL,
    DEFAULT_WINNING,
    AgentOption,
    DailyOption,
    DisclosedOption,
    FairOption,
    FirstOption,
    GradeOption,
    IndexOption,
    JsonOption,
    LevelOption,
    NoGuessOption,
    SeedOption,
    SizeOption,
    StartOption,
    SvgOption,
    check_daily,
    read_level,
    read_optional_cell,
    read_setup,
)

DEFAULT_AGENT = "exact"


def watch(
    level: LevelOption = None,
    size: SizeOption = None,
    start: StartOption = None,
    seed: SeedOption = None,
    index: IndexOption = 0,
    first: FirstOption = None,
    disclosed: DisclosedOption = None,
    fair: FairOption = False,
    no_guess: NoGuessOption = False,
    grade: GradeOption = None,
    daily: DailyOption = False,
    agent: AgentOption = DEFAULT_AGENT,
    pace: Annotated[
        float,
        typer.Option(
            "--pace",
            help="Moves per second; 0 shows the end at once.",
            min=0,
            metavar="MOVES",
        ),
    ] = 8,
    explain: Annotated[bool, typer.Option("--explain", help="Explain every certain move.")] = False,
    beliefs: Annotated[
        bool | None,
        typer.Option(
            "--beliefs/--no-beliefs",
            help="Show what the agent believes beside what follows; on for a file of your own.",
            show_default=False,
        ),
    ] = None,
    svg: SvgOption = None,
    as_json: JsonOption = False,
) -> None:
    """Watch an agent play one game.

    In a terminal it plays at a pace you can follow; piped or with --json, only the end is printed.
    """
    from rich.console import Console

    from sapper.agents.own_file import is_path
    from sapper.agents.registry import make_agent
    from sapper.boards.daily import today
    from sapper.interface.terminal.watch import Show
    from sapper.interface.terminal.watch import watch as show_game
    from sapper.lab.agent_game import NoGuess
    from sapper.level import Guesses
    from sapper.play.making import puzzle_of_the_day
    from sapper.seed import agent_seed

    if daily:
        others = bool(index or first)
        check_daily(start, seed, disclosed, DEFAULT_WINNING, fair=fair, others=others)
        start = "opening"
    default = DAILY_LEVEL if daily else DEFAULT_LEVEL
    setup = read_setup(
        read_level(level, size, start, default, disclosed=disclosed),
        seed=seed,
        index=index,
        disclosed=disclosed,
        fair=fair,
        no_guess=no_guess,
        grade=grade,
    )
    first_cell, day = read_optional_cell(first), today() if daily else None
    if day is not None:
        setup, first_cell = puzzle_of_the_day(day, setup.level, setup.grade)
    game = setup.game()
    made = NoGuess(setup.grade, day) if setup.guesses is Guesses.NONE else None
    agent = agent or DEFAULT_AGENT
    player = make_agent(agent, seed=agent_seed(game.seed), start=game.level.start)
    shows_beliefs = is_path(agent) if beliefs is None else beliefs
    show = Show(pace, as_json, svg, explain, shows_beliefs)
    console = Console(highlight=False)
    if not show_game(game, player, first_cell, show, console, made):
        raise typer.Exit(ExitCode.INTERRUPTED)
