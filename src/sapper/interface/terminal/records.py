"""The player's saved games: a list of them, and the statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from sapper.catalogue import many, spoken
from sapper.errors import SapperError
from sapper.history import History, KeptGame, Statistics
from sapper.history.rows import say_start
from sapper.history.statistics import (
    COLUMNS,
    Trends,
    in_words,
    risk_note,
    say_others,
    trend_heading,
    trend_in_words,
    trend_note,
)
from sapper.interface.terminal.dialogs import QuestionScreen
from sapper.interface.terminal.help_screen import InfoScreen
from sapper.interface.terminal.panels import RowList, WideTable, Words, padded
from sapper.interface.terminal.words import Terminal
from sapper.play.commands import command_named
from sapper.play.numbers import in_short, say_numbers
from sapper.play.saying import STATUS_WORDS, clock, full_stop, level_name
from sapper.play.words import Play

MOST_GAMES_LISTED = 500
USUAL_NAME, START_WIDTH, NUMBER_WIDTH, WORD_WIDTH = 12, 7, 3, 6


class StatisticsScreen(InfoScreen):
    """How the player has done at each level; any key closes it."""

    def __init__(self, statistics: Sequence[Statistics], trends: Trends) -> None:
        super().__init__()
        self._statistics = statistics
        self._trends = trends

    def compose(self) -> ComposeResult:
        """One line per level."""
        with VerticalScroll(classes="dialog roomy wide") as dialog:
            dialog.border_title = command_named("statistics").label
            dialog.border_subtitle = spoken(Terminal).any_key_back
            if not self._statistics:
                yield Static(spoken(Play).nothing_finished)
                return
            yield statistics_table(self._statistics, self._trends)
            notes = [full_stop(risk_note()), say_others(self._statistics)]
            if any(self._trends.values()):
                notes.insert(1, full_stop(trend_note()))
            note = " ".join(note for note in notes if note)
            yield Words(f"\n{note}")


def statistics_table(statistics: Sequence[Statistics], trends: Trends) -> WideTable:
    """The statistics, one line for each level with its rules."""
    headings = [column.heading for column in COLUMNS]
    headings += [trend_heading()] if any(trends.values()) else []
    rows = [[*in_words(row), *trend_in_words(row, trends)] for row in statistics]
    numbers = [number for number, column in enumerate(COLUMNS) if column.is_number]
    return WideTable(headings, rows, names=numbers[0], right=numbers)


class GamesScreen(ModalScreen[KeptGame | None]):
    """The saved games, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,m", "back", "back"),
        Binding("delete,d", "delete", "delete"),
    ]

    def __init__(self, history: History) -> None:
        super().__init__()
        self._history = history
        self._games: list[KeptGame] = []

    def compose(self) -> ComposeResult:
        """One line per game."""
        with Vertical(classes="dialog games") as dialog:
            dialog.border_title = command_named("games").label
            dialog.border_subtitle = spoken(Terminal).games_keys
            yield Static("", id="games-note")
            yield RowList(id="games")
            yield Words(id="rest-of-line")

    def on_mount(self) -> None:
        """Read them."""
        self._fill()
        self.query_one("#games").focus()

    def _fill(self, chosen: int = 0) -> None:
        note = self.query_one("#games-note", Static)
        try:
            self._games = self._history.games(limit=MOST_GAMES_LISTED)
        except SapperError as error:
            note.update(f"{error}.")
            return
        note.update("" if self._games else spoken(Play).nothing_saved)
        note.display = not self._games
        rows = self.query_one("#games", RowList)
        rows.styles.height = len(self._games)
        widths = Widths.of(self._games)
        rows.show([game_in_a_line(game, widths) for game in self._games], chosen)

    def on_row_list_moved(self) -> None:
        """Say the rest of the marked line, if it is cut."""
        rows = self.query_one("#games", RowList)
        marked = rows.chosen
        is_cut = marked is not None and rows.is_cut(marked)
        told = _rest_of_line(self._games[marked]) if marked is not None and is_cut else ""
        self.query_one("#rest-of-line", Words).say(told)

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """That one."""
        self.dismiss(self._games[message.index])

    def action_delete(self) -> None:
        """Ask, and then delete the game."""
        chosen = self.query_one("#games", RowList).chosen
        if chosen is None or not self._games:
            return
        game = self._games[chosen]

        def delete(answer: int | None) -> None:
            if answer == 1:
                try:
                    self._history.delete(game.identity)
                except SapperError as error:
                    self.notify(f"{error}.")
            self._fill(chosen)

        say, words = spoken(Terminal), str(game_in_a_line(game)).strip()
        question = QuestionScreen(say.delete, words, (say.keep_it, say.delete_it))
        self.app.push_screen(question, delete)

    def action_back(self) -> None:
        """None of them."""
        self.dismiss(None)


@dataclass(frozen=True, slots=True)
class Widths:
    """How wide the columns of the games are."""

    level: int = 0
    rules: int = 0

    @classmethod
    def of(cls, games: Sequence[KeptGame]) -> Widths:
        """Room for the widest."""
        return cls(
            max([USUAL_NAME, *(cell_len(level_name(game.setup.level)) for game in games)]),
            max([START_WIDTH, *(cell_len(say_start(game.setup)) for game in games)]),
        )


def game_in_a_line(game: KeptGame, widths: Widths | None = None) -> Text:
    """A saved game in one line, its numbers last."""
    name, start, widths = level_name(game.setup.level), say_start(game.setup), widths or Widths()
    digits = len(str(game.turns))
    moves = padded(many(spoken(Play).moves, game.turns), digits + WORD_WIDTH)
    widest_status = max(map(cell_len, STATUS_WORDS.values()))
    text = Text(no_wrap=True)
    text.append(f" {padded(STATUS_WORDS[game.status], widest_status + 1)}", style="bold")
    text.append(f"{padded(name, widths.level)} {padded(start, widths.rules)}")
    text.append(f"{clock(game.seconds, game.status):>7} {' ' * (NUMBER_WIDTH - digits)}{moves} ")
    return text.append(_rest_of_line(game), style="dim")


def _rest_of_line(game: KeptGame) -> str:
    """When it was played, whether alone, and its numbers: a narrow list has no room for them."""
    say = spoken(Terminal)
    parts = [game.changed.astimezone().strftime(say.date), say.alone if game.own else ""]
    told = " ".join(part for part in parts if part)
    return told if game.measures is None else f"{told}  {in_short(say_numbers(game.measures))}"
