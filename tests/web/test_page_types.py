"""The page's types are made from the server's description, and the file is up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import page_types
import pytest
from page_types import comment, declarations, served_description, type_of
from waiting import PATIENCE

TOOL = Path(page_types.__file__)


def test_the_file_is_up_to_date() -> None:
    command = [sys.executable, str(TOOL), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (run.returncode, run.stderr) == (0, "")


def test_an_outdated_file_is_told_with_the_command_that_mends_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page_types, "TYPES", tmp_path / "shapes.d.ts")
    outdated = "shapes.d.ts is out of date; run: make page-types\n"
    assert page_types.main(["--check"]) == 1
    assert capsys.readouterr().err == outdated
    assert page_types.main([]) == 0
    assert page_types.main(["--check"]) == 0
    with page_types.TYPES.open("a") as file:
        file.write("// edited\n")
    assert page_types.main(["--check"]) == 1
    assert capsys.readouterr().err == outdated


def test_every_shape_and_every_request_is_declared() -> None:
    description = served_description()
    text = declarations(description)
    for name in description["components"]["schemas"]:
        assert f"export interface {name} {{" in text or f"export type {name} =" in text
    for path, operations in description["paths"].items():
        declared = text.count(f'"{path.removeprefix("/api/")}": Exchange<')
        assert declared == len(operations)


def test_schemas_become_types() -> None:
    text = {"type": "string"}
    reference = {"$ref": "#/components/schemas/Odds"}
    assert type_of({"anyOf": [reference, {"type": "null"}]}) == "Odds | null"
    assert type_of({"type": "array", "items": {"type": "array", "items": text}}) == "string[][]"
    assert type_of({"type": "array", "items": {"enum": ["a", "b"]}}) == '("a" | "b")[]'
    assert type_of({"type": "object", "additionalProperties": text}) == "Record<string, string>"
    assert type_of({"type": "object", "properties": {"a": text}}) == "{ a?: string; }"
    assert type_of({"const": True}) == "true"
    assert type_of({}) == "unknown"
    with pytest.raises(ValueError, match="prefixItems"):
        type_of({"type": "array", "prefixItems": [text]})


def test_a_comment_ends_where_it_should() -> None:
    assert comment("") == ""
    assert comment("An end: */ here.") == "/** An end: *\\/ here. */\n"
