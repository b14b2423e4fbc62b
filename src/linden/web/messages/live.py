"""Server to browser, live: a table as it happens."""

from typing import Any, Literal

from pydantic import Field

from linden.web.messages.base import Message, Phrase
from linden.web.messages.scene import Scene


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
    lang: str = "en"
    """What the game's own words are in, which may be English on a page that is not."""
    rules: list[str] = Field(default=[])
    """The options that differ from the defaults, in words."""


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
    bot: bool = False
    """Whether a program plays there that came by itself."""
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
    gain: float = 0
    """What it added to the points of its seat."""
    touches: list[str] = Field(default=[])
    """Its path on the drawing."""


class Can(Message):
    """What this viewer may do now."""

    undo: bool = False
    """At once, back to one's own previous decision."""
    takeback: bool = False
    """By asking the others."""
    resign: bool = False
    draw: bool = False
    draw_wait: int = 0
    """Turns of one's own until a draw can be offered again."""
    say: bool = False
    """Whether there are others to say something to."""
    hint: bool = False
    rematch: bool = False
    roll: bool = False
    pause: bool = False
    """By asking the others to let the clocks stand."""
    resume: bool = False


class Offer(Message):
    kind: Literal["takeback", "draw", "pause"]
    by: int
    """The seat that asks."""
    answer: bool
    """Whether you are asked."""


class Said(Message):
    """What a player said last."""

    number: int
    """Counts what was said at the table: what is new has a higher one."""
    seat: int
    phrase: Phrase


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


class ClockFacts(Message):
    """Everybody's time, as it was when this was sent."""

    kind: Literal["turn", "game"]
    """Whether it is for each turn, or for the whole game."""
    seconds: float
    increment: float
    left: list[float]
    """Seconds, by seat."""
    running: int | None
    """The seat whose time runs."""
    paused: bool
    rests: list[float]
    """For how many seconds each seat's time stands because somebody is on vacation; mostly 0."""


class Absence(Message):
    """Somebody who is to move is away, or does not begin."""

    seat: int
    wait: float
    """In so many seconds you can call them absent."""
    calls_off: bool
    """Whether that calls the game off, as it has not begun: then nobody has lost it."""


class SeekFacts(Message):
    """The open challenge that a table waits by."""

    low: int | None
    """Ratings from here"""
    high: int | None
    """to here may sit down."""
    lasts: float
    """It lapses so many seconds after whoever offers it has gone,"""
    by_days: bool
    """or was offered, where people come back for their turns."""


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
    offers: list[Offer] = Field(default=[])
    match: MatchFacts | None = None
    clock: ClockFacts | None = None
    absence: Absence | None = None
    planned: int = 0
    """How many lines of answers you have planned, which nobody else is told."""
    next: str | None = None
    """The table of the rematch, once somebody has asked for it."""
    seek: SeekFacts | None = None
    """The game begins when somebody has taken its open challenge."""
    public: bool = False
    """Whether strangers are shown where it is played."""
    tournament: str | None = None
    """The tournament that it is a game of."""
    said: Said | None = None
    """For players only."""
    note: str | None = None
    """Something to announce once: "Black takes back a move."."""


class State(StateHead):
    """The whole table as one viewer sees it; it replaces whatever came before."""

    scene: Scene
    history: list[Entry]
    steps: list[Scene] = Field(default=[])
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


ServerMessage = State | Hint | Refused | Presence | Pong
"""Whatever a browser hears at a live table."""
