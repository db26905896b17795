"""Subjects: what the nodes of a cluster call each other by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polemos.cluster.subjects import HELLO, Subjects, is_subject, matches

SUBJECTS = Subjects("c1")


def test_everything_of_a_cluster_begins_with_its_id():
    """Two clusters on one bus hear nothing of each other."""
    names = [
        SUBJECTS.census,
        SUBJECTS.newest,
        SUBJECTS.orphans,
        SUBJECTS.events("abc-1"),
        SUBJECTS.company("abc"),
        SUBJECTS.ask("node-1"),
        SUBJECTS.node("node-1"),
    ]
    assert len(set(names)) == len(names)
    assert all(is_subject(name) and matches("polemos.c1.>", name) for name in names)
    assert not matches("polemos.c1.>", HELLO)


@pytest.mark.parametrize("name", ["", "a.b", "a b", "*", ">", "é", "a\n", "x" * 65])
def test_names_of_another_form_are_refused(name):
    """No name can make a subject mean something else."""
    for make in (Subjects, SUBJECTS.ask, SUBJECTS.node, SUBJECTS.events, SUBJECTS.company):
        with pytest.raises(ValueError, match="is no"):
            make(name)


words = st.sampled_from(["a", "b", "c"])


@given(st.lists(words, min_size=1, max_size=4), st.data())
def test_a_pattern_made_of_a_subject_matches_it(subject, data):
    """Stars for any of its words, and an arrow for any of its ends, still match."""
    pattern = [data.draw(st.sampled_from([word, "*"])) for word in subject]
    assert matches(".".join(pattern), ".".join(subject))
    cut = data.draw(st.integers(0, len(pattern) - 1))
    assert matches(".".join([*pattern[:cut], ">"]), ".".join(subject))
    assert not matches(".".join([*pattern, ">"]), ".".join(subject))
    assert not matches(".".join([*pattern, "*"]), ".".join(subject))
