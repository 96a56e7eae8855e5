"""Write what the page takes from Python: the types it exchanges with its server, tables, sentences.

    python tools/page_types.py            write the files
    python tools/page_types.py --check    only say whether they are up to date

The types are made from the server's OpenAPI description and nothing else. The tables are those
that every interface reads: commands with their keys, autoplay's paces, statistics' columns. The
sentences are those of the English catalogue: their names, and the values that each one takes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import NormalDist
from textwrap import indent
from typing import Any

from sapper.agents import judging
from sapper.agents.registry import summary_of
from sapper.catalogue import speaking, spoken
from sapper.coach import deck, leitner
from sapper.coach.games import judge_name
from sapper.coach.puzzles import LADDER
from sapper.coach.saying import MOST_KINDS
from sapper.coach.words import Coach
from sapper.history import History
from sapper.history.statistics import COLUMNS, WINS_IN_A_TREND
from sapper.interface.web.app import make_app
from sapper.interface.web.limits import LONGEST_SIDE, MOST_CELLS, MOST_PICTURE_BYTES
from sapper.interface.web.page import PAGE_SECTION, SHARED_SECTIONS
from sapper.lab.stats import CONFIDENCE
from sapper.level import LEVELS
from sapper.measures.measuring import STNB_CONSTANTS
from sapper.play.commands import GAME_COMMANDS, REPLAY_COMMANDS, TRAINING_COMMANDS, Command
from sapper.play.numbers import SHORT
from sapper.play.replay import SPEEDS, TRAIL_SECONDS, TURNS_PER_SECOND
from sapper.play.saying import GUESSES_WORDS, START_WORDS, WINNING_WORDS
from sapper.play.session import PACES, USUAL_PACE
from sapper.play.shapes import Agent
from sapper.proof.technique import BoardGrade
from sapper.replays.files import MOST_BYTES
from sapper.serialize import plain

STATIC = Path(__file__).parents[1] / "src" / "sapper" / "interface" / "web" / "static"
TYPES = STATIC / "modules" / "shapes.d.ts"
TABLES = STATIC / "modules" / "tables.js"
SENTENCES = STATIC / "modules" / "sentences.d.ts"
CATALOGUE = Path(__file__).parents[1] / "src" / "sapper" / "words" / "en.json"
COMMAND = "make page-types"
HEAD = f"""\
/**
 * What the page and the server exchange, made from the server's OpenAPI description.
 * Do not edit: `{COMMAND}` writes this file.
 */
"""
SENTENCES_HEAD = f"""\
/**
 * The sentences that the page says, by their keys in the catalogue, with the values of each.
 * Do not edit: `{COMMAND}` writes this file.
 */
"""
EXCHANGE = """\
/** A request and what it answers. */
export interface Exchange<Parameters, Answer, Body = null> {
  parameters: Parameters;
  answer: Answer;
  body: Body;
}
"""
PREFIX = "/api/"
METHODS = {"get": "Gets", "post": "Posts", "delete": "Deletes"}
SIMPLE = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

Schema = dict[str, Any]


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` compare them with what would be written."""
    makers = {TABLES: tables, SENTENCES: sentences, TYPES: described}  # the server needs the tables
    stale = []
    for path, make in makers.items():
        text = make()
        if is_current(path, text):
            continue
        stale.append(path)
        if arguments != ["--check"]:
            path.write_text(text, encoding="utf-8", newline="\n")
    if arguments != ["--check"]:
        return 0
    for path in stale:
        print(f"{path.name} is out of date; run: {COMMAND}", file=sys.stderr)
    return bool(stale)


def is_current(path: Path, text: str) -> bool:
    """Whether a file holds what would be written."""
    return path.is_file() and path.read_text(encoding="utf-8") == text


def tables() -> str:
    """The tables that the page shares with the other interfaces, as a module."""
    constants: dict[str, tuple[str, object]] = {
        "GAME_COMMANDS": ("What can be done while a game is played.", rows(GAME_COMMANDS)),
        "REPLAY_COMMANDS": ("What can be done while a game is reviewed.", rows(REPLAY_COMMANDS)),
        "TRAINING_COMMANDS": (
            "What can be done while positions are practised.",
            rows(TRAINING_COMMANDS),
        ),
        "PACES": ("Autoplay's moves per second; 0 is as fast as the agent thinks.", PACES),
        "USUAL_PACE": ("The pace to begin with.", PACES[USUAL_PACE]),
        "TURNS_PER_SECOND": ("How fast a review runs by itself.", TURNS_PER_SECOND),
        "SPEEDS": ("How many times as fast as usual a review may run.", SPEEDS),
        "TRAIL_SECONDS": ("How long the way of a recorded mouse is shown.", TRAIL_SECONDS),
        "MOST_BYTES_OF_REPLAY": ("The largest replay.", MOST_BYTES),
        "STARTS": ("What may be true of the first cell.", list(START_WORDS)),
        "WINNINGS": ("How a game may be won.", list(WINNING_WORDS)),
        "GUESSES": ("The rules for guesses in a game.", list(GUESSES_WORDS)),
        "GRADES": ("What the hardest step of a board may be, the easiest first.", list(BoardGrade)),
        "STATISTICS_COLUMNS": ("The columns of the statistics.", columns()),
        "STNB_CONSTANTS": ("The boards that have an STNB, and its constant.", stnb_constants()),
        "WINS_IN_A_TREND": ("How many wins a trend shows.", WINS_IN_A_TREND),
        "SHORT_NUMBERS": ("The numbers that tell a game in one line.", SHORT),
        "LEVELS": ("The named levels.", list(LEVELS.values())),
        "EXPERT": ("The agent that plays where there is no server.", expert()),
        "JUDGING": ("By what a guess is judged.", judging_rules()),
        "COACH": ("By what many games are judged, and what is asked in training.", coach_rules()),
        "KINDS": ("What a position to practise may ask for.", kinds()),
        "MOST_CELLS": ("The largest board this page shows; the server decides.", MOST_CELLS),
        "LONGEST_SIDE": ("Its longest side.", LONGEST_SIDE),
        "MOST_PICTURE_BYTES": ("The largest picture that is read.", MOST_PICTURE_BYTES),
    }
    head = comment(f"The tables that every interface shares. Do not edit: `{COMMAND}` writes them.")
    names = "".join(
        names_of(name, commands)
        for name, commands in {
            "GameCommand": GAME_COMMANDS,
            "ReplayCommand": REPLAY_COMMANDS,
            "TrainingCommand": TRAINING_COMMANDS,
        }.items()
    )
    return head + names + "".join(constant(name, *parts) for name, parts in constants.items())


def stnb_constants() -> list[dict[str, object]]:
    """The sizes with an STNB: height, width and mines."""
    return [{"size": size, "constant": constant} for size, constant in STNB_CONSTANTS.items()]


def sentences() -> str:
    """The page's own sentences, and those that it shares with Python, each with what it takes."""
    catalogue = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    shared = {name: catalogue[name] for name in SHARED_SECTIONS}
    own = listed("Sentences", catalogue[PAGE_SECTION])
    return f"{SENTENCES_HEAD}{own}\n{listed('SharedSentences', shared)}"


def listed(kind: str, section: dict[str, Any]) -> str:
    """A type that lists the sentences of a section.

    >>> print(listed("Sentences", {"play": {"title": "Play", "mines": ["{n} mine", "{n} mines"],
    ...                                     "won": "won in {time}"}}), end="")
    export interface Sentences {
      "play.title": [];
      "play.mines": [values: { n: number }];
      "play.won": [values: { time: string | number }];
    }
    """
    lines = (f'  "{key}": [{taken(sentence)}];\n' for key, sentence in by_key(section))
    return f"export interface {kind} {{\n{''.join(lines)}}}\n"


def by_key(section: dict[str, Any], above: str = "") -> Iterator[tuple[str, str | list[str]]]:
    """The sentences of a section and of those inside it, by their keys.

    >>> list(by_key({"play": {"title": "Play"}}))
    [('play.title', 'Play')]
    """
    for name, content in section.items():
        if isinstance(content, dict):
            yield from by_key(content, f"{above}{name}.")
        else:
            yield f"{above}{name}", content


def taken(sentence: str | list[str]) -> str:
    """What a sentence takes: values for its placeholders, and the number that decides its form."""
    forms = [sentence] if isinstance(sentence, str) else sentence
    names = dict.fromkeys(re.findall(r"\{(\w+)\}", " ".join(forms)))
    if len(forms) > 1:
        names["n"] = None
    kinds = (f"{name}: {'number' if name == 'n' else 'string | number'}" for name in names)
    return f"values: {{ {'; '.join(kinds)} }}" if names else ""


def judging_rules() -> dict[str, object]:
    """What a guess is called, and how far it is looked into."""
    return {
        "search": judging.SEARCH,
        "few_cells": judging.FEW_CELLS,
        "standard_deviations": judging.STANDARD_DEVIATIONS,
        "least_deviation": judging.LEAST_DEVIATION,
        "deviation_share": judging.DEVIATION_SHARE,
        "games": judging.GAMES,
        "least_played_deviation": judging.LEAST_PLAYED_DEVIATION,
        "playout_budget": judging.PLAYOUT_BUDGET,
        "all_cells": judging.ALL_CELLS,
        "most_given_up": judging.MOST_GIVEN_UP,
    }


def coach_rules() -> dict[str, object]:
    """Who judges games, the ladder, when cards are asked again, and what a table shows."""
    return {
        "judge": judge_name(),
        "ladder": [kind.name for kind in LADDER],
        "days": [wait.days for wait in leitner.WAITS],
        "fresh_every": deck.FRESH_EVERY,
        "right_to_climb": deck.RIGHT_TO_CLIMB,
        "most_kinds": MOST_KINDS,
        "z": NormalDist().inv_cdf((1 + CONFIDENCE) / 2),
    }


def kinds() -> list[str]:
    """The names of all kinds of positions, as the catalogue has them."""
    with speaking("en"):
        return list(spoken(Coach).kinds)


def expert() -> Agent:
    """The agent that the engine brings along."""
    return Agent(name="expert", summary=summary_of("expert"))


def rows(commands: Iterable[Command]) -> list[dict[str, object]]:
    """What the page needs of each command; the catalogue has its words, under the name `said`."""
    return [
        {
            "name": command.name,
            "keys": command.keys,
            "group": command.group,
            "said": command.said_as or command.name,
        }
        for command in commands
    ]


def columns() -> list[dict[str, object]]:
    """What the page needs of each column of the statistics; their cells come in words."""
    return [{"name": column.name, "isNumber": column.is_number} for column in COLUMNS]


def names_of(kind: str, commands: Iterable[Command]) -> str:
    """A type that lists the commands: the checker then finds one that the page forgot."""
    names = "|".join(f'"{command.name}"' for command in commands)
    return f"\n/** @typedef {{{names}}} {kind} */\n"


def constant(name: str, description: str, value: object) -> str:
    """One exported constant; a table has one row per line.

    >>> print(constant("PACES", "Moves per second.", (1, 2)), end="")
    <BLANKLINE>
    /** Moves per second. */
    export const PACES = [1, 2];
    """
    plainly = plain(value)
    text = json.dumps(plainly, ensure_ascii=False)
    if isinstance(plainly, list) and isinstance(plainly[0], dict):
        rows = "".join(f"  {json.dumps(row, ensure_ascii=False)},\n" for row in plainly)
        text = f"[\n{rows}]"
    if isinstance(plainly, list) and not isinstance(plainly[0], int):  # names are types, too
        text = f"/** @type {{const}} */ ({text})"
    return f"\n{comment(description)}export const {name} = {text};\n"


def described() -> str:
    """The types of what the server describes."""
    return declarations(served_description())


def served_description() -> Schema:
    """The OpenAPI description of the server."""
    with History.in_memory() as history:
        return make_app(history).openapi()


def declarations(description: Schema) -> str:
    """The whole file: the named shapes, then the requests of each method with their answers.

    >>> print(declarations({"components": {"schemas": {"Level": {"enum": ["easy", "hard"]}}},
    ...                     "paths": {}}).removeprefix(HEAD).removesuffix(EXCHANGE).strip())
    export type Level = "easy" | "hard";
    """
    shapes = sorted(description["components"]["schemas"].items())
    parts = [HEAD, *(named_shape(name, schema) for name, schema in shapes), EXCHANGE]
    parts += [text for method in METHODS if (text := requests(description["paths"], method))]
    return "\n".join(parts)


def named_shape(name: str, schema: Schema) -> str:
    """One exported shape with its comment.

    >>> print(named_shape("Agent", {"type": "object", "required": ["name"], "properties": {
    ...     "name": {"type": "string"}, "seed": {"type": "integer"}}}), end="")
    export interface Agent {
      name: string;
      seed?: number;
    }
    """
    head = comment(schema.get("description", ""))
    if "properties" not in schema:
        return f"{head}export type {name} = {type_of(schema)};\n"
    return f"{head}export interface {name} {{\n{indent(members(schema), '  ')}}}\n"


def members(schema: Schema) -> str:
    """The members of an object, a line each, with their comments."""
    required = schema.get("required", ())
    return "".join(
        f"{comment(part.get('description', ''))}{name}{'' if name in required else '?'}: "
        f"{type_of(part)};\n"
        for name, part in schema["properties"].items()
    )


def requests(paths: Schema, method: str) -> str:
    """The requests of one method: what each path takes and what it answers."""
    entries = "".join(
        request(path, operations[method])
        for path, operations in paths.items()
        if method in operations
    )
    if not entries:
        return ""
    head = comment(f"Every {method.upper()} request, by its path below `{PREFIX}`.")
    return f"{head}export interface {METHODS[method]} {{\n{indent(entries, '  ')}}}\n"


def request(path: str, operation: Schema) -> str:
    """One request: its parameters (in the path and in the query), its answer, its body."""
    types = [parameters(operation.get("parameters", [])), answer(operation["responses"])]
    if "requestBody" in operation:
        types.append(type_of(content(operation["requestBody"])))
    head = comment(operation.get("description", ""))
    return f'{head}"{path.removeprefix(PREFIX)}": Exchange<{", ".join(types)}>;\n'


def parameters(described: list[Schema]) -> str:
    """The parameters of a request as one object.

    >>> parameters([{"name": "row", "required": True, "schema": {"type": "integer"}},
    ...             {"name": "language", "schema": {"type": "string"}}])
    '{ row: number; language?: string }'
    """
    if not described:
        return "Record<string, never>"
    parts = (
        f"{one['name']}{'' if one.get('required') else '?'}: {type_of(one['schema'])}"
        for one in described
    )
    return f"{{ {'; '.join(parts)} }}"


def answer(responses: Schema) -> str:
    """What a request answers when all goes well; null if there is nothing to say.

    >>> answer({"204": {}, "404": {}})
    'null'
    """
    success = next(response for status, response in responses.items() if status.startswith("2"))
    return type_of(content(success)) if "content" in success else "null"


def content(described: Schema) -> Schema:
    """The schema of a body."""
    schema: Schema = described["content"]["application/json"]["schema"]
    return schema


def type_of(schema: Schema) -> str:
    """A schema as a TypeScript type.

    >>> type_of({"type": "array", "items": {"anyOf": [{"type": "number"}, {"type": "null"}]}})
    '(number | null)[]'
    >>> type_of({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2})
    '[number, number]'
    >>> type_of({"type": "string", "patternProperties": {}, "not": {}})
    Traceback (most recent call last):
    ValueError: not described in TypeScript: not, patternProperties
    """
    check_known(schema)
    match schema:
        case {"$ref": str(reference)}:
            return reference.rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": options} | {"oneOf": options}:
            return " | ".join(type_of(option) for option in options)
        case {"type": "array", "items": items, "minItems": least, "maxItems": most} if (
            least == most
        ):
            return f"[{', '.join([type_of(items)] * least)}]"
        case {"type": "array", "items": items}:
            item = type_of(items)
            return f"({item})[]" if items.keys() & UNIONS else f"{item}[]"
        case {"type": "object", "properties": _}:
            return f"{{ {' '.join(members(schema).split())} }}"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {type_of(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": simple}:
            return SIMPLE[simple]
        case _:
            return "unknown"


UNIONS = {"enum", "anyOf", "oneOf"}
NARROWING = {
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems"),
}
"""What narrows a schema in ways that TypeScript has no words for."""
KNOWN = NARROWING | {
    *("$ref", "const", "enum", "anyOf", "oneOf", "type", "items", "properties", "required"),
    *("additionalProperties", "discriminator", "title", "description", "default", "examples"),
}


def check_known(schema: Schema) -> None:
    """Refuse what would be lost silently."""
    unknown = sorted(schema.keys() - KNOWN)
    if unknown:
        raise ValueError(f"not described in TypeScript: {', '.join(unknown)}")


def comment(description: str) -> str:
    r"""A description as a JSDoc comment; examples in Python are left out.

    >>> comment("A level.\n\n>>> Level(9, 9)\nLevel(...)")
    '/** A level. */\n'
    """
    lines = list(comment_lines(description.replace("*/", "*\\/")))
    if len(lines) < 2:
        return "".join(f"/** {line} */\n" for line in lines)
    inside = "".join(f" * {line}".rstrip() + "\n" for line in lines)
    return f"/**\n{inside} */\n"


def comment_lines(description: str) -> Iterator[str]:
    """The lines of a description, an empty one between its paragraphs."""
    paragraphs = [part for part in description.split("\n\n") if not part.lstrip().startswith(">>>")]
    for at, paragraph in enumerate(paragraphs):
        if at:
            yield ""
        yield from paragraph.strip().splitlines()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
