import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.projections.tempo_classes import TempoClass, faster, tempo_class
from polemos.rules.events import Tempo


@pytest.mark.parametrize(
    ("tempos", "its_class"),
    [
        (("0.25", "0.5", "1"), TempoClass.SLOW),
        (("2", "4", "8"), TempoClass.NORMAL),
        (("16", "32", "64"), TempoClass.FAST),
        (("lightning",), TempoClass.LIGHTNING),
    ],
)
def test_every_tempo_has_its_class(tempos, its_class):
    assert {tempo_class(Tempo(tempo)) for tempo in tempos} == {its_class}


@given(one=st.sampled_from(list(Tempo)), other=st.sampled_from(list(Tempo)))
def test_the_faster_class_is_that_of_the_faster_tempo(one, other):
    order = list(Tempo)
    fastest = max(one, other, key=order.index)

    assert faster(tempo_class(one), tempo_class(other)) == tempo_class(fastest)
