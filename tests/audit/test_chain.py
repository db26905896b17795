"""The chain: what must follow what."""

from dataclasses import replace

import pytest

from polemos.audit.chain import Chain
from polemos.audit.findings import Code, Fault
from polemos.audit.form import Line, write
from polemos.rules.events import AutoplayPaused

LINE = Line(at=5, game="a-1", prev="", seq=1, event=AutoplayPaused())


def raw_of(line):
    ends = {"at": line.at, "game": line.game, "prev": line.prev, "seq": line.seq}
    return write(line.event, **ends) + b"\n"


@pytest.fixture
def chain():
    begun = Chain()
    begun.check(LINE)
    begun.take(LINE, raw_of(LINE))
    return begun


def following(chain, **changes):
    return replace(LINE, **{"seq": 2, "prev": chain.head} | changes)


def test_a_line_with_the_next_seq_and_the_hash_of_the_last_follows(chain):
    chain.check(following(chain))
    chain.check(following(chain, at=5_000))


@pytest.mark.parametrize(
    ("changes", "code", "told"),
    [
        ({"seq": 1}, Code.SEQ_BROKEN, "repeated"),
        ({"seq": 3}, Code.SEQ_BROKEN, "missing"),
        ({"prev": ""}, Code.PREV_BROKEN, "(none)"),
        ({"prev": "A" * 43}, Code.PREV_BROKEN, "A" * 43),
        ({"game": "a-2"}, Code.GAME_DIFFERS, "a-2"),
        ({"at": 4}, Code.TIME_FELL, "5 to 4"),
    ],
)
def test_each_break_has_its_code_and_its_sentence(chain, changes, code, told):
    with pytest.raises(Fault) as caught:
        chain.check(following(chain, **changes))
    assert (caught.value.code, told in caught.value.sentence) == (code, True)


@pytest.mark.parametrize("changes", [{"seq": 2}, {"seq": 0}, {"prev": "A" * 43}])
def test_the_first_line_has_seq_one_and_no_line_before_it(changes):
    with pytest.raises(Fault):
        Chain().check(replace(LINE, **changes))
