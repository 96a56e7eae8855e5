"""The stub says what the compiled module is."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from native import native

import sapper

STUB = Path(sapper.__file__).with_name("_engine.pyi")
TREE = ast.parse(STUB.read_text())

# nanobind's functions, methods and classes are of types of their own, which stubtest takes for
# something else; their parameters are compared below. All the rest it judges.
NOT_JUDGED = [
    r"sapper\._engine\.(analyze|analyze_apart|analyze_many|choose_exact|choose_expert|expert_constants|explain|few_numbers|find_reason|front_ways|guess|judge|lay|look_ahead|play_out_risk|play_exact|play_expert|record_guesses|sample|solve)",
    r"sapper\._engine\.(StopFlag|Tracker)(\..*)?",
    r"sapper\._engine\.(count_zini_clicks|measure_board|solved_units|visibly_solved)",
    r"sapper\._engine\.(easiest|grade_layouts|solve_board)",
    r"sapper\._engine\.(make_boards|MakingProgress)(\..*)?",
    r"sapper\._engine\.GameBatch(\..*)?",
]


def parameters_in_stub() -> Iterator[tuple[str, list[str], list[str]]]:
    """Each function and method: its parameters, and which of them are arrays."""
    for node in TREE.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, *described(node)
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{node.name}.{method.name}", *described(method)


def described(function: ast.FunctionDef) -> tuple[list[str], list[str]]:
    arguments = [*function.args.args, *function.args.kwonlyargs]
    names = [argument.arg for argument in arguments]
    arrays = [
        argument.arg
        for argument in arguments
        if argument.annotation is not None and is_array(ast.unparse(argument.annotation))
    ]
    return names, arrays


def is_array(annotation: str) -> bool:
    return "NDArray" in annotation or "ndarray" in annotation or annotation == "_Numbers"


def in_module(name: str) -> ast.FunctionDef:
    """The signature that nanobind gives, without the shapes of arrays that Python can't read."""
    found: Any = native
    for part in name.split("."):
        found = getattr(found, part)
    signature: str = found.__nb_signature__[0][0]
    depth = 0
    kept = ""
    for sign in signature:
        depth += sign == "["
        kept += sign if depth == 0 else ""
        depth -= sign == "]"
    kept = re.sub(r"= \\\d+", "= ...", kept)  # a default value, by number
    function = ast.parse(kept + ": ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    return function


@pytest.mark.parametrize(("name", "names", "arrays"), list(parameters_in_stub()))
def test_functions_take_the_same(name: str, names: list[str], arrays: list[str]) -> None:
    assert described(in_module(name)) == (names, arrays)


def test_the_names_are_the_same() -> None:
    in_stub = {
        node.name for node in TREE.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    } | {
        node.target.id
        for node in TREE.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    in_stub = {name for name in in_stub if not name.startswith("_")}
    assert in_stub == {name for name in dir(native) if not name.startswith("_")}
    methods = {name for name, _, _ in parameters_in_stub() if name.startswith("Tracker.")}
    in_class = {
        f"Tracker.{name}"
        for name, member in inspect.getmembers(native.Tracker)
        if not name.startswith("_") and callable(member)
    }
    assert methods == in_class | {"Tracker.__init__"}


@pytest.mark.slow
def test_stubtest_finds_nothing_else(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text("\n".join(NOT_JUDGED) + "\n")
    stubtest = [sys.executable, "-m", "mypy.stubtest", "sapper._engine"]
    options = ["--allowlist", str(allowed), "--ignore-unused-allowlist"]
    result = subprocess.run(
        [*stubtest, *options], capture_output=True, text=True, cwd=STUB.parents[2]
    )
    assert result.returncode == 0, result.stdout + result.stderr
