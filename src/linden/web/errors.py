"""Requests that are refused: each carries its sentence."""

from linden.web.texts import say


class Refusal(Exception):  # noqa: N818 - nothing is broken: somebody asked for what cannot be
    """The sentence for whoever asked, the HTTP status that fits, and when to try again, if that
    helps."""

    def __init__(self, sentence: str, status: int = 422, *, retry: float | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
        self.retry = retry


def reads_only() -> Refusal:
    """To a program whose token is not good for more."""
    return Refusal(say("This token reads and does nothing else; its owner can make another."), 403)
