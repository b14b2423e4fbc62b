"""Whose tables, tries, lessons and misses they are, on a connection: what one has becomes
another's, all at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import exists, select, union, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import aliased

from linden.web.store import tournaments, vacations
from linden.web.store.models import (
    BlockRow,
    CoachedRow,
    LearntRow,
    ListingRow,
    ReportRow,
    SeatRow,
    TableRow,
    TryRow,
    VisitorRow,
)


@dataclass(frozen=True)
class Moved:
    """A table that has changed hands, and its revision since."""

    table: str
    revision: int


def adopt(connection: Connection, guest: str, account: str) -> list[Moved]:
    """Make what a guest has an account's, and forget what the guest was called. Tables where the
    account sits already stay the guest's: one person would see two hands."""
    here = select(SeatRow.table_id).where(SeatRow.visitor == account)
    both = select(SeatRow.table_id).where(SeatRow.visitor == guest, SeatRow.table_id.in_(here))
    moved = hand_over(connection, guest, account, but=list(connection.scalars(both)))
    known = select(ListingRow.table_id).where(ListingRow.visitor == account)
    connection.execute(
        update(ListingRow)
        .where(ListingRow.visitor == guest, ListingRow.table_id.not_in(known))
        .values(visitor=account)
    )
    vacations.adopt(connection, guest, account)
    _bring(connection, TryRow, ("game", "puzzle"), guest, account)
    _bring(connection, LearntRow, ("game", "step"), guest, account)
    _bring(connection, CoachedRow, ("table_id",), guest, account)
    _answer_for(connection, guest, account)
    _forget_name(connection, guest, account)
    return moved


def _forget_name(connection: Connection, guest: str, account: str) -> None:
    """Seats bear the account's name from now on; where it could not take them over, none."""
    connection.execute(update(VisitorRow).where(VisitorRow.id == guest).values(name=""))
    name = select(VisitorRow.name).where(VisitorRow.id == account).scalar_subquery()
    for visitor, called in ((guest, ""), (account, name)):
        mine = (SeatRow.visitor == visitor) & SeatRow.own
        connection.execute(update(SeatRow).where(mine).values(name=called))


def _answer_for(connection: Connection, guest: str, account: str) -> None:
    """Whom others have blocked or reported as a guest they have as an account; what somebody has
    done so to themselves is nothing."""
    known = aliased(BlockRow)
    has = exists().where(known.visitor == account, known.account == BlockRow.account)
    blocks = (BlockRow.visitor == guest) & (BlockRow.account != account)
    connection.execute(update(BlockRow).where(blocks, ~has).values(visitor=account))
    reports = (ReportRow.about == guest) & (ReportRow.by != account)
    connection.execute(update(ReportRow).where(reports).values(about=account))


def _bring(
    connection: Connection,
    rows: type[TryRow] | type[LearntRow] | type[CoachedRow],
    names: Sequence[str],
    guest: str,
    account: str,
) -> None:
    """Let a guest's rows be the account's, but for those that it has already, by these columns."""
    known = aliased(rows)
    same = [getattr(known, name) == getattr(rows, name) for name in names]
    has = exists().where(known.visitor == account, *same)
    connection.execute(update(rows).where(rows.visitor == guest, ~has).values(visitor=account))


def hand_over(connection: Connection, old: str, new: str, but: Sequence[str] = ()) -> list[Moved]:
    """Let tables and seats of one be another's, each table a revision later: whoever decides by
    the old one is refused, and decides anew."""
    # Asked for apart, as an index answers each, and none an "or" of them.
    known = union(
        select(SeatRow.table_id).where(SeatRow.visitor == old),
        select(SeatRow.table_id).where(SeatRow.left_by == old),
        select(SeatRow.table_id).where(SeatRow.invited == old),
        select(TableRow.id).where(TableRow.host == old),
    )
    theirs = TableRow.id.in_(known.subquery().select()) & TableRow.id.not_in(but)
    # Locked in the order of their ids, as two of a table's players may sign up at once.
    wanted = select(TableRow.id, TableRow.revision, TableRow.offer).where(theirs)
    rows = connection.execute(wanted.order_by(TableRow.id).with_for_update()).all()
    connection.execute(update(TableRow).where(theirs).values(revision=TableRow.revision + 1))
    for row in rows:
        if row.offer and old in row.offer["yes"]:
            yes = [new if one == old else one for one in row.offer["yes"]]
            offer = {**row.offer, "yes": yes}
            connection.execute(update(TableRow).where(TableRow.id == row.id).values(offer=offer))
    hosted = (TableRow.host == old) & TableRow.id.not_in(but)
    connection.execute(update(TableRow).where(hosted).values(host=new))
    tournaments.hand_over(connection, old, new)
    for whose in (SeatRow.visitor, SeatRow.left_by):
        mine = (whose == old) & SeatRow.table_id.not_in(but)
        connection.execute(update(SeatRow).where(mine).values({whose: new}))
    return [Moved(row.id, row.revision + 1) for row in rows]
