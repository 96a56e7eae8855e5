"""`sapper play --plain`: lines are read, and answered one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from sapper.catalogue import spoken
from sapper.coach.words import Coach
from sapper.errors import NotUnderstood, SapperError
from sapper.game import Status
from sapper.history import History, KeptGame
from sapper.history.rows import say_kept
from sapper.interface.terminal.line_mode.commands import COMMANDS
from sapper.interface.terminal.line_mode.lines import shortened, typed
from sapper.interface.terminal.line_mode.seat import Seat
from sapper.interface.terminal.spoken import say_game
from sapper.interface.terminal.words import Terminal
from sapper.play.saying import full_stop, one_after_another
from sapper.play.table import Table


class PlainGame:
    """A game that is typed and read."""

    def __init__(self, table: Table, history: History, offer: KeptGame | None = None) -> None:
        self.seat = Seat(table, history)
        self._offer = offer

    def play(self, lines: TextIO, out: TextIO, prompt: bool) -> None:
        """Read line by line and answer, until `quit` or the end of the input."""

        def tell(sentence: str) -> None:
            print(sentence, file=out, flush=True)

        say = spoken(Terminal)
        tell(say.greeting)
        if self.seat.history.message:
            tell(self.seat.history.message)
        if self._offer is not None:
            unfinished = say.last_unfinished.format(game=say_kept(self._offer))
            tell(one_after_another(unfinished, say.type_continue))
        tell(say_game(self.seat.table))
        for line in typed(lines, out, prompt):
            for sentence in self.answer(line):
                tell(sentence)
            if self.seat.is_left:
                break
        tell(self.farewell())

    def answer(self, line: str) -> Iterator[str]:
        """The answer to a line: in training to one about its question, else about the game."""
        training = self.seat.training
        if training is not None:
            yield from training.reply(line)
            if training.is_over:
                yield self.seat.stop_practising()
                yield one_after_another(spoken(Coach).back_to_game, say_game(self.seat.table))
            return
        name, _, rest = line.strip().partition(" ")
        if not name or name.startswith("#"):
            return
        command = COMMANDS.get(name) or COMMANDS.get(name.lower())
        try:
            if command is None:
                unknown = spoken(Terminal).unknown_command
                raise NotUnderstood(unknown.format(what=shortened(name)))
            if command.needs_board and self.seat.table.is_paused:
                yield spoken(Terminal).when_paused
            else:
                yield from command.run(self.seat, rest.strip())
        except SapperError as error:
            yield full_stop(error)

    def farewell(self) -> str:
        """Leave the game, and a training beside it; the last words."""
        practised = self.seat.stop_practising()
        table, history = self.seat.table, self.seat.history
        table.leave()
        if table.status is Status.PLAYING and table.entries and history.is_kept:
            return one_after_another(practised, spoken(Terminal).saved_goodbye)
        return one_after_another(practised, spoken(Terminal).goodbye)
