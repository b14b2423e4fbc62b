"""A visitor's list of games, on a connection: pages of it, what was won, what is taken off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, or_, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from linden.web.store.models import ListingRow, TableRow


@dataclass(frozen=True)
class Wanted:
    """Which part of a list is asked for."""

    game: str | None = None
    outcome: str | None = None
    """won, lost, drawn; ``running``; ``None`` for all."""
    removed: bool = False
    """What was taken off the list, instead of what is on it."""
    before: tuple[float, str] | None = None
    """What comes after this table: when that was changed last, and its id."""
    most: int = 24


@dataclass(frozen=True)
class Count:
    """So many games of one kind ended in one way."""

    game: str
    opponent: str
    outcome: str
    games: int


_ENLIST = text(
    "INSERT INTO listings (visitor, table_id, outcome, opponent) "
    "VALUES (:visitor, :table_id, :outcome, :opponent) "
    "ON CONFLICT (visitor, table_id) DO UPDATE "
    "SET outcome = excluded.outcome, opponent = excluded.opponent WHERE listings.outcome = ''"
)


def enlist(connection: Connection, table: str, listings: Mapping[str, Mapping[str, str]]) -> None:
    """Put a table on these visitors' lists, with what came of it; that is settled once."""
    # In the order of their names, as two nodes that settle one table must not wait for each other.
    for visitor, facts in sorted(listings.items()):
        connection.execute(_ENLIST, {"visitor": visitor, "table_id": table, **facts})


def listed(connection: Connection, visitor: str, wanted: Wanted) -> list[tuple[TableRow, str]]:
    """Tables of a visitor's list, the latest first, each with its outcome."""
    conditions = []
    if wanted.game is not None:
        conditions.append(TableRow.game == wanted.game)
    if wanted.outcome == "running":
        conditions.append(TableRow.ended == "")
    elif wanted.outcome is not None:
        conditions.append(ListingRow.outcome == wanted.outcome)
    if wanted.before is not None:
        when, last = wanted.before
        same = and_(TableRow.updated == when, TableRow.id < last)
        conditions.append(or_(TableRow.updated < when, same))
    return _found(connection, visitor, conditions, wanted.most, removed=wanted.removed)


def games(connection: Connection, visitor: str) -> frozenset[str]:
    """The games of which a visitor has, or had, a table."""
    wanted = select(TableRow.game).join(ListingRow, ListingRow.table_id == TableRow.id)
    found = connection.scalars(wanted.where(ListingRow.visitor == visitor).distinct())
    return frozenset(found)


def recent(
    connection: Connection, visitor: str, *, over: bool, most: int, skip: int = 0
) -> list[TableRow]:
    """The tables of a visitor's list where the game is over, or is not, the latest first, without
    the first ``skip``."""
    ended = TableRow.ended != "" if over else TableRow.ended == ""
    return [row for row, _ in _found(connection, visitor, [ended], most, skip=skip)]


def _found(
    connection: Connection,
    visitor: str,
    conditions: Sequence[ColumnElement[bool]],
    most: int,
    *,
    skip: int = 0,
    removed: bool = False,
) -> list[tuple[TableRow, str]]:
    off = ListingRow.removed.is_not(None) if removed else ListingRow.removed.is_(None)
    with Session(connection, expire_on_commit=False) as session:
        rows = session.execute(
            select(TableRow, ListingRow.outcome)
            .where(ListingRow.visitor == visitor, ListingRow.table_id == TableRow.id, off)
            .where(*conditions)
            .order_by(TableRow.updated.desc(), TableRow.id.desc())
            .offset(skip)
            .limit(most)
        ).all()
        session.expunge_all()
    return [(row, outcome) for row, outcome in rows]


def counts(connection: Connection, visitor: str) -> list[Count]:
    """How many games of each kind were won, lost and drawn, whether or not they are still on the
    list."""
    kinds = (TableRow.game, ListingRow.opponent, ListingRow.outcome)
    found = (
        select(*kinds, func.count())
        .where(
            ListingRow.visitor == visitor,
            ListingRow.table_id == TableRow.id,
            ListingRow.outcome.in_(("won", "lost", "drawn")),
        )
        .group_by(*kinds)
        .order_by(*kinds)
    )
    return [Count(*row) for row in connection.execute(found)]


def unsettled(connection: Connection, visitor: str, most: int) -> list[str]:
    """Finished games of older databases: nobody has asked yet who won."""
    found = (
        select(TableRow.id)
        .where(
            ListingRow.visitor == visitor,
            ListingRow.table_id == TableRow.id,
            ListingRow.outcome == "",
            TableRow.ended != "",
        )
        .limit(most)
    )
    return list(connection.scalars(found))


def take_off(connection: Connection, visitor: str, table: str, when: float | None) -> bool:
    """Take a table off a visitor's list, or put it back (``None``); whether it was ever there."""
    mine = update(ListingRow).where(ListingRow.visitor == visitor, ListingRow.table_id == table)
    return bool(connection.execute(mine.values(removed=when)).rowcount)


def everybody(table: TableRow) -> Sequence[str]:
    """Whose list a new table is on: whoever set it up, and those who sit there."""
    sitting = (seat.visitor for seat in table.seats if seat.visitor)
    return list(dict.fromkeys([table.host, *sitting]))
