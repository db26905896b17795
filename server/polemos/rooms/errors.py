"""A room refuses: whoever asked is told the code, the reason and when to try again."""


class Refusal(Exception):  # noqa: N818  the field's word for a request that is not granted
    """A request that the rooms do not grant.

    Args:
        code: stands in the table of `wire.codes`.
        sentence: what is wrong and what to do, for a person.
        retry_after_ms: when the same request may succeed, or none if it never will.
    """

    def __init__(self, code: str, sentence: str, *, retry_after_ms: int | None = None) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.retry_after_ms = retry_after_ms

    def __str__(self) -> str:
        return self.sentence
