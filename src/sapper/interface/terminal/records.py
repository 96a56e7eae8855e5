"""The games that are kept: a list of them, how the player has done, and each looked at again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from rich.table import Table as Columns
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from sapper.errors import SapperError
from sapper.exact.engine import Analysis
from sapper.game import Status
from sapper.interface.terminal.board_drawing import Pointed, Scene
from sapper.interface.terminal.board_widget import BoardWidget
from sapper.interface.terminal.dialogs import QuestionScreen
from sapper.interface.terminal.panels import (
    KeyBar,
    MessagePanel,
    MoveList,
    RowList,
    title_line,
)
from sapper.interface.terminal.thinking import Thinker, Thought
from sapper.play import asking
from sapper.play.asking import Why
from sapper.play.history import History, Kept, Statistics
from sapper.play.record import Record
from sapper.play.review import ReviewStep, review
from sapper.play.saying import clock, percent
from sapper.play.table import Table

if TYPE_CHECKING:
    from sapper.interface.terminal.play_app import PlayApp

MOST_GAMES_LISTED = 500
NOTHING_KEPT = "No game is kept yet: the first move of one begins it."


class StatisticsScreen(ModalScreen[None]):
    """How the player has done at each level; any key closes it."""

    def __init__(self, statistics: Sequence[Statistics]) -> None:
        super().__init__()
        self._statistics = statistics

    def compose(self) -> ComposeResult:
        """One line a level."""
        with VerticalScroll(classes="dialog roomy") as dialog:
            dialog.border_title = "Statistics"
            dialog.border_subtitle = "any key goes back"
            if not self._statistics:
                yield Static("No game is finished yet.")
                return
            yield Static(statistics_in_columns(self._statistics))
            others = sum(row.others for row in self._statistics)
            note = "Risk: chances of a mine taken, beside the least there were, a game."
            if others:
                games = "game was" if others == 1 else "games were"
                note += f" {others} more {games} played with the AI or on a board seen before."
            yield Static(f"\n{note}")

    def on_key(self) -> None:
        """Go back."""
        self.dismiss()

    def on_click(self) -> None:
        """Go back."""
        self.dismiss()


def statistics_in_columns(statistics: Sequence[Statistics]) -> Columns:
    """The statistics, one line a level with its rules."""
    columns = Columns(box=None, header_style="bold", pad_edge=False, padding=(0, 1))
    columns.add_column("level")
    columns.add_column("start")
    for title in ("played", "won", "", "best", "streak", "longest", "risk", "least"):
        columns.add_column(title, justify="right")
    for row in statistics:
        played = max(1, row.played)
        flagged = " (flags)" if row.winning == "flagged" else ""
        columns.add_row(
            f"{row.level}{flagged}",
            row.start,
            str(row.played),
            str(row.won),
            f"{100 * row.won / played:.0f} %" if row.played else "",
            "–" if row.best_seconds is None else clock(row.best_seconds),
            str(row.streak),
            str(row.longest_streak),
            f"{row.risk_taken / played:.2f}",
            f"{row.risk_best / played:.2f}",
        )
    return columns


class GamesScreen(ModalScreen[Kept | None]):
    """The games that are kept, the last first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,g", "back", "back"),
        Binding("delete,d", "delete", "delete"),
    ]

    def __init__(self, history: History) -> None:
        super().__init__()
        self._history = history
        self._games: list[Kept] = []

    def compose(self) -> ComposeResult:
        """One line a game."""
        with Vertical(classes="dialog games") as dialog:
            dialog.border_title = "Games"
            dialog.border_subtitle = "Enter go on or replay · d delete · Esc back"
            yield Static("", id="games-note")
            yield RowList(id="games")

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
        note.update("" if self._games else NOTHING_KEPT)
        note.display = not self._games
        self.query_one("#games", RowList).show(
            [game_in_a_line(game) for game in self._games], chosen
        )

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """That one."""
        self.dismiss(self._games[message.index])

    def action_delete(self) -> None:
        """Ask, and then forget the game."""
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

        words = str(game_in_a_line(game)).strip()
        self.app.push_screen(QuestionScreen("Delete?", words, ("Keep it", "Delete it")), delete)

    def action_back(self) -> None:
        """None of them."""
        self.dismiss(None)


def game_in_a_line(game: Kept) -> Text:
    """A kept game in one line."""
    signs = {Status.WON: "won", Status.LOST: "lost", Status.PLAYING: "goes on"}
    level = game.setup.level
    text = Text(no_wrap=True)
    text.append(f" {signs[game.status]:<8}", style="bold")
    text.append(f"{level.name:<13}{level.start.value:<8}")
    text.append(f"{clock(game.seconds):>7} {game.turns:>5} moves  ")
    text.append(f"{game.changed.astimezone():%Y-%m-%d %H:%M}", style="dim")
    return text.append("" if game.own else "  with help or seen before", style="dim")


class ReplayScreen(Screen[None]):
    """A game looked at again: the position before each turn, what it risked, what was best."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,down", "step(1)", "on"),
        Binding("left,up", "step(-1)", "back"),
        Binding("pagedown", "step(10)", "far on"),
        Binding("pageup", "step(-10)", "far back"),
        Binding("home", "step(-100000)", "to the start"),
        Binding("end", "step(100000)", "to the end"),
        Binding("d", "deciding", "the turn that decided it"),
        Binding("o", "odds", "odds"),
        Binding("w", "why", "why"),
        Binding("W", "why_back", "the step before"),
        Binding("z", "zoom", "size of the cells"),
        Binding("escape,q,g", "leave", "back to the game"),
    ]
    KEYS = (
        ("Esc", "back", "screen.leave"),
        ("→", "on", "screen.step(1)"),
        ("←", "back", "screen.step(-1)"),
        ("Home", "start", "screen.step(-100000)"),
        ("End", "end", "screen.step(100000)"),
        ("d", "what decided it", "screen.deciding"),
        ("o", "odds", "screen.odds"),
        ("w", "why", "screen.why"),
    )

    app: PlayApp

    def __init__(self, record: Record) -> None:
        super().__init__()
        self._record = record
        self._table = Table.of(record)
        self.review = review(record)
        self.place = 0
        self.wants_odds = False
        self.odds: Analysis | None = None
        self.why: Why | None = None
        self.why_step = 0
        self._thinker = Thinker(self)

    def compose(self) -> ComposeResult:
        """As in play: title, board and moves, message, keys."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield BoardWidget(self._scene(), self.app.look, id="board")
            with Vertical(id="side"):
                yield Static(" moves", id="moves-title")
                yield MoveList(id="moves")
        yield MessagePanel(id="message")
        yield KeyBar(self.KEYS, id="keys")

    def on_mount(self) -> None:
        """Begin at the first turn."""
        self._show()

    def on_resize(self, event: Resize) -> None:
        """Share the width as in play."""
        self.app.share_the_width(self, self._record.setup.level)
        self.call_after_refresh(self._show)

    @property
    def step(self) -> ReviewStep | None:
        """The turn that comes next; None at the end."""
        return self.review.steps[self.place] if self.place < len(self.review.steps) else None

    def _scene(self) -> Scene:
        step = self.step
        if step is None:
            table = self._table
            wrong = table.wrong_flags if table.status is Status.LOST else frozenset()
            return Scene(self.review.final, None, table.exploded, table.mines, wrong)
        scene = Scene(step.view, step.entry.cell, odds=self.odds)
        if self.why is None:
            return scene
        if not self.why.lines:
            return replace(scene, why=Pointed(self.why.numbers, [self.why.answer.cell]))
        line = self.why.lines[self.why_step]
        return replace(scene, why=Pointed(line.numbers, line.cells, line.safe, line.mines))

    def _show(self) -> None:
        if not self.is_mounted:
            return
        entries = self._record.entries
        self.query_one("#board", BoardWidget).show(self._scene())
        self.query_one("#moves", MoveList).show_entries(entries, min(self.place, len(entries) - 1))
        status = {Status.PLAYING: "not over"}.get(self.review.status, self.review.status.value)
        left = f"   replay   {status}   {clock(self._record.seconds)}"
        title = self.query_one("#title", Static)
        title.update(title_line(Text(left, style="bold"), self._record.setup, self.size.width))
        self.query_one("#message", MessagePanel).say(*self._words())

    def _words(self) -> list[str]:
        step = self.step
        if step is None:
            return self.review.words()
        if self.why is not None:
            return list(why_in_words(self.why, self.why_step))
        number, of = step.entry.number, len(self.review.steps)
        return [f"{number} of {of}. {self._table.say(step.entry)}", *self._what_was_best(step)]

    def _what_was_best(self, step: ReviewStep) -> list[str]:
        """Of a guess: the safest cell, and what the strongest agent would have done."""
        if not step.entry.is_guess:
            return []
        told = []
        best, chance = step.best_cell, step.entry.best_probability
        if best is not None and chance is not None and step.skill < 0:
            told.append(f"Safer was {best}, {percent(chance)} to be a mine.")
        self._thinker.ask("expert", (self.place,), lambda: step.expert_move)
        if "expert_move" in step.__dict__ and step.expert_move is not None:
            told.append(f"The strongest agent would have opened {step.expert_move.cell}.")
        return told

    def action_step(self, by: int) -> None:
        """Go on or back."""
        self._go_to(self.place + by)

    def action_deciding(self) -> None:
        """Go to the turn that decided the game."""
        if self.review.deciding is not None:
            self._go_to(self.review.deciding)

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Go to the turn that was clicked."""
        self._go_to(message.index)

    def _go_to(self, place: int) -> None:
        self.place = min(max(place, 0), len(self.review.steps))
        self.odds = self.why = None
        self._thinker.drop()
        self._ask_for_odds()
        self._show()

    def action_odds(self) -> None:
        """Show the odds before the turn, or no longer."""
        self.wants_odds = not self.wants_odds
        self.odds = None
        self._ask_for_odds()
        self._show()

    def _ask_for_odds(self) -> None:
        step = self.step
        if self.wants_odds and step is not None:
            self._ask("odds", lambda: asking.odds(step.view))

    def action_why(self) -> None:
        """Say why the cell was safe or a mine; once asked, the next step of that."""
        step = self.step
        if self.why is not None and self.why.lines:
            self.why_step = (self.why_step + 1) % len(self.why.lines)
            self._show()
        elif step is not None:
            self._ask("why", lambda: asking.why(step.view, step.entry.cell))

    def action_why_back(self) -> None:
        """The step before."""
        if self.why is not None and self.why.lines:
            self.why_step = (self.why_step - 1) % len(self.why.lines)
            self._show()

    def _ask(self, kind: str, work: Callable[[], Any]) -> None:
        self._thinker.ask(kind, (self.place,), work)

    def on_thought(self, thought: Thought) -> None:
        """An answer came; one about another turn is dropped."""
        if not self._thinker.accept(thought) or thought.about != (self.place,):
            return
        if thought.trouble is not None:
            self.query_one("#message", MessagePanel).say(f"{thought.trouble}.")
            return
        if thought.kind == "odds":
            self.odds = thought.answer
        elif thought.kind == "why":
            self.why, self.why_step = thought.answer, 0
        self._show()

    def action_zoom(self) -> None:
        """Draw the cells larger or smaller."""
        self.query_one("#board", BoardWidget).zoom()

    def action_leave(self) -> None:
        """Back to the game."""
        self.dismiss()


def why_in_words(why: Why, step: int) -> tuple[str, ...]:
    """One step of an explanation, and the keys that lead through it."""
    if not why.lines:
        return why.heading
    number, of = step + 1, len(why.lines)
    keys = f"step {number} of {of} · w goes on · W back · Esc ends"
    return why.heading[0], why.lines[step].words, keys
