"""The pages of the reference: what they hold, for mkdocstrings to fill in from the docstrings."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import sapper

PACKAGE = Path(sapper.__file__).parent


@dataclass(frozen=True)
class Topic:
    """A page of the reference: its modules, most used first."""

    page: str
    title: str
    introduction: str
    modules: tuple[str, ...]


TOPICS = (
    Topic(
        "games",
        "Games and boards",
        "A game, what its player sees of it, and how boards are laid, made, read and measured.",
        (
            *("game", "view", "level", "grid", "board", "boards.make", "boards.daily"),
            *(
                "boards.pack",
                "formats",
                "reading.read",
                "reading.doubts",
                "measures",
                "fair",
                "seed",
            ),
        ),
    ),
    Topic(
        "reasoning",
        "Reasoning",
        "What follows from a position, with what chance, and why.",
        (
            *("exact.analysis", "exact.batches", "exact.endgame", "proof.search", "proof.check"),
            *("proof.ladder", "proof.steps", "proof.short", "proof.technique", "solution"),
            "knowledge.clause",
        ),
    ),
    Topic(
        "counting",
        "How Sapper counts",
        "The readable twin of the engine: [exact reasoning](../exact.md) explains it.",
        ("exact.counting", "exact.fronts", "exact.order", "exact.sweep", "exact.tracking"),
    ),
    Topic(
        "agents",
        "Agents",
        "A view in, a move out; and what checks that an agent keeps its contract.",
        (
            *("agents.base", "agents.registry", "agents.expert", "agents.judging"),
            *("agents.batches", "agents.exact", "agents.resolution", "agents.sentence", "testing"),
        ),
    ),
    Topic(
        "laboratory",
        "The laboratory",
        "Experiments that anyone can repeat. [The laboratory](../laboratory.md) is the way in.",
        (
            *("lab.bulk", "lab.experiments", "lab.run", "lab.case", "lab.finding"),
            *("lab.game_findings", "lab.comparison_finding", "lab.settling", "lab.stats"),
            *("lab.store", "lab.portions", "lab.signature"),
        ),
    ),
    Topic(
        "environments",
        "Environments",
        "For reinforcement learning: [environments](../environments.md) describes them.",
        ("envs",),
    ),
    Topic(
        "play",
        "One person's game",
        "What the terminal, the window, the page and the notebook share.",
        (
            *("play.session", "play.table", "play.timed_game", "play.situation", "play.commands"),
            *("play.asking", "play.risk", "play.replay", "play.review", "play.given"),
            *("play.track", "play.numbers", "history", "replays"),
            *("interface.notebook.widgets", "picture.board", "catalogue"),
            *("coach.kind", "coach.findings", "coach.games", "coach.summary"),
            *("coach.puzzles", "coach.marking", "coach.leitner", "coach.deck", "coach.training"),
        ),
    ),
    Topic(
        "course",
        "The course's classes",
        "The three classes of the AI course: [the course interface](../course-interface.md).",
        ("course",),
    ),
    Topic("errors", "Errors", "Everything that Sapper raises on purpose.", ("errors",)),
)


def reference_pages() -> dict[str, str]:
    """The pages by their paths on the site."""
    return {f"reference/{topic.page}.md": page_of(topic) for topic in TOPICS}


def page_of(topic: Topic) -> str:
    """One page: each module, first what `sapper` itself offers of it, then the rest."""
    parts = [f"# {topic.title}", topic.introduction]
    for module in topic.modules:
        parts.append(directive(f"sapper.{module}", level=2, alone=True))
        offered = sapper._HOMES.get(module, ())
        further = [name for name in public_names(module) if name not in offered]
        paths = [*offered, *(f"{module}.{name}" for name in further)]
        parts += [directive(f"sapper.{path}", level=3) for path in paths]
    return "\n\n".join(parts) + "\n"


def directive(path: str, level: int, alone: bool = False) -> str:
    """What mkdocstrings replaces by the documentation of an object.

    >>> print(directive("sapper.game", level=2, alone=True))
    ::: sapper.game
        options:
          heading_level: 2
          members: false
    """
    lines = [f"::: {path}", "    options:", f"      heading_level: {level}"]
    return "\n".join([*lines, "      members: false"] if alone else lines)


def public_names(module: str) -> list[str]:
    """What a module offers: its `__all__`, else what it documents or hands on, in its order.

    >>> public_names("measures")[:2], public_names("history")
    (['BoardMeasures', 'Clicks'], ['History', 'KeptGame', 'Statistics'])
    """
    statements = ast.parse(path_of(module).read_text(encoding="utf-8")).body
    names: list[str] = []
    for statement, following in zip(statements, [*statements[1:], None], strict=True):
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            found = [statement.name] if ast.get_docstring(statement) else []
        elif isinstance(statement, ast.ImportFrom):
            # Written as `Name as Name`, an import offers what it imports.
            found = [alias.name for alias in statement.names if alias.asname == alias.name]
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            found = [target.id for target in targets if isinstance(target, ast.Name)]
            if found == ["__all__"] and statement.value:
                return list(ast.literal_eval(statement.value))
            found = found if is_text(following) else []
        else:
            found = []
        names += [name for name in found if name[0] != "_" and name not in names]
    return names


def is_text(statement: ast.stmt | None) -> bool:
    """Whether a statement is text alone, which describes the constant before it."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def path_of(module: str) -> Path:
    """The file of a module of the package."""
    path = PACKAGE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
