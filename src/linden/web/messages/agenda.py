"""What concerns somebody: their running tables, and who invites them; by HTTP once, or live."""

from typing import Any, Literal

from linden.web.messages.base import Message


class RunningTable(Message):
    """A table that one plays at."""

    id: str
    game: str
    version: int
    """Counts what happens to the position."""
    yours: bool
    """Whether it is one's own turn."""
    waiting: bool
    """Whether an open challenge waits there until others have sat down."""
    free: int = 0
    """Seats on which nobody sits yet."""


class SeatOffer(Message):
    """A free seat that one is invited to."""

    table: str
    seat: int
    key: str
    """``POST /api/join/{key}`` sits down; ``DELETE`` says no."""
    game: str
    title: str
    options: dict[str, Any]
    """Those that differ from the defaults."""
    players: int
    rated: bool
    by: str
    """Who invites."""


class Agenda(Message):
    """All that waits for somebody; it replaces whatever came before."""

    type: Literal["agenda"] = "agenda"
    tables: list[RunningTable]
    """Those that run, the latest first."""
    invitations: list[SeatOffer]
