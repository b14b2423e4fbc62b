"""All that is kept of somebody, on a connection, so that they can take it along: which columns are
told, and why others are not. A test walks the schema, so that none is forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import func, literal, select, tuple_, union
from sqlalchemy.engine import Connection

from linden.web.store.database import Database
from linden.web.store.models import (
    AccountRow,
    BlockRow,
    ChallengeRow,
    CoachedRow,
    EntryRow,
    LearntRow,
    LeaveRow,
    ListingRow,
    MoveRow,
    PasskeyRow,
    RatedGameRow,
    RatingRow,
    ReportRow,
    SeatRow,
    SessionRow,
    TableRow,
    TokenRow,
    TournamentRow,
    TryRow,
    VisitorRow,
)

PAGE = 500
"""Rows that are read at once."""
FEW_TABLES = 50
"""Tables that are read at once, each with the times of its moves."""


class Rows(NamedTuple):
    """Rows that are somebody's, told one after the other."""

    under: str
    """What they are called where they are told."""
    whose: Any
    """The column that says whose they are."""
    columns: tuple[str, ...]
    """Those that are told."""

    @property
    def table(self) -> Any:
        return self.whose.class_.__table__


ROWS = (
    Rows("passkeys", PasskeyRow.account, ("name", "created", "used", "uses")),
    Rows("sessions", SessionRow.account, ("device", "created", "seen", "confirmed")),
    Rows("tokens", TokenRow.account, ("name", "scope", "created", "used", "until")),
    Rows("challenges", ChallengeRow.subject, ("purpose", "until")),
    Rows(
        "ratings",
        RatingRow.account,
        ("game", "pool", "rating", "deviation", "volatility", "games", "updated"),
    ),
    Rows(
        "rated_games",
        RatedGameRow.account,
        ("table_id", "game", "pool", "before", "rating", "deviation", "played", "level"),
    ),
    Rows("games_left", LeaveRow.account, ("table_id", "at")),
    Rows("lessons", LearntRow.visitor, ("game", "step", "done")),
    Rows("puzzles", TryRow.visitor, ("game", "puzzle", "grade", "outcome", "made")),
    Rows("missed", CoachedRow.visitor, ("table_id", "game", "misses", "made")),
    Rows("reports", ReportRow.by, ("table_id", "reason", "text", "created", "closed")),
)
"""What is told as it is kept."""

TOLD = {
    "accounts": ("id", "name", "created", "preferences", "owner", "moderator", "suspended"),
    "blocks": ("account", "created"),
    "entries": ("visitor", "tournament"),
    "vacations": ("visitor", "periods"),
    "tournaments": ("id", "organiser", "status", "facts", "created", "updated"),
    "tables": (
        *("id", "game", "options", "position", "host", "created", "updated", "ended", "loser"),
        *("result", "said", "number", "rated", "seek", "public", "tournament", "clock"),
    ),
    "seats": ("table_id", "number", "kind", "visitor", "name", "plan", "left_by", "invited"),
    "listings": ("visitor", "table_id", "ended", "outcome", "opponent", "removed"),
    "moves": ("table_id", "ply", "move", "made", "left"),
}
"""Columns that are told in another way: put together with others, or only as far as they are about
whoever asks."""

_HASH = "a hash, or a number, by which a program finds it; it tells nothing of anybody"
_SERVER = "how the server goes about it, and nobody's"
_MATCH = "what all games of a match have come to; its games are told"

UNTOLD = {
    "accounts.key": "made of the name",
    "accounts.skeleton": "made of the name",
    "accounts.password": "a hash that could be guessed at; it is told whether there is one",
    "passkeys.id": _HASH,
    "passkeys.public_key": "the device has it, and it helps nobody else",
    "sessions.id": _HASH,
    "tokens.id": _HASH,
    "challenges.id": _HASH,
    "reports.id": _HASH,
    "reports.about": "somebody else: who it is stands in the text, if they were named",
    "blocks.visitor": "somebody else: their name is told",
    "visitors.id": "an account's own, or a guest's, who has no account to take along",
    "visitors.name": "the account's name once more",
    "visitors.created": "when the account was made, once more",
    "visitors.keeper": "the right of a browser; an account never has it",
    "tables.revision": _SERVER,
    "tables.version": _SERVER,
    "tables.plies": "the number of moves, which are told",
    "tables.turn": "follows from the moves",
    "tables.offer": "a question that stands for a moment between all who play",
    "tables.asked": "what was asked at a table, by seats; it is about everybody there",
    "tables.match_id": _MATCH,
    "tables.seating": _MATCH,
    "tables.next_id": "the next game, which is told by itself",
    "tables.worker": _SERVER,
    "tables.clock_since": "follows from the clock",
    "tables.flag_at": "follows from the clock",
    "tables.seek_until": "when a challenge lapses unless its host comes by, by the site's own time",
    "seats.own": "whether the name is the account's own",
    "seats.player": "a computer's",
    "seats.key": "whoever knows it sits down",
    "seats.transfer": "a hash of what takes a seat along",
    "seats.transfer_until": "when that ends",
    "listings.game": "the table's, which is told",
    "tournaments.revision": _SERVER,
    "tournaments.due": _SERVER,
    "tournaments.worker": _SERVER,
    "matches": _MATCH,
    "deeds": "the moderators' log: it holds names of then and nobody's id, so that nobody can be "
    "sure whom it is about",
    "settings": _SERVER,
    "nodes": _SERVER,
    "site_time": _SERVER,
}
"""Columns, and whole tables, that nobody is told of, and why."""

PEOPLE = (
    *("visitors.id", "vacations.visitor", "tables.host", "tables.offer", "seats.visitor"),
    *("seats.left_by", "seats.invited", "listings.visitor", "learnt.visitor", "tries.visitor"),
    *("coached.visitor", "accounts.id", "accounts.owner", "tokens.account", "passkeys.account"),
    *("sessions.account", "challenges.subject", "ratings.account", "rated_games.account"),
    *("tournaments.organiser", "tournaments.facts", "entries.visitor", "blocks.account"),
    *("blocks.visitor", "reports.by", "reports.about", "leaves.account"),
)
"""Columns that hold the id of a visitor or an account, or several of them."""


@dataclass(frozen=True)
class Page:
    """Some rows, and where the next ones begin; ``None`` after the last."""

    rows: list[dict[str, Any]]
    after: tuple[Any, ...] | None


class TellingStore:
    """What there is to tell somebody of themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, rows: Rows, whose: str, after: tuple[Any, ...] | None = None) -> Page:
        """The next rows of somebody's."""
        return await self._database.read(_page, rows, whose, after)

    async def account(self, account: str) -> dict[str, Any]:
        """What is kept of an account itself, and the name of whoever owns it, if it is a bot."""
        return await self._database.read(_account, account)

    async def blocked(self, account: str) -> list[dict[str, Any]]:
        """Whom it has blocked, by name, and since when."""
        return await self._database.read(_blocked, account)

    async def tournaments(self, account: str) -> list[str]:
        """Those where it is told of."""
        return await self._database.read(_tournaments, account)

    async def tournament(self, tournament: str, account: str) -> dict[str, Any]:
        """One of them, as far as it is about this account."""
        return await self._database.read(_tournament, tournament, account)

    async def tables(self, account: str) -> list[str]:
        """All tables that it has set up, sits or sat at, or has on its list, whether they were
        taken off or not, the oldest first."""
        return await self._database.read(_tables, account)

    async def about_tables(self, tables: Sequence[str], account: str) -> list[dict[str, Any]]:
        """What is kept of these tables, and is this account's."""
        return await self._database.read(_about_tables, tables, account)

    async def invitations(self, account: str) -> list[dict[str, Any]]:
        """Free seats that are offered to it."""
        return await self._database.read(_invitations, account)


# -- each call, on a connection --------------------------------------------------------------------


def _page(connection: Connection, rows: Rows, whose: str, after: tuple[Any, ...] | None) -> Page:
    table = rows.table
    place = list(table.primary_key.columns)
    wanted = select(*(table.c[name] for name in rows.columns), *(it.label(None) for it in place))
    wanted = wanted.where(rows.whose == whose)
    if after is not None:
        wanted = wanted.where(tuple_(*place) > tuple_(*map(literal, after)))
    found = connection.execute(wanted.order_by(*place).limit(PAGE)).all()
    told = [dict(zip(rows.columns, row, strict=False)) for row in found]
    last = tuple(found[-1][len(rows.columns) :]) if len(found) == PAGE else None
    return Page(told, last)


def _account(connection: Connection, account: str) -> dict[str, Any]:
    columns = [getattr(AccountRow, name) for name in TOLD["accounts"]]
    has = AccountRow.password.is_not(None).label("password")
    row = connection.execute(select(*columns, has).where(AccountRow.id == account)).first()
    if row is None:
        return {}
    facts = dict(row._mapping)
    del facts["id"]
    owner = select(AccountRow.name).where(AccountRow.id == facts["owner"])
    return {**facts, "owner": connection.scalar(owner) if facts["owner"] else None}


def _blocked(connection: Connection, account: str) -> list[dict[str, Any]]:
    wanted = (
        select(func.coalesce(VisitorRow.name, "").label("name"), BlockRow.created)
        .join(VisitorRow, VisitorRow.id == BlockRow.visitor, isouter=True)
        .where(BlockRow.account == account)
        .order_by(BlockRow.created)
    )
    return [dict(row._mapping) for row in connection.execute(wanted)]


def _tournaments(connection: Connection, account: str) -> list[str]:
    wanted = select(EntryRow.tournament).where(EntryRow.visitor == account)
    return list(connection.scalars(wanted.order_by(EntryRow.tournament)))


def _tournament(connection: Connection, tournament: str, account: str) -> dict[str, Any]:
    columns = [getattr(TournamentRow, name) for name in TOLD["tournaments"]]
    row = connection.execute(select(*columns).where(TournamentRow.id == tournament)).one()
    facts = row.facts
    mine = [one for one in facts["entrants"] if one["visitor"] == account]
    numbers = {one["number"] for one in mine}
    return {
        "tournament": row.id,
        "status": row.status,
        "created": row.created,
        "updated": row.updated,
        "organised": row.organiser == account,
        "removed": account in facts["barred"],
        "terms": facts["terms"],
        "entered": [{name: it for name, it in one.items() if name != "visitor"} for one in mine],
        "games": [one for one in facts["pairings"] if numbers & {one["first"], one["second"]}],
    }


def _tables(connection: Connection, account: str) -> list[str]:
    # Asked for apart, as an index answers each.
    known = union(
        select(SeatRow.table_id).where(SeatRow.visitor == account),
        select(SeatRow.table_id).where(SeatRow.left_by == account),
        select(ListingRow.table_id).where(ListingRow.visitor == account),
        select(TableRow.id).where(TableRow.host == account, TableRow.tournament.is_(None)),
    )
    wanted = select(TableRow.id).where(TableRow.id.in_(known.subquery().select()))
    return list(connection.scalars(wanted.order_by(TableRow.created, TableRow.id)))


_TABLE = tuple(name for name in TOLD["tables"] if name not in ("id", "host", "said"))
_LISTING = ("ended", "outcome", "opponent", "removed")


def _about_tables(
    connection: Connection, tables: Sequence[str], account: str
) -> list[dict[str, Any]]:
    columns = [getattr(TableRow, name) for name in (*_TABLE, "said")]
    wanted = select(TableRow.id, TableRow.host, *columns).where(TableRow.id.in_(tables))
    found = {row.id: row for row in connection.execute(wanted)}
    told = {
        table: {
            "table": table,
            **{name: getattr(found[table], name) for name in _TABLE},
            "host": found[table].host == account,
            "seats": [],
            "listed": None,
            "moves": [],
        }
        for table in tables
        if table in found
    }
    mine = (SeatRow.visitor == account) | (SeatRow.left_by == account)
    theirs = SeatRow.table_id.in_(tables) & mine
    for seat in connection.execute(select(SeatRow.__table__).where(theirs).order_by("number")):
        one = told[seat.table_id]
        said = found[seat.table_id].said
        one["seats"].append(
            {
                "seat": seat.number,
                "kind": seat.kind,
                "name": seat.name,
                "plan": seat.plan or [],
                "left": seat.left_by == account,
                "said": said[2] if said and said[1] == seat.number else None,
            }
        )
    lists = select(ListingRow.__table__).where(ListingRow.table_id.in_(tables))
    for row in connection.execute(lists.where(ListingRow.visitor == account)):
        told[row.table_id]["listed"] = {name: getattr(row, name) for name in _LISTING}
    times = select(MoveRow.table_id, MoveRow.made, MoveRow.left)
    moves = times.where(MoveRow.table_id.in_(tables)).order_by(MoveRow.table_id, MoveRow.ply)
    for row in connection.execute(moves):
        told[row.table_id]["moves"].append({"made": row.made, "left": row.left})
    return list(told.values())


def _invitations(connection: Connection, account: str) -> list[dict[str, Any]]:
    wanted = (
        select(TableRow.id.label("table"), SeatRow.number.label("seat"), TableRow.game)
        .join(SeatRow, SeatRow.table_id == TableRow.id)
        .where(SeatRow.invited == account)
        .order_by(TableRow.created, SeatRow.number)
    )
    return [dict(row._mapping) for row in connection.execute(wanted)]
