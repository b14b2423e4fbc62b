"""Accounts, by HTTP: signing up and in, passkeys, sessions, what is kept of somebody."""

from typing import Annotated, Any, Literal

from pydantic import Field

from linden.web.messages.base import Body, Message
from linden.web.messages.decency import BlockCard
from linden.web.messages.pages import TableCard

AccountName = Annotated[str, Field(max_length=100)]
Password = Annotated[str, Field(max_length=400)]
Scope = Literal["read", "play"]
"""What a token is good for; whoever may play may read too."""


class PasskeyCard(Message):
    """A passkey of one's own."""

    id: str
    name: str
    created: float
    """Seconds since 1970."""
    used: float | None


class SessionCard(Message):
    """A browser that is signed in."""

    id: str
    device: str
    """Browser and system; empty where it did not say."""
    created: float
    seen: float
    here: bool
    """Whether it is the one that asks."""


class BotCard(Message):
    """A bot of one's own."""

    name: str
    created: float


class TokenCard(Message):
    """A token of one's own or of one's bot, without what only its holder knows."""

    id: str
    bot: str
    """The bot it stands for; empty for oneself."""
    name: str
    scope: Scope
    created: float
    used: float | None
    until: float


class AccountPage(Message):
    """One's own account."""

    name: str
    created: float
    password: bool
    """Whether there is one."""
    passkeys: list[PasskeyCard]
    sessions: list[SessionCard]
    bots: list[BotCard]
    tokens: list[TokenCard]
    blocks: list[BlockCard]
    moderator: bool
    preferences: dict[str, Any]


class Me(Message):
    """Who a browser is."""

    account: AccountPage | None
    """``None`` for a guest."""
    passkeys: bool
    """Whether there can be passkeys under the name by which one came."""


class SignUp(Body):
    name: AccountName
    password: Password


class SignIn(Body):
    name: AccountName
    password: Password


class NewPassword(Body):
    password: Password


class Confirm(Body):
    """That it is oneself, by one's password."""

    password: Password


class WithPasskey(Body):
    """What the browser's own dialog has answered."""

    credential: dict[str, Any]
    name: AccountName = ""
    """Of the account, when signing up; else what to call the passkey."""


class PasskeyWish(Body):
    name: AccountName = ""
    """Of the account that is to be made; empty for one's own."""


class PasskeyRequest(Message):
    """What the browser's own dialog is to ask."""

    options: dict[str, Any]


class Preferences(Body):
    preferences: Annotated[dict[str, bool | int | str], Field(max_length=40)]


class NewBot(Body):
    name: AccountName


class NewToken(Body):
    bot: AccountName = ""
    """The bot it stands for; empty for oneself, and then it reads."""
    name: Annotated[str, Field(max_length=400)] = ""
    """What to call it."""
    scope: Scope = "play"
    days: Annotated[int, Field(ge=1, le=366)] = 90
    """How long it holds."""


class MadeToken(Message):
    """A new token, shown this once."""

    token: str


class Holder(Message):
    """Who a token stands for, and what it may."""

    name: str
    bot: bool
    scope: Scope
    until: float
    """Seconds since 1970."""


class RatingPoint(Message):
    """A rating after a game."""

    played: float
    """Seconds since 1970."""
    rating: float
    level: int | None = None
    """The level that was met; ``None`` where it was people or bots."""


class RatingCard(Message):
    """How strong somebody is at a game."""

    game: str
    title: str
    pool: Literal["two", "more"]
    """Games for two are rated apart from those for more."""
    rating: float
    deviation: float
    sure: bool
    """Whether there were games enough to be ranked."""
    games: int
    with_levels: int = 0
    """So many of them were with levels."""
    points: list[RatingPoint]
    """How it came about, the oldest first."""


class Profile(Message):
    """What everybody may know of an account."""

    name: str
    created: float
    owner: str | None = None
    """For a bot, the name of whom it belongs to; ``None`` for people."""
    ratings: list[RatingCard]
    games: list[TableCard]
    """The latest rated games; others are nobody else's business."""
    you: bool
    known: bool = False
    """Whether whoever asks has an account too,"""
    blocked: bool = False
    """and has blocked this one."""


class RankedPlayer(Message):
    name: str
    bot: bool = False
    rating: float
    deviation: float
    games: int


class RankedLevel(Message):
    """A computer's place on the same scale."""

    number: int
    name: str
    rating: float


class Ranking(Message):
    """The best of a game."""

    game: str
    title: str
    pool: Literal["two", "more"]
    pools: list[Literal["two", "more"]]
    """Those that this game has."""
    players: list[RankedPlayer]
    levels: list[RankedLevel]
    """Empty where nobody has ranked them."""


class Done(Message):
    """It is so now."""

    done: bool = True
