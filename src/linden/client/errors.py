"""What can come between a program and its game."""


class Refused(Exception):  # noqa: N818 - nothing is broken: the server says no
    """The server's sentence; its status where it was HTTP, and when to try again, if that helps."""

    def __init__(self, sentence: str, status: int = 0, retry: float | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
        self.retry = retry


class LineLost(ConnectionError):  # noqa: N818 - what is so, not what went wrong
    """The server could not be reached for as long as the client was to try."""
