"""The page reads positions as Python does, and says the same of those that can't be read."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from playwright.sync_api import Error
from webpage import IN_A_BROWSER, Workbench

from sapper.board import Board
from sapper.errors import SapperError
from sapper.formats import Format, dumps, from_address, to_address
from sapper.interface.web.questions import WrittenPosition
from sapper.view import View

pytestmark = IN_A_BROWSER

BOARD = Board.from_mines(3, 4, [(0, 0), (2, 3)])
VIEW = View.parse("1#F\n12#", mines=2)

TEXTS: list[dict[str, Any]] = [
    {"text": "1#\n##", "mines": 1},
    {"text": "\n  1 # \n  1 1\n\n", "mines": 1},
    {"text": "1__\n__F", "mines": 3},
    {"text": "*1\n11"},
    {"text": "*#\n##"},
    {"text": "*#1\n11F", "mines": 2},
    {"text": dumps(VIEW, "mine").decode()},
    {"text": dumps(BOARD, "mine").decode()},
    {"text": "..*\n*.."},
    {"text": "*-1\n11F", "mines": 2},
    {"text": "3x1x1\nH?1"},
    {"text": dumps(VIEW, "json").decode()},
    {"text": dumps(BOARD, "json").decode()},
    {"text": '{"kind": "view", "rows": ["1#"]}', "mines": 1},
    {"text": base64.b64encode(dumps(BOARD, "mbf")).decode(), "format": "mbf"},
    {"text": "\ufeff1#", "mines": 1},
]
UNREADABLE: list[dict[str, Any]] = [
    {"text": "1#\n###", "mines": 1},
    {"text": "1#\n1", "mines": 1},
    {"text": "1#\n1x", "mines": 1},
    {"text": "1'", "mines": 1},
    {"text": '1"', "mines": 1},
    {"text": "\u202e\u0000$", "mines": 1},
    {"text": "1#", "mines": 3},
    {"text": "1#"},
    {"text": "   ", "mines": 3},
    {"text": "1._\n-H?", "mines": 3},
    {"text": "--1*\n-12?\n-1??", "mines": 2},
    {"text": "...*\n##11"},
    {"text": ".*\n##"},
    {"text": '{"kind": "view", "rows": ["1#."], "mines": 1}'},
    {"text": "*3\n11"},
    {"text": "*x\n11"},
    {"text": "*1\n11", "mines": 4},
    {"text": "2x2x1\n1H\n"},
    {"text": "2x1x1\n1H1\n"},
    {"text": "1x1x1\n1H\n"},
    {"text": "1x1x1\nH\nH\n"},
    {"text": "2x1x1\n1<\n"},
    {"text": "2x1x1\n1?\n", "format": "json"},
    {"text": "2y1x1\n1?\n", "format": "mine"},
    {"text": "2x1x2\n?1\n"},
    {"text": "{"},
    {"text": '{"kind": "cat"}'},
    {"text": '{"kind": "view", "rows": 3}'},
    {"text": '{"kind": "view", "rows": ["1#"]}'},
    {"text": '{"kind": "view", "mines": 1, "rows": [1]}'},
    {"text": '{"kind": "board", "height": 1, "width": 2, "mines": [[0, 0], [0, 0]]}'},
    {"text": '{"kind": "board", "height": 1, "width": 2, "mines": [[0]]}'},
    {"text": '{"kind": "board", "height": 0, "width": 2, "mines": []}'},
    {"text": "AB==", "format": "mbf"},
    {"text": "A*==", "format": "mbf"},
    {"text": base64.b64encode(bytes([3, 3, 0, 2, 0, 0])).decode(), "format": "mbf"},
    {"text": ("#" * 201 + "\n") * 201, "mines": 3},
]
ADDRESSES = ["2x3-2-bHFbcH", to_address(View(16, 30, mines=99)), "1x3-0-abi"]
UNREADABLE_ADDRESSES = [
    "2x3",
    "2x3-2-bHF",
    "1x2-1-b",
    "1x1-2-H",
    "2x3-2-bHFbcHH",
    "2x3-2-zHFbcH",
    "2x3-2-3bHFbc",
    "2x3-7-H6",
    "0x3-0-a",
    "201x200-2-H40200",
    "1x1-0-a99999999999999999999",
]


def read(position: View | Board) -> dict[str, Any]:
    """A position as the page reads it."""
    if isinstance(position, View):
        return {"rows": str(position).splitlines(), "mines": position.mines, "board": None}
    rows = ["#" * position.width] * position.height
    return {"rows": rows, "mines": len(position.mines), "board": str(position).splitlines()}


def written(text: str, format: str | None = None, mines: int | None = None) -> WrittenPosition:
    return WrittenPosition(text, Format(format) if format else None, mines)


def test_what_can_be_read_is_read_alike(workbench: Workbench) -> None:
    for request in TEXTS:
        expected = read(written(**request).read())
        assert workbench.call("modules/formats.js", "readPosition", request) == expected, request
    for address in ADDRESSES:
        expected = read(from_address(address))
        assert workbench.call("modules/formats.js", "readAddress", address) == expected, address


def test_what_can_not_be_read_is_refused_in_the_same_words(workbench: Workbench) -> None:
    for request in UNREADABLE:
        sentence = refusal(written(**request))
        assert sentence in refused(workbench, "readPosition", request), request
    for address in UNREADABLE_ADDRESSES:
        sentence = refusal(WrittenPosition(address, is_address=True))
        assert sentence in refused(workbench, "readAddress", address), address


def refusal(position: WrittenPosition) -> str:
    with pytest.raises(SapperError) as refused:
        position.read()
    return str(refused.value)


def refused(workbench: Workbench, function: str, given: object) -> str:
    with pytest.raises(Error) as refused:
        workbench.call("modules/formats.js", function, given)
    return str(refused.value)
