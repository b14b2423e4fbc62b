"""Who blocks whom, what was reported, who has left rated games, and what moderators have done: on a
connection; each call is one transaction."""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import delete, func, insert, literal, or_, select, text, tuple_, update
from sqlalchemy.engine import Connection

from linden.web.store.accounts import check_looks
from linden.web.store.database import Database
from linden.web.store.errors import NameTaken, TooMany
from linden.web.store.models import (
    AccountRow,
    BlockRow,
    DeedRow,
    LeaveRow,
    ReportRow,
    VisitorRow,
)

MOST_BLOCKS = 500
MOST_SHOWN = 200
"""Reports and deeds that a moderator is shown at once."""


@dataclass(frozen=True)
class Block:
    """Somebody who is not to come near."""

    visitor: str
    name: str
    created: float


@dataclass(frozen=True)
class Report:
    """What somebody has told the moderators."""

    id: str
    by: str
    about: str
    table: str | None
    reason: str
    text: str
    created: float


@dataclass(frozen=True)
class Deed:
    """What a moderator has done; names as they were then."""

    id: str
    by: str
    about: str
    what: str
    why: str
    done: float


@dataclass(frozen=True)
class Suspended:
    """An account that is paused."""

    name: str
    until: float


class DecencyStore:
    """What keeps people from each other where they wish it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def block(self, account: str, visitor: str) -> None:
        """Keep somebody away from an account; ``TooMany`` if it has blocked many."""
        await self._database.write(_block, account, visitor)

    async def unblock(self, account: str, visitor: str) -> None:
        await self._database.write(_unblock, account, visitor)

    async def blocks(self, account: str) -> list[Block]:
        """Whom an account has blocked, the latest first."""
        return await self._database.read(_blocks, account)

    async def has_blocked(self, account: str, visitor: str) -> bool:
        """Whether this account has blocked this visitor, and not only whom it belongs to."""
        return await self._database.read(_has_blocked, account, visitor)

    async def blocked(self, visitor: str, people: Collection[str]) -> bool:
        """Whether one of these people has blocked a visitor, or whom that belongs to."""
        return await self._database.read(_blocked, visitor, list(people))

    async def kin(self, visitor: str, people: Collection[str]) -> bool:
        """Whether one of these is the visitor's bot, its owner, or another bot of the same."""
        return await self._database.read(_kin, visitor, list(people))

    # -- rated games that were left

    async def leaves(self, account: str, since: float, until: float) -> list[float]:
        """When an account has left rated games from then till then, the latest first."""
        return await self._database.read(_leaves, account, since, until)

    # -- moderators

    async def moderates(self, account: str) -> bool:
        return await self._database.read(_moderates, account)

    async def suspended_until(self, account: str) -> float:
        """Until when an account is paused, with whom it belongs to; 0 if it is not."""
        return await self._database.read(_suspended_until, account)

    async def report(self, report: Report) -> None:
        await self._database.write(_report, report)

    async def reports(self) -> list[Report]:
        """What nobody has dealt with yet, the oldest first; with the names of now."""
        return await self._database.read(_reports)

    async def reports_by(self, account: str) -> list[Report]:
        """All that somebody has ever told, dealt with or not."""
        return await self._database.read(_reports_by, account)

    async def close(self, report: str, deed: Deed) -> bool:
        """Put a report aside, and write it down; whether it was open."""
        return await self._database.write(_close, report, deed)

    async def suspend(self, account: str, until: float, deed: Deed) -> None:
        await self._database.write(_suspend, account, until, deed)

    async def rename(self, account: str, name: str, key: str, skeleton: str, deed: Deed) -> None:
        """Give an account another name; ``NameTaken`` if there is such a one."""
        await self._database.write(_rename, account, name, key, skeleton, deed)

    async def deeds(self, before: tuple[float, str] | None = None) -> list[Deed]:
        """What was done, the latest first; or what comes after this place of the log."""
        return await self._database.read(_deeds, before)

    async def suspended(self) -> list[Suspended]:
        return await self._database.read(_suspended)


# -- each call, on a connection --------------------------------------------------------------------

_BLOCK = text(
    "INSERT INTO blocks (account, visitor, created) VALUES (:account, :visitor, :now) "
    "ON CONFLICT (account, visitor) DO NOTHING"
)
_LEAVE = text(
    "INSERT INTO leaves (account, table_id, at) VALUES (:account, :table, :now) "
    "ON CONFLICT (account, table_id) DO NOTHING"
)


def _block(connection: Connection, account: str, visitor: str) -> None:
    mine = select(func.count()).select_from(BlockRow).where(BlockRow.account == account)
    if connection.execute(mine).scalar_one() >= MOST_BLOCKS:
        raise TooMany
    facts = {"account": account, "visitor": visitor, "now": time.time()}
    connection.execute(_BLOCK, facts)


def _unblock(connection: Connection, account: str, visitor: str) -> None:
    mine = (BlockRow.account == account) & (BlockRow.visitor == visitor)
    connection.execute(delete(BlockRow).where(mine))


def _blocks(connection: Connection, account: str) -> list[Block]:
    wanted = (
        select(BlockRow.visitor, func.coalesce(VisitorRow.name, ""), BlockRow.created)
        .join(VisitorRow, VisitorRow.id == BlockRow.visitor, isouter=True)
        .where(BlockRow.account == account)
        .order_by(BlockRow.created.desc())
    )
    return [Block(*row) for row in connection.execute(wanted)]


def _has_blocked(connection: Connection, account: str, visitor: str) -> bool:
    mine = (BlockRow.account == account) & (BlockRow.visitor == visitor)
    return connection.scalar(select(BlockRow.created).where(mine)) is not None


def _with_owner(connection: Connection, visitor: str) -> list[str]:
    """A visitor, and whom it belongs to where it is a bot."""
    owner = connection.scalar(select(AccountRow.owner).where(AccountRow.id == visitor))
    return [visitor] if owner is None else [visitor, owner]


def _blocked(connection: Connection, visitor: str, people: Sequence[str]) -> bool:
    if not people:
        return False
    owned = select(AccountRow.owner).where(AccountRow.id.in_(people), AccountRow.owner.is_not(None))
    theirs = or_(BlockRow.account.in_(people), BlockRow.account.in_(owned))
    whom = BlockRow.visitor.in_(_with_owner(connection, visitor))
    return connection.execute(select(1).where(theirs, whom).limit(1)).first() is not None


def _kin(connection: Connection, visitor: str, people: Sequence[str]) -> bool:
    wanted = select(AccountRow.id, AccountRow.owner).where(AccountRow.id.in_([visitor, *people]))
    owners = {account: owner or account for account, owner in connection.execute(wanted)}
    mine = owners.get(visitor, visitor)
    return any(owners.get(one, one) == mine for one in people)


def leave(connection: Connection, accounts: Sequence[str], table: str) -> None:
    """Write down that these have left a rated game, once for each."""
    for account in accounts:
        connection.execute(_LEAVE, {"account": account, "table": table, "now": time.time()})


def _leaves(connection: Connection, account: str, since: float, until: float) -> list[float]:
    mine = select(LeaveRow.at).where(LeaveRow.account == account)
    lately = mine.where(LeaveRow.at.between(since, until))
    return list(connection.scalars(lately.order_by(LeaveRow.at.desc())))


def _moderates(connection: Connection, account: str) -> bool:
    return bool(connection.scalar(select(AccountRow.moderator).where(AccountRow.id == account)))


def _suspended_until(connection: Connection, account: str) -> float:
    whom = _with_owner(connection, account)
    wanted = select(func.max(AccountRow.suspended)).where(AccountRow.id.in_(whom))
    return float(connection.scalar(wanted) or 0.0)


def _report(connection: Connection, report: Report) -> None:
    facts = {**vars(report), "table_id": report.table}
    del facts["table"]
    connection.execute(insert(ReportRow).values(**facts, closed=None))


_REPORTS = (
    select(ReportRow.id, ReportRow.by, ReportRow.about, ReportRow.table_id, ReportRow.reason)
    .add_columns(ReportRow.text, ReportRow.created)
    .order_by(ReportRow.created)
)


def _reports_by(connection: Connection, account: str) -> list[Report]:
    return [Report(*row) for row in connection.execute(_REPORTS.where(ReportRow.by == account))]


def _reports(connection: Connection) -> list[Report]:
    wanted = _REPORTS.where(ReportRow.closed.is_(None)).limit(MOST_SHOWN)
    found = [Report(*row) for row in connection.execute(wanted)]
    people = {one.by for one in found} | {one.about for one in found}
    named = select(VisitorRow.id, VisitorRow.name).where(VisitorRow.id.in_(people))
    names = {row.id: row.name for row in connection.execute(named)}
    return [replace(one, by=names.get(one.by, ""), about=names.get(one.about, "")) for one in found]


def _write_down(connection: Connection, deed: Deed) -> None:
    connection.execute(insert(DeedRow).values(**vars(deed)))


def _close(connection: Connection, report: str, deed: Deed) -> bool:
    open_one = (ReportRow.id == report) & ReportRow.closed.is_(None)
    about = connection.scalar(select(ReportRow.about).where(ReportRow.id == report))
    if not connection.execute(update(ReportRow).where(open_one).values(closed=deed.done)).rowcount:
        return False
    name = connection.scalar(select(VisitorRow.name).where(VisitorRow.id == about)) or ""
    _write_down(connection, replace(deed, about=name))
    return True


def _suspend(connection: Connection, account: str, until: float, deed: Deed) -> None:
    connection.execute(update(AccountRow).where(AccountRow.id == account).values(suspended=until))
    _write_down(connection, deed)


def _rename(
    connection: Connection, account: str, name: str, key: str, skeleton: str, deed: Deed
) -> None:
    check_looks(connection, account, name)
    others = select(AccountRow.id).where(AccountRow.key == key, AccountRow.id != account)
    if connection.scalar(others) is not None:
        raise NameTaken(name)
    facts = {"name": name, "key": key, "skeleton": skeleton}
    connection.execute(update(AccountRow).where(AccountRow.id == account).values(**facts))
    connection.execute(update(VisitorRow).where(VisitorRow.id == account).values(name=name))
    _write_down(connection, deed)


def _deeds(connection: Connection, before: tuple[float, str] | None) -> list[Deed]:
    columns = (DeedRow.id, DeedRow.by, DeedRow.about, DeedRow.what, DeedRow.why, DeedRow.done)
    wanted = select(*columns).order_by(DeedRow.done.desc(), DeedRow.id.desc()).limit(MOST_SHOWN)
    if before is not None:
        place = tuple_(DeedRow.done, DeedRow.id)
        wanted = wanted.where(place < tuple_(*map(literal, before)))
    return [Deed(*row) for row in connection.execute(wanted)]


def _suspended(connection: Connection) -> list[Suspended]:
    wanted = select(AccountRow.name, AccountRow.suspended)
    paused = wanted.where(AccountRow.suspended > time.time()).order_by(AccountRow.suspended)
    return [Suspended(*row) for row in connection.execute(paused)]
