"""docs/protocol.md says what the code does."""

from pathlib import Path

import pytest

from polemos.hub.limits import HubLimits
from polemos.wire.codes import CODES, RETRY_MEANINGS
from polemos.wire.pushes import PUSH_TYPES, WatchMode
from polemos.wire.requests import REQUEST_TYPES

DOCUMENT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()


@pytest.mark.parametrize("row", CODES.values(), ids=lambda row: row.code)
def test_every_code_stands_in_the_document_with_its_meaning(row):
    assert f"| `{row.code}` | {row.meaning} | {row.retry} |\n" in DOCUMENT


@pytest.mark.parametrize("retry", RETRY_MEANINGS)
def test_every_way_to_retry_is_explained_in_the_document(retry):
    assert f"| {retry} | {RETRY_MEANINGS[retry]} |\n" in DOCUMENT


def test_the_document_has_no_code_more():
    table = DOCUMENT.split("| code | meaning | retry |\n")[1].split("\n\n")[0]
    assert table.count("\n| `") == len(CODES)


@pytest.mark.parametrize("kind", REQUEST_TYPES.values(), ids=lambda kind: kind.__name__)
def test_every_request_stands_in_the_document_with_its_fields(kind):
    (row,) = [line for line in DOCUMENT.splitlines() if line.startswith(f"| `{_name(kind)}` |")]
    named = {name for name in kind.model_fields if f"`{name}`" in row.split("|")[2]}
    assert named == set(kind.model_fields) - {"id", "type"}


@pytest.mark.parametrize("name", [*PUSH_TYPES, *WatchMode])
def test_every_push_and_mode_is_named_in_the_document(name):
    assert f"`{name}" in DOCUMENT or f'"type":"{name}"' in DOCUMENT


def test_the_bounds_are_those_of_the_code():
    limits = HubLimits()
    for figure in (
        f"| a client's message | {limits.request_size_bytes_max:,} bytes |",
        f"| fragments of a client's message | {limits.fragments_max} |",
        f"| rooms that one connection controls | {limits.hosted_rooms_max} |",
        f"| games that are watched at the same time | {limits.channels_max:,} |",
        f"{limits.requests_per_second:.0f} a second in the long run, {limits.requests_burst} at",
        f"on one connection | {limits.requests_waiting_max} |",
        f"{limits.frames_per_second:.0f} a second in the long run, {limits.frames_burst} at once",
        f"watches | {limits.watches_per_connection_max} |",
        f"paused at {limits.buffer_size_bytes_max // 1024} KiB unsent, "
        f"dropped after {limits.paused_ms_max // 1000} seconds",
        f"{limits.request_head_size_bytes_max:,} bytes, {limits.opening_ms_max // 1000} seconds",
        f"after {limits.flood_refusals_max} refusals in a row",
        f"more than {limits.snapshot_after_events:,} events behind",
        f"every {limits.heartbeat_interval_ms_min // 1000} to "
        f"{limits.heartbeat_interval_ms_max // 1000} seconds",
    ):
        assert figure in DOCUMENT


def _name(kind: type) -> str:
    return next(name for name, request in REQUEST_TYPES.items() if request is kind)
