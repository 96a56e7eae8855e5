"""`sapper play --plain`: the game line by line, in sentences.

Made for screen readers and scripts: it reads what is typed or piped in, and answers in plain text
without drawing, colour or control codes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TextIO

import numpy as np

from sapper.agents.own_file import is_path
from sapper.agents.registry import AGENTS, is_own
from sapper.catalogue import spoken
from sapper.errors import NotUnderstood, SapperError
from sapper.game import Action, Status
from sapper.grid import Cell, check_cell
from sapper.history import History, KeptGame
from sapper.history.rows import say_kept
from sapper.history.statistics import in_a_sentence, say_others
from sapper.interface.terminal.plain_lines import (
    beside,
    is_number,
    listed,
    said,
    say_beliefs,
    shortened,
    some,
    whole_number,
)
from sapper.interface.terminal.spoken import (
    say_board,
    say_cell,
    say_game,
    say_opened,
    say_row,
)
from sapper.interface.terminal.typed_command import TypedCommand
from sapper.level import LEVELS, Guesses, Level
from sapper.play.beliefs import reason_with_belief
from sapper.play.record import Entry, Setup
from sapper.play.review import review
from sapper.play.risk import FirstClickOdds
from sapper.play.saying import (
    GUESSES_DETAILS,
    GUESSES_WORDS,
    STATUS_WORDS,
    full_stop,
    joined,
    percent,
    say,
    say_guess,
    say_incomplete,
    say_judged,
    say_new_agent,
    say_no_turn,
    say_odds,
)
from sapper.play.table import Table
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade
from sapper.seed import parse_seed

PROMPT = "> "
MOST_GAMES_NAMED = 20
MAKING = "Making a board that needs no guess; Ctrl-C stops."
WHEN_OVER = "Type new for a new board, or again for the same."
WHEN_PAUSED = "The game is paused. Type pause to resume it."


class PlainGame:
    """A game that is typed and read."""

    def __init__(self, table: Table, history: History, offer: KeptGame | None = None) -> None:
        self.table = table
        self._history = history
        self._offer = offer
        self.is_over = False

    def play(self, lines: TextIO, out: TextIO, prompt: bool) -> None:
        """Read line by line and answer, until `quit` or the end of the input."""

        def tell(sentence: str) -> None:
            print(sentence, file=out, flush=True)

        tell("Sapper, line by line. Type help for the commands. Rows and columns count from 0.")
        if self._history.message:
            tell(self._history.message)
        if self._offer is not None:
            tell(
                f"Your last game is unfinished: {say_kept(self._offer)}. "
                "Type continue to resume it."
            )
        tell(say_game(self.table))
        while not self.is_over:
            if prompt:
                print(PROMPT, end="", file=out, flush=True)
            line = lines.readline()
            if not line:
                if prompt:
                    tell("")
                break
            for sentence in self.answer(line):
                tell(sentence)
        tell(self.farewell())

    def answer(self, line: str) -> Iterator[str]:
        """The answer to a line."""
        name, _, rest = line.strip().partition(" ")
        if not name or name.startswith("#"):
            return
        command = COMMANDS.get(name) or COMMANDS.get(name.lower())
        try:
            if command is None:
                raise NotUnderstood(f"I don't know {shortened(name)}; type help for the commands")
            if command.needs_board and self.table.is_paused:
                yield WHEN_PAUSED
            else:
                yield from command.run(self, rest.strip())
        except SapperError as error:
            yield full_stop(error)

    def farewell(self) -> str:
        """Leave the game; the last words."""
        self.table.leave()
        if self.table.status is Status.PLAYING and self.table.entries and self._history.is_kept:
            return "The game is saved; the next start offers to resume it. Goodbye."
        return "Goodbye."

    # Turns

    def reveal(self, rest: str) -> Iterator[str]:
        """`r 3 4`"""
        yield from self._turn(Action.REVEAL, self.table.reveal, self._cell(rest, "r"))

    def flag(self, rest: str) -> Iterator[str]:
        """`f 3 4`"""
        yield from self._turn(Action.FLAG, self.table.flag, self._cell(rest, "f"))

    def chord(self, rest: str) -> Iterator[str]:
        """`c 3 4`"""
        yield from self._turn(Action.CHORD, self.table.chord, self._cell(rest, "c"))

    def _turn(
        self, action: Action, act: Callable[[Cell], Entry | None], cell: Cell
    ) -> Iterator[str]:
        opens = action is Action.REVEAL and cell not in self.table.view.flags
        if opens and self.table.needs_board:
            yield MAKING
        entry = act(cell)
        if entry is not None:
            yield from self._tell(entry)
        elif self.table.status is not Status.PLAYING:
            yield self._over()
        else:
            yield say_no_turn(action, cell, self.table.view, f"f {cell[0]} {cell[1]}")

    def _over(self) -> str:
        return f"The game is {self.table.status.value}. {WHEN_OVER}"

    def _tell(self, entry: Entry) -> Iterator[str]:
        """What happened, what it revealed, and what to do once the game is over."""
        table = self.table
        goes_on = table.status is Status.PLAYING
        opened = say_opened(table.view, entry) if goes_on else ""
        yield f"{table.say(entry)} {opened}".strip()
        if table.status is Status.LOST:
            yield f"The mines were at {joined(sorted(table.mines))}."
        if not goes_on:
            yield WHEN_OVER

    def ai_move(self, rest: str) -> Iterator[str]:
        """`ai`"""
        table = self.table
        if table.status is not Status.PLAYING:
            yield self._over()
            return
        if table.needs_board:
            yield MAKING
        entry = table.make(beside(table.think))
        if entry is None:
            yield spoken(Play).nothing_to_open
        else:
            yield from self._tell(entry)
        yield from self._tell_beliefs_of_own_file()

    def _tell_beliefs_of_own_file(self) -> Iterator[str]:
        table = self.table
        if is_path(table.setup.agent) and table.status is not Status.WON:
            yield beside(table.beliefs).words

    def autoplay(self, rest: str) -> Iterator[str]:
        """`auto`, `auto 10`"""
        moves = whole_number(rest, "auto, or auto 10 for ten moves") if rest else None
        if self.table.status is not Status.PLAYING:
            yield from self.ai_move("")
        while self.table.status is Status.PLAYING and moves != 0:
            before = len(self.table.entries)
            yield from self.ai_move("")
            moves = None if moves is None else moves - 1
            if len(self.table.entries) == before:
                return

    # Questions

    def hint(self, rest: str) -> Iterator[str]:
        """`hint`"""
        yield beside(self.table.hint).words

    def guess(self, rest: str) -> Iterator[str]:
        """`guess`"""
        if self.table.status is Status.PLAYING:
            yield say_guess(beside(self.table.situation.guess))
        else:
            yield self._over()

    def why(self, rest: str) -> Iterator[str]:
        """`why 3 4`"""
        cell = self._cell(rest, "why")
        yield from said(beside(lambda: self.table.why(cell)))

    def odds(self, rest: str) -> Iterator[str]:
        """`odds`, `odds 3 4`"""
        cell = self._cell(rest, "odds") if rest else None
        odds = beside(self.table.odds)
        if cell is not None:
            if not self.table.view.is_hidden(cell):
                yield f"{say_cell(self.table, cell)}."
            else:
                yield f"{cell}: {say_odds(odds, cell)}."
            return
        if isinstance(odds, FirstClickOdds):
            yield f"Any cell is {spoken(Play).first_is_safe}."
            return
        yield listed(sorted(odds.safe), "certainly safe", "No cell is certainly safe.")
        yield listed(sorted(odds.mines), "certainly mines", "No cell is certainly a mine.")
        if not odds.complete:
            yield say_incomplete(odds)
        elif not odds.safe and self.table.view.hidden_count > len(odds.mines):
            least = float(np.nanmin(odds.mine_probability))
            safest = [
                cell for cell in self.table.view.hidden() if odds.mine_probability[cell] <= least
            ]
            yield f"The safest, at {percent(least)}: {some(safest)}."

    def beliefs(self, rest: str) -> Iterator[str]:
        """`beliefs`, `beliefs 3 4`"""
        cell = self._cell(rest, "beliefs") if rest else None
        judged = beside(self.table.beliefs)
        if cell is None:
            yield from say_beliefs(judged)
            return
        belief = judged.by_cell.get(cell)
        if belief is None and not self.table.view.is_hidden(cell):
            yield f"{say_cell(self.table, cell)}."
        elif belief is None:
            yield f"{judged.agent} believes nothing of {cell}, and nothing follows."
        elif belief.is_fault and self.table.view.is_hidden(cell):
            answer = beside(lambda: self.table.why(cell))
            yield from said(reason_with_belief(answer, belief, judged.agent))
        else:
            yield belief.words

    def board(self, rest: str) -> Iterator[str]:
        """`board`"""
        yield say_game(self.table)
        yield from say_board(self.table)

    def row(self, rest: str) -> Iterator[str]:
        """`row 3`"""
        row = whole_number(rest, "row ROW, as in row 3")
        check_cell((row, 0), self.table.view.height, self.table.view.width)
        yield say_row(self.table, row)

    def cell(self, rest: str) -> Iterator[str]:
        """`cell 3 4`"""
        yield f"{say_cell(self.table, self._cell(rest, 'cell'))}."

    def map(self, rest: str) -> Iterator[str]:
        """`map`"""
        yield from str(self.table.view).splitlines()

    def moves(self, rest: str) -> Iterator[str]:
        """`moves`"""
        if not self.table.entries:
            yield "No move has been made yet."
        for entry in self.table.entries:
            yield f"{entry.number}. {say(entry)}"

    def pause(self, rest: str) -> Iterator[str]:
        """`pause`, and again to resume"""
        if self.table.status is not Status.PLAYING:
            yield self._over()
        elif self.table.is_paused:
            self.table.sit_down()
            yield f"The game resumes. {say_game(self.table)}"
        else:
            self.table.pause()
            yield WHEN_PAUSED

    # Other games

    def new(self, rest: str) -> Iterator[str]:
        """`new`, `new 7`"""
        seed = parse_seed(rest) if rest else None
        yield from self._sit_at(self.table.new(seed))

    def again(self, rest: str) -> Iterator[str]:
        """`again`"""
        yield from self._sit_at(self.table.again())

    def level(self, rest: str) -> Iterator[str]:
        """`level`, `level expert`, `level 16x30/99 opening`"""
        name, _, start = rest.partition(" ")
        if not name:
            yield f"This is {self.table.setup.level.name}. There are {', '.join(LEVELS)}."
            yield "Type level expert, or a size as in level 16x30/99, and a start rule if you like."
            return
        yield from self._begin(Level.of(name.lower(), start.strip().lower() or None))

    def start(self, rest: str) -> Iterator[str]:
        """`start opening`"""
        level = self.table.setup.level.starting(rest.lower())
        yield from self._begin(level)

    def guesses(self, rest: str) -> Iterator[str]:
        """`guesses`, `guesses fair`, `guesses none hard`"""
        name, _, grade = rest.lower().partition(" ")
        if not name:
            rule = self.table.setup.guesses
            yield f"Guesses are {GUESSES_WORDS[rule]}: {GUESSES_DETAILS[rule]}."
            grades = ", ".join(BoardGrade)
            yield "Type guesses any, guesses fair or guesses none."
            yield f"After none, you may name a grade: {grades}."
            return
        setup = replace(
            self._setup(self.table.setup.level),
            guesses=Guesses.of(name),
            grade=BoardGrade.of(grade.strip()) if grade else None,
        )
        yield from self._sit_at(Table(setup, self._history))

    def agent(self, rest: str) -> Iterator[str]:
        """`agent exact`"""
        if not rest:
            yield f"{self.table.setup.agent} makes the AI's moves. There are {', '.join(AGENTS)}."
            return
        self.table.change_agent(AGENTS.admit(rest if is_own(rest) else rest.lower()))
        yield say_new_agent(self.table.setup.agent)

    def _begin(self, level: Level) -> Iterator[str]:
        yield from self._sit_at(Table(self._setup(level), self._history))

    def _setup(self, level: Level) -> Setup:
        """The setup of this game on another level, with a random board."""
        return replace(
            self.table.setup, level=level, seed=None, index=0, first=None, disclosed=None
        )

    def _sit_at(self, table: Table) -> Iterator[str]:
        self.table.leave()
        self.table = table
        yield f"A new game. {say_game(table)}"

    # Saved games

    def games(self, rest: str) -> Iterator[str]:
        """`games`"""
        games = self._history.games(limit=MOST_GAMES_NAMED)
        if not games:
            yield spoken(Play).nothing_saved
        for number, game in enumerate(games, 1):
            when = f"{game.changed.astimezone():%Y-%m-%d at %H:%M}"
            yield f"{number}. {say_kept(game)}, {STATUS_WORDS[game.status]}, on {when}."

    def resume(self, rest: str) -> Iterator[str]:
        """`continue`, `continue 2`"""
        game = self._saved(rest, "continue") if rest else self._last_unfinished()
        if game.status is not Status.PLAYING:
            raise NotUnderstood(f"that game is {game.status.value}; type replay {rest} to hear it")
        self.table.leave()
        self.table = self._history.table(game.identity)
        yield f"The game resumes. {say_game(self.table)}"

    def _last_unfinished(self) -> KeptGame:
        games = self._history.games(limit=1, status=Status.PLAYING)
        if not games:
            raise NotUnderstood("there is no game to resume; type new to begin one")
        return games[0]

    def replay(self, rest: str) -> Iterator[str]:
        """`replay 1`"""
        record = self._history.record(self._saved(rest, "replay").identity)
        reviewed = review(record)
        for step in reviewed.steps:
            yield f"{step.entry.number}. {say(step.entry)}"
            if step.judged is not None:
                yield say_judged(step.judged)
            elif step.skill < 0 and step.best_cell is not None:
                yield f"The safest cell was {step.best_cell}."
        yield from reviewed.words()

    def _saved(self, rest: str, name: str) -> KeptGame:
        what_to_type = f"{name} 1, with the number of a game; type games to hear them"
        number = whole_number(rest, what_to_type)
        games = self._history.games(limit=MOST_GAMES_NAMED)
        if not 1 <= number <= len(games):
            raise NotUnderstood(f"there is no game {number}; type games to hear them")
        return games[number - 1]

    def statistics(self, rest: str) -> Iterator[str]:
        """`statistics`"""
        rows = self._history.statistics()
        if not rows:
            yield spoken(Play).nothing_finished
        for row in rows:
            yield in_a_sentence(row)
        if say_others(rows):
            yield say_others(rows)

    def help(self, rest: str) -> Iterator[str]:
        """`help`"""
        for command in ALL_COMMANDS:
            yield f"{command.usage}: {command.words}."

    def quit(self, rest: str) -> Iterator[str]:
        """`quit`"""
        self.is_over = True
        yield from ()

    def _cell(self, rest: str, name: str) -> Cell:
        numbers = rest.replace("(", " ").replace(")", " ").replace(",", " ").split()
        if len(numbers) != 2 or not all(is_number(number) for number in numbers):
            raise NotUnderstood(f"type {name} ROW COLUMN, as in {name} 3 4")
        row, column = map(int, numbers)
        return check_cell((row, column), self.table.view.height, self.table.view.width)


ALL_COMMANDS = (
    TypedCommand.of(
        "open", "r 3 4", PlainGame.reveal, "r", "reveal", "open", words="open row 3, column 4"
    ),
    TypedCommand.of("flag", "f 3 4", PlainGame.flag),
    TypedCommand.of("chord", "c 3 4", PlainGame.chord),
    TypedCommand.of("hint", "hint", PlainGame.hint),
    TypedCommand.of("guess", "guess", PlainGame.guess),
    TypedCommand.of("why", "why 3 4", PlainGame.why),
    TypedCommand.of(
        "odds", "odds 3 4", PlainGame.odds, words="hear its chance of a mine; alone: all"
    ),
    TypedCommand.of(
        "beliefs",
        "beliefs 3 4",
        PlainGame.beliefs,
        words="hear what is wrong with a belief of the AI; alone: all it believes",
    ),
    TypedCommand.of("ai_move", "ai", PlainGame.ai_move, "ai"),
    TypedCommand.of(
        "autoplay", "auto", PlainGame.autoplay, "auto", words="let it play on; auto 10: ten moves"
    ),
    TypedCommand(("board",), "board", "hear all rows", PlainGame.board, needs_board=True),
    TypedCommand(
        ("row",), "row 3", "hear one row, with the columns", PlainGame.row, needs_board=True
    ),
    TypedCommand(("cell",), "cell 3 4", "hear one cell", PlainGame.cell, needs_board=True),
    TypedCommand(
        ("map",),
        "map",
        "the board as text, # for hidden and F for flags",
        PlainGame.map,
        needs_board=True,
    ),
    TypedCommand(("moves",), "moves", "hear the moves, and what they risked", PlainGame.moves),
    TypedCommand.of("pause", "pause", PlainGame.pause),
    TypedCommand.of("new", "new", PlainGame.new, words="a new board; new 7: the board of seed 7"),
    TypedCommand.of("again", "again", PlainGame.again),
    TypedCommand.of(
        "level", "level expert", PlainGame.level, words="another level, or a size: 16x30/99"
    ),
    TypedCommand.of("start", "start opening", PlainGame.start),
    TypedCommand.of("guesses", "guesses fair", PlainGame.guesses),
    TypedCommand.of("agent", "agent exact", PlainGame.agent),
    TypedCommand.of("games", "games", PlainGame.games),
    TypedCommand(("continue",), "continue 2", "resume game 2; alone: the last", PlainGame.resume),
    TypedCommand.of(
        "review",
        "replay 1",
        PlainGame.replay,
        "replay",
        "review",
        words="review a game, with what it risked",
    ),
    TypedCommand.of("statistics", "statistics", PlainGame.statistics, "statistics", "stats"),
    TypedCommand.of("help", "help", PlainGame.help, words="list the commands"),
    TypedCommand.of("quit", "quit", PlainGame.quit, "quit", "exit"),
)
# Read from the end: where two share a letter, it is the first one's; r opens a cell.
COMMANDS = {name: command for command in reversed(ALL_COMMANDS) for name in command.names}
