"""Joins the page's modules into few files, so that a browser asks a few times instead of fifty.

It reads the strict style in which the modules are written: at the start of a line, only
`import { names } from "./file.js";`, `import * as name from "./file.js";` and
`export const|class|function name`; anywhere, `import("./file.js")` for what is loaded when it is
needed. Anything else is refused, so that nothing is joined wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from posixpath import dirname, join, normpath, relpath

from sapper.errors import BundleError

_NAME = r"[A-Za-z_$][\w$]*"
_IMPORT = re.compile(
    rf'^import (?:\{{([^}}]*)\}}|\* as ({_NAME})) from "(\.[^"]*)";$', re.MULTILINE
)
_EXPORT = re.compile(
    rf"^export ((?:const|class|function|async function) ({_NAME}))\b", re.MULTILINE
)
_COMMENT_LINES = re.compile(
    r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$\n?", re.MULTILINE | re.DOTALL
)
# Whatever might be inside a text, for a quotation mark follows, is left alone.
_LAST_IN_LINE = re.compile(r"(?<=[;,{}()\[\]]) // [^\"'`\n]*$", re.MULTILINE)
_TYPE = re.compile(r"/\*\* @type \{(?:[^*\n]|\*(?!/))*\} \*/ ?")
_INDENTATION = re.compile(r"^\s+", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]*)"\)')
_FOREIGN = re.compile(r'^(?:import|export)\b(?!\().*|^.*\bimport\((?!"\.[^"]*"\)).*', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Module:
    """One module: where it lies, and its text."""

    path: str
    text: str

    @property
    def needs(self) -> Iterator[str]:
        """The paths of the modules that it imports.

        >>> list(Module("views/play.js", 'import { get } from "../modules/api.js";').needs)
        ['modules/api.js']
        """
        for found in _IMPORT.finditer(self.text):
            yield self._path_of(found[3])

    @property
    def later(self) -> Iterator[str]:
        """The paths of the modules that it loads when it needs them.

        >>> list(Module("app.js", 'const load = () => import("./views/learn.js");').later)
        ['views/learn.js']
        """
        for found in _LATER.finditer(without_comments(self.text)):
            yield self._path_of(found[1])

    @property
    def exported(self) -> list[str]:
        """The names that it exports.

        >>> Module("a.js", "export const one = 1;\\nexport class Two {}").exported
        ['one', 'Two']
        """
        return [found[2] for found in _EXPORT.finditer(self.text)]

    @property
    def imported(self) -> Iterator[tuple[str, str]]:
        """The names that it imports, each after the path of its module.

        >>> list(Module("views/play.js", 'import { a, b as c } from "../modules/a.js";').imported)
        [('modules/a.js', 'a'), ('modules/a.js', 'b')]
        """
        for found in _IMPORT.finditer(self.text):
            for name in _names(found[1] or ""):
                yield self._path_of(found[3]), name.partition(":")[0]

    def wrapped(self, folder: str = "") -> str:
        """The module as a function that is called at once and returns what is exported.

        `folder` is where the joined file will lie.

        >>> print(Module("a.js", 'import { one } from "./b.js";\\nexport const two = 2 * one;').wrapped())
        const a_js = (() => {
        const { one } = b_js;
        const two = 2 * one;
        return { two };
        })();
        """  # noqa: E501
        if any(line.count("`") % 2 for line in self.text.splitlines()):
            raise BundleError(f"{self.path}: a text of several lines would lose its indentation")
        bare = without_indentation(without_comments(self.text))
        text = _EXPORT.sub(r"\1", _IMPORT.sub(self._as_constant, bare))
        text = _LATER.sub(
            lambda found: f'import("{_address(self._path_of(found[1]), folder)}")', text
        )
        if foreign := _FOREIGN.search(text):
            raise BundleError(f"{self.path}: this can't be joined: {foreign[0]}")
        # Once joined, all modules have one address; each goes on to look from its own place.
        own = relpath(self.path, folder or ".")
        text = text.replace("import.meta.url", f'new URL("{own}", import.meta.url).href')
        end = f"return {{ {', '.join(self.exported)} }};"
        return f"const {_constant(self.path)} = (() => {{\n{text.strip()}\n{end}\n}})();"

    def _path_of(self, relative: str) -> str:
        return normpath(join(dirname(self.path), relative))

    def _as_constant(self, found: re.Match[str]) -> str:
        names, whole, relative = found.groups()
        imported = _constant(self._path_of(relative))
        if whole:
            return f"const {whole} = {imported};"
        return f"const {{ {', '.join(_names(names))} }} = {imported};"


def without_indentation(text: str) -> str:
    """The text with every line at the margin, and no empty lines.

    >>> print(without_indentation("if (a) {\\n  b();\\n\\n}"))
    if (a) {
    b();
    }
    """
    return _INDENTATION.sub("", text)


def without_comments(text: str) -> str:
    """The text without comments that stand in lines of their own or end one, and without types.

    >>> print(without_comments("/** What\\n * it is. */\\nconst a = 1; // one\\n  // two\\n  b();"))
    const a = 1;
      b();
    """
    return _TYPE.sub("", _LAST_IN_LINE.sub("", _COMMENT_LINES.sub("", text)))


@dataclass(frozen=True, slots=True)
class Entries:
    """Where the page starts, where its worker starts, and the file for what both of them need."""

    page: str
    worker: str
    shared: str


def bundles(read: Callable[[str], str], entries: Entries) -> dict[str, str]:
    """The files that do what all modules do, by their paths.

    Each module is in one of them. What only the page or only the worker needs is in the file of
    that name, and what both need is in the shared one. What is loaded later has a file of its own,
    together with what only it needs; what several such files need comes with the page.

    >>> files = {"a.js": 'import { one } from "./b.js";\\nimport("./c.js").then(show);',
    ...          "b.js": "export const one = 1;", "w.js": 'import { one } from "./b.js";',
    ...          "c.js": 'import { one } from "./b.js";\\nexport const two = 2 * one;'}
    >>> joined = bundles(files.__getitem__, Entries("a.js", "w.js", "both.js"))
    >>> sorted(joined)
    ['a.js', 'both.js', 'c.js', 'w.js']
    >>> print(joined["c.js"])
    import { b_js } from "./both.js";
    const c_js = (() => {
    const { one } = b_js;
    const two = 2 * one;
    return { two };
    })();
    export const { two } = c_js;
    <BLANKLINE>
    """
    modules = _in_order(read, entries)
    homes = _homes(modules, entries)
    wanted: dict[str, dict[str, None]] = {}  # by each file, of others
    for path, module in modules.items():
        away = (needed for needed in module.needs if homes[needed] != homes[path])
        wanted.setdefault(homes[path], {}).update(dict.fromkeys(away))
    later = _later(modules)
    given = {path for paths in wanted.values() for path in paths}
    files = {}
    for home, paths in wanted.items():
        folder = dirname(home)
        lines = list(_imports(paths, homes, folder))
        lines += (modules[path].wrapped(folder) for path in modules if homes[path] == home)
        if own := [_constant(path) for path in modules if path in given and homes[path] == home]:
            lines.append(f"export {{ {', '.join(own)} }};")
        if home in later:
            names = ", ".join(modules[home].exported)
            lines.append(f"export const {{ {names} }} = {_constant(home)};")
        files[home] = "".join(f"{line}\n" for line in lines)
    return files


def modules_of(read: Callable[[str], str], entries: Entries) -> list[str]:
    """The paths of all modules, each after those that it imports.

    >>> files = {"a.js": 'import { one } from "./b.js";', "b.js": "export const one = 1;", "w.js": ""}
    >>> modules_of(files.__getitem__, Entries("a.js", "w.js", "both.js"))
    ['w.js', 'b.js', 'a.js']
    """  # noqa: E501
    return list(_in_order(read, entries))


def _in_order(read: Callable[[str], str], entries: Entries) -> dict[str, Module]:
    """The entries and what is loaded later, each module once and after all that it needs."""
    ordered: dict[str, Module] = {}

    def visit(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            raise BundleError(f"modules import each other: {' → '.join([*above, path])}")
        if path in ordered:
            return
        module = Module(path, read(path))
        for needed in module.needs:
            visit(needed, (*above, path))
        for origin, name in module.imported:  # joined, it would silently be undefined
            if name not in ordered[origin].exported:
                raise BundleError(f"{path}: {origin} does not export {name}")
        ordered[path] = module

    visit(entries.worker, ())
    visit(entries.page, ())
    while waiting := _later(ordered) - ordered.keys():
        for path in sorted(waiting):
            visit(path, ())
    return ordered


def _later(modules: dict[str, Module]) -> set[str]:
    return {path for module in modules.values() for path in module.later}


def _homes(modules: dict[str, Module], entries: Entries) -> dict[str, str]:
    """The file that each module is in."""
    later = _later(modules)
    starts = {start: _reached(modules, start, later) for start in (entries.page, *sorted(later))}
    of_worker = _reached(modules, entries.worker, set())
    if early := later & (starts[entries.page] | of_worker):
        raise BundleError(f"this is imported both at once and later: {min(early)}")
    if asking := [path for path in modules if path in of_worker and any(modules[path].later)]:
        raise BundleError(f"{asking[0]}: a worker can't load anything later")

    def home(path: str) -> str:
        if path in later:
            return path
        among = [start for start, reached in starts.items() if path in reached]
        if path in of_worker:
            return entries.shared if among else entries.worker
        return among[0] if len(among) == 1 else entries.page

    return {path: home(path) for path in modules}


def _reached(modules: dict[str, Module], start: str, later: set[str]) -> set[str]:
    """All that a module needs at once, and itself; what is loaded later brings along its own."""
    reached = {start}
    waiting = [start]
    while waiting:
        needed = set(modules[waiting.pop()].needs) - reached
        reached |= needed
        waiting += needed - later
    return reached


def _imports(paths: Iterable[str], homes: dict[str, str], folder: str) -> Iterator[str]:
    """What a file gets from others, one line for each of them."""
    names: dict[str, list[str]] = {}
    for path in paths:
        names.setdefault(homes[path], []).append(_constant(path))
    for home, constants in names.items():
        yield f'import {{ {", ".join(constants)} }} from "{_address(home, folder)}";'


def _address(path: str, folder: str) -> str:
    """Where a file lies, seen from a folder.

    >>> _address("views/learn.js", ""), _address("app.js", "views")
    ('./views/learn.js', '../app.js')
    """
    relative = relpath(path, folder or ".")
    return relative if relative.startswith("../") else f"./{relative}"


def _constant(path: str) -> str:
    """The name under which a module's exports are known.

    >>> _constant("modules/new-game.js")
    'modules_new_game_js'
    """
    return re.sub(r"\W", "_", path)


def _names(listed: str) -> Iterator[str]:
    """Imported names as a pattern takes them: `a as b` becomes `a: b`."""
    for name in filter(None, (part.strip() for part in listed.split(","))):
        yield name.replace(" as ", ": ")
