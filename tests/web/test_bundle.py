"""The page's files as they are sent: joined, compressed, and kept by browsers."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

from sapper.errors import BundleError
from sapper.interface.web.bundle import Entries, bundles, modules_of
from sapper.interface.web.page import ENTRY, INDEX, Page

MOST_REQUESTS = 20
MOST_BYTES = 400 * 1024


ENTRIES = Entries("app.js", "engine/worker.js", "shared.js")


def files_of(files: dict[str, str]) -> dict[str, str]:
    return bundles({ENTRIES.worker: "", **files}.__getitem__, ENTRIES)


def joined(**files: str) -> str:
    return files_of({f"{name}.js": text for name, text in files.items()})["app.js"]


def test_a_module_comes_after_all_that_it_needs_and_once() -> None:
    files = {
        "app.js": 'import { a } from "./modules/a.js";\nimport { b } from "./modules/b.js";',
        "modules/a.js": 'import { b } from "./b.js";\nexport const a = b;',
        "modules/b.js": "export const b = 1;",
        ENTRIES.worker: "",
    }
    ordered = [ENTRIES.worker, "modules/b.js", "modules/a.js", "app.js"]
    assert modules_of(files.__getitem__, ENTRIES) == ordered


def test_names_are_imported_in_every_way_that_modules_use() -> None:
    text = joined(
        app='import {\n  one,\n  two as second,\n} from "./b.js";\nimport * as all from "./b.js";',
        b="export const one = 1;\nexport async function two() {}\nexport class Three {}",
    )
    assert "const { one, two: second } = b_js;" in text
    assert "const all = b_js;" in text
    assert "return { one, two, Three };" in text
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export { one };",
        'import "./b.js";',
        'import one from "./b.js";',
        "export let one = 1;",
        "const later = () => import(name);",
    ],
)
def test_what_would_be_joined_wrongly_is_refused(line: str) -> None:
    with pytest.raises(BundleError, match=re.escape(f"app.js: this can't be joined: {line}")):
        joined(app=line, b="export const one = 1;")


def test_a_name_that_is_not_exported_is_refused() -> None:
    with pytest.raises(BundleError, match=re.escape("app.js: b.js does not export two")):
        joined(
            app='import { one, two as second } from "./b.js";', b="export const one = 1, two = 2;"
        )


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(BundleError, match=re.escape("app.js → b.js → app.js")):
        joined(app='import { b } from "./b.js";', b='import { a } from "./app.js";')


def test_a_joined_module_looks_for_files_from_its_own_place() -> None:
    files = {
        "engine/worker.js": 'import { load } from "../modules/load.js";',
        "modules/load.js": 'export const load = () => fetch(new URL("a.wasm", import.meta.url));',
    }
    text = files_of({"app.js": "", **files})["engine/worker.js"]
    assert 'new URL("a.wasm", new URL("../modules/load.js", import.meta.url).href)' in text


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js")
def test_what_is_loaded_later_shares_the_modules_of_the_page(tmp_path: Path) -> None:
    """In Node.js: each module runs once, whichever file it is in."""
    files = {
        "app.js": 'import { log } from "./log.js";\nlog("app");\n'
        'import("./views/a.js").then(({ a }) => log(a)).then(() => import("./views/b.js"))'
        ".then((all) => log(Object.keys(all).join()));",
        "log.js": 'export const log = (words) => console.log(words);\nlog("log");',
        "common.js": 'import { log } from "./log.js";\nlog("common");\nexport const one = 1;',
        "only.js": 'import { log } from "./log.js";\nlog("only");\nexport const two = 2;',
        "views/a.js": 'import { one } from "../common.js";\nimport { two } from "../only.js";\n'
        "export const a = one + two;",
        "views/b.js": 'import { one } from "../common.js";\nimport { a } from "./a.js";\n'
        "export const b = a + one;",
        ENTRIES.worker: 'import { log } from "../log.js";\nlog("worker");',
    }
    shipped = files_of(files)
    assert set(shipped) == {"app.js", "shared.js", "engine/worker.js", "views/a.js", "views/b.js"}
    for path, text in {**shipped, "package.json": '{"type": "module"}'}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")

    def said(entry: str) -> list[str]:
        command = ["node", str(tmp_path / entry)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    assert said("app.js") == ["log", "app", "common", "only", "3", "b"]
    assert said(ENTRIES.worker) == ["log", "worker"]


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (
            {
                "app.js": 'import { a } from "./a.js";\nimport("./a.js");',
                "a.js": "export const a = 1;",
            },
            "this is imported both at once and later: a.js",
        ),
        (
            {"app.js": "", "engine/worker.js": 'import("../a.js");', "a.js": ""},
            "engine/worker.js: a worker can't load anything later",
        ),
    ],
)
def test_what_could_not_be_loaded_later_is_refused(files: dict[str, str], complaint: str) -> None:
    with pytest.raises(BundleError, match=re.escape(complaint)):
        files_of(files)


def test_the_first_load_is_few_files_and_small() -> None:
    """All but what the page imports when it is needed, which a browser's walk checks, too."""
    page = Page.read()
    script = page.files[f"{page.version}/{ENTRY}"].decode()
    later = {f"{page.version}/{path}" for path in re.findall(r'import\("\./([^"]+)"\)', script)}
    assert later < set(page.files)
    sizes = [
        len(page.compressed.get(path, content))
        for path, content in page.files.items()
        if path not in later
        and ("/words/" not in path or path.endswith("/fr.json"))  # one language is loaded at first
    ]
    assert len(sizes) <= MOST_REQUESTS
    assert sum(sizes) <= MOST_BYTES


def test_every_address_of_the_page_has_its_version_and_is_there() -> None:
    page = Page.read()
    index = page.files[INDEX].decode()
    addresses = re.findall(r'(?:href|src)="([^"#]+)"', index)
    assert f"{page.version}/{ENTRY}" in addresses
    assert set(addresses) <= set(page.files)
    styles = page.files[f"{page.version}/styles/page.css"].decode()
    for icon in re.findall(r'url\("\.\./(icons/[^"]+)"\)', styles):
        assert f"{page.version}/{icon}" in page.files


def test_versioned_files_are_kept_for_ever_and_the_start_page_is_asked_for_again(
    client: httpx.Client,
) -> None:
    page = Page.read()
    start = client.get("/")
    assert (start.headers["cache-control"], start.content) == ("no-cache", page.files[INDEX])
    script = client.get(f"/{page.version}/{ENTRY}")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    assert client.get("/page-0/app.js").status_code == 404
    assert client.get("/app.js").status_code == 404


def test_files_are_compressed_for_those_who_take_it(client: httpx.Client) -> None:
    page = Page.read()
    path = f"{page.version}/{ENTRY}"
    assert gzip.decompress(page.compressed[path]) == page.files[path]
    for encoding, expected in (("gzip, br", "gzip"), ("identity", None)):
        response = client.get(f"/{path}", headers={"accept-encoding": encoding})
        assert response.headers.get("content-encoding") == expected
        assert response.content == page.files[path]
        assert response.headers["vary"] == "accept-encoding"


def test_the_page_is_only_read(client: httpx.Client) -> None:
    assert client.head("/").status_code == 200
    refused = client.post("/")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


def test_comments_are_left_out_and_code_is_not() -> None:
    text = joined(
        app="const a = /** @type {any} */ (1);\n/** One\n * two */\n// three\nb(a); // four\n"
        "c('; // five');"
    )
    assert "const a = (1);\nb(a);\nc('; // five');\n" in text
