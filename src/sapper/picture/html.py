"""Pieces of HTML around pictures; the text in them takes on the colours of the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sapper.picture.markup import in_xml

ROW = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start"
NUMBERS_ONLY = re.compile(r"[≈+–\-\d.,()\s%nµms]+")


def paragraphs(lines: Iterable[str]) -> str:
    """Lines of text.

    >>> paragraphs(["1 < 2"])
    '<p>1 &lt; 2</p>'
    """
    return "".join(f"<p>{in_xml(line)}</p>" for line in lines)


def side_by_side(*parts: str) -> str:
    """Parts next to each other, as far as there is room."""
    return f'<div style="{ROW}">{"".join(f"<div>{part}</div>" for part in parts)}</div>'


def html_table(titles: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table; numbers, times and intervals are aligned at the right, words at the left.

    >>> print(html_table(("won %",), (("<97>",),)))
    <div class="scroll"><table>
    <thead><tr><th style="text-align:left">won %</th></tr></thead>
    <tbody>
    <tr><td style="text-align:left">&lt;97&gt;</td></tr>
    </tbody></table></div>
    """
    sides = [_side(column) for column in zip(*rows, strict=True)] or ["left"] * len(titles)
    head = _line("th", titles, sides)
    body = "\n".join(_line("td", row, sides) for row in rows)
    return (
        f'<div class="scroll"><table>\n<thead>{head}</thead>\n<tbody>\n{body}\n</tbody></table>'
        "</div>"
    )


def _line(tag: str, parts: Sequence[Any], sides: Sequence[str]) -> str:
    drawn = (
        f'<{tag} style="text-align:{side}">{in_xml(str(part))}</{tag}>'
        for part, side in zip(parts, sides, strict=True)
    )
    return f"<tr>{''.join(drawn)}</tr>"


def _side(column: Sequence[object]) -> str:
    return "right" if all(NUMBERS_ONLY.fullmatch(str(part)) for part in column) else "left"
