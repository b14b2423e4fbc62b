"""Who sits at a table. No input or output."""

import secrets
from dataclasses import dataclass
from typing import Literal

from linden.web.compute.opponents import called
from linden.web.compute.programs import program_name
from linden.web.people.ids import is_gone
from linden.web.tables.plans import Plan
from linden.web.texts import say

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without what is easily misread


def fresh_id(length: int = 10) -> str:
    """An address nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat."""

    kind: Literal["person", "computer", "open"]
    visitor: str | None = None
    name: str = ""
    player: str | None = None
    """The computer, as it is written everywhere."""
    key: str | None = None
    """What the link of a friend's seat ends in; it stays when the seat is taken."""
    own: bool = False
    """Whether it is the visitor in person, with their own name."""
    transfer: str | None = None
    """A hash of what the link ends in by which this seat is taken to another device, once;"""
    transfer_until: float = 0.0
    """until then, in seconds since 1970."""
    plan: Plan = ()
    """What they answer if others play so (``plans``); nobody else may notice it."""
    left_by: str | None = None
    """Who has left the game to a computer here."""

    @property
    def label(self) -> str:
        if self.kind == "computer" and self.player is not None:
            program = program_name(self.player)
            if program is not None:
                return self.name or program
            told = say("{level} computer", level=called(self.player))
            return self.name or told[0].upper() + told[1:]
        if self.kind == "open":
            return say("Free seat")
        if is_gone(self.visitor):
            return say("Somebody who left")
        return self.name or say("Guest")
