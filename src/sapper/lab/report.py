"""One page with everything: tables, plots, and the command behind each. And the same as files.

`report.html` is self-contained: styles and plots are in the page. Every section also has a CSV with
all counts, one with the times, a PNG and an SVG.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sapper.errors import NothingToReport
from sapper.lab.experiments import EXPERIMENTS
from sapper.lab.finding import Finding, ResultTable
from sapper.lab.game_findings import WinRateFinding
from sapper.lab.plots import to_png, to_svg
from sapper.lab.published import PUBLISHED
from sapper.lab.run import experiment_of, finding
from sapper.lab.store import RunRecord, Store
from sapper.picture.html import html_table

STYLE = """
:root { color-scheme: light dark; --line: #8884; --quiet: #767676; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.87rem; }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid var(--line); }
.scroll { overflow-x: auto; }
figure { margin: 1rem 0; } figure svg { background: #fff; max-width: 100%; height: auto; }
.warning { color: #b3261e; font-weight: 600; }
.made, .note, figcaption { color: var(--quiet); font-size: 0.85rem; }
code { overflow-wrap: anywhere; }
"""


@dataclass(frozen=True)
class Section:
    """A part of the report: what was found, and the runs that found it."""

    name: str
    finding: Finding
    records: tuple[RunRecord, ...]

    @property
    def made_by(self) -> str:
        """The commands behind it, in one line."""
        commands = " ; ".join(record.command for record in self.records)
        return f"{commands} (sapper {', '.join(sorted({r.version for r in self.records}))})"


def write_report(store: Store, folder: Path) -> list[Path]:
    """Write the page and the files into the folder; their paths, the page first."""
    sections = gather(store)
    written = []
    parts = []
    folder.mkdir(parents=True, exist_ok=True)
    for section in sections:
        figure = section.finding.draw()
        svg = to_svg(figure, section.made_by)
        files = {
            "csv": section.finding.results().to_csv().encode(),
            "png": to_png(figure, section.made_by),
            "svg": svg,
        }
        timings = section.finding.timings()
        if timings is not None:
            files["times.csv"] = timings.to_csv().encode()
        for ending, content in files.items():
            path = folder / f"{section.name}.{ending}"
            path.write_bytes(content)
            written.append(path)
        parts.append(_section(section, svg.decode()))
    page = folder / "report.html"
    page.write_text(_page(parts), encoding="utf-8")
    return [page, *written]


def gather(store: Store) -> list[Section]:
    """The finished runs, with those that fit together in one section."""
    finished = [record for record in store.runs() if record.finished is not None]
    if not finished:
        raise NothingToReport(f"{store.path} holds no finished run")
    sections: list[Section] = []
    for name, kind in EXPERIMENTS.items():
        records = [record for record in finished if record.experiment == name]
        found = [finding(experiment_of(record), store, record.signature_of) for record in records]
        joined = kind.join(found) if found else []
        for number, one in enumerate(joined, start=1):
            made = records if len(joined) < len(records) else [records[number - 1]]
            label = name if len(joined) == 1 else f"{name}-{number}"
            sections.append(Section(label, one, tuple(made)))
    return sections


def _page(parts: Sequence[str]) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Sapper: results</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        "<h1>Sapper: results</h1>\n"
        "<p>Every figure here can be reproduced: the command below it gives the same counts on "
        "any machine and any number of workers. Only times differ.</p>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _section(section: Section, svg: str) -> str:
    found = section.finding
    notes = "".join(f'<p class="warning">{escape(said)}</p>\n' for said in found.warnings())
    notes += "".join(f'<p class="note">{escape(note)}</p>\n' for note in found.notes())
    beside = _beside_published(found) if isinstance(found, WinRateFinding) else ""
    details = "".join(
        f"<details>\n<summary>{escape(heading)}</summary>\n{_table(table)}\n</details>\n"
        for heading, table in found.details().items()
    )
    return (
        f'<section id="{escape(section.name)}">\n<h2>{escape(found.title)}</h2>\n'
        f"{_table(found.shown())}\n{notes}"
        f"<figure>\n{_inline(svg, section.name)}\n"
        f"<figcaption>{escape(found.title)}. Bars are 95 % intervals.</figcaption>\n</figure>\n"
        f"{beside}{details}{_made(section)}</section>"
    )


def _beside_published(found: WinRateFinding) -> str:
    table = found.beside_published()
    if table is None:
        return ""
    sources = dict.fromkeys(
        f"{known.player} ({known.start.value}): {known.source}" for known in PUBLISHED
    )
    listed = "".join(f"<li>{escape(source)}</li>" for source in sources)
    return (
        "<h3>Beside the published figures</h3>\n<p>The agent <code>exact</code> is the published "
        "policy <em>safest cell, ties by fewest hidden neighbours</em>, except that remaining ties "
        "are broken by position and not at random. At expert, safe start, that is worth about "
        "+0.2 points: 38.45 % against 38.23 % with scrambled ties, on the same 300,000 boards. "
        "A hundred thousand games can't tell so small a difference from chance; a million can. "
        "The first cell of the published openings is not known.</p>\n"
        f'{_table(table)}\n<p class="note">Published figures:</p>\n<ul class="note">{listed}</ul>\n'
    )


def _table(table: ResultTable) -> str:
    return html_table(table.titles, table.rows)


def _inline(svg: str, name: str) -> str:
    """The plot for the page: without its XML header, with ids that are unique in the page."""
    picture = svg[svg.index("<svg") :]
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", picture)


def _made(section: Section) -> str:
    machines = dict.fromkeys(
        machine for row in section.finding.rows for machine in row.provenance.machines
    )

    lines = [
        f"<li><code>{escape(record.command)}</code><br>sapper {escape(record.version)}, "
        f"seed {record.parameters.get('seed')}, started {escape(record.started)}, "
        f"finished {escape(str(record.finished))}, signatures: "
        f"{escape(', '.join(f'{who} {signed}' for who, signed in record.signatures.items()))}</li>"
        for record in section.records
    ]
    measured_on = "; ".join(escape(machine) for machine in machines)
    return (
        f'<div class="made"><p>Made by</p><ul>{"".join(lines)}</ul>'
        f"<p>Measured on: {measured_on}</p></div>\n"
    )
