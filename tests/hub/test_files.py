"""How the page's files are served: one by one, or packed and kept for ever."""

import gzip

import pytest

from polemos.hub.files import ASK_EACH_TIME, KEEP_FOR_EVER, Files
from polemos.hub.packing import PackedPage

CONTENTS = {"index.html": b"<!doctype html>", "app.js": b"one;\n" * 9}
PACKED = PackedPage(
    version="0123456789abcdef01234567",
    files={"app.js": b"two;\n" * 9, "far/a.js": b"three;"},
    documents={"": b"<!doctype html> 0", "a.js": b"<!doctype html> a"},
)
OTHER_VERSION = "f" * 24


def header(response, name):
    return dict(response.headers)[name]


def test_a_packed_file_is_kept_for_ever_under_its_version():
    response = Files(CONTENTS, PACKED).respond(f"packed/{PACKED.version}/far/a.js")
    assert (response.status, response.body) == (200, b"three;")
    assert header(response, "Cache-Control") == KEEP_FOR_EVER


def test_a_file_of_another_version_is_ours_and_kept_by_nobody():
    response = Files(CONTENTS, PACKED).respond(f"packed/{OTHER_VERSION}/far/a.js")
    assert (response.status, response.body) == (200, b"three;")
    assert header(response, "Cache-Control") == ASK_EACH_TIME


@pytest.mark.parametrize("path", ["a.js", "../app.js", "far", "index.html", ""])
def test_nothing_else_stands_in_the_packed_folder(path):
    response = Files(CONTENTS, PACKED).respond(f"packed/{PACKED.version}/{path}")
    assert response.status == 404
    assert not dict(response.headers).get("Cache-Control")


def test_a_file_itself_can_still_be_asked_for_and_is_asked_for_each_time():
    response = Files(CONTENTS, PACKED).respond("app.js")
    assert response.body == CONTENTS["app.js"]
    assert header(response, "Cache-Control") == ASK_EACH_TIME


@pytest.mark.parametrize(
    ("opened", "expected"), [("a.js", b"<!doctype html> a"), ("b.js", b"<!doctype html> 0")]
)
def test_a_document_is_the_one_for_what_it_will_load_and_is_asked_for_each_time(opened, expected):
    response = Files(CONTENTS, PACKED).document(opened)
    assert response.body == expected
    assert response.content_type.startswith("text/html")
    assert header(response, "Cache-Control") == ASK_EACH_TIME


def test_a_page_that_is_not_packed_has_one_document_and_no_packed_file():
    files = Files(CONTENTS)
    assert files.document("a.js").body == CONTENTS["index.html"]
    assert files.respond(f"packed/{PACKED.version}/app.js").status == 404


def test_packed_files_and_documents_are_compressed_and_recognised():
    files = Files(CONTENTS, PACKED)
    response = files.respond(f"packed/{PACKED.version}/app.js", None, "gzip, br")
    assert header(response, "Content-Encoding") == "gzip"
    assert gzip.decompress(response.body) == PACKED.files["app.js"]
    again = files.respond(f"packed/{PACKED.version}/app.js", header(response, "ETag"), "gzip, br")
    assert (again.status, again.body) == (304, b"")
    tag = header(files.document("a.js"), "ETag")
    assert files.document("a.js", tag).status == 304
    assert files.document("b.js", tag).status == 200
