"""Review, by HTTP: looking back, trying lines, what the computer thinks."""

from typing import Annotated, Any, Literal

from pydantic import Field

from linden.web.messages.base import Body, Index, Message, Moved, Quarter
from linden.web.messages.live import Entry, GameFacts, Seat
from linden.web.messages.scene import Result


class Line(Body):
    """A line to try: from a ply of a table, or from a position."""

    table: Annotated[str, Field(max_length=40)] | None = None
    ply: Annotated[int, Field(ge=0)] = 0
    game: Annotated[str, Field(max_length=40)] | None = None
    options: dict[str, Any] = Field(default={})
    position: Annotated[str, Field(max_length=4000)] | None = None
    moves: Annotated[list[Moved], Field(max_length=2000)] = Field(default=[])
    quarter: Quarter = 0
    tall: bool = False
    brief: bool = False
    """Without the moves that follow."""
    near: Index | None = None
    """The seat at the near side, where that is not the viewer's own."""
    seen: Index | None = None
    """The seat as which to look, where one may see everything."""
    edit: bool = False
    """With what can be changed by hand, each as the text of the position that it becomes, instead
    of moves."""


class Judged(Line):
    """A move at the end of a line, or what is best there."""

    move: Moved | None = None


class Plan(Message):
    """What one answers if the others play so; nobody else is told of it."""

    version: int
    """Of the table that it is planned for: send it along with a new one."""
    seat: int
    waits: bool
    """Whether somebody else is to move, so that answers can be planned."""
    lines: list[list[str]]
    """Moves from the present position on, the others' and one's own."""


class NewPlan(Body):
    """Lines of answers that take the place of those planned before."""

    version: int
    lines: Annotated[
        list[Annotated[list[Moved], Field(min_length=2, max_length=30)]], Field(max_length=20)
    ]


class ReviewTable(Message):
    """What the review page needs besides scenes."""

    id: str
    game: GameFacts
    seats: list[Seat]
    history: list[Entry]
    over: bool
    result: Result | None
    closed: str | None
    """Why the moves are not judged yet; ``None``: ask for the analysis."""
    plan: Plan | None
    """What this viewer answers if others play so, where that can be planned."""


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


class Moment(Message):
    """A moment of a game that is worth a look."""

    ply: int
    """Moves that had been made before."""
    seat: int
    played: str
    better: str
    says: str
    """What was missed, with seats marked (``core.wording``)."""
    theme: str
    title: str
    """The theme in words."""
    gain: float
    """The share of the win that the better move promises."""
    loss: float
    """How much of that the played move gave away."""
    exact: bool
    drawing: str
    """The position as that seat could see it."""


class Moments(Message):
    """What was missed in a game, as far as that is known yet."""

    done: int
    of: int
    seats: list[int]
    """Whose moments these are; a seat without any played well."""
    moments: list[Moment]


class MomentTry(Body):
    """A move that somebody tries at a moment, or the wish to be shown the better one."""

    move: Moved = ""
    show: bool = False


class MomentVerdict(Message):
    """What came of it."""

    right: bool
    says: list[str]
    """Sentences with seats marked (``core.wording``)."""
    move: str
    """The move that is shown on the board, if it is right or asked for; else empty."""


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
