"""The lab: runs as they go on, one to be started, two compared."""

from typing import Annotated, Any, Literal

from pydantic import Field

from linden.web.messages.base import Body, Message
from linden.web.messages.pages import OptionForm

LabText = Annotated[str, Field(max_length=200)]
LabValues = Annotated[list[Any], Field(max_length=60)]


class LabVariant(Message):
    """One way of playing that a run tries."""

    number: int
    label: str
    """What is different about it, in words."""
    games: int


class LabRun(Message):
    """One run of the lab."""

    id: str
    game: str
    title: str
    varied: list[str]
    """What is varied, in words: "Pot: 21, 25, 31"."""
    fixed: list[str]
    """Rules that are not the usual ones, in words."""
    players: list[str]
    """Line-ups, in words."""
    wanted: str
    """How much is to be played, in words."""
    state: Literal["waiting", "running", "paused", "done", "failed"]
    says: str
    """How it stands, in a sentence."""
    done: int
    total: int
    """Games at most."""
    left: float | None
    """Seconds until the end, if nothing else is wanted of the computer."""
    begun: float
    command: str
    """What repeats it at a terminal."""
    variants: list[LabVariant]


class LabRuns(Message):
    """All runs, the latest first; it replaces whatever came before."""

    type: Literal["lab"] = "lab"
    runs: list[LabRun]


class LabPlayer(Message):
    """Somebody who can sit at the seats of a run."""

    player: str
    name: str


class LabPage(Message):
    """The lab, as one visitor may use it."""

    runs: list[LabRun]
    yours: bool
    """Whether one may start, stop and delete runs."""
    parquet: bool
    """Whether games can be had as Parquet here."""
    shared: bool
    """Whether other nodes have runs of their own."""


class LabForm(Message):
    """What can be chosen for a run of a game."""

    options: list[OptionForm]
    roles: list[str]
    """The seats under the usual options."""
    players: list[LabPlayer]


class NewRun(Body):
    """An experiment, as the form has it."""

    game: LabText
    options: dict[LabText, LabValues] = Field(default={}, max_length=40)
    """Values to be played; several of one option are varied."""
    players: list[LabText] = Field(default=["level2"], min_length=1, max_length=12)
    """One for all seats, or one for each."""
    games: int = 400
    """Of each variant; with a precision, at most."""
    precision: float | None = None
    seed: int = 0


class LabStarted(Message):
    """A new run, or what is wrong with the experiment."""

    id: str | None
    error: str | None = None
    field: str | None = None
    """Which field that is about: a name of the form, or that of an option after "option-"."""


class LabDifference(Message):
    """The second variant less the first, in one measure."""

    title: str
    text: str
    """With its interval."""
    estimate: float | None
    low: float | None
    high: float | None
    verdict: Literal["more", "less", "open"]
    needed: int | None
    """About how many more games of each variant decide it; nobody can tell where there is none."""
    anytime: bool
    """Whether the interval may be looked at any time."""


class LabComparison(Message):
    """Two variants side by side."""

    one: str
    two: str
    """In words."""
    games: list[int]
    paired: bool
    """Whether games of the same number share their luck."""
    rows: list[LabDifference]
