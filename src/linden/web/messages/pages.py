"""Pages, by HTTP: home, a new table, an invitation, the rules."""

from typing import Annotated, Any, Literal

from pydantic import Field

from linden.web.messages.agenda import SeatOffer
from linden.web.messages.base import Body, Message
from linden.web.messages.lessons import LessonCard
from linden.web.messages.live import GameFacts, Seat


class Texts(Message):
    """What a page says in another language; by its English."""

    sentences: dict[str, str]
    counted: dict[str, list[str]]
    """Sentences about so many of something, by their English for one, in all forms."""
    forms: str
    """Which of these a number takes, a digit for each number below 200; after these they come
    again by the hundred."""


class You(Message):
    name: str
    account: bool = False
    """Whether it is that of an account."""


class NewName(Body):
    name: Annotated[str, Field(max_length=400)]


class GameCard(Message):
    name: str
    title: str
    summary: str
    designer: str
    publisher: str
    year: int | None
    minutes: tuple[int, int]
    players: list[int]
    """How many can play."""
    drawing: str
    """SVG of a position in mid-game."""
    ready: bool
    """Whether its code is compiled already."""
    lang: str
    """What the game's own words are in, which may be English on a page that is not."""


class TableCard(Message):
    id: str
    game: str
    title: str
    seats: list[str]
    """Who sits there, in turn order."""
    roles: list[str]
    status: str
    """ "Your move.", "Waiting for Ada.", or the result."""
    updated: float
    """Seconds since 1970."""
    yours: bool
    over: bool
    moves: int
    left: float | None = None
    """Seconds of whoever is to move, where their time runs."""
    drawing: str | None = None


class Home(Message):
    you: You
    games: list[GameCard]
    invitations: list[SeatOffer]
    """Free seats that one is invited to by name."""
    seeking: int
    """How many open challenges one could take now."""
    open: list[TableCard]
    recent: list[TableCard]
    more_open: bool
    """Whether there are tables beyond those listed; ``/api/tables`` has them."""
    more_recent: bool
    lessons: list[LessonCard]
    """Of every game that has one."""


class Tables(Message):
    """Some of one's tables, the latest first."""

    tables: list[TableCard]
    more: bool
    """Whether there are others after these."""


class OptionForm(Message):
    """One option as a form shows it."""

    name: str
    label: str
    """Its name for people."""
    kind: Literal["choice", "switch", "number", "text", "map"]
    choices: list[Any]
    """All values, or good examples for ``text`` and ``map``."""
    words: list[str]
    """The same for people."""
    maps: list[list[str]] = Field(default=[])
    """The same as squares, for ``map``: rows from the top, ``.`` in use, ``#`` not."""
    low: int | None = None
    high: int | None = None
    default: Any
    help: str


class LevelCard(Message):
    number: int
    player: str
    name: str
    description: str
    rating: float | None = None
    """Where it stands when it is met for a rating; ``None`` where it cannot be."""


class MatchForm(Message):
    offered: bool
    says: str
    """How a match of this game runs, in a sentence."""


class SeatChoice(Body):
    """Who sits on one seat of a new table."""

    kind: Literal["me", "computer", "here", "friend", "anybody"]
    """A friend has the link; anybody may take what is open to anybody."""
    level: Annotated[int, Field(ge=1, le=99)] | None = None
    """A computer by its number,"""
    player: Annotated[str, Field(max_length=40)] | None = None
    """or as it is written."""
    name: Annotated[str, Field(max_length=400)] | None = None


class ClockCard(Message):
    """A clock that can be chosen."""

    kind: Literal["turn", "game"]
    seconds: float
    increment: float
    name: str


class GamePage(Message):
    card: GameCard
    chance: bool
    hidden: bool
    draws: bool
    """Whether a game can end without a winner."""
    points: str
    options: list[OptionForm]
    quick: dict[str, Any]
    """Options for who just wants to play; forms begin with them too."""
    levels: list[LevelCard]
    programs: list[str]
    """Names of programs that can be chosen too; as players they are written program:NAME."""
    match: MatchForm
    clocks: list[ClockCard]
    roles: list[str]
    """The seats under those options."""
    seats: list[SeatChoice]
    """Who sits there unless changed."""
    lesson: LessonCard | None = None
    puzzles: bool = False
    """Whether it has any."""
    rated: bool
    """Whether a game with those options can be rated."""


class CheckOptions(Body):
    options: dict[str, Any] = Field(default={})


class Checked(Message):
    seats: list[str]
    error: str | None
    levels: list[LevelCard]
    """Those that can be chosen with these options."""
    rules: list[str]
    """What is not as usual with them, in words."""
    emblems: list[str]
    """What stands for each seat, as SVG."""
    drawing: str
    """The start, as SVG."""
    rated: bool = False
    """Whether such a game can be rated."""


class RulesPage(Message):
    title: str
    lang: str
    """Of the rules: the reader's, or English where they are not written in that one."""
    html: str
    credits: str
    lesson: bool
    """Whether there is one."""


class ClockChoice(Body):
    """How much time everybody has at a new table."""

    kind: Literal["turn", "game"]
    """For every turn, or for the whole game."""
    seconds: Annotated[int, Field(ge=5, le=14 * 86_400)]
    increment: Annotated[int, Field(ge=0, le=180)] = 0
    """Seconds that a turn adds to the time of a game."""


RatingBound = Annotated[int, Field(ge=0, le=5000)]


class NewTable(Body):
    game: Annotated[str, Field(max_length=40)]
    options: dict[str, Any] = Field(default={})
    seats: Annotated[list[SeatChoice], Field(max_length=16)] = Field(default=[])
    """Empty: the default seats."""
    match: bool = False
    clock: ClockChoice | None = None
    """None unless chosen."""
    position: Annotated[str, Field(max_length=4000)] | None = None
    """Where the game begins, if not at its start;"""
    table: Annotated[str, Field(max_length=40)] | None = None
    """or the table whose first moves it shares,"""
    ply: Annotated[int, Field(ge=0)] = 0
    """so many of them."""
    rated: bool = False
    """Whether its end changes the players' ratings: between accounts, by the usual rules. Where one
    of two seats is a level's that has a rating, it stands still; the server says who sits where."""
    low: RatingBound | None = None
    """Seats that are open to anybody are for ratings from here"""
    high: RatingBound | None = None
    """to here."""


class GameTitle(Message):
    name: str
    title: str


class GameTitles(Message):
    """The games there are, by their names."""

    games: list[GameTitle]


class TableId(Message):
    id: str


class Invitation(Message):
    """What the link of a free seat is about."""

    table: str
    game: GameFacts
    summary: str
    """The game in a sentence."""
    rules: list[str]
    """The options that differ from the usual ones, in words."""
    host: str
    """Who invites; empty if they have no name."""
    seat: int
    """The one that is meant."""
    seats: list[Seat]
    drawing: str
    """The board as it stands, seen from that seat, without anybody's hand."""
    state: Literal["open", "yours", "taken", "over"]
    you: str
    """The visitor's own name."""
    needs_account: bool = False
    """The game is rated, and this visitor is a guest."""


class Invite(Body):
    """Offer a free seat of one's table to an account."""

    name: Annotated[str, Field(max_length=100)]
    seat: Annotated[int, Field(ge=0, lt=64)] | None = None
    """The first free one if none is named."""


class SeatLink(Message):
    """A link that takes a seat to another device."""

    link: str
    """Its path."""
    seconds: float
    """How long it holds."""


class Transfer(Message):
    """What such a link is about."""

    table: str
    game: GameFacts
    seat: int
    """The one that is taken along."""
    seats: list[Seat]
    drawing: str
    """The board as it stands, seen from that seat, without anybody's hand."""
    yours: bool
    """Whether this device sits at the table already."""


class Reach(Message):
    """Where friends can open a link."""

    origins: list[str]
    """What a link begins with, the likeliest first; none: it works on this computer alone."""
    open: bool
    """Whether the network comes in because whoever runs this Linden has said so."""
    asked: bool
    """Whether they have been asked."""
    yours: bool
    """Whether this visitor is who decides that."""
    possible: list[str]
    """For whoever decides: what links would begin with, if the network were let in."""


class LetIn(Body):
    open: bool


class Problem(Message):
    """The body of every refusal."""

    error: str
