"""The class as one page of HTML, with the boards drawn; it needs nothing beside itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from sapper.grader.findings import Check, Exhibit, Finding, Report
from sapper.grader.plot import plot_of
from sapper.grader.rubric import Rubric
from sapper.grader.saying import (
    ABOUT,
    ABOUT_CHECK50,
    class_in_words,
    judged_in_words,
    points_in_words,
)
from sapper.grid import Cell
from sapper.picture.board import KNOWN_MINE

PASSED, FAILED = "&check;", "&cross;"


def page_of(
    reports: Sequence[Report], rubric: Rubric, title: str = "Minesweeper: the class"
) -> str:
    """The table of the class, then each file with its findings."""
    return TEMPLATE.format(
        title=escape(title),
        summary=escape(class_in_words(reports)),
        check50=escape(ABOUT_CHECK50),
        legend="".join(
            f"<dt>{check}</dt><dd>{escape(about)}</dd>" for check, about in ABOUT.items()
        ),
        heads="".join(f"<th>{check}</th>" for check in Check),
        rows="\n".join(_row(number, report, rubric) for number, report in enumerate(reports)),
        files="\n".join(_file(number, report, rubric) for number, report in enumerate(reports)),
    )


def _row(number: int, report: Report, rubric: Rubric) -> str:
    verdicts = "".join(_verdict(report.passes(check)) for check in Check)
    link = f'<a href="#file-{number}">{escape(report.file)}</a>'
    points = points_in_words(rubric.total(report), rubric.most)
    return f"<tr><th>{link}</th>{verdicts}<td>{points}</td></tr>"


def _verdict(passes: bool) -> str:
    kind, sign, word = ("passed", PASSED, "yes") if passes else ("failed", FAILED, "no")
    return f'<td class="{kind}">{sign} {word}</td>'


def _file(number: int, report: Report, rubric: Rubric) -> str:
    points = points_in_words(rubric.total(report), rubric.most)
    notes = "".join(f"<p>{escape(note)}</p>" for note in report.notes)
    findings = "".join(map(_finding, report.findings)) or "<p>No faults found.</p>"
    growth = f"<figure>{plot_of(report.growth)}</figure>" if len(report.growth) > 1 else ""
    return (
        f'<section id="file-{number}"><h2>{escape(report.file)} <small>{points}</small></h2>'
        f"<p>{escape(judged_in_words(report))}</p>{notes}{findings}{growth}</section>"
    )


def _finding(finding: Finding) -> str:
    place = f" (line {finding.line})" if finding.line is not None else ""
    details = "".join(f"<li>{escape(line)}</li>" for line in finding.details)
    return (
        f'<article class="{finding.check}"><h3><b>{finding.check}</b> · {escape(finding.kind)}'
        f"{place}</h3><p>{escape(finding.message)}</p>"
        + (f'<ul class="details">{details}</ul>' if details else "")
        + ("" if finding.exhibit is None else _exhibit(finding.exhibit))
        + "</article>"
    )


def _exhibit(exhibit: Exhibit) -> str:
    boards = f"<figure>{_board(exhibit)}<figcaption>after these moves</figcaption></figure>"
    if exhibit.counterexample is not None:
        drawn = _board(exhibit, exhibit.counterexample)
        caption = "a layout that agrees with all numbers"
        boards += f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>"
    script = escape("\n".join(exhibit.script))
    return f'<div class="boards">{boards}<pre>{script}</pre></div>'


def _board(exhibit: Exhibit, mines: Collection[Cell] = ()) -> str:
    """A position, the cells that the finding is about framed, and mines if they are told."""
    picture = exhibit.view.picture(min(exhibit.cells, default=None))
    picture = picture.with_squares(dict.fromkeys(mines, KNOWN_MINE))
    return picture.outlining(exhibit.cells, "mine").svg()


TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light; --line: #d5d9e0; --good: #1b7330; --bad: #b3261e; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: #20242c; background: #fff; }}
h1, h2, h3 {{ line-height: 1.25; }}
h2 {{ margin-top: 3rem; padding-top: 1rem; border-top: 2px solid var(--line); overflow-wrap: anywhere; }}
h2 small {{ font-weight: normal; color: #5f687a; margin-left: .5rem; }}
h3 {{ font-size: 1rem; font-weight: normal; margin: 0; color: #5f687a; }}
h3 b {{ color: var(--bad); }}
a {{ color: #0b5a85; }}
.scroll {{ overflow-x: auto; }}
table.class {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
table.class th, table.class td {{ padding: .3rem .8rem; border-bottom: 1px solid var(--line);
  text-align: left; white-space: nowrap; }}
table.class tbody th {{ white-space: normal; overflow-wrap: anywhere; font-weight: normal; }}
.passed {{ color: var(--good); }}
.failed {{ color: var(--bad); font-weight: bold; }}
dl {{ display: grid; grid-template-columns: max-content auto; gap: .1rem 1rem; color: #444b58; }}
dt {{ font-weight: bold; }}
dd {{ margin: 0; }}
article {{ border-left: 4px solid var(--bad); padding: .2rem 0 .2rem 1rem; margin: 1.5rem 0; }}
article p {{ margin: .3rem 0; font-weight: 600; }}
ul.details {{ list-style: none; padding: 0; margin: .3rem 0; }}
.boards {{ display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; margin-top: .8rem; }}
figure {{ margin: 0; }}
figcaption {{ color: #5f687a; font-size: .85rem; }}
pre {{ margin: 0; padding: .6rem .8rem; background: #f3f5f8; overflow-x: auto; font-size: .85rem; }}
svg.growth text {{ font: 12px system-ui, sans-serif; fill: #444b58; }}
@media print {{ body {{ max-width: none; }} article {{ break-inside: avoid; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{summary}</p>
<div class="scroll"><table class="class">
<thead><tr><th>file</th>{heads}<th>points</th></tr></thead>
<tbody>
{rows}
</tbody>
</table></div>
<dl>{legend}</dl>
<p>{check50}</p>
{files}
</body>
</html>
"""  # noqa: E501
