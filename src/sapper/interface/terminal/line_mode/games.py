"""Which game is played, by typing: its clock, the next one, another kind, and saved ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sapper.agents.registry import AGENTS, is_own
from sapper.catalogue import spoken
from sapper.errors import NotUnderstood
from sapper.game import Status
from sapper.history import KeptGame
from sapper.history.rows import say_kept
from sapper.history.statistics import in_a_sentence, say_others
from sapper.interface.terminal.line_mode.lines import whole_number
from sapper.interface.terminal.line_mode.seat import Seat
from sapper.interface.terminal.spoken import say_game
from sapper.interface.terminal.words import Terminal
from sapper.level import LEVELS, Guesses, Level
from sapper.play.numbers import say_numbers_in_short
from sapper.play.record import Setup
from sapper.play.review import review
from sapper.play.saying import (
    GUESSES_DETAILS,
    GUESSES_WORDS,
    STATUS_WORDS,
    one_after_another,
    say,
    say_judged,
    say_new_agent,
)
from sapper.play.table import Table
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade
from sapper.seed import parse_seed

MOST_GAMES_NAMED = 20


def pause(seat: Seat, rest: str) -> Iterator[str]:
    """`pause`, and again to resume"""
    if seat.table.status is not Status.PLAYING:
        yield seat.game_is_over()
    elif seat.table.is_paused:
        seat.table.sit_down()
        yield one_after_another(spoken(Play).resumes, say_game(seat.table))
    else:
        seat.table.pause()
        yield spoken(Terminal).when_paused


def new(seat: Seat, rest: str) -> Iterator[str]:
    """`new`, `new 7`"""
    seed = parse_seed(rest) if rest else None
    yield from seat.sit_at(seat.table.new(seed))


def again(seat: Seat, rest: str) -> Iterator[str]:
    """`again`"""
    yield from seat.sit_at(seat.table.again())


def level(seat: Seat, rest: str) -> Iterator[str]:
    """`level`, `level expert`, `level 16x30/99 opening`"""
    name, _, start = rest.partition(" ")
    if not name:
        say, level = spoken(Terminal), seat.table.setup.level.name
        yield say.level_is.format(level=level, levels=", ".join(LEVELS))
        yield say.level_type
        return
    yield from _begin(seat, Level.of(name.lower(), start.strip().lower() or None))


def start(seat: Seat, rest: str) -> Iterator[str]:
    """`start opening`"""
    level = seat.table.setup.level.starting(rest.lower())
    yield from _begin(seat, level)


def guesses(seat: Seat, rest: str) -> Iterator[str]:
    """`guesses`, `guesses fair`, `guesses none hard`"""
    name, _, grade = rest.lower().partition(" ")
    if not name:
        rule, say = seat.table.setup.guesses, spoken(Terminal)
        yield say.guesses_are.format(rule=GUESSES_WORDS[rule], detail=GUESSES_DETAILS[rule])
        yield say.guesses_type
        yield say.guesses_grades.format(grades=", ".join(BoardGrade))
        return
    setup = replace(
        _setup(seat, seat.table.setup.level),
        guesses=Guesses.of(name),
        grade=BoardGrade.of(grade.strip()) if grade else None,
    )
    yield from seat.sit_at(Table(setup, seat.history))


def agent(seat: Seat, rest: str) -> Iterator[str]:
    """`agent exact`"""
    if not rest:
        agent, agents = seat.table.setup.agent, ", ".join(AGENTS)
        yield spoken(Terminal).agent_is.format(agent=agent, agents=agents)
        return
    seat.table.change_agent(AGENTS.admit(rest if is_own(rest) else rest.lower()))
    yield say_new_agent(seat.table.setup.agent)


def _begin(seat: Seat, level: Level) -> Iterator[str]:
    yield from seat.sit_at(Table(_setup(seat, level), seat.history))


def _setup(seat: Seat, level: Level) -> Setup:
    """The setup of this game on another level, with a random board."""
    return replace(seat.table.setup, level=level, seed=None, index=0, first=None, disclosed=None)


def games(seat: Seat, rest: str) -> Iterator[str]:
    """`games`"""
    games = seat.history.games(limit=MOST_GAMES_NAMED)
    if not games:
        yield spoken(Play).nothing_saved
    for number, game in enumerate(games, 1):
        when = game.changed.astimezone()
        line = spoken(Terminal).game_line.format(
            number=number,
            game=say_kept(game),
            status=STATUS_WORDS[game.status],
            date=f"{when:%Y-%m-%d}",
            time=f"{when:%H:%M}",
        )
        measures = game.measures
        numbers = "" if measures is None else say_numbers_in_short(measures)
        yield one_after_another(line, numbers)


def resume(seat: Seat, rest: str) -> Iterator[str]:
    """`continue`, `continue 2`"""
    game = _saved(seat, rest, "continue") if rest else _last_unfinished(seat)
    if game.status is not Status.PLAYING:
        finished = spoken(Terminal).is_finished[game.status.value]
        raise NotUnderstood(finished.format(number=rest))
    seat.table.leave()
    seat.table = seat.history.table(game.identity)
    yield one_after_another(spoken(Play).resumes, say_game(seat.table))


def _last_unfinished(seat: Seat) -> KeptGame:
    games = seat.history.games(limit=1, status=Status.PLAYING)
    if not games:
        raise NotUnderstood(spoken(Terminal).nothing_to_resume)
    return games[0]


def replay(seat: Seat, rest: str) -> Iterator[str]:
    """`replay 1`"""
    record = seat.history.record(_saved(seat, rest, "replay").identity)
    reviewed = review(record)
    for step in reviewed.steps:
        yield f"{step.entry.number}. {say(step.entry)}"
        if step.judged is not None:
            yield say_judged(step.judged)
        elif step.skill < 0 and step.best_cell is not None:
            yield spoken(Terminal).safest_was.format(cell=step.best_cell)
    yield from reviewed.words()


def _saved(seat: Seat, rest: str, name: str) -> KeptGame:
    number = whole_number(rest, spoken(Terminal).what_game.format(name=name))
    games = seat.history.games(limit=MOST_GAMES_NAMED)
    if not 1 <= number <= len(games):
        raise NotUnderstood(spoken(Terminal).no_such_game.format(number=number))
    return games[number - 1]


def statistics(seat: Seat, rest: str) -> Iterator[str]:
    """`statistics`"""
    rows = seat.history.statistics()
    if not rows:
        yield spoken(Play).nothing_finished
    for row in rows:
        yield in_a_sentence(row)
    if say_others(rows):
        yield say_others(rows)
