"""What is kept in the database."""

import time
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Text, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


def unbounded(usual: int) -> String:
    """Text as long as games and people make it; SQLite takes the length for a remark."""
    return String(usual).with_variant(Text(), "postgresql")


class Base(DeclarativeBase):
    """The schema; ``migrations/`` brings older databases up to it."""


class VisitorRow(Base):
    """A browser: known by the hash of the token in its cookie."""

    __tablename__ = "visitors"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(80), default="")
    created: Mapped[float] = mapped_column(default=time.time)
    keeper: Mapped[bool] = mapped_column(default=False)
    """Whether this is whoever runs the server."""


class SettingRow(Base):
    """A fact about this server."""

    __tablename__ = "settings"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(String(400))


class NodeRow(Base):
    """A process that serves these tables, among others."""

    __tablename__ = "nodes"

    id: Mapped[str] = mapped_column(String(20), primary_key=True)
    called: Mapped[str] = mapped_column(String(200))
    """Machine and process, for people."""
    beat: Mapped[int] = mapped_column(default=0)
    """Counts on while the node lives. The others see it stand still, each by its own clock."""


class SiteTimeRow(Base):
    """The site's own time: one row."""

    __tablename__ = "site_time"

    id: Mapped[int] = mapped_column(primary_key=True)
    seconds: Mapped[float] = mapped_column(default=0.0)
    """For how long the site has served, as it was last known."""
    at: Mapped[float] = mapped_column(default=0.0)
    """When that was by the clock of the database's server, where it has one."""


class VacationRow(Base):
    """When a visitor was, or is, on vacation: their time in games of days stands."""

    __tablename__ = "vacations"

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    periods: Mapped[list[list[float]]] = mapped_column(JSON)
    """From when to when, by the site's time: those of the last year."""


class MatchRow(Base):
    """A series of games; the players are numbered as they were first seated."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(String(20), primary_key=True)
    starter: Mapped[int] = mapped_column(default=0)
    totals: Mapped[list[float]] = mapped_column(JSON)
    wins: Mapped[list[int]] = mapped_column(JSON)
    played: Mapped[int] = mapped_column(default=0)


class TableRow(Base):
    """One game being played, or played."""

    __tablename__ = "tables"
    __table_args__ = (
        Index(
            "ix_tables_worker",
            "worker",
            sqlite_where=text("worker IS NOT NULL"),
            postgresql_where=text("worker IS NOT NULL"),
        ),
        *(
            Index(
                f"ix_tables_{column}",
                column,
                sqlite_where=text(f"{column} IS NOT NULL"),
                postgresql_where=text(f"{column} IS NOT NULL"),
            )
            for column in ("clock_since", "flag_at")
        ),
        Index(
            "ix_tables_seek",
            "seek_until",
            sqlite_where=text("seek IS NOT NULL"),
            postgresql_where=text("seek IS NOT NULL"),
        ),
        Index(
            "ix_tables_public",
            "ended",
            sqlite_where=text("public"),
            postgresql_where=text("public"),
        ),
    )

    id: Mapped[str] = mapped_column(String(20), primary_key=True)
    game: Mapped[str] = mapped_column(unbounded(40))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    position: Mapped[str | None] = mapped_column(Text, default=None)
    """Where the game begins, if that is not its own start."""
    host: Mapped[str] = mapped_column(String(64), index=True)
    created: Mapped[float] = mapped_column(default=time.time)
    updated: Mapped[float] = mapped_column(default=time.time, index=True)
    revision: Mapped[int] = mapped_column(default=0)
    """Counts every change of the table: moves, offers, seats. A change is kept only if it follows
    the revision that is kept."""
    version: Mapped[int] = mapped_column(default=0)
    """Counts what happens to the position: moves, takebacks, the end."""
    plies: Mapped[int] = mapped_column(default=0)
    turn: Mapped[int] = mapped_column(default=0)
    """Whose turn it is, for lists of tables."""
    ended: Mapped[str] = mapped_column(String(20), default="")
    """How the game ended (played, resigned, agreed, flagged, left, adjudicated, aborted); empty
    while it runs."""
    loser: Mapped[int | None] = mapped_column(default=None)
    """The seat that resigned, or has lost in another way before the game was played to its end."""
    result: Mapped[str] = mapped_column(unbounded(200), default="")
    offer: Mapped[dict[str, Any] | None] = mapped_column(JSON, default=None)
    asked: Mapped[list[list[Any]]] = mapped_column(JSON, default=list)
    """What was asked for already, as kind, seat and ply: nothing is asked twice in a row."""
    said: Mapped[list[Any] | None] = mapped_column(JSON, default=None)
    """What a player said last: which of them in all it was, the seat, the phrase."""
    match_id: Mapped[str | None] = mapped_column(ForeignKey("matches.id"), default=None)
    number: Mapped[int] = mapped_column(default=1)
    """Which game of the match it is."""
    seating: Mapped[list[int]] = mapped_column(JSON)
    """For each seat, the player of the match who sits there."""
    next_id: Mapped[str | None] = mapped_column(String(20), default=None)
    """The table of the rematch."""
    worker: Mapped[str | None] = mapped_column(String(20), default=None)
    """The node that makes what goes on by itself at this table go on; nobody's where there is one
    process, or nothing goes on."""
    clock: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    """How much time there is, what each seat has left, whose runs, and since when."""
    clock_since: Mapped[float | None] = mapped_column(default=None)
    """Since when somebody's time runs, by the site's time;"""
    flag_at: Mapped[float | None] = mapped_column(default=None)
    """and when it is up, where that is somebody's who can lose by it."""
    rated: Mapped[bool] = mapped_column(default=False)
    """Whether its end changes the ratings of the accounts that play."""
    seek: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    """An open challenge: which free seats anybody may take, and which ratings they are for."""
    seek_until: Mapped[float | None] = mapped_column(default=None)
    """When that lapses, by the site's time; later as long as whoever offers it is here. It is
    written by itself, as it is no change of the table."""
    public: Mapped[bool] = mapped_column(default=False)
    """Whether strangers are shown where this game is played, as it came of an open challenge or is
    one of a tournament."""
    tournament: Mapped[str | None] = mapped_column(String(20), default=None)
    """The tournament that it is a game of."""

    seats: Mapped[list["SeatRow"]] = relationship(
        order_by="SeatRow.number", cascade="all, delete-orphan", lazy="selectin"
    )
    match: Mapped[MatchRow | None] = relationship(lazy="joined")


class SeatRow(Base):
    """Who sits where."""

    __tablename__ = "seats"
    __table_args__ = (
        Index(
            "ix_seats_left_by",
            "left_by",
            sqlite_where=text("left_by IS NOT NULL"),
            postgresql_where=text("left_by IS NOT NULL"),
        ),
        Index(
            "ix_seats_invited",
            "invited",
            sqlite_where=text("invited IS NOT NULL"),
            postgresql_where=text("invited IS NOT NULL"),
        ),
    )

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    """person, computer or open."""
    visitor: Mapped[str | None] = mapped_column(String(64), default=None, index=True)
    name: Mapped[str] = mapped_column(unbounded(80), default="")
    own: Mapped[bool] = mapped_column(default=False)
    """Whether the visitor sits here in person and bears their own name, whatever it is now; others
    at the same screen have the seat's."""
    player: Mapped[str | None] = mapped_column(unbounded(40), default=None)
    """The computer that sits there, as it is written everywhere: level3, perfect."""
    key: Mapped[str | None] = mapped_column(String(40), default=None, unique=True)
    """What the link of a friend's seat ends in; it stays when the seat is taken."""
    transfer: Mapped[str | None] = mapped_column(String(64), default=None)
    """A hash of what the link ends in by which the seat is taken to another device, once."""
    transfer_until: Mapped[float] = mapped_column(default=0.0)
    """When that link ends."""
    plan: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    """What they answer if others play so: lines of moves, each with the ply after which it
    begins."""
    left_by: Mapped[str | None] = mapped_column(String(64), default=None)
    """Who has left the game to a computer here."""
    invited: Mapped[str | None] = mapped_column(String(64), default=None)
    """The account that a free seat is offered to; ``name`` is its name then."""


class ListingRow(Base):
    """A table on a visitor's list of games. Taking it off the list takes it from nobody else."""

    __tablename__ = "listings"
    __table_args__ = (
        Index("ix_listings_ended", "visitor", "ended", "table_id"),
        Index(
            "ix_listings_unsettled",
            "visitor",
            sqlite_where=text("outcome = '' AND ended IS NOT NULL"),
            postgresql_where=text("outcome = '' AND ended IS NOT NULL"),
        ),
    )

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True, index=True)
    game: Mapped[str] = mapped_column(unbounded(40), default="", server_default="")
    ended: Mapped[float | None] = mapped_column(default=None)
    """When the game ended; ``None`` while it runs."""
    outcome: Mapped[str] = mapped_column(String(10), default="")
    """won, lost or drawn; ``none`` where it was not theirs to win; empty while the game runs, and
    for games of older databases until somebody asks."""
    opponent: Mapped[str] = mapped_column(String(40), default="")
    """Against whom: a computer as it is written everywhere, ``people``, or ``here`` at one
    screen."""
    removed: Mapped[float | None] = mapped_column(default=None)
    """When it was taken off the list."""


class LearntRow(Base):
    """A step of a lesson that a visitor has done."""

    __tablename__ = "learnt"

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(unbounded(40), primary_key=True)
    step: Mapped[str] = mapped_column(unbounded(40), primary_key=True)
    """By its name, so that a lesson may change."""
    done: Mapped[float] = mapped_column(default=time.time)


class TryRow(Base):
    """A puzzle that a visitor has tried."""

    __tablename__ = "tries"

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(unbounded(40), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(12), primary_key=True)
    grade: Mapped[int]
    """How hard it was, when it was tried."""
    outcome: Mapped[str] = mapped_column(String(10))
    """``solved`` at the first try, ``later``, or ``missed``."""
    made: Mapped[float] = mapped_column(default=time.time)


class CoachedRow(Base):
    """A game of a visitor's that was looked back at, and what they missed in it."""

    __tablename__ = "coached"

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True, index=True)
    game: Mapped[str] = mapped_column(unbounded(40))
    misses: Mapped[str] = mapped_column(Text)
    """As JSON: for each its ply, its theme and its loss; none where it was played well."""
    made: Mapped[float] = mapped_column(default=time.time)


class MoveRow(Base):
    """One move, or one outcome of chance."""

    __tablename__ = "moves"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    """From 1 on."""
    move: Mapped[str] = mapped_column(unbounded(400))
    made: Mapped[float] = mapped_column(default=time.time)
    left: Mapped[list[float] | None] = mapped_column(JSON(none_as_null=True), default=None)
    """The time of each seat after it, where there is a clock."""


# -- people ----------------------------------------------------------------------------------------


class AccountRow(Base):
    """A person who is the same on every device. Its id stands wherever a visitor's does."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(80), unique=True)
    """The name as far as two of them must differ."""
    password: Mapped[str | None] = mapped_column(Text, default=None)
    """Its Argon2 hash; none where passkeys do."""
    preferences: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    created: Mapped[float] = mapped_column(default=time.time)
    owner: Mapped[str | None] = mapped_column(String(64), default=None, index=True)
    """Whose bot it is; none for people. Nobody signs in as a bot: it has tokens."""
    skeleton: Mapped[str] = mapped_column(String(120), default="", index=True)
    """The name as far as two of them must look different (``people.names``)."""
    moderator: Mapped[bool] = mapped_column(default=False)
    suspended: Mapped[float] = mapped_column(default=0.0)
    """Until when it is paused by a moderator."""


class TokenRow(Base):
    """What a program shows instead of a cookie."""

    __tablename__ = "tokens"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    """A hash of it."""
    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    """As whom the program comes."""
    name: Mapped[str] = mapped_column(String(80), default="")
    """What its owner calls it."""
    scope: Mapped[str] = mapped_column(String(10))
    """read, or play, which may read too."""
    created: Mapped[float] = mapped_column(default=time.time)
    used: Mapped[float | None] = mapped_column(default=None)
    until: Mapped[float]


class PasskeyRow(Base):
    """The public half of a key that a device or a security key holds."""

    __tablename__ = "passkeys"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    """What the device calls it, in base64url."""
    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    public_key: Mapped[bytes]
    uses: Mapped[int] = mapped_column(BigInteger, default=0)
    """The device's own count of signatures, where it keeps one."""
    name: Mapped[str] = mapped_column(String(80), default="")
    created: Mapped[float] = mapped_column(default=time.time)
    used: Mapped[float | None] = mapped_column(default=None)


class SessionRow(Base):
    """A browser that is signed in."""

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    """A hash of the token in its cookie."""
    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    device: Mapped[str] = mapped_column(String(80), default="")
    """Browser and system in words."""
    created: Mapped[float] = mapped_column(default=time.time)
    seen: Mapped[float] = mapped_column(default=time.time)
    confirmed: Mapped[float] = mapped_column(default=time.time)
    """When whoever sits there last showed who they are."""


class ChallengeRow(Base):
    """What a passkey is asked to sign, once."""

    __tablename__ = "challenges"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    """A hash of it."""
    purpose: Mapped[str] = mapped_column(String(20))
    subject: Mapped[str] = mapped_column(String(64), default="")
    """The account it is about, if it is about one."""
    until: Mapped[float]


class RatingRow(Base):
    """How strong an account is at a game."""

    __tablename__ = "ratings"

    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    game: Mapped[str] = mapped_column(unbounded(40), primary_key=True)
    pool: Mapped[str] = mapped_column(String(10), primary_key=True)
    """two, or more: games for two are rated apart from those for more."""
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    games: Mapped[int] = mapped_column(default=0)
    updated: Mapped[float] = mapped_column(default=time.time)


class RatedGameRow(Base):
    """What a finished game did to somebody's rating; once for each of them."""

    __tablename__ = "rated_games"
    __table_args__ = (Index("ix_rated_games_played", "account", "game", "played"),)

    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    game: Mapped[str] = mapped_column(unbounded(40))
    pool: Mapped[str] = mapped_column(String(10))
    before: Mapped[float]
    rating: Mapped[float]
    """Afterwards."""
    deviation: Mapped[float]
    played: Mapped[float] = mapped_column(default=time.time)
    level: Mapped[int | None] = mapped_column(default=None)
    """The level that was met; nothing where it was people or bots."""


# -- tournaments -----------------------------------------------------------------------------------


class TournamentRow(Base):
    """A tournament; its games are tables."""

    __tablename__ = "tournaments"
    __table_args__ = (
        Index("ix_tournaments_organiser", "organiser", "status"),
        Index("ix_tournaments_status", "status", "updated"),
    )

    id: Mapped[str] = mapped_column(String(20), primary_key=True)
    organiser: Mapped[str] = mapped_column(String(64))
    revision: Mapped[int] = mapped_column(default=0)
    """Counts every change. A change is kept only if it follows the revision that is kept."""
    status: Mapped[str] = mapped_column(String(10))
    """open, running, over or cancelled."""
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What is played, who takes part, and all pairings."""
    due: Mapped[float | None] = mapped_column(default=None)
    """When something is to happen by time alone, by the site's time."""
    worker: Mapped[str | None] = mapped_column(String(20), default=None)
    """The node that lets it go on; nobody's where there is one process."""
    created: Mapped[float] = mapped_column(default=time.time)
    updated: Mapped[float] = mapped_column(default=time.time)


class EntryRow(Base):
    """Who organises a tournament, takes part or was removed: by whom it is found when they become
    somebody else."""

    __tablename__ = "entries"

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    tournament: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)


# -- decency ---------------------------------------------------------------------------------------


class BlockRow(Base):
    """Somebody whom an account keeps away."""

    __tablename__ = "blocks"

    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Who is blocked: an account, or a guest."""
    created: Mapped[float] = mapped_column(default=time.time)


class ReportRow(Base):
    """What somebody has told the moderators."""

    __tablename__ = "reports"

    id: Mapped[str] = mapped_column(String(20), primary_key=True)
    by: Mapped[str] = mapped_column(String(64))
    about: Mapped[str] = mapped_column(String(64))
    table_id: Mapped[str | None] = mapped_column(String(40), default=None)
    reason: Mapped[str] = mapped_column(String(20))
    text: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[float] = mapped_column(default=time.time)
    closed: Mapped[float | None] = mapped_column(default=None, index=True)


class DeedRow(Base):
    """What a moderator has done, under the names of then: it outlives the accounts."""

    __tablename__ = "deeds"

    id: Mapped[str] = mapped_column(String(20), primary_key=True)
    by: Mapped[str] = mapped_column(String(40))
    about: Mapped[str] = mapped_column(String(80))
    what: Mapped[str] = mapped_column(String(20))
    why: Mapped[str] = mapped_column(Text)
    done: Mapped[float] = mapped_column(default=time.time, index=True)


class LeaveRow(Base):
    """A rated game that an account has left before it was decided."""

    __tablename__ = "leaves"

    account: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    at: Mapped[float] = mapped_column(default=time.time)
