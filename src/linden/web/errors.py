"""Requests that are refused: each carries its sentence."""


class Refusal(Exception):  # noqa: N818 - nothing is broken: somebody asked for what cannot be
    """The sentence for whoever asked, and the HTTP status that fits."""

    def __init__(self, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
