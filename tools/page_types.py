"""Write the TypeScript declarations of everything the page and its server exchange.

    python tools/page_types.py            write the file
    python tools/page_types.py --check    only say whether it is up to date

The declarations are made from the server's OpenAPI description and nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any

from sapper.interface.web.app import make_app
from sapper.history.history import History

STATIC = Path(__file__).parents[1] / "src" / "sapper" / "interface" / "web" / "static"
TARGET = STATIC / "modules" / "shapes.d.ts"
COMMAND = "make page-types"
HEAD = f"""\
/**
 * What the page and the server exchange, made from the server's OpenAPI description.
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
    """Write the file, or with `--check` compare it with what would be written."""
    text = declarations(served_description())
    if arguments == ["--check"]:
        if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.name} is out of date; run: {COMMAND}", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8", newline="\n")
    return 0


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
