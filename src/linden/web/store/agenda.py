"""What concerns some people, on a connection: where they play, and where they are invited."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.engine import Connection
from sqlalchemy.orm import aliased

from linden.web.store.database import Database
from linden.web.store.models import SeatRow, TableRow, VisitorRow

MOST_TABLES = 500
"""Of one person, the latest."""


@dataclass(frozen=True)
class Running:
    """A table that somebody plays at."""

    table: str
    game: str
    version: int
    turn: bool
    waiting: bool
    """Whether an open challenge waits there for others to sit down."""
    free: int
    """Seats on which nobody sits yet."""


@dataclass(frozen=True)
class Invited:
    """A free seat that is offered to somebody."""

    table: str
    seat: int
    key: str
    game: str
    options: dict[str, Any]
    rated: bool
    host: str
    by: str
    players: int


@dataclass
class Concerns:
    """All that waits for one person."""

    tables: list[Running] = field(default_factory=list)
    invitations: list[Invited] = field(default_factory=list)


class AgendaStore:
    """What waits for whom."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, people: Sequence[str]) -> dict[str, Concerns]:
        """What concerns each of these."""
        return await self._database.read(_of, people)


def _of(connection: Connection, people: Sequence[str]) -> dict[str, Concerns]:
    found = {one: Concerns() for one in people}
    other = aliased(SeatRow)
    free = select(func.count()).where(other.table_id == TableRow.id, other.kind == "open")
    running = (
        select(SeatRow.visitor, TableRow.id, TableRow.game, TableRow.version, TableRow.turn)
        .add_columns(SeatRow.number, TableRow.seek, free.correlate(TableRow).scalar_subquery())
        .join(TableRow, TableRow.id == SeatRow.table_id)
        .where(SeatRow.visitor.in_(people), SeatRow.kind == "person", TableRow.ended == "")
        .order_by(TableRow.updated.desc(), SeatRow.number)
    )
    for visitor, table, game, version, turn, number, seek, open_seats in connection.execute(
        running
    ):
        mine = found[visitor or ""].tables
        if mine and mine[-1].table == table:  # a second seat at one screen
            mine[-1] = replace(mine[-1], turn=mine[-1].turn or turn == number)
        elif len(mine) < MOST_TABLES:
            waits = seek is not None
            mine.append(Running(table, game, version, turn == number, waits, open_seats))
    seats = select(func.count()).where(SeatRow.table_id == TableRow.id).select_from(SeatRow)
    offered = (
        select(SeatRow.invited, TableRow.id, SeatRow.number, SeatRow.key, TableRow.game)
        .add_columns(TableRow.options, TableRow.rated, TableRow.host, VisitorRow.name)
        .add_columns(seats.correlate(TableRow).scalar_subquery())
        .join(TableRow, TableRow.id == SeatRow.table_id)
        .join(VisitorRow, VisitorRow.id == TableRow.host, isouter=True)
        .where(SeatRow.invited.in_(people), SeatRow.kind == "open", TableRow.ended == "")
        .order_by(TableRow.created, TableRow.id, SeatRow.number)
    )
    for invited, table, number, key, game, options, rated, host, name, count in connection.execute(
        offered
    ):
        one = Invited(table, number, key, game, options, bool(rated), host, name or "", count)
        found[invited or ""].invitations.append(one)
    return found
