"""Requests that are refused: each carries its sentence."""

import logging

from linden.core import registry
from linden.core.errors import GameError
from linden.web.texts import say

log = logging.getLogger(__name__)


class Refusal(Exception):  # noqa: N818 - nothing is broken: somebody asked for what cannot be
    """The sentence for whoever asked, the HTTP status that fits, and when to try again, if that
    helps."""

    def __init__(self, sentence: str, status: int = 422, *, retry: float | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
        self.retry = retry


def game_fault(error: Exception) -> Refusal | None:
    """The refusal where it is a game that went wrong; ``None`` where it was not. What its code says
    of it may be hidden from whoever asked, and is for the log."""
    sentence = registry.blame(error)
    if sentence is None:
        return None
    log.error("%s", sentence)
    if isinstance(error, GameError):
        return Refusal(sentence, 409)
    name = registry.at_fault(error) or ""
    title = registry.declaration(name).title if name in registry.games() else name
    return Refusal(
        say("{game} has a fault: {place}.", game=title, place=registry.place_of(error)), 409
    )


def reads_only() -> Refusal:
    """To a program whose token is not good for more."""
    return Refusal(say("This token reads and does nothing else; its owner can make another."), 403)
