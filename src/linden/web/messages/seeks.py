"""Open challenges and games to watch, by HTTP once, or live."""

from typing import Any, Literal

from linden.web.messages.base import Body, Message
from linden.web.messages.pages import ClockCard, RatingBound


class SeekPlayer(Message):
    """Somebody who offers a challenge, or plays in public."""

    name: str
    """As it is shown: a bot says what it is."""
    account: str | None
    """The name of their page; ``None`` for guests and computers."""
    bot: bool
    rating: int | None
    """At this game; ``None`` for guests and computers."""
    sure: bool
    """Whether that is known well."""


class PublicTable(Message):
    """A table that strangers are shown."""

    table: str
    game: str
    title: str
    options: dict[str, Any]
    """Those that differ from the defaults,"""
    rules: list[str]
    """and the same in words."""
    clock: ClockCard | None
    rated: bool
    seats: int
    """How many play."""
    players: list[SeekPlayer]
    """Those who sit there; first whoever offers it."""
    yours: bool
    """Whether one sits there."""


class OpenSeek(PublicTable):
    """A challenge that is open to anybody who fits."""

    low: int | None
    """Ratings from here"""
    high: int | None
    """to here."""
    free: int
    """Seats that can be taken."""
    host: bool
    """Whether one offers it oneself."""
    objection: str | None
    """Why one cannot take it; ``None`` if one can."""


class PublicGame(PublicTable):
    """A running game that anybody may watch."""


class Featured(Message):
    """The game that is most worth watching."""

    table: str
    version: int
    """Counts what happens to its position."""


class Seeks(Message):
    """All that is open to somebody now; it replaces whatever came before."""

    type: Literal["seeks"] = "seeks"
    seeks: list[OpenSeek]
    """The oldest first."""
    games: list[PublicGame]
    """Those most worth watching first."""
    featured: Featured | None
    """One of them."""


class NewSeek(Body):
    """Open the free seats of one's table to anybody."""

    low: RatingBound | None = None
    """For ratings from here"""
    high: RatingBound | None = None
    """to here."""
