"""Keeping people apart who wish it, by HTTP: blocks, reports, and what moderators see and do."""

from typing import Annotated, Literal

from pydantic import Field

from linden.web.messages.base import Body, Index, Message

Reason = Literal["name", "words", "cheating", "leaving", "other"]
MOST_WORDS = 500
Words = Annotated[str, Field(max_length=MOST_WORDS)]


class Somebody(Body):
    """A person: by the name of an account, or by where they sit."""

    name: Annotated[str, Field(max_length=100)] = ""
    table: Annotated[str, Field(max_length=40)] = ""
    seat: Index | None = None


class NewReport(Somebody):
    """What the moderators should know."""

    reason: Reason
    text: Words = ""


class BlockCard(Message):
    """Somebody whom one has blocked."""

    id: str
    name: str
    """Empty for a guest without one."""
    created: float


class Blocks(Message):
    blocks: list[BlockCard]


class ReportCard(Message):
    """A report that nobody has dealt with yet."""

    id: str
    by: str
    about: str
    table: str | None
    reason: Reason
    text: str
    created: float


class DeedCard(Message):
    """What a moderator has done."""

    by: str
    about: str
    what: Literal["suspend", "lift", "rename", "close"]
    why: str
    done: float


class SuspendedCard(Message):
    """An account that is paused."""

    name: str
    until: float


class Moderation(Message):
    """A moderator's page."""

    reports: list[ReportCard]
    """The oldest first."""
    suspended: list[SuspendedCard]
    log: list[DeedCard]
    """The latest first."""
    next: str | None
    """What to ask for the earlier part of the log with; ``None`` where there is none."""


class Log(Message):
    """A further part of what moderators have done, the latest first."""

    log: list[DeedCard]
    next: str | None


class Deed(Body):
    """What a moderator does about an account, and why."""

    what: Literal["suspend", "lift", "rename"]
    days: Annotated[int, Field(ge=1, le=366)] = 7
    why: Annotated[str, Field(min_length=3, max_length=MOST_WORDS)]


class Closing(Body):
    """Why a report needs nothing more."""

    why: Annotated[str, Field(min_length=3, max_length=MOST_WORDS)]
