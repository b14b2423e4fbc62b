"""The site's own time, as nodes agree on it through the database, and the flags that are to fall.

The site's time counts the seconds for which anybody has served. Each node goes on by its own
monotonic clock and beats in the database; from one beat to the next of other nodes the clock of the
database's server tells how long it was, as far as that is possible: it may have been set meanwhile.
So no wall clock can move the site's time by more than the part of a beat.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import func, or_, select, text, update
from sqlalchemy.engine import Connection

from linden.web.store.database import Database
from linden.web.store.models import NodeRow, SiteTimeRow, TableRow, TournamentRow
from linden.web.store.nodes import LINES

STEP_SECONDS = 3.0
"""How far a node's time goes on from its last beat: what is longer was nobody's fault who plays."""
BEAT_SECONDS = 1.0
SERVED_SECONDS = 1.5
"""Whoever finds the last beat older than this knows that nobody has served since."""
NEAR_SECONDS = 0.25
"""Differences between nodes that are made good; larger ones come from a clock that was set."""
MOST_DUE = 200
"""Flags that are looked at at a time."""

Estimate = Callable[[float], float | None]
"""The site's time at a moment of this process's monotonic clock; ``None`` if it is not known."""


class Beat(NamedTuple):
    """What time it is, and when that was by this process's monotonic clock."""

    seconds: float
    at: float


class Due(NamedTuple):
    """A flag that is to fall."""

    table: str
    flag_at: float


class Times(NamedTuple):
    """The calls that time needs of the database."""

    database: Database

    async def begin(self, node: str | None) -> Beat:
        """The site's time for a process that has just begun: other nodes', or what it was at the
        last beat, or when the last move was kept after it."""
        return await self.database.write(_begin, node)

    async def beat(self, estimate: Estimate) -> Beat:
        """Agree with all other nodes on what time it is."""
        return await self.database.write(_beat, estimate)

    async def nearest(self) -> float | None:
        """When the first time that runs is up, the first open challenge lapses or something is due
        in a tournament; at once for a computer's time, ``None`` if there is none such."""
        return await self.database.read(_nearest)

    async def due(self, until: float, node: str | None, more: int = 0) -> list[Due]:
        """The first flags that fall until then, and so many ``more``, of tables that this node
        holds, or nobody who lives."""
        return await self.database.read(_due, until, node, MOST_DUE + more)


def agreed(kept: float, passed: float | None, mine: float | None) -> float:
    """What time it is, given the last beat that is ``kept``, how long ago that was by the clock of
    the database's server, and what this node thinks, if it has not lost its own beat.

    >>> agreed(10.0, 0.5, 10.48)
    10.5
    >>> agreed(10.0, 34560000.0, 10.48)  # that clock was set
    10.48
    >>> agreed(10.0, 20.0, None)  # nobody has served meanwhile
    10.0
    """
    if passed is not None and 0 <= passed <= SERVED_SECONDS:
        theirs = kept + passed
        if mine is None or mine < kept or abs(theirs - mine) <= NEAR_SECONDS:
            return theirs
    return kept if mine is None else max(kept, mine)


_FIRST = text(
    "INSERT INTO site_time (id, seconds, at) VALUES (1, 0, 0) ON CONFLICT (id) DO NOTHING"
)


def _begin(connection: Connection, node: str | None) -> Beat:
    connection.execute(_FIRST)
    if node is not None and _others_serve(connection, node):
        return _beat(connection, lambda _: None)
    latest = connection.scalar(select(func.max(TableRow.clock_since))) or 0.0
    kept = connection.scalar(select(SiteTimeRow.seconds).where(SiteTimeRow.id == 1)) or 0.0
    return _beat(connection, lambda _: None, alone_since=max(kept, latest))


def _others_serve(connection: Connection, node: str) -> bool:
    """Whether any other node's line for listening stands."""
    others = select(NodeRow.id, func.pg_try_advisory_xact_lock(LINES, func.hashtext(NodeRow.id)))
    return any(not dead for _, dead in connection.execute(others.where(NodeRow.id != node)))


_KEPT = select(SiteTimeRow.seconds, SiteTimeRow.at).where(SiteTimeRow.id == 1).with_for_update()
_SERVER_CLOCK = text("SELECT extract(epoch FROM clock_timestamp())")


def _beat(connection: Connection, estimate: Estimate, alone_since: float | None = None) -> Beat:
    kept, at = connection.execute(_KEPT).one()
    passed, clock = None, 0.0
    if connection.dialect.name == "postgresql":
        clock = float(connection.scalar(_SERVER_CLOCK) or 0.0)
        passed = clock - at
    moment = time.monotonic()
    seconds = alone_since or agreed(kept, passed, estimate(moment))
    this = update(SiteTimeRow).where(SiteTimeRow.id == 1)
    connection.execute(this.values(seconds=seconds, at=clock))
    return Beat(seconds, moment)


def _nearest(connection: Connection) -> float | None:
    runs = or_(TableRow.clock_since.is_not(None), TableRow.flag_at.is_not(None))
    flag = connection.scalar(select(func.min(func.coalesce(TableRow.flag_at, 0.0))).where(runs))
    lapse = connection.scalar(
        select(func.min(TableRow.seek_until)).where(TableRow.seek.is_not(None))
    )
    due = connection.scalar(select(func.min(TournamentRow.due)))
    return min((one for one in (flag, lapse, due) if one is not None), default=None)


def _due(connection: Connection, until: float, node: str | None, most: int) -> list[Due]:
    wanted = select(TableRow.id, TableRow.flag_at).where(
        TableRow.flag_at.is_not(None), TableRow.flag_at <= until
    )
    if node is not None:
        alive = select(NodeRow.id)
        worker = TableRow.worker
        wanted = wanted.where(or_(worker.is_(None), worker == node, worker.not_in(alive)))
    found = connection.execute(wanted.order_by(TableRow.flag_at).limit(most))
    return [Due(table, flag_at) for table, flag_at in found if flag_at is not None]
