"""What stands around the board: title, list of moves, message, key bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from sapper.catalogue import many, spoken
from sapper.game import Action
from sapper.interface.terminal.fitting import as_many_as_fit, table_in_parts, wrapped
from sapper.interface.terminal.keys import action_of, written
from sapper.interface.terminal.looks import (
    EXPLODED,
    FLAG,
    GUESS,
    HIDDEN,
    PALETTES,
    SAFE,
    Palette,
)
from sapper.interface.terminal.words import Terminal
from sapper.play.commands import Command, command_named
from sapper.play.numbers import GameNumber
from sapper.play.record import Entry, Setup
from sapper.play.replay import Replay
from sapper.play.saying import STATUS_WORDS, clock, level_name, say_rule, who_made
from sapper.play.session import Session
from sapper.play.words import Play

MARKER = "▸"
WIDE_LIST = 30
"""From this width on the list of moves says who moved."""
WIDTH_OF_BAR = 1
"""Of a scroll bar."""
BETWEEN, BETWEEN_FACTS = "  ", " · "
FAR = 100_000
"""More lines than a list has."""


def game_title(session: Session, width: int) -> Text:
    """How a game stands: mines, clock, what is going on."""
    table = session.table
    left = Text(
        f"  {FLAG} {table.mines_left}   {clock(table.seconds, table.status)}   ", style="bold"
    )
    widest = cell_len(spoken(Terminal).states["thinking"])
    return _title(left.append(padded(_state(session), widest)), table.setup, width)


def _state(session: Session) -> str:
    """In a word, so that the title doesn't jump when it changes."""
    states = spoken(Terminal).states
    if session.is_over:
        return states[session.table.status.value]
    if session.is_paused:
        return states["paused"]
    if session.autoplaying:
        return states["autoplay"]
    if session.thinking:
        return states["thinking"]
    return states["explaining"] if session.why_on else ""


def replay_title(replay: Replay, width: int) -> Text:
    """How a reviewed game ended."""
    record = replay.record
    say = spoken(Terminal)
    state = say.states["running"] if replay.running else ""
    time = clock(record.seconds, record.status)
    left = f"   {say.replay}   {STATUS_WORDS[record.status]}   {time}   {state}"
    return _title(Text(left, style="bold"), record.setup, width, knows_rules=record.knows_rules)


def _title(left: Text, setup: Setup, width: int, *, knows_rules: bool = True) -> Text:
    """The program, the state of the game, and as much of the setup as fits.

    Of a recorded game, only the size may be known.
    """
    level = setup.level
    is_own_size = level.name[:1].isdigit()
    name = "" if is_own_size else level_name(level)
    rule = say_rule(setup) if knows_rules else ""
    pieces = [piece for piece in (name, rule) if piece]
    say, play = spoken(Terminal), spoken(Play)
    start = say.start.format(start=play.start_names[level.start.value])
    pieces += [f"{level.height}×{level.width}", many(play.mines, level.mines)]
    if knows_rules:
        pieces += [start, setup.agent, say.seed.format(seed=setup.seed)]
    line = Text(" Sapper ", style="bold reverse", no_wrap=True).append_text(
        Text("", style="not reverse not bold").append_text(left)
    )
    right = as_many_as_fit(pieces, BETWEEN_FACTS, width - line.cell_len - len(BETWEEN))
    line.append(
        " " * max(1, width - line.cell_len - cell_len(right) - 1) + right,
        style="not reverse not bold",
    )
    return line


def padded(words: str, width: int) -> str:
    """Words with spaces behind them, up to a width in columns: a Chinese character takes two.

    >>> padded("mine", 6), padded("雷", 6)
    ('mine  ', '雷    ')
    """
    return words + " " * (width - cell_len(words))


class RowList(ScrollView, can_focus=True):
    """A list of lines; the chosen one has a marker, which shows without colour too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", "up", show=False),
        Binding("down", "go(1)", "down", show=False),
        Binding("pageup", "turn_page(-1)", "far up", show=False),
        Binding("pagedown", "turn_page(1)", "far down", show=False),
        Binding("home", f"go(-{FAR})", "to the first", show=False),
        Binding("end", f"go({FAR})", "to the last", show=False),
        Binding("enter,space", "take", "this one"),
    ]

    class Chosen(Message):
        """The line was chosen with Enter or the mouse."""

        def __init__(self, row_list: RowList, index: int) -> None:
            super().__init__()
            self.row_list = row_list
            self.index = index

        @property
        def control(self) -> RowList:
            """The list, so that handlers can tell lists apart."""
            return self.row_list

    class Moved(Message):
        """Another line is marked, or others are in view."""

    def __init__(self, rows: Sequence[Text] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows = tuple(rows)
        self.chosen: int | None = 0 if rows else None

    def show(self, rows: Sequence[Text], chosen: int | None) -> None:
        """Show other lines, with the chosen one in view."""
        self._rows = tuple(rows)
        self._measure()
        self.choose(chosen)

    def choose(self, chosen: int | None) -> None:
        """Choose another line."""
        self.chosen = None if chosen is None or not self._rows else self._kept_inside(chosen)
        if self.chosen is not None:
            height = max(1, self.scrollable_content_region.height)
            top = round(self.scroll_y)
            if self.chosen < top:
                self.scroll_to(y=self.chosen, animate=False)
            elif self.chosen >= top + height:
                self.scroll_to(y=self.chosen - height + 1, animate=False)
        self.post_message(self.Moved())
        self.refresh()

    def is_cut(self, index: int) -> bool:
        """Whether a line is wider than the list."""
        return self._rows[index].cell_len > self.scrollable_content_region.width - len(MARKER)

    def _kept_inside(self, index: int) -> int:
        return min(max(index, 0), len(self._rows) - 1)

    def _measure(self) -> None:
        widest = max((row.cell_len for row in self._rows), default=0)
        self.virtual_size = Size(len(MARKER) + widest, len(self._rows))

    def on_mount(self) -> None:
        """The size is known now."""
        self._measure()

    def on_resize(self) -> None:
        """Keep the chosen line in view."""
        self.choose(self.chosen)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The mouse wheel moves it, too."""
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Moved())

    def render_line(self, y: int) -> Strip:
        """One line, with its marker."""
        index = y + round(self.scroll_y)
        width = self.scrollable_content_region.width
        style = self.rich_style
        if not 0 <= index < len(self._rows):
            return Strip.blank(width, style)
        is_chosen = index == self.chosen
        row = self._rows[index].copy()
        row.truncate(max(0, width - len(MARKER)), overflow="ellipsis")
        row.stylize_before(style + Style(bold=is_chosen))
        marker = Segment(MARKER if is_chosen else " ", style + Style(bold=True))
        segments = [marker, *row.render(self.app.console)]
        return Strip(segments).adjust_cell_length(width, style)

    def action_go(self, by: int) -> None:
        """Choose a line further down, or up."""
        self.choose((self.chosen or 0) + by)

    def action_turn_page(self, by: int) -> None:
        """Choose a line one page further down, or up."""
        self.action_go(by * self.size.height)

    def action_take(self) -> None:
        """Take the chosen line."""
        if self.chosen is not None:
            self.post_message(self.Chosen(self, self.chosen))

    def on_click(self, event: events.Click) -> None:
        """A click chooses."""
        index = event.y + round(self.scroll_y)
        if 0 <= index < len(self._rows):
            self.choose(index)
            self.post_message(self.Chosen(self, index))


def describe_entry(entry: Entry, width: int, palette: Palette) -> Text:
    """A turn in one short line: number, cell, kind and risk, and who made it if that fits.

    >>> entry = Entry(7, Action.REVEAL, (3, 14), mine_probability=0.173)
    >>> print(describe_entry(entry, width=16, palette=PALETTES["dark"]))
      7 3,14  ? 17%
    """
    row, column = entry.cell
    text = Text(no_wrap=True)
    text.append(f"{entry.number:>3} ", style="dim")
    text.append(f"{row},{column}".ljust(5) + " ")
    if width >= WIDE_LIST:
        who = who_made(entry, spoken(Terminal).you)
        text.append(padded(who[:10], 11), style="dim")
    return text.append_text(_describe_risk(entry, width, palette))


def _describe_risk(entry: Entry, width: int, palette: Palette) -> Text:
    say = spoken(Terminal)
    match entry.action:
        case Action.FLAG:
            return Text(FLAG if width < WIDE_LIST else f"{FLAG} {say.flag}")
        case Action.UNFLAG:
            return Text(HIDDEN if width < WIDE_LIST else f"{HIDDEN} {say.unflag}")
    if entry.free or entry.certain:
        words = "" if width < WIDE_LIST else f" {say.free if entry.free else say.safe}"
        return Text(SAFE + words, style=palette.safe)
    sign = EXPLODED if entry.exploded else GUESS
    style = f"bold {palette.mine}" if entry.exploded else palette.flag
    if entry.mine_probability is None:
        return Text(f"{sign} {say.guess}", style=style)
    text = Text(f"{sign} {short_percent(entry.mine_probability)}", style=style)
    if width >= WIDE_LIST and entry.best_probability is not None:
        text.append(f" ({short_percent(entry.best_probability)})", style="dim")
    return text


def short_percent(chance: float) -> str:
    """A chance in at most four characters.

    >>> short_percent(0.173), short_percent(0.0004), short_percent(1)
    ('17%', '<1%', '100%')
    """
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{100 * chance:.0f}%"


class MoveList(RowList, can_focus=False):
    """The moves so far, the last in view."""

    def __init__(self, look: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._look = look
        self._state: tuple[tuple[Entry, ...], int, str, int] = ((), -1, look, 0)

    def wear(self, look: str) -> None:
        """Change to dark or light."""
        self._look = look
        self.show_entries(self._state[0], self.chosen)

    def on_resize(self) -> None:
        """What fits depends on the width."""
        self.show_entries(self._state[0], self.chosen)

    def show_entries(self, entries: Sequence[Entry], chosen: int | None = None) -> None:
        """Show the list; without a chosen line the last is in view."""
        chosen = len(entries) - 1 if chosen is None else chosen
        palette, width = PALETTES[self._look], self.size.width
        state = (tuple(entries), chosen, self._look, width)
        if state == self._state:
            return
        self._state = state
        rows = [describe_entry(entry, width, palette) for entry in entries]
        self.show(rows, chosen)


class NumberList(RowList, can_focus=False):
    """The numbers of a game: what each is called, and at the right end what it is."""

    _state: tuple[tuple[GameNumber, ...], int] = ((), 0)

    def on_resize(self) -> None:
        """What fits depends on the width."""
        self.show_numbers(self._state[0])

    def show_numbers(self, numbers: Sequence[GameNumber]) -> None:
        """Show these; a value without room beside its label goes below it."""
        width = max(1, self.size.width - 2 * len(MARKER) - WIDTH_OF_BAR)
        if (tuple(numbers), width) == self._state:
            return
        self._state = (tuple(numbers), width)
        rows = []
        for number in numbers:
            label, value = Text(number.label, style="dim"), Text(number.value, style="bold")
            space = width - label.cell_len - value.cell_len
            if space > 0:
                rows.append(label.append(" " * space).append_text(value))
            else:
                below = Text(" " * max(0, width - value.cell_len)).append_text(value)
                rows += [*wrapped(label, width), below]
        self.show(rows, None)

    @property
    def page(self) -> str:
        """Which page of how many is shown; nothing if there is one."""
        height = max(1, self.size.height)
        pages = -(-len(self._rows) // height)
        return f" {-(-round(self.scroll_y) // height) + 1}/{pages}" if pages > 1 else ""

    def read_on(self) -> bool:
        """Turn to the next page, if there is one; the first page comes after the last."""
        has_more = round(self.scroll_y) + self.size.height < len(self._rows)
        self.scroll_to(y=self.scroll_y + self.size.height if has_more else 0, animate=False)
        return has_more and self.is_on_screen


class TitleLine(Static):
    """One line of text, redrawn only if it has changed."""

    def show(self, text: Text) -> None:
        """Show another text of one line."""
        if text != self._shown:
            self._shown = text
            self.update(text, layout=False)

    _shown = Text()


class Words(Static):
    """Sentences in lines as wide as the widget."""

    def __init__(self, text: Text | str = "", *, id: str | None = None) -> None:
        super().__init__("", id=id)
        self._text = Text(text) if isinstance(text, str) else text

    def say(self, text: Text | str) -> None:
        """Say something else."""
        self._text = Text(text) if isinstance(text, str) else text
        self.fill()

    def on_resize(self) -> None:
        """Fill the lines anew."""
        self.fill()

    @property
    def lines(self) -> list[Text]:
        """What is said, line by line."""
        return wrapped(self._text, self.content_size.width)

    def fill(self) -> None:
        """Show the lines."""
        if self.content_size.width:
            self.update(Text("\n").join(self.lines))


class MessagePanel(Words):
    """What just happened in a sentence, and below it what is under the cursor.

    Where its height is fixed and there is more to say, it says a page at a time.
    """

    _said: tuple[str, ...] = ()
    _page = 0

    def say_all(self, *sentences: str) -> None:
        """Show a bold sentence and some more."""
        if sentences == self._said:
            return
        self._said, self._page = sentences, 0
        headline, *details = sentences
        text = Text(headline, style="bold")
        for detail in details:
            if detail:
                text.append("\n").append_text(Text(detail, style="not bold"))
        self.say(text)

    @property
    def _room(self) -> int | None:
        """The lines of the panel, if their number is fixed."""
        height = self.styles.height
        return None if height is None or height.is_auto else max(2, self.content_size.height)

    @property
    def pages(self) -> int:
        """How many there are: the last line of each tells that there is more."""
        lines, room = len(self.lines), self._room
        return 1 if room is None or lines <= room else -(-lines // (room - 1))

    def turn_page(self, by: int) -> bool:
        """Read on, or go back; False if there is no such page."""
        page = self._page + by
        if not 0 <= page < self.pages:
            return False
        self._page = page
        self.fill()
        return True

    def fill(self) -> None:
        """Show the page."""
        if not self.content_size.width:
            return
        lines, room, pages = self.lines, self._room, self.pages
        self._page = min(self._page, pages - 1)
        if room is not None and pages > 1:
            first = self._page * (room - 1)
            shown = lines[first : first + room - 1]
            lines = [*shown, *[Text("")] * (room - 1 - len(shown)), self._about_the_page(pages)]
        self.update(Text("\n").join(lines))

    def _about_the_page(self, pages: int) -> Text:
        page, say = self._page + 1, spoken(Terminal)
        told, name = (say.read_on, "step_on") if page < pages else (say.read_back, "step_back")
        words = told.format(key=command_named(name).keys[0], page=page, pages=pages)
        return Text(words, style="not bold dim")


class WideTable(Static):
    """A table; where it is too wide, its columns stand in parts, one below the other."""

    def __init__(
        self,
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        names: int,
        right: Sequence[int],
    ) -> None:
        """The first `names` columns tell which row is which; those of `right` end at the right."""
        super().__init__("")
        self.headings, self.rows = tuple(headings), tuple(map(tuple, rows))
        self._names, self._right = names, right

    def on_resize(self) -> None:
        """What fits depends on the width."""
        room = self.content_size.width
        self.update(
            table_in_parts(
                self.headings, self.rows, keys=self._names, room=room, gap=1, right=self._right
            )
        )


class KeyBar(Static):
    """The keys of some commands, as many as there is room for; each can be clicked."""

    def __init__(self, commands: Sequence[Command], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._commands = commands

    def on_resize(self) -> None:
        """Show as many as fit now."""
        self._fill()

    def show(self, commands: Sequence[Command]) -> None:
        """Show the keys of these commands; where there is no room, the last are left out."""
        if commands != self._commands:
            self._commands = commands
            self._fill()

    def _fill(self) -> None:
        shown: list[Command] = []
        room = self.size.width - 1 + len(BETWEEN)
        for command in self._commands:
            length = cell_len(f"{written(command.keys[0])} {command.label}{BETWEEN}")
            if length <= room:
                room -= length
                shown.append(command)
        text = Text(" ", no_wrap=True)
        for command in [*shown[1:], *shown[:1]]:  # the first, most important, stands at the end
            link = Style(meta={"@click": action_of(command)})
            text.append(written(command.keys[0]), style=Style(bold=True) + link)
            text.append(f" {command.label}", style=link).append(BETWEEN)
        self.update(text, layout=False)
