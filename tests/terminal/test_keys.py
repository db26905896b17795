"""What is typed means the same in whatever pieces it comes."""

from hypothesis import given
from hypothesis import strategies as st

from polemos_demo.client.conversation import Wish
from polemos_demo.terminal.keys import LINE_BYTES_MAX, Lines, typed_line

words = st.sampled_from(["", " ", "r", "R", "l", "y", "q", "yes", "rr", "\t"])


@given(st.lists(words, max_size=20), st.lists(st.integers(1, 5)))
def test_lines_are_the_same_in_any_pieces(lines: list[str], sizes: list[int]) -> None:
    text, cut, heard = "".join(f"{line}\n" for line in lines), Lines(), []
    for size in sizes:
        piece, text = text[:size], text[size:]
        heard += cut.typed(piece)
    heard += cut.typed(text)
    assert heard == [typed_line(line) for line in lines]


def test_an_endless_line_is_cut_and_answers_nothing() -> None:
    lines = Lines()
    for _ in range(100):
        assert list(lines.typed("y" * LINE_BYTES_MAX)) == []
    assert list(lines.typed("\n")) == [Wish.OTHER]
