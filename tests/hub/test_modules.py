"""Which forms of a module are taken, and that every other is refused in a sentence."""

import pytest

from polemos.hub.modules import Import, UnpackableError, bare_lines, read_module, without_comments


def read(text, path="table/a.js"):
    return read_module(path, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('import "./b.js";', Import(path="table/b.js")),
        ('import { b } from "../b.js";', Import(path="b.js", names=(("b", "b"),))),
        (
            'import {\n  b,\n  c as d,\n} from "./b.js";',
            Import(path="table/b.js", names=(("b", "b"), ("c", "d"))),
        ),
        ('import * as b from "./b.js";', Import(path="table/b.js", whole="b")),
    ],
)
def test_an_import_is_taken_out_and_found_from_where_the_module_stands(text, expected):
    module = read(f"{text} // why\nb();")
    assert (module.imports, module.body) == ((expected,), "b();")


@pytest.mark.parametrize(
    ("text", "exports", "body"),
    [
        ("export const A = 1;", (("A", "A"),), "const A = 1;"),
        ("export function a() {}", (("a", "a"),), "function a() {}"),
        ("export function* a() {}", (("a", "a"),), "function* a() {}"),
        ("export async function a() {}", (("a", "a"),), "async function a() {}"),
        ("export class A extends B {}", (("A", "A"),), "class A extends B {}"),
        ("export class A {}", (("A", "A"),), "class A {}"),
        ("export { a, b as c };", (("a", "a"), ("b", "c")), ""),
    ],
)
def test_an_export_is_noted_and_its_statement_stays(text, exports, body):
    module = read(text)
    assert (module.exports, module.body) == (exports, body)


def test_what_is_loaded_when_it_is_needed_is_asked_for_by_its_place_among_the_files():
    module = read('const b = async () => (await import("./b.js")).b;')
    assert module.opened == ("table/b.js",)
    assert module.body == 'const b = async () => (await $open("table/b.js")).b;'


@pytest.mark.parametrize(
    ("text", "is_waiting"),
    [
        ("const a = await b();", True),
        ("export const a = await b();", True),
        ("await b();", True),
        ("async function a() {\n  await b();\n}", False),
        ('const a = async () => (await import("./b.js")).b;', False),
    ],
)
def test_whether_a_module_waits_while_it_is_evaluated_is_seen(text, is_waiting):
    assert read(text).is_waiting is is_waiting


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;",
        "export let a = 1;",
        "export const { a } = b;",
        'export * from "./b.js";',
        'export { a } from "./b.js";',
        'import a from "./b.js";',
        'import { a } from "b";',
        "import { a } from './b.js';",
        'import { a } from "./b.js"',
        'import { a } from "/b.js";',
        'import { a as default } from "./b.css";',
        'import { "a" as a } from "./b.js";',
        'import a, { b } from "./b.js";',
        "const a = import(`./${b}.js`);",
        'const a = import("./b.json", { with: { type: "json" } });',
        "const a = import.meta.url;",
        '  import { a } from "./b.js";',
        "const a = `one\nexport const b = 1;\n`;",
        'const a = "one\\\ntwo";',
        "a(); /* one\nexport const b = 1; */",
        "/* one\n*/ a();",
        "const $modules = 1;",
        "$open();",
    ],
)
def test_every_other_form_is_refused_with_the_module_and_what_to_do(text):
    with pytest.raises(UnpackableError) as refused:
        read(text)
    assert str(refused.value).startswith("The page's module table/a.js cannot be packed: ")


def test_comments_with_lines_of_their_own_and_indentation_are_left_out_and_nothing_else():
    source = """// Why.

/** Do. */
function a() {
  // Because.
  return "// no comment"; // at the end
  /*
   * export const b = 1;
   */
}
"""
    assert bare_lines(without_comments("a.js", source)) == (
        'function a() {\nreturn "// no comment"; // at the end\n}'
    )
