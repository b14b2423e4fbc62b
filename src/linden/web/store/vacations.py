"""Vacations: so many days of any year a visitor's time stands in games of days. All of it is by the
site's own time, so that no wall clock makes a vacation longer or shorter."""

from typing import Any, NamedTuple

from sqlalchemy import select, text, update
from sqlalchemy.engine import Connection

from linden.web.store.database import Database
from linden.web.store.models import SeatRow, TableRow, VacationRow

DAY = 86_400.0
YEAR = 365 * DAY
DAYS_A_YEAR = 30


class Period(NamedTuple):
    """One vacation."""

    began: float
    until: float


class Vacations(NamedTuple):
    """The calls that vacations need of the database."""

    database: Database

    async def periods(self, visitor: str) -> list[Period]:
        """When this visitor was on vacation, the latest last."""
        return await self.database.read(_periods, visitor)

    async def begin(self, visitor: str, now: float, days: int) -> Period | None:
        """A vacation from now on; ``None`` where so many days are not left, or one is on
        already."""
        return await self.database.write(_begin, visitor, now, days)

    async def finish(self, visitor: str, now: float) -> None:
        """Whoever is on vacation is back."""
        await self.database.write(_finish, visitor, now)

    async def tables(self, visitor: str) -> list[str]:
        """The running games of days where this visitor sits."""
        return await self.database.read(_tables, visitor)


def left(periods: list[Period], now: float) -> float:
    """How many seconds of vacation there are, of a year that ends now.

    >>> left([Period(0.0, 5 * DAY)], 10 * DAY) / DAY
    25.0
    >>> left([Period(0.0, 5 * DAY)], 368 * DAY) / DAY
    28.0
    """
    begins = now - YEAR
    taken = sum(max(0.0, period.until - max(begins, period.began)) for period in periods)
    return max(0.0, DAYS_A_YEAR * DAY - taken)


def current(periods: list[Period], moment: float) -> Period | None:
    """The vacation that a moment lies in."""
    return next((one for one in periods if one.began <= moment < one.until), None)


_FIRST = text(
    "INSERT INTO vacations (visitor, periods) VALUES (:visitor, '[]') "
    "ON CONFLICT (visitor) DO NOTHING"
)


def _periods(connection: Connection, visitor: str, *, locked: bool = False) -> list[Period]:
    wanted = select(VacationRow.periods).where(VacationRow.visitor == visitor)
    if locked:
        wanted = wanted.with_for_update()
    return [Period(*one) for one in connection.scalar(wanted) or ()]


def _begin(connection: Connection, visitor: str, now: float, days: int) -> Period | None:
    connection.execute(_FIRST, {"visitor": visitor})
    known = _periods(connection, visitor, locked=True)
    # A day is a day, though a moment has passed since somebody looked.
    if current(known, now) is not None or days * DAY > left(known, now) + 1.0:
        return None
    period = Period(round(now, 3), round(now + days * DAY, 3))
    _keep(connection, visitor, [*(one for one in known if one.until > now - YEAR), period])
    return period


def _finish(connection: Connection, visitor: str, now: float) -> None:
    known = _periods(connection, visitor, locked=True)
    _keep(
        connection,
        visitor,
        [Period(one.began, max(one.began, min(one.until, round(now, 3)))) for one in known],
    )


def adopt(connection: Connection, guest: str, account: str) -> None:
    """What a guest has taken of their vacation, an account has taken from now on; not more than
    belongs to one person's year."""
    if taken := _periods(connection, guest, locked=True):
        connection.execute(_FIRST, {"visitor": account})
        known = _periods(connection, account, locked=True)
        for began, until in taken:
            known.append(Period(began, round(min(until, began + left(known, began)), 3)))
        _keep(connection, account, sorted(known))
        _keep(connection, guest, [])


def _keep(connection: Connection, visitor: str, periods: list[Period]) -> None:
    kept = [list(one) for one in periods]
    this = update(VacationRow).where(VacationRow.visitor == visitor)
    connection.execute(this.values(periods=kept))


def _tables(connection: Connection, visitor: str) -> list[str]:
    wanted = (
        select(TableRow.id, TableRow.clock)
        .join(SeatRow, SeatRow.table_id == TableRow.id)
        .where(SeatRow.visitor == visitor, TableRow.ended == "", TableRow.clock.is_not(None))
    )
    found = connection.execute(wanted.order_by(TableRow.id))
    return list(dict.fromkeys(table for table, clock in found if clock and _by_days(clock)))


def _by_days(clock: dict[str, Any]) -> bool:
    """Whether people come back for their turns; ``tables.clock`` knows what a clock is."""
    return bool(clock["kind"] == "turn" and clock["seconds"] >= DAY)
