"""A packed page: what stands in which file, in which order, and what cannot be packed."""

import posixpath
import re

import pytest

from polemos.hub.files import page_contents
from polemos.hub.modules import UnpackableError
from polemos.hub.packing import AHEAD, APP, STYLE, pack

DOCUMENT = """<head>
  <meta name="texts" content="/language/">
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/one.css">
  <link rel="stylesheet" href="/two.css">
  <script type="module" async src="/ahead.js"></script>
  <script type="module" src="/app.js"></script>
</head>
<a href="/">
"""


def page(**modules):
    """Write a page whose modules are named by words: `a__b` is `a/b.js`."""
    scripts = {f"{name.replace('__', '/')}.js": text.encode() for name, text in modules.items()}
    return {
        "index.html": DOCUMENT.encode(),
        "one.css": b'/* One. */\n.a {\n  background: url("/icon.svg");\n}\n',
        "two.css": b".b {}\n",
        "icon.svg": b"<svg/>",
        "language/en.json": b"{}",
        "ahead.js": b"",
        **scripts,
    }


def blocks(packed, path):
    """List the modules of a packed file in their order."""
    return re.findall(rb'^\$modules\["([^"]+)"\] = ', packed.files[path], re.MULTILINE)


def refusal(**modules):
    with pytest.raises(UnpackableError) as refused:
        pack(page(**modules))
    return str(refused.value)


def test_a_module_stands_after_everything_that_it_imports_and_once():
    packed = pack(
        page(
            app='import "./c.js";\nimport { a } from "./a.js";',
            a='import { b } from "./b.js";\nexport const a = b;',
            b="export const b = 1;",
            c='import { b } from "./b.js";',
        )
    )
    assert blocks(packed, APP) == [b"b.js", b"c.js", b"a.js", b"app.js"]


def test_what_begins_before_the_rest_holds_the_table_that_all_others_take():
    packed = pack(page(app='import "./ahead.js";'))
    assert packed.files[AHEAD].startswith(b"export const $modules = ")
    assert blocks(packed, AHEAD) == [b"ahead.js"]
    assert blocks(packed, APP) == [b"app.js"]
    assert packed.files[APP].startswith(b'import { $modules, $open } from "./ahead.js";')


def test_what_is_loaded_when_it_is_needed_is_a_file_of_what_not_every_page_has():
    packed = pack(
        page(
            app='import { b } from "./b.js";\nconst a = () => import("./far/a.js");',
            b="export const b = 1;",
            c='import { b } from "./b.js";\nexport const c = b;',
            far__a='import { b } from "../b.js";\nimport { c } from "../c.js";\n'
            'const d = () => import("./d.js");',
            far__d='import { c } from "../c.js";',
        )
    )
    assert blocks(packed, APP) == [b"b.js", b"app.js"]
    assert blocks(packed, "far/a.js") == [b"c.js", b"far/a.js"]
    assert blocks(packed, "far/d.js") == [b"c.js", b"far/d.js"]
    assert packed.files["far/a.js"].startswith(
        b'import { $modules, $open } from "../ahead.js";\nimport "../app.js";\n'
    )


def test_a_file_takes_what_another_holds_from_there_if_that_is_loaded_by_itself_too():
    packed = pack(
        page(
            app='const a = () => import("./a.js");\nconst b = () => import("./b.js");',
            a='import { b } from "./b.js";',
            b='import { c } from "./c.js";\nexport const b = await c();',
            c="export function c() {}",
        )
    )
    assert b'\nimport "./b.js";\nif (' in packed.files["a.js"]
    assert blocks(packed, "a.js") == [b"a.js"]


def test_names_are_handed_over_by_what_they_are_called_there_and_here():
    packed = pack(
        page(
            app='import { a as b } from "./a.js";\nimport * as c from "./a.js";\nb(c);',
            a="function d() {}\nexport { d as a };",
        )
    )
    assert (
        packed.files[APP]
        .decode()
        .endswith(
            '{\nfunction d() {}\n$modules["a.js"] = { a: d };\n}\n'
            '{\nconst { a: b } = $modules["a.js"];\nconst c = $modules["a.js"];\nb(c);\n'
            '$modules["app.js"] = {  };\n}\n'
        )
    )


def test_the_document_names_the_packed_files_and_early_what_an_address_will_need():
    packed = pack(page(app='const a = () => import("./a.js");', a=""))
    assert packed.documents.keys() == {"", "a.js"}
    folder = f"/packed/{packed.version}"
    assert packed.documents["a.js"].decode() == (
        f"""<head>
  <meta name="texts" content="{folder}/language/">
  <link rel="icon" href="{folder}/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="{folder}/style.css">
  <script type="module" async src="{folder}/ahead.js"></script>
  <script type="module" src="{folder}/app.js"></script>
  <link rel="modulepreload" href="{folder}/a.js">
</head>
<a href="/">
"""
    )
    assert b"modulepreload" not in packed.documents[""]


def test_the_styles_are_one_in_their_order_and_find_pictures_in_its_folder():
    packed = pack(page(app=""))
    assert packed.files[STYLE].decode() == '.a {\nbackground: url("icon.svg");\n}\n.b {}'
    assert "icon.svg" in packed.files


def test_another_content_has_another_version_and_the_same_has_the_same():
    assert pack(page(app="a();")).version == pack(page(app="a();")).version
    assert pack(page(app="a();")).version != pack(page(app="b();")).version


@pytest.mark.parametrize(
    ("modules", "told"),
    [
        ({"app": 'import "./a.js";'}, "app.js cannot be packed: it imports a.js, which is not"),
        (
            {"app": 'import { a } from "./a.js";', "a": "export const b = 1, a = 2;"},
            "app.js cannot be packed: it imports a, which a.js does not export",
        ),
        (
            {"app": 'import "./a.js";', "a": 'import "./b.js";', "b": 'import "./a.js";'},
            "a.js cannot be packed: it imports itself (a.js → b.js → a.js)",
        ),
        (
            {"app": 'import "./a.js";\nconst a = () => import("./a.js");', "a": ""},
            "a.js cannot be packed: app.js loads it already",
        ),
        ({"app": 'const a = () => import("./a.js");'}, "app.js cannot be packed: it imports a.js"),
        (
            {
                "app": 'const a = () => import("./a.js");\nconst b = () => import("./b.js");',
                "a": 'import "./c.js";',
                "b": 'import "./c.js";',
                "c": "await 1;",
            },
            "c.js cannot be packed: it waits while it is evaluated, and both ",
        ),
    ],
)
def test_what_would_not_do_the_same_when_it_is_packed_is_refused(modules, told):
    assert f"The page's module {told}" in refusal(**modules)


def test_a_document_without_its_script_is_refused():
    contents = {**page(app=""), "index.html": b'<link rel="stylesheet" href="/one.css">'}
    with pytest.raises(UnpackableError, match="it needs a style and <script"):
        pack(contents)


def test_every_module_of_the_page_is_in_a_file_and_every_address_has_one():
    """A module that nothing loads is left over, or is loaded in a form that is not seen."""
    contents = page_contents()
    packed = pack(contents)
    scripts = [path for path in packed.files if path.endswith(".js")]
    held = {path.decode() for script in scripts for path in blocks(packed, script)}
    assert held == {path for path in contents if path.endswith(".js")}
    for document in packed.documents.values():
        named = re.findall(rb'(?:href|src)="/(packed/[^"]+)"', document)
        assert len(named) >= 3
        for path in named:
            assert path.decode().removeprefix(packed.folder) in packed.files
    for address in re.findall(rb'url\("([^"]+)"', packed.files[STYLE]):
        assert posixpath.normpath(address.decode()) in packed.files
