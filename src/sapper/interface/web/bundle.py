"""Joins the page's modules into one file, so that a browser asks once instead of fifty times.

It reads the strict style in which the modules are written: at the start of a line, only
`import { names } from "./file.js";`, `import * as name from "./file.js";` and
`export const|class|function name`. Anything else is refused, so that nothing is joined wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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
_FOREIGN = re.compile(r"^(?:import|export)\b.*|^.*\bimport\(.*", re.MULTILINE)


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


def bundle(read: Callable[[str], str], entry: str) -> str:
    """One module that does what the entry does with all that it imports.

    >>> files = {"a.js": 'import { one } from "./b.js";\\nshow(one);', "b.js": "export const one = 1;"}
    >>> print(bundle(files.__getitem__, "a.js"))
    const b_js = (() => {
    const one = 1;
    return { one };
    })();
    const a_js = (() => {
    const { one } = b_js;
    show(one);
    return {  };
    })();
    <BLANKLINE>
    """  # noqa: E501
    folder = dirname(entry)
    return "".join(f"{module.wrapped(folder)}\n" for module in _in_order(read, entry))


def modules_of(read: Callable[[str], str], entry: str) -> list[str]:
    """The paths of the modules that an entry needs, each after those that it imports.

    >>> files = {"a.js": 'import { one } from "./b.js";', "b.js": "export const one = 1;"}
    >>> modules_of(files.__getitem__, "a.js")
    ['b.js', 'a.js']
    """
    return [module.path for module in _in_order(read, entry)]


def _in_order(read: Callable[[str], str], entry: str) -> list[Module]:
    """The entry after all that it needs, each module once."""
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

    visit(entry, ())
    return list(ordered.values())


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
