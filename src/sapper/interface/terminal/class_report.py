"""What the grader found, drawn for a terminal: each file with its boards, and the class."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sapper.grader.findings import Check, Exhibit, Finding, Growth, Report
from sapper.grader.rubric import Rubric
from sapper.grader.saying import judged_in_words, points_in_words
from sapper.guest.operations import plain
from sapper.interface.terminal.drawing import all_of
from sapper.interface.terminal.explanation import Highlights, draw_highlights

INDENT = 4
GAP = 4
GOOD, BAD = "bold green", "bold red"
MOST_MOVES_LISTED = 16


def draw_report(report: Report, rubric: Rubric) -> Group:
    """One file: its verdicts, and every finding with its board."""
    points = points_in_words(rubric.total(report), rubric.most)
    heading = Text.assemble((plain(report.file), "bold"), f"  {points} points")
    parts: list[RenderableType] = [heading, _verdicts(report)]
    parts += [_indented(Text(note, style="yellow"), 2) for note in report.notes]
    for finding in report.findings:
        parts += _draw_finding(finding)
    if report.growth:
        parts.append(_indented(_draw_growth(report.growth), 2))
    parts.append(_indented(Text(f"Judged by {judged_in_words(report)}.", style="dim"), 2))
    return Group(*parts, Text())


def _verdicts(report: Report) -> Padding:
    text = Text()
    for check in Check:
        passes = report.passes(check)
        text.append(f"{check}: ").append("yes" if passes else "NO", GOOD if passes else BAD)
        text.append("   ")
    return _indented(text, 2)


def _draw_finding(finding: Finding) -> Iterable[RenderableType]:
    place = f", line {finding.line}" if finding.line is not None else ""
    yield _indented(
        Text.assemble(
            (finding.check.value, BAD), (f" ({finding.kind}{place}): ", "dim"), finding.message
        ),
        2,
    )
    for detail in finding.details:
        yield _indented(Text(detail), INDENT)
    if finding.exhibit is not None:
        yield _indented(_draw_exhibit(finding.exhibit), INDENT)


def _draw_exhibit(exhibit: Exhibit) -> RenderableType:
    """The moves, the board after them, and a layout that refutes the conclusion."""
    parts = [("shortest moves:", _moves(exhibit)), ("after these moves:", _board(exhibit))]
    if exhibit.counterexample is not None:
        drawn = _board(exhibit, exhibit.counterexample)
        parts.append(("but all numbers agree with:", drawn))
    return SideBySide(parts)


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Texts with their titles beside each other; what is too wide for that is drawn below."""

    parts: Sequence[tuple[str, Text]]

    @property
    def width(self) -> int:
        """The characters that all of them take beside each other."""
        widths = [
            max(len(title), *(line.cell_len for line in text.split())) for title, text in self.parts
        ]
        return sum(widths) + GAP * (len(widths) - 1)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """No more room than is needed."""
        width = min(self.width, options.max_width)
        return Measurement(width, width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """What is drawn in the room that there is."""
        titles = [Text(title, style="dim") for title, _ in self.parts]
        texts = [text for _, text in self.parts]
        if len(self.parts) > 1 and self.width > options.max_width:
            yield titles[0]
            yield texts[0]
            yield SideBySide(self.parts[1:])
            return
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, GAP, 0, 0))
        table.add_row(*titles)
        table.add_row(*texts)
        yield table


def _moves(exhibit: Exhibit) -> Text:
    script = exhibit.script
    more = len(script) - 1 - MOST_MOVES_LISTED
    shown = script if more <= 0 else (*script[: MOST_MOVES_LISTED + 1], f"… and {more} more")
    return Text("\n".join(shown), style="cyan", no_wrap=True)


def _board(exhibit: Exhibit, mines: Collection[tuple[int, int]] = ()) -> Text:
    view = exhibit.view
    marks = Highlights(spoken_of=exhibit.cells, mines=mines)
    return draw_highlights(view, marks, all_of(view))


def _draw_growth(growth: Iterable[Growth]) -> Table:
    """The measures on larger and larger boards, with a bar for the slowest call."""
    growth = list(growth)
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 3, 0, 0))
    for title in ("board", "moves", "slowest call", "", "sentences", ""):
        table.add_column(title, justify="left" if title in ("board", "") else "right")
    slowest = max(one.slowest for one in growth)
    most = max(one.sentences for one in growth)
    for one in growth:
        table.add_row(
            one.size if one.finished else f"{one.size}, unfinished",
            f"{one.moves}",
            f"{1000 * one.slowest:.3g} ms",
            _bar(one.slowest, slowest),
            f"{one.sentences:,}",
            _bar(one.sentences, most),
        )
    return table


def _bar(value: float, largest: float) -> Text:
    """A bar of up to eight blocks."""
    blocks = round(8 * value / largest) if largest else 0
    return Text("█" * max(blocks, 1 if value else 0), style="blue")


def draw_class(reports: Iterable[Report], rubric: Rubric) -> Table:
    """The table of the class."""
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("file", overflow="fold")
    for check in Check:
        table.add_column(check.value)
    table.add_column("points", justify="right")
    for report in reports:
        passes = [report.passes(check) for check in Check]
        table.add_row(
            Text(plain(report.file)),
            *(Text("yes", GOOD) if passed else Text("NO", BAD) for passed in passes),
            points_in_words(rubric.total(report), rubric.most),
        )
    return table


def _indented(content: RenderableType, indent: int) -> Padding:
    return Padding(content, (0, 0, 0, indent), expand=False)
