"""Open challenges and public games, on a connection: what is there, of whom, and for how long."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, or_, select, text, update
from sqlalchemy.engine import Connection, Row
from sqlalchemy.sql import Select

from linden.web.store.database import Database
from linden.web.store.models import (
    AccountRow,
    BlockRow,
    RatingRow,
    SeatRow,
    TableRow,
    VisitorRow,
)
from linden.web.store.ratings import Standing

MOST_SEEKS = 200
"""Open challenges shown at a time: the latest, so that whoever offers many does not keep the others
from being seen;"""
MOST_GAMES = 60
"""and public games, the latest moves first."""
PUBLIC = text("tables.public")
"""As the index has it."""


@dataclass(frozen=True)
class Sitting:
    """Who sits on a seat of a listed table."""

    kind: str
    visitor: str | None
    name: str
    player: str | None
    invited: str | None


@dataclass(frozen=True)
class ShownTable:
    """A table that strangers are shown."""

    id: str
    game: str
    options: dict[str, Any]
    host: str
    rated: bool
    clock: dict[str, Any] | None
    seek: dict[str, Any] | None
    version: int
    plies: int
    seats: tuple[Sitting, ...] = ()

    @property
    def people(self) -> list[str]:
        return [seat.visitor for seat in self.seats if seat.kind == "person" and seat.visitor]


@dataclass(frozen=True)
class Offered:
    """All that is offered and played in public at one moment, and what must be known of people to
    show it to some of them."""

    seeks: tuple[ShownTable, ...] = ()
    games: tuple[ShownTable, ...] = ()
    standings: dict[tuple[str, str, str], Standing] = field(default_factory=dict)
    """By account, game and pool."""
    blocks: frozenset[tuple[str, str]] = frozenset()
    """Accounts, and whom they keep away."""
    owners: dict[str, str] = field(default_factory=dict)
    """Whose bots the bots are."""

    def apart(self, one: str, people: Iterable[str]) -> bool:
        """Whether somebody and one of these people do not wish to meet; bots are as their
        owners."""
        mine = self._both(one)
        return any(
            (a, b) in self.blocks or (b, a) in self.blocks
            for other in people
            for b in self._both(other)
            for a in mine
        )

    def kin(self, one: str, people: Iterable[str]) -> bool:
        """Whether one of these is somebody's bot, its owner, or another bot of the same."""
        mine = self.owners.get(one, one)
        return any(self.owners.get(other, other) == mine for other in people)

    def _both(self, visitor: str) -> tuple[str, ...]:
        owner = self.owners.get(visitor)
        return (visitor,) if owner is None else (visitor, owner)


@dataclass(frozen=True)
class Term:
    """An open challenge as far as it must be known how long it stays."""

    table: str
    host: str
    until: float
    clock: dict[str, Any] | None


class SeekStore:
    """What is open to anybody."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def offered(self, people: Sequence[str], since: float) -> Offered:
        """All of it, to be shown to these people; public games where something has happened
        ``since``, or that people play day by day."""
        return await self._database.read(_offered, people, since)

    async def terms(self) -> list[Term]:
        """How long the open challenges stay."""
        return await self._database.read(_terms)

    async def count(self, host: str) -> int:
        """How many of them are somebody's."""
        return await self._database.read(_count, host)

    async def stay(self, tables: Sequence[str], until: float) -> None:
        """Let these stay until then; nobody notices."""
        await self._database.write(_stay, tables, until)

    async def apart(self, visitor: str, people: Sequence[str]) -> bool:
        """Whether somebody and one of these people do not wish to meet."""
        return await self._database.read(_apart, visitor, people)


# -- each call, on a connection --------------------------------------------------------------------


def _offered(connection: Connection, people: Sequence[str], since: float) -> Offered:
    running = TableRow.ended == ""
    sought = _shown().where(TableRow.seek.is_not(None), running)
    latest = sought.order_by(TableRow.created.desc()).limit(MOST_SEEKS)
    seeks = connection.execute(latest).all()[::-1]
    lately = or_(TableRow.updated >= since, TableRow.flag_at.is_not(None))
    played = _shown().where(PUBLIC, running, TableRow.seek.is_(None), lately)
    games = connection.execute(played.order_by(TableRow.updated.desc()).limit(MOST_GAMES)).all()
    seats = _seats(connection, [row.id for row in (*seeks, *games)])
    everything = [_shown_table(row, seats.get(row.id, ())) for row in (*seeks, *games)]
    everybody = {*people, *(one for table in everything for one in (table.host, *table.people))}
    owners = _owners(connection, everybody)
    return Offered(
        seeks=tuple(everything[: len(seeks)]),
        games=tuple(everything[len(seeks) :]),
        standings=_standings(connection, everybody),
        blocks=_blocks(connection, {*everybody, *owners.values()}),
        owners=owners,
    )


def _shown_table(row: Row[Any], seats: Sequence[Sitting]) -> ShownTable:
    return ShownTable(**row._mapping, seats=tuple(seats))


def _shown() -> "Select[Any]":
    return select(
        TableRow.id,
        TableRow.game,
        TableRow.options,
        TableRow.host,
        TableRow.rated,
        TableRow.clock,
        TableRow.seek,
        TableRow.version,
        TableRow.plies,
    )


def _seats(connection: Connection, tables: Sequence[str]) -> dict[str, list[Sitting]]:
    """Who sits at these tables, under the names of now."""
    wanted = (
        select(SeatRow.table_id, SeatRow.kind, SeatRow.visitor, SeatRow.name, SeatRow.player)
        .add_columns(SeatRow.invited, SeatRow.own, VisitorRow.name)
        .join(VisitorRow, VisitorRow.id == SeatRow.visitor, isouter=True)
        .where(SeatRow.table_id.in_(tables))
        .order_by(SeatRow.table_id, SeatRow.number)
    )
    found: dict[str, list[Sitting]] = {}
    for table, kind, visitor, name, player, invited, own, now in connection.execute(wanted):
        shown = (now or name) if own else name
        found.setdefault(table, []).append(Sitting(kind, visitor, shown, player, invited))
    return found


def _owners(connection: Connection, people: Iterable[str]) -> dict[str, str]:
    bots = select(AccountRow.id, AccountRow.owner).where(
        AccountRow.id.in_(list(people)), AccountRow.owner.is_not(None)
    )
    return {bot: owner for bot, owner in connection.execute(bots) if owner is not None}


def _standings(
    connection: Connection, people: Iterable[str]
) -> dict[tuple[str, str, str], Standing]:
    wanted = select(RatingRow.account, RatingRow.game, RatingRow.pool, RatingRow.rating)
    known = wanted.add_columns(RatingRow.deviation, RatingRow.games)
    mine = known.where(RatingRow.account.in_(list(people)))
    return {
        (account, game, pool): Standing(game, pool, rating, deviation, games)
        for account, game, pool, rating, deviation, games in connection.execute(mine)
    }


def _blocks(connection: Connection, people: Iterable[str]) -> frozenset[tuple[str, str]]:
    among = list(people)
    wanted = select(BlockRow.account, BlockRow.visitor).where(
        BlockRow.account.in_(among), BlockRow.visitor.in_(among)
    )
    return frozenset((account, visitor) for account, visitor in connection.execute(wanted))


def _terms(connection: Connection) -> list[Term]:
    wanted = select(TableRow.id, TableRow.host, TableRow.seek_until, TableRow.clock)
    found = connection.execute(wanted.where(TableRow.seek.is_not(None)))
    return [Term(table, host, until or 0.0, clock) for table, host, until, clock in found]


def _count(connection: Connection, host: str) -> int:
    mine = select(func.count()).where(TableRow.host == host, TableRow.seek.is_not(None))
    return int(connection.scalar(mine.select_from(TableRow)) or 0)


def _stay(connection: Connection, tables: Sequence[str], until: float) -> None:
    these = update(TableRow).where(TableRow.id.in_(sorted(tables)))
    connection.execute(these.values(seek_until=until))


def _apart(connection: Connection, visitor: str, people: Sequence[str]) -> bool:
    owners = _owners(connection, [visitor, *people])
    blocks = _blocks(connection, {visitor, *people, *owners.values()})
    return Offered(blocks=blocks, owners=owners).apart(visitor, people)
