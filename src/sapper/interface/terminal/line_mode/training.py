"""`sapper train --plain`: positions to practise line by line, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO

from sapper.catalogue import spoken
from sapper.coach.training import Training
from sapper.coach.words import Coach
from sapper.errors import NotUnderstood, SapperError
from sapper.grid import Cell, check_cell
from sapper.interface.terminal.line_mode.lines import beside, cell_typed, said, shortened, typed
from sapper.interface.terminal.spoken import SeenPosition, say_board, say_cell
from sapper.play.saying import full_stop, one_after_another, say_odds
from sapper.play.words import Play


class PlainTraining:
    """Questions that are read, and answers that are typed."""

    def __init__(self, training: Training, notice: str = "", *, is_kept: bool = True) -> None:
        """What to tell about how answers are kept, and whether they are."""
        self.training, self._notice, self._is_kept = training, notice, is_kept
        self.is_over = False
        self._commands: dict[str, Callable[[str], Iterator[str]]] = {
            "solution": self._solution,
            "h": self._solution,
            "next": self._next,
            "n": self._next,
            "why": self._why,
            "w": self._why,
            "odds": self._odds,
            "o": self._odds,
            "board": self._board,
            "map": self._map,
            "standing": self._standing,
            "help": lambda rest: iter([spoken(Coach).greeting]),
            "quit": self._quit,
            "q": self._quit,
            "exit": self._quit,
        }

    def play(self, lines: TextIO, out: TextIO, prompt: bool) -> None:
        """Read line by line and answer, until `quit` or the end of the input."""

        def tell(sentences: Iterator[str] | list[str]) -> None:
            for sentence in sentences:
                print(sentence, file=out, flush=True)

        tell(self.begin())
        for line in typed(lines, out, prompt):
            tell(self.reply(line))
            if self.is_over:
                break
        tell([self.farewell()])

    def begin(self) -> Iterator[str]:
        """What can be typed, and the first question."""
        yield spoken(Coach).greeting
        if self._notice:
            yield self._notice
        yield from self._question()

    def farewell(self) -> str:
        """The last words: every answer is kept already, if it can be."""
        say = spoken(Coach)
        told = say.goodbye if self._is_kept else say.not_kept
        return told.format(answered=self.training.score)

    def reply(self, line: str) -> Iterator[str]:
        """What is said to a line."""
        name, _, rest = line.strip().partition(" ")
        if not name or name.startswith("#"):
            return
        command = self._commands.get(name.lower())
        try:
            if command is not None:
                yield from command(rest)
            elif cell_typed(line) is not None:
                yield from self._answer(line)
            else:
                greeting = spoken(Coach).greeting
                told = spoken(Coach).unknown.format(what=shortened(name), greeting=greeting)
                raise NotUnderstood(told)
        except SapperError as error:
            yield full_stop(error)

    # The position

    def _question(self) -> Iterator[str]:
        training = self.training
        yield one_after_another(training.origin, training.task)
        yield from self._board("")

    def _board(self, rest: str) -> Iterator[str]:
        yield from say_board(SeenPosition(self.training.view))

    def _map(self, rest: str) -> Iterator[str]:
        yield from str(self.training.view).splitlines()

    # Answers

    def _answer(self, line: str) -> Iterator[str]:
        if self.training.marked is not None:
            raise NotUnderstood(spoken(Coach).is_answered)
        self.training.answer(self._cell(line))
        yield from self._verdict()

    def _solution(self, rest: str) -> Iterator[str]:
        self.training.show_solution()
        yield from self._verdict()

    def _verdict(self) -> Iterator[str]:
        training = self.training
        if training.note:
            yield training.note
        if training.marked is not None:
            yield training.verdict
            solution = training.marked.solution
            yield from said(beside(lambda: training.situation.why(solution)))

    def _next(self, rest: str) -> Iterator[str]:
        training = self.training
        training.go_on()
        beside(training.wait)
        if training.note:
            yield training.note
        else:
            yield from self._question()

    # Asking

    def _why(self, rest: str) -> Iterator[str]:
        cell = self._hidden_cell(rest)
        yield from said(beside(lambda: self.training.situation.why(cell)))

    def _odds(self, rest: str) -> Iterator[str]:
        cell = self._hidden_cell(rest)
        words = say_odds(beside(self.training.situation.odds), cell)
        yield full_stop(spoken(Play).about_cell.format(cell=cell, words=words))

    def _hidden_cell(self, rest: str) -> Cell:
        """A hidden cell, once the question is answered."""
        if self.training.marked is None:
            raise NotUnderstood(spoken(Coach).answer_first)
        cell = self._cell(rest)
        if not self.training.view.is_hidden(cell):
            raise NotUnderstood(say_cell(SeenPosition(self.training.view), cell))
        return cell

    def _cell(self, text: str) -> Cell:
        cell = cell_typed(text)
        if cell is None:
            raise NotUnderstood(spoken(Coach).greeting)
        return check_cell(cell, self.training.view.height, self.training.view.width)

    # The sitting

    def _standing(self, rest: str) -> Iterator[str]:
        yield f"{self.training.score} · {self.training.standing_in_words}"

    def _quit(self, rest: str) -> Iterator[str]:
        self.is_over = True
        yield from ()
