"""A visitor's list of games, on a connection: pages of it, what was won, what is taken off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    delete,
    func,
    literal,
    literal_column,
    select,
    text,
    tuple_,
    union,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from linden.web.store.models import ListingRow, SeatRow, TableRow


@dataclass(frozen=True)
class Wanted:
    """Which part of a list is asked for."""

    game: str | None = None
    outcome: str | None = None
    """won, lost, drawn; ``running``; ``None`` for all."""
    removed: bool = False
    """What was taken off the list, instead of what is on it."""
    before: tuple[float, str] | None = None
    """What comes after this place of the list."""
    most: int = 24


@dataclass(frozen=True)
class Listed:
    """A table of a list."""

    row: TableRow
    outcome: str
    when: float
    """When the game ended; while it runs, when the table was changed last."""

    @property
    def place(self) -> tuple[float, str]:
        return self.when, self.row.id


@dataclass(frozen=True)
class Count:
    """So many games of one kind ended in one way."""

    game: str
    opponent: str
    outcome: str
    games: int


_ENLIST = text(
    "INSERT INTO listings (visitor, table_id, game, ended, outcome, opponent) "
    "SELECT :visitor, id, game, CASE WHEN ended <> '' THEN updated END, :outcome, :opponent "
    "FROM tables WHERE id = :table_id "
    "ON CONFLICT (visitor, table_id) DO UPDATE "
    "SET outcome = excluded.outcome, opponent = excluded.opponent WHERE listings.outcome = ''"
)


def enlist(connection: Connection, table: str, listings: Mapping[str, Mapping[str, str]]) -> None:
    """Put a table on these visitors' lists, with what came of it; that is settled once."""
    # In the order of their names, as two nodes that settle one table must not wait for each other.
    for visitor, facts in sorted(listings.items()):
        connection.execute(_ENLIST, {"visitor": visitor, "table_id": table, **facts})


def forget(connection: Connection, table: str, visitors: Sequence[str]) -> None:
    """Take a table off these visitors' lists as if it had never been there."""
    if visitors:
        theirs = ListingRow.visitor.in_(visitors) & (ListingRow.table_id == table)
        connection.execute(delete(ListingRow).where(theirs))


def put_back(connection: Connection, table: str, visitors: Sequence[str]) -> None:
    """Put a table back on the lists of these visitors who play on there, wherever they have taken
    it off."""
    if visitors:
        _lock(connection, table)
        theirs = ListingRow.visitor.in_(visitors) & (ListingRow.table_id == table)
        running = theirs & (ListingRow.outcome == "")
        connection.execute(update(ListingRow).where(running).values(removed=None))


def end(connection: Connection, table: str, when: float | None) -> None:
    """The game has ended, or goes on after all (``None``). What came of it for those who have
    played is written down already; it was no others' to win."""
    _lock(connection, table)
    these = update(ListingRow).where(ListingRow.table_id == table)
    connection.execute(these.values(ended=when))
    if when is not None:
        connection.execute(these.where(ListingRow.outcome == "").values(outcome="none"))


def _lock(connection: Connection, table: str) -> None:
    lists = select(ListingRow.visitor).where(ListingRow.table_id == table)
    # In the same order as above.
    connection.execute(lists.order_by(ListingRow.visitor).with_for_update()).all()


def listed(connection: Connection, visitor: str, wanted: Wanted) -> list[Listed]:
    """Tables of a visitor's list, the latest first."""
    conditions = []
    if wanted.game is not None:
        conditions.append(ListingRow.game == wanted.game)
    if wanted.outcome is not None and wanted.outcome != "running":
        conditions.append(ListingRow.outcome == wanted.outcome)
    off = ListingRow.removed.is_not(None) if wanted.removed else ListingRow.removed.is_(None)
    # Running and finished ones are asked for apart: an index answers each.
    running = _found(connection, visitor, wanted, [off, *conditions], over=False)
    if wanted.outcome == "running":
        return running
    finished = _found(connection, visitor, wanted, [off, *conditions], over=True)
    found = sorted(running + finished, key=lambda one: one.place, reverse=True)
    return found[: wanted.most]


LATEST = 500


def games(connection: Connection, visitor: str) -> frozenset[str]:
    """The games among the latest tables of a visitor's list, whether or not they are still on it:
    who has many has played before."""
    latest = select(ListingRow.game).where(ListingRow.visitor == visitor)
    found = latest.order_by(ListingRow.ended.desc()).limit(LATEST).subquery()
    return frozenset(connection.scalars(select(found.c.game).distinct()))


def recent(
    connection: Connection, visitor: str, *, over: bool, most: int, skip: int = 0
) -> list[TableRow]:
    """The tables of a visitor's list where the game is over, or is not, the latest first, without
    the first ``skip``."""
    wanted, off = Wanted(most=skip + most), ListingRow.removed.is_(None)
    found = _found(connection, visitor, wanted, [off], over=over)
    return [one.row for one in found[skip:]]


def running(connection: Connection, visitor: str) -> list[TableRow]:
    """The running tables where a visitor sits, or that they have set up, on their list or not."""
    # Asked for apart, as an index answers each.
    theirs = union(
        select(SeatRow.table_id).where(SeatRow.visitor == visitor),
        select(TableRow.id).where(TableRow.host == visitor),
    )
    wanted = select(TableRow).where(TableRow.id.in_(theirs.subquery().select()))
    with Session(connection, expire_on_commit=False) as session:
        rows = session.scalars(wanted.where(TableRow.ended == "").order_by(TableRow.id)).all()
        session.expunge_all()
    return list(rows)


def _found(
    connection: Connection,
    visitor: str,
    wanted: Wanted,
    conditions: Sequence[ColumnElement[bool]],
    *,
    over: bool,
) -> list[Listed]:
    when = ListingRow.ended if over else TableRow.updated
    place = (when, ListingRow.table_id)
    part = [ListingRow.ended.is_not(None) if over else ListingRow.ended.is_(None), *conditions]
    if wanted.before is not None:
        part.append(tuple_(*place) < tuple_(*map(literal, wanted.before)))
    with Session(connection, expire_on_commit=False) as session:
        rows = session.execute(
            select(TableRow, ListingRow.outcome, when)
            .where(ListingRow.visitor == visitor, ListingRow.table_id == TableRow.id)
            .where(*part)
            .order_by(*(column.desc() for column in place))
            .limit(wanted.most)
        ).all()
        session.expunge_all()
    return [Listed(row, outcome, then or 0.0) for row, outcome, then in rows]


def counts(connection: Connection, visitor: str) -> list[Count]:
    """How many games of each kind were won, lost and drawn, whether or not they are still on the
    list."""
    kinds = (ListingRow.game, ListingRow.opponent, ListingRow.outcome)
    found = (
        select(*kinds, func.count())
        .where(
            ListingRow.visitor == visitor,
            ListingRow.outcome.in_(("won", "lost", "drawn")),
        )
        .group_by(*kinds)
        .order_by(*kinds)
    )
    return [Count(*row) for row in connection.execute(found)]


def unsettled(connection: Connection, visitor: str, most: int) -> list[str]:
    """Finished games of older databases: nobody has asked yet who won."""
    found = (
        select(ListingRow.table_id)
        .where(
            ListingRow.visitor == visitor,
            ListingRow.outcome == literal_column("''"),
            ListingRow.ended.is_not(None),
        )
        .limit(most)
    )
    return list(connection.scalars(found))


def take_off(connection: Connection, visitor: str, table: str, when: float | None) -> bool:
    """Take a table off a visitor's list, or put it back (``None``); whether it was ever there."""
    mine = update(ListingRow).where(ListingRow.visitor == visitor, ListingRow.table_id == table)
    return bool(connection.execute(mine.values(removed=when)).rowcount)


def everybody(table: TableRow) -> Sequence[str]:
    """Whose list a new table is on: whoever set it up, and those who sit there. The games of a
    tournament are not its organiser's."""
    sitting = (seat.visitor for seat in table.seats if seat.visitor)
    hosts = [] if table.tournament else [table.host]
    return list(dict.fromkeys([*hosts, *sitting]))
