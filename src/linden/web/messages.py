"""What server and browser say to each other, typed: the one place where the wire is defined.

Names are written as in Python here and as in JavaScript on the wire (``to_move``, ``toMove``).
The models are checked on the way in; on the way out they are only a shape, so that sending is
quick.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel

NAME_LENGTH = 40
"""Characters of a person's name, at most."""
MOVE_LENGTH = 400
"""Characters of a move, at most."""


class Message(BaseModel):
    """Written with the names of Python, sent with the names of JavaScript."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


# -- a position, ready to be shown to one viewer -------------------------------------------------


class Move(Message):
    """A move that this viewer may make now."""

    move: str
    touches: list[str]
    """The ``data-at`` marks to touch, in order. A mark that is not in the drawing (``pass``) is
    a button beside the board."""
    says: str
    """What it does, in a sentence."""
    gain: float | None = None
    """The mover's points after it minus those before; ``None`` while the game is being
    prepared."""


class Last(Message):
    """The latest turn, as far as it has been played."""

    seat: int
    moves: list[str]
    says: list[str]
    """A sentence for each move."""
    touches: list[list[str]]
    """The path of each move."""


class Account(Message):
    """What stands beside a seat's score: how it comes about."""

    seat: int
    text: str


class Result(Message):
    """How a game ended."""

    text: str
    winners: list[int]
    """Seats; none of them in a draw."""
    scores: list[float]
    how: Literal["played", "resigned", "agreed"] = "played"


class Scene(Message):
    """A position, ready to be shown to one viewer."""

    ply: int
    """How many moves were made before it."""
    drawing: str
    """SVG, ``theme="page"``, without width and height."""
    turns: bool = False
    """Whether the drawing can be turned by quarters."""
    text: str
    """The position on one line, as this viewer knows it."""
    to_move: int | None
    """A seat, -1 for chance, ``None`` when the game is over."""
    scores: list[float]
    moves: list[Move] = []
    """What this viewer may do now; empty when it is somebody else's turn. At a chance event of
    the viewer's own there is one entry, ``{"move": "roll", …}``, whose touches are the die."""
    last: Last | None = None
    status: str
    """One sentence: whose turn, what is to be done, or how it ended."""
    account: list[Account] = []
    result: Result | None = None


# -- server to browser, live ---------------------------------------------------------------------


class GameFacts(Message):
    name: str
    title: str
    options: dict[str, Any]
    """Those that differ from the defaults."""
    players: int
    hidden: bool
    chance: bool
    points: str
    """What scores count: "coins", "tokens"."""


class Seat(Message):
    index: int
    role: str
    """The seat's name in the game: "Red"."""
    label: str
    """Who sits there: "Ada", "strong (level 6)", "open"."""
    kind: Literal["person", "computer", "open"]
    level: int | None = None
    """How pages number the computer that sits there."""
    player: str | None = None
    """The computer as it is written everywhere: "level3", "perfect"."""
    you: bool = False
    present: bool = False
    """Whether somebody of this seat has the table open."""
    link: str | None = None
    """For whoever set up the table: the address (path) that takes this open seat."""
    emblem: str = ""
    """The seat's sign, SVG to be put inside ``<svg viewBox="-16 -16 32 32">``."""


class Viewer(Message):
    name: str
    seats: list[int]
    """Yours; empty when watching."""
    shown: int | None
    """The seat whose hand is in the drawing; ``None``: no hand is."""
    watching: bool
    covered: int | None
    """Several people on one screen: the seat that is to look now; send ``uncover`` with it."""
    host: bool = False


class TurnFacts(Message):
    seat: int | None
    """Whose turn it is, at a chance event too; ``None`` when the game is over."""
    kind: Literal["you", "other", "computer", "chance", "open", "over"]
    thinking: bool = False
    preparing: bool = False
    """The computer's code is still being compiled: the reply takes some seconds more."""


class Entry(Message):
    """One move of the history."""

    ply: int
    """The ply it leads to, so the first move has 1."""
    seat: int
    """Whose turn it belongs to."""
    move: str
    says: str
    turn: int
    """The number of its turn, from 1."""
    chance: bool = False
    touches: list[str] = Field(default=[], exclude=True)
    """Sent with the last turn only."""


class Can(Message):
    """What this viewer may do now."""

    undo: bool = False
    """At once, back to one's own previous decision."""
    takeback: bool = False
    """By asking the others."""
    resign: bool = False
    draw: bool = False
    hint: bool = False
    rematch: bool = False
    roll: bool = False


class Offer(Message):
    kind: Literal["takeback", "draw"]
    by: int
    """The seat that asks."""
    answer: bool
    """Whether you are asked."""


class Contender(Message):
    """A player of a match."""

    label: str
    seat: int
    """Where they sit in this game."""
    total: float
    wins: int


class MatchFacts(Message):
    number: int
    """Of this game, from 1."""
    games: int | None
    """How many it has; ``None``: as many as you like."""
    wins: int | None
    """Decided by so many won games, where that is the rule."""
    counts: Literal["points", "wins"]
    contenders: list[Contender]
    over: bool
    says: str
    """The state of the match in a sentence."""


class StateHead(Message):
    """What is each viewer's own of a state."""

    type: Literal["state"] = "state"
    id: str
    version: int
    """Counts what happens to the position: moves, undo, the end. Send it along with a move."""
    game: GameFacts
    seats: list[Seat]
    viewer: Viewer
    turn: TurnFacts
    can: Can
    offers: list[Offer] = []
    match: MatchFacts | None = None
    next: str | None = None
    """The table of the rematch, once somebody has asked for it."""
    note: str | None = None
    """Something to announce once: "Black takes back a move."."""


class State(StateHead):
    """The whole table as one viewer sees it; it replaces whatever came before."""

    scene: Scene
    history: list[Entry]
    steps: list[Scene] = []
    """The scenes between the one this browser saw last and ``scene``, to be shown one after the
    other."""


class Hint(Message):
    type: Literal["hint"] = "hint"
    version: int
    move: str
    touches: list[str]
    says: str
    win: float
    """The share of the win the mover can expect, from 0 to 1."""
    line: list[str]
    """The moves it expects, its own first."""
    exact: bool = False
    truth: str = ""
    """The exact value in a sentence, where a table tells it."""


class Refused(Message):
    type: Literal["refused"] = "refused"
    error: str
    """A sentence."""
    version: int
    retry: float | None = None
    """Where something was asked for too often: after how many seconds it is worth trying again."""


class Presence(Message):
    type: Literal["presence"] = "presence"
    present: list[bool]
    """Per seat."""
    watchers: int


class Pong(Message):
    type: Literal["pong"] = "pong"


# -- browser to server, live ---------------------------------------------------------------------

Moved = Annotated[str, Field(max_length=MOVE_LENGTH)]
Index = Annotated[int, Field(ge=0, lt=64)]
Quarter = Annotated[int, Field(ge=0, le=3)]


class Incoming(Message):
    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="ignore", strict=True
    )


class PlayMove(Incoming):
    """Make a move; ``roll`` lets chance act where it is yours to do so."""

    type: Literal["move"]
    version: int
    move: Moved


class Undo(Incoming):
    """Take back at once, or ask for it: whichever ``can`` says. Only what was seen is taken back:
    the version says what that is."""

    type: Literal["undo"]
    version: int


class Answer(Incoming):
    type: Literal["answer"]
    version: int
    offer: Literal["takeback", "draw"]
    yes: bool


class Resign(Incoming):
    type: Literal["resign"]
    seat: Index | None = None
    """Which of one's own seats; where there is a choice between more than two, it must be said."""


class OfferDraw(Incoming):
    type: Literal["draw"]
    version: int


class AskHint(Incoming):
    type: Literal["hint"]


class Uncover(Incoming):
    type: Literal["uncover"]
    seat: Index


class SetLook(Incoming):
    """How the drawing is wanted from now on; answered by a state."""

    type: Literal["look", "turned"]
    quarter: Quarter | None = None
    tall: bool | None = None


class Ping(Incoming):
    type: Literal["ping"]


Request = Annotated[
    PlayMove | Undo | Answer | Resign | OfferDraw | AskHint | Uncover | SetLook | Ping,
    Field(discriminator="type"),
]
requests: TypeAdapter[Request] = TypeAdapter(Request)


# -- pages: HTTP ---------------------------------------------------------------------------------


class You(Message):
    name: str


class NewName(Message):
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
    drawing: str | None = None


class Home(Message):
    you: You
    games: list[GameCard]
    open: list[TableCard]
    recent: list[TableCard]


class OptionForm(Message):
    """One option as a form shows it."""

    name: str
    label: str
    kind: Literal["choice", "switch", "number", "text"]
    choices: list[Any]
    """All values, or good examples for ``text``."""
    low: int | None = None
    high: int | None = None
    default: Any
    help: str


class LevelCard(Message):
    number: int
    player: str
    name: str
    description: str


class MatchForm(Message):
    offered: bool
    says: str
    """How a match of this game runs, in a sentence."""


class SeatChoice(Message):
    """Who sits on one seat of a new table."""

    kind: Literal["me", "computer", "here", "friend"]
    level: Annotated[int, Field(ge=1, le=99)] | None = None
    """A computer by its number,"""
    player: Annotated[str, Field(max_length=40)] | None = None
    """or as it is written."""
    name: Annotated[str, Field(max_length=400)] | None = None


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
    match: MatchForm
    roles: list[str]
    """The seats under those options."""
    seats: list[SeatChoice]
    """Who sits there unless changed."""


class CheckOptions(Message):
    options: dict[str, Any] = {}


class Checked(Message):
    seats: list[str]
    error: str | None
    levels: list[LevelCard]
    """Those that can be chosen with these options."""


class RulesPage(Message):
    title: str
    html: str
    credits: str


class NewTable(Message):
    game: Annotated[str, Field(max_length=40)]
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatChoice], Field(max_length=16)] = []
    """Empty: the default seats."""
    match: bool = False


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


class Problem(Message):
    """The body of every refusal."""

    error: str


# -- review --------------------------------------------------------------------------------------


class Line(Message):
    """A line to try: from a ply of a table, or from a position."""

    table: Annotated[str, Field(max_length=40)] | None = None
    ply: Annotated[int, Field(ge=0)] = 0
    game: Annotated[str, Field(max_length=40)] | None = None
    options: dict[str, Any] = {}
    position: Annotated[str, Field(max_length=4000)] | None = None
    moves: Annotated[list[Moved], Field(max_length=2000)] = []
    quarter: Quarter = 0
    tall: bool = False
    brief: bool = False
    """Without the moves that follow."""


class ReviewTable(Message):
    """What the review page needs besides scenes."""

    id: str
    game: GameFacts
    seats: list[Seat]
    history: list[Entry]
    over: bool
    result: Result | None


class Judgement(Message):
    """What the analysis thinks of one move."""

    ply: int
    """The ply the move leads to."""
    seat: int
    move: str
    win: list[float]
    """Each seat's share of the win before the move, with best play; they sum to 1."""
    scores: list[float]
    """Each seat's expected final score."""
    best: str
    """The best move there."""
    best_says: str
    gain: float
    """The share of the win that the best move promises the mover."""
    loss: float
    """How much of that the played move gave away."""
    grade: Literal["best", "good", "slip", "mistake", "blunder", "forced"]
    exact: bool = False
    truth: str = ""
    """The exact value before the move in a sentence, where a table tells it."""
    cost: float = 0
    """How much of the final margin the played move gave away, where a table tells it."""


class Analysis(Message):
    done: int
    of: int
    plies: list[Judgement]
    error: str | None = None


class Truth(Message):
    """Whether a game is known completely, or can be."""

    state: Literal["none", "possible", "building", "ready", "failed"]
    done: float = 0
    """How much of the work is done, from 0 to 1; what was stopped is kept."""
    says: str
    bytes: int = 0
    """What the table takes on disk."""
    yours: bool = False
    """Whether this viewer may have it worked out, and stop that."""
