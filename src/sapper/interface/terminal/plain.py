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
    PROMPT,
    beside,
    cell_typed,
    listed,
    said,
    say_beliefs,
    shortened,
    some,
    what_to_type,
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
from sapper.interface.terminal.words import Terminal
from sapper.level import LEVELS, Guesses, Level
from sapper.play.beliefs import reason_with_belief
from sapper.play.fast import next_choice, say_fast
from sapper.play.numbers import say_all_numbers, say_numbers_in_short
from sapper.play.record import Entry, Setup
from sapper.play.review import review
from sapper.play.risk import FirstClickOdds
from sapper.play.saying import (
    GUESSES_DETAILS,
    GUESSES_WORDS,
    STATUS_WORDS,
    full_stop,
    joined,
    one_after_another,
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

MOST_GAMES_NAMED = 20
OFF = "off"


class PlainGame:
    """A game that is typed and read."""

    def __init__(self, table: Table, history: History, offer: KeptGame | None = None) -> None:
        self.table = table
        self._history = history
        self._offer = offer
        self._fast: BoardGrade | None = None
        self.is_over = False

    def play(self, lines: TextIO, out: TextIO, prompt: bool) -> None:
        """Read line by line and answer, until `quit` or the end of the input."""

        def tell(sentence: str) -> None:
            print(sentence, file=out, flush=True)

        say = spoken(Terminal)
        tell(say.greeting)
        if self._history.message:
            tell(self._history.message)
        if self._offer is not None:
            unfinished = say.last_unfinished.format(game=say_kept(self._offer))
            tell(one_after_another(unfinished, say.type_continue))
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
                unknown = spoken(Terminal).unknown_command
                raise NotUnderstood(unknown.format(what=shortened(name)))
            if command.needs_board and self.table.is_paused:
                yield spoken(Terminal).when_paused
            else:
                yield from command.run(self, rest.strip())
        except SapperError as error:
            yield full_stop(error)

    def farewell(self) -> str:
        """Leave the game; the last words."""
        self.table.leave()
        if self.table.status is Status.PLAYING and self.table.entries and self._history.is_kept:
            return spoken(Terminal).saved_goodbye
        return spoken(Terminal).goodbye

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
            yield spoken(Terminal).making
        entry = act(cell)
        if entry is not None:
            fast = self._fast
            if fast is not None and not entry.is_flagging:
                beside(lambda: self.table.play_easy(fast))
            yield from self._tell(entry)
        elif self.table.status is not Status.PLAYING:
            yield self._over()
        else:
            yield say_no_turn(action, cell, self.table.view, f"f {cell[0]} {cell[1]}")

    def _over(self) -> str:
        over = spoken(Play).over[self.table.status.value]
        return one_after_another(over, spoken(Terminal).when_over)

    def _tell(self, entry: Entry) -> Iterator[str]:
        """What happened, what it revealed, and what to do once the game is over."""
        table = self.table
        goes_on = table.status is Status.PLAYING
        made = table.entries[entry.number - 1 :]  # with what fast mode did after it
        all_opened = replace(entry, opened=tuple(cell for turn in made for cell in turn.opened))
        opened = say_opened(table.view, all_opened) if goes_on else ""
        yield one_after_another(table.say(entry), opened)
        if table.status is Status.LOST:
            yield spoken(Terminal).mines_were.format(cells=joined(sorted(table.mines)))
        if not goes_on:
            yield from self.numbers("")
            yield spoken(Terminal).when_over

    def ai_move(self, rest: str) -> Iterator[str]:
        """`ai`"""
        table = self.table
        if table.status is not Status.PLAYING:
            yield self._over()
            return
        if table.needs_board:
            yield spoken(Terminal).making
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
        moves = whole_number(rest, spoken(Terminal).what_auto) if rest else None
        if self.table.status is not Status.PLAYING:
            yield from self.ai_move("")
        while self.table.status is Status.PLAYING and moves != 0:
            before = len(self.table.entries)
            yield from self.ai_move("")
            moves = None if moves is None else moves - 1
            if len(self.table.entries) == before:
                return

    def fast(self, rest: str) -> Iterator[str]:
        """`fast`, `fast medium`, `fast off`"""
        if not rest:
            self._fast = next_choice(self._fast)
        else:
            self._fast = None if rest.lower() == OFF else BoardGrade.of(rest.lower())
        yield say_fast(self._fast)

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
        if self.table.view.is_hidden(cell):
            yield from said(beside(lambda: self.table.why(cell)))
        else:
            yield full_stop(say_cell(self.table, cell))

    def odds(self, rest: str) -> Iterator[str]:
        """`odds`, `odds 3 4`"""
        cell = self._cell(rest, "odds") if rest else None
        odds, say = beside(self.table.odds), spoken(Terminal)
        if cell is not None:
            if not self.table.view.is_hidden(cell):
                yield full_stop(say_cell(self.table, cell))
            else:
                told = spoken(Play).about_cell.format(cell=cell, words=say_odds(odds, cell))
                yield full_stop(told)
            return
        if isinstance(odds, FirstClickOdds):
            yield say.any_first_safe
            return
        yield listed(sorted(odds.safe), say.safe_cells, say.no_safe_cell)
        yield listed(sorted(odds.mines), say.mine_cells, say.no_mine_cell)
        if not odds.complete:
            yield say_incomplete(odds)
        elif not odds.safe and self.table.view.hidden_count > len(odds.mines):
            least = float(np.nanmin(odds.mine_probability))
            safest = [
                cell for cell in self.table.view.hidden() if odds.mine_probability[cell] <= least
            ]
            yield say.safest_at.format(chance=percent(least), cells=some(safest))

    def beliefs(self, rest: str) -> Iterator[str]:
        """`beliefs`, `beliefs 3 4`"""
        cell = self._cell(rest, "beliefs") if rest else None
        judged = beside(self.table.beliefs)
        if cell is None:
            yield from say_beliefs(judged)
            return
        belief = judged.by_cell.get(cell)
        if belief is None and not self.table.view.is_hidden(cell):
            yield full_stop(say_cell(self.table, cell))
        elif belief is None:
            yield spoken(Terminal).believes_nothing.format(agent=judged.agent, cell=cell)
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
        row = whole_number(rest, spoken(Terminal).what_row)
        check_cell((row, 0), self.table.view.height, self.table.view.width)
        yield say_row(self.table, row)

    def cell(self, rest: str) -> Iterator[str]:
        """`cell 3 4`"""
        yield full_stop(say_cell(self.table, self._cell(rest, "cell")))

    def map(self, rest: str) -> Iterator[str]:
        """`map`"""
        yield from str(self.table.view).splitlines()

    def moves(self, rest: str) -> Iterator[str]:
        """`moves`"""
        if not self.table.entries:
            yield spoken(Terminal).no_move
        for entry in self.table.entries:
            yield f"{entry.number}. {say(entry)}"

    def numbers(self, rest: str) -> Iterator[str]:
        """`numbers`"""
        measures = self.table.measures
        if measures is None:
            yield spoken(Play).no_numbers
        else:
            yield say_all_numbers(measures)

    def pause(self, rest: str) -> Iterator[str]:
        """`pause`, and again to resume"""
        if self.table.status is not Status.PLAYING:
            yield self._over()
        elif self.table.is_paused:
            self.table.sit_down()
            yield one_after_another(spoken(Play).resumes, say_game(self.table))
        else:
            self.table.pause()
            yield spoken(Terminal).when_paused

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
            say, level = spoken(Terminal), self.table.setup.level.name
            yield say.level_is.format(level=level, levels=", ".join(LEVELS))
            yield say.level_type
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
            rule, say = self.table.setup.guesses, spoken(Terminal)
            yield say.guesses_are.format(rule=GUESSES_WORDS[rule], detail=GUESSES_DETAILS[rule])
            yield say.guesses_type
            yield say.guesses_grades.format(grades=", ".join(BoardGrade))
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
            agent, agents = self.table.setup.agent, ", ".join(AGENTS)
            yield spoken(Terminal).agent_is.format(agent=agent, agents=agents)
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
        yield one_after_another(spoken(Terminal).a_new_game, say_game(table))

    # Saved games

    def games(self, rest: str) -> Iterator[str]:
        """`games`"""
        games = self._history.games(limit=MOST_GAMES_NAMED)
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

    def resume(self, rest: str) -> Iterator[str]:
        """`continue`, `continue 2`"""
        game = self._saved(rest, "continue") if rest else self._last_unfinished()
        if game.status is not Status.PLAYING:
            finished = spoken(Terminal).is_finished[game.status.value]
            raise NotUnderstood(finished.format(number=rest))
        self.table.leave()
        self.table = self._history.table(game.identity)
        yield one_after_another(spoken(Play).resumes, say_game(self.table))

    def _last_unfinished(self) -> KeptGame:
        games = self._history.games(limit=1, status=Status.PLAYING)
        if not games:
            raise NotUnderstood(spoken(Terminal).nothing_to_resume)
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
                yield spoken(Terminal).safest_was.format(cell=step.best_cell)
        yield from reviewed.words()

    def _saved(self, rest: str, name: str) -> KeptGame:
        number = whole_number(rest, spoken(Terminal).what_game.format(name=name))
        games = self._history.games(limit=MOST_GAMES_NAMED)
        if not 1 <= number <= len(games):
            raise NotUnderstood(spoken(Terminal).no_such_game.format(number=number))
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
        line = spoken(Terminal).help_line
        for command in ALL_COMMANDS:
            yield line.format(usage=command.usage, words=command.words)

    def quit(self, rest: str) -> Iterator[str]:
        """`quit`"""
        self.is_over = True
        yield from ()

    def _cell(self, rest: str, name: str) -> Cell:
        cell = cell_typed(rest)
        if cell is None:
            raise what_to_type(spoken(Terminal).what_cell.format(name=name))
        return check_cell(cell, self.table.view.height, self.table.view.width)


ALL_COMMANDS = (
    TypedCommand.of("open", "r 3 4", PlainGame.reveal, "r", "reveal", "open"),
    TypedCommand.of("flag", "f 3 4", PlainGame.flag),
    TypedCommand.of("chord", "c 3 4", PlainGame.chord),
    TypedCommand.of("hint", "hint", PlainGame.hint),
    TypedCommand.of("guess", "guess", PlainGame.guess, "guess", "best"),
    TypedCommand.of("why", "why 3 4", PlainGame.why),
    TypedCommand.of("odds", "odds 3 4", PlainGame.odds),
    TypedCommand.of("beliefs", "beliefs 3 4", PlainGame.beliefs),
    TypedCommand.of("ai_move", "ai", PlainGame.ai_move, "ai"),
    TypedCommand.of("autoplay", "auto", PlainGame.autoplay, "auto", "autoplay"),
    TypedCommand.of("fast", "fast", PlainGame.fast),
    TypedCommand(("board",), "board", PlainGame.board, needs_board=True),
    TypedCommand(("row",), "row 3", PlainGame.row, needs_board=True),
    TypedCommand(("cell",), "cell 3 4", PlainGame.cell, needs_board=True),
    TypedCommand(("map",), "map", PlainGame.map, needs_board=True),
    TypedCommand(("moves",), "moves", PlainGame.moves),
    TypedCommand.of("numbers", "numbers", PlainGame.numbers, "numbers"),
    TypedCommand.of("pause", "pause", PlainGame.pause),
    TypedCommand.of("new", "new", PlainGame.new),
    TypedCommand.of("again", "again", PlainGame.again),
    TypedCommand.of("level", "level expert", PlainGame.level),
    TypedCommand.of("start", "start opening", PlainGame.start),
    TypedCommand.of("guesses", "guesses fair", PlainGame.guesses),
    TypedCommand.of("agent", "agent exact", PlainGame.agent),
    TypedCommand.of("games", "games", PlainGame.games),
    TypedCommand(("continue",), "continue 2", PlainGame.resume),
    TypedCommand.of("review", "replay 1", PlainGame.replay, "replay", "review"),
    TypedCommand.of("statistics", "statistics", PlainGame.statistics, "statistics", "stats"),
    TypedCommand.of("help", "help", PlainGame.help),
    TypedCommand.of("quit", "quit", PlainGame.quit, "quit", "exit"),
)
# Read from the end: where two share a letter, it is the first one's; r opens a cell.
COMMANDS = {name: command for command in reversed(ALL_COMMANDS) for name in command.names}
