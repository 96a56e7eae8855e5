"""All that can be typed, in the order in which `help` tells it."""

from __future__ import annotations

from collections.abc import Iterator

from sapper.catalogue import spoken
from sapper.interface.terminal.line_mode import coaching, games, questions, turns
from sapper.interface.terminal.line_mode.seat import Seat
from sapper.interface.terminal.line_mode.typed_command import TypedCommand
from sapper.interface.terminal.words import Terminal


def _help(seat: Seat, rest: str) -> Iterator[str]:
    """`help`"""
    line = spoken(Terminal).help_line
    for command in ALL_COMMANDS:
        yield line.format(usage=command.usage, words=command.words)


def _quit(seat: Seat, rest: str) -> Iterator[str]:
    """`quit`"""
    seat.is_left = True
    yield from ()


ALL_COMMANDS = (
    TypedCommand.of("open", "r 3 4", turns.reveal, "r", "reveal", "open"),
    TypedCommand.of("flag", "f 3 4", turns.flag),
    TypedCommand.of("chord", "c 3 4", turns.chord),
    TypedCommand.of("hint", "hint", questions.hint),
    TypedCommand.of("guess", "guess", questions.guess, "guess", "best"),
    TypedCommand.of("why", "why 3 4", questions.why),
    TypedCommand.of("odds", "odds 3 4", questions.odds),
    TypedCommand.of("beliefs", "beliefs 3 4", questions.beliefs),
    TypedCommand.of("ai_move", "ai", turns.ai_move, "ai"),
    TypedCommand.of("autoplay", "auto", turns.autoplay, "auto", "autoplay"),
    TypedCommand.of("fast", "fast", turns.fast),
    TypedCommand(("board",), "board", questions.board, needs_board=True),
    TypedCommand(("row",), "row 3", questions.row, needs_board=True),
    TypedCommand(("cell",), "cell 3 4", questions.cell, needs_board=True),
    TypedCommand(("map",), "map", questions.drawn, needs_board=True),
    TypedCommand(("moves",), "moves", questions.moves),
    TypedCommand.of("numbers", "numbers", questions.numbers, "numbers"),
    TypedCommand.of("pause", "pause", games.pause),
    TypedCommand.of("new", "new", games.new),
    TypedCommand.of("again", "again", games.again),
    TypedCommand.of("level", "level expert", games.level),
    TypedCommand.of("start", "start opening", games.start),
    TypedCommand.of("guesses", "guesses fair", games.guesses),
    TypedCommand.of("agent", "agent exact", games.agent),
    TypedCommand.of("games", "games", games.games),
    TypedCommand(("continue",), "continue 2", games.resume),
    TypedCommand.of("review", "replay 1", games.replay, "replay", "review"),
    TypedCommand.of("statistics", "statistics", games.statistics, "statistics", "stats"),
    TypedCommand.of("analysis", "analysis", coaching.analysis),
    TypedCommand.of("train", "train", coaching.train),
    TypedCommand.of("help", "help", _help),
    TypedCommand.of("quit", "quit", _quit, "quit", "exit"),
)
# Read from the end: where two share a letter, it is the first one's; r opens a cell.
COMMANDS = {name: command for command in reversed(ALL_COMMANDS) for name in command.names}
