"""The nodes that serve the same tables, and which of them lets a table go on by itself.

A table that goes on by itself names the node that sees to it. That node holds it for as long as it
lives: a node counts its beats in the database, and one whose count stands still is taken off the
list by the others, each by its own clock, so that no clock has to be right. They wait less long
where its line for listening is gone as well, with which it holds a lock: a process that is killed
loses it at once, a machine that falls silent does not. Holding a table only saves others the work.
Whether a move counts is decided by the table's revision alone.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.engine import Connection

from linden.web.store.database import Database
from linden.web.store.models import NodeRow, TableRow, VisitorRow

MOST_ORPHANS = 20
"""Tables of a dead node that one node takes at a time: the others get their share."""
LINES = 0x6C696E65  # "line"
"""Which of PostgreSQL's locks tell that a node's line for listening stands."""


class Pulse(NamedTuple):
    """What is seen of a node."""

    beat: int
    hung_up: bool
    """Whether its line for listening is gone."""


class Register:
    """The calls that nodes need of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def enter(self, node: str, called: str) -> None:
        """Be one of those who serve."""
        await self._database.write(_enter, node, called)

    async def beat(self, node: str) -> dict[str, Pulse] | None:
        """Count on; everybody's pulse, or ``None`` for who was taken for dead."""
        return await self._database.write(_beat, node)

    async def leave(self, node: str) -> None:
        """Serve no more; the tables it held are anybody's."""
        await self._database.write(_leave, node)

    async def bury(self, node: str, beat: int) -> bool:
        """Take a node off the list whose count has stood still at ``beat``."""
        return await self._database.write(_bury, node, beat)

    async def claim(self, table: str, version: int, node: str) -> str | None:
        """Take a table that goes on by itself, if nobody alive holds it; who holds it then."""
        return await self._database.write(_claim, table, version, node)

    async def orphans(self) -> list[str]:
        """Tables whose node is dead."""
        return await self._database.read(_orphans)

    async def release(self, table: str) -> None:
        """Take a table from its dead node: nothing goes on there."""
        await self._database.write(_release, table)

    async def revisions(self, tables: Collection[str]) -> dict[str, int]:
        """How often each table has changed so far."""
        return await self._database.read(_revisions, tables)

    async def names(self, visitors: Collection[str]) -> dict[str, str]:
        """What visitors are called now, those who have a name."""
        return await self._database.read(_names, visitors)


def _enter(connection: Connection, node: str, called: str) -> None:
    connection.execute(delete(NodeRow).where(NodeRow.id == node))
    connection.execute(insert(NodeRow).values(id=node, called=called[:200], beat=0))


def _beat(connection: Connection, node: str) -> dict[str, Pulse] | None:
    mine = update(NodeRow).where(NodeRow.id == node).values(beat=NodeRow.beat + 1)
    if not connection.execute(mine).rowcount:
        return None
    hung_up = func.pg_try_advisory_xact_lock(LINES, func.hashtext(NodeRow.id))
    rows = connection.execute(select(NodeRow.id, NodeRow.beat, hung_up.label("hung_up")))
    return {row.id: Pulse(row.beat, row.hung_up) for row in rows}


def _leave(connection: Connection, node: str) -> None:
    connection.execute(delete(NodeRow).where(NodeRow.id == node))


def _bury(connection: Connection, node: str, beat: int) -> bool:
    still = delete(NodeRow).where(NodeRow.id == node, NodeRow.beat == beat)
    return bool(connection.execute(still).rowcount)


_ALIVE = select(NodeRow.id)


def _claim(connection: Connection, table: str, version: int, node: str) -> str | None:
    this = (TableRow.id == table, TableRow.version == version, TableRow.ended == "")
    unheld = or_(TableRow.worker.is_(None), TableRow.worker == node, TableRow.worker.not_in(_ALIVE))
    if connection.execute(update(TableRow).where(*this, unheld).values(worker=node)).rowcount:
        return node
    return connection.scalar(select(TableRow.worker).where(*this))


def _orphans(connection: Connection) -> list[str]:
    held = TableRow.worker.is_not(None)
    wanted = select(TableRow.id).where(held, TableRow.worker.not_in(_ALIVE)).limit(MOST_ORPHANS)
    return list(connection.scalars(wanted))


def _release(connection: Connection, table: str) -> None:
    orphan = update(TableRow).where(TableRow.id == table, TableRow.worker.not_in(_ALIVE))
    connection.execute(orphan.values(worker=None))


def _revisions(connection: Connection, tables: Collection[str]) -> dict[str, int]:
    wanted = select(TableRow.id, TableRow.revision).where(TableRow.id.in_(tables))
    return {row.id: row.revision for row in connection.execute(wanted)}


def _names(connection: Connection, visitors: Collection[str]) -> dict[str, str]:
    wanted = select(VisitorRow.id, VisitorRow.name).where(VisitorRow.id.in_(visitors))
    return {visitor: name for visitor, name in connection.execute(wanted) if name}
