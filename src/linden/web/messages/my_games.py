"""One's own games, by HTTP: the list, what was won, records from elsewhere."""

from typing import Annotated, Literal

from pydantic import Field

from linden.web.messages.base import Body, Message
from linden.web.messages.pages import TableCard

RECORDS_LENGTH = 60_000
"""Characters of the records that can be sent at once."""


class MyGame(TableCard):
    """A table on one's list."""

    outcome: Literal["", "won", "lost", "drawn", "none"]
    """For whoever asks; empty while the game runs, ``none`` where it was not theirs to win."""


class MyGames(Message):
    """A page of the list, the latest first."""

    games: list[MyGame]
    next: str | None
    """What to ask for (``before``) to get the page after it; ``None``: there is none."""


class Tally(Message):
    """How it went in one game against one kind of opponent."""

    game: str
    title: str
    opponent: str
    """A computer as it is written everywhere, ``people``, or ``here`` at one screen."""
    label: str
    """The same in words."""
    won: int
    drawn: int
    lost: int


class MyRecord(Message):
    """What was won, lost and drawn so far, strongest opponents last."""

    tallies: list[Tally]


class MissedMoment(Message):
    """Where to try it again."""

    table: str
    ply: int


class MissedTheme(Message):
    """Something that somebody has missed, once or more."""

    theme: str
    title: str
    times: int
    games: int
    """In how many games."""
    puzzles: str
    """The theme of puzzles that practise it; empty where there are none."""
    examples: list[MissedMoment]
    """The latest."""


class MissedGame(Message):
    """What somebody tends to miss in a game, what they miss most first."""

    name: str
    title: str
    reviewed: int
    """Games that were looked back at."""
    well: int
    """How many of them were played well."""
    themes: list[MissedTheme]


class MyMisses(Message):
    games: list[MissedGame]


class Vacation(Message):
    """When one's time in games of days stands."""

    games: int
    """Running games of days."""
    days: int
    """Whole days of vacation that are left of this year."""
    until: float | None
    """For how many seconds it goes on; ``None``: one is not on vacation."""


class NewVacation(Body):
    days: Annotated[int, Field(ge=1, le=366)]


class Records(Body):
    """Games written down, one after the other, as they are exported."""

    text: Annotated[str, Field(max_length=RECORDS_LENGTH)]
    line: Annotated[int, Field(ge=1, le=10_000_000)] = 1
    """The number of its first line, where it is part of a longer text."""


class Imported(Message):
    """The tables that records became, in their order."""

    tables: list[str]
