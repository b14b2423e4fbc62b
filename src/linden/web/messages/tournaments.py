"""Tournaments, by HTTP once, or live."""

from typing import Annotated, Any, Literal

from pydantic import Field

from linden.web.messages.base import Body, Message
from linden.web.messages.pages import ClockCard, ClockChoice

TournamentKind = Literal["robin", "swiss", "arena"]


class NewTournament(Body):
    """A tournament that others may join."""

    name: Annotated[str, Field(max_length=400)] = ""
    kind: TournamentKind
    game: Annotated[str, Field(max_length=40)]
    options: dict[str, Any] = Field(default={})
    clock: ClockChoice | None = None
    """Needed unless nobody but computers plays."""
    rated: bool = False
    computers: bool = False
    """Whether computers and bots may take part."""
    rounds: Annotated[int, Field(ge=1, le=13)] = 5
    """Of a Swiss tournament."""
    minutes: Annotated[int, Field(ge=1, le=180)] = 60
    """Of an arena."""
    join: bool = True
    """Whether one takes part oneself."""


class NewComputers(Body):
    """Computers that the organiser lets take part."""

    levels: Annotated[list[Annotated[int, Field(ge=1, le=99)]], Field(min_length=1, max_length=16)]


class TournamentId(Message):
    id: str


class TournamentFacts(Message):
    """What is played, and how."""

    id: str
    name: str
    kind: TournamentKind
    game: str
    title: str
    rules: list[str]
    """What is not as usual, in words."""
    clock: ClockCard | None
    rated: bool
    computers: bool
    rounds: int
    """How many there are; 0 in an arena, and in a round robin until it begins."""
    minutes: int
    """Of an arena."""
    status: Literal["open", "running", "over", "cancelled"]
    round: int
    """The one that is played."""
    entrants: int
    organiser: str
    yours: bool
    """Whether one takes part."""


class TournamentList(Message):
    """The tournaments: those that are not over, then others, the latest first."""

    tournaments: list[TournamentFacts]


class TournamentPlayer(Message):
    """Somebody who takes part, and what they have reached."""

    number: int
    name: str
    """As it is shown: a bot says what it is."""
    account: str | None
    """The name of their page; ``None`` for guests and computers."""
    computer: bool
    rating: int | None
    """When they came."""
    place: int
    """Equals share one."""
    points: float
    buchholz: float
    """The points of all opponents."""
    sonneborn_berger: float
    """The points of those who were beaten, and half of those of drawn games."""
    won: int
    drawn: int
    lost: int
    gone: bool
    """Whether they have withdrawn."""
    you: bool


class TournamentGame(Message):
    """Who met whom."""

    round: int
    first: int
    """Numbers of those who play, the one on the first seat first."""
    second: int | None
    """``None``: the first has nobody to play with in this round."""
    result: Literal["", "first", "second", "drawn", "bye", "half", "sits out", "walkover", "void"]
    """Empty while the game is played."""
    table: str | None
    """Where it is or was played."""


class TournamentState(Message):
    """All that there is to know of a tournament now; it replaces whatever came before."""

    type: Literal["tournament"] = "tournament"
    facts: TournamentFacts
    organises: bool
    """Whether one has set it up oneself."""
    objection: str | None
    """Why one cannot join; ``None`` if one can, or takes part."""
    late_round: int
    """One can join a Swiss until this round has begun."""
    left: float | None
    """Seconds until an arena's time is up."""
    patience: int
    """Seconds for the first move; who has not made it by then has lost."""
    table: str | None
    """Where one's own game is played now."""
    standings: list[TournamentPlayer]
    """The best first."""
    games: list[TournamentGame]
    """The latest first: of all rounds; of an arena those that run, and some more."""
