"""Browser to server, live: what one does at a table."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from linden.web.messages.base import Incoming, Index, Moved, Phrase, Quarter


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
    offer: Literal["takeback", "draw", "pause"]
    yes: bool


class Resign(Incoming):
    type: Literal["resign"]
    seat: Index | None = None
    """Which of one's own seats; where there is a choice between more than two, it must be said."""


class OfferDraw(Incoming):
    type: Literal["draw"]
    version: int


class OfferPause(Incoming):
    """Ask the others to let the clocks stand."""

    type: Literal["pause"]
    version: int


class Resume(Incoming):
    """Let the clocks go on."""

    type: Literal["resume"]


class CallAbsent(Incoming):
    """End a game that whoever is to move has left; call it off where it has not begun."""

    type: Literal["absent"]
    version: int


class Speak(Incoming):
    """Say a ready phrase to the other players."""

    type: Literal["say"]
    phrase: Phrase


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


class Why(Incoming):
    """Ask why the last of these marks cannot be touched after the others; answered by a sentence
    in ``Refused``, with its seats marked (``core.wording``)."""

    type: Literal["why"]
    touched: Annotated[list[Moved], Field(min_length=1, max_length=6)]


class Ping(Incoming):
    type: Literal["ping"]


Request = Annotated[
    PlayMove
    | Undo
    | Answer
    | Resign
    | OfferDraw
    | OfferPause
    | Resume
    | CallAbsent
    | Speak
    | AskHint
    | Uncover
    | SetLook
    | Why
    | Ping,
    Field(discriminator="type"),
]
"""Whatever a browser may say at a live table."""
requests: TypeAdapter[Request] = TypeAdapter(Request)
