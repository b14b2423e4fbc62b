"""Accounts on a connection, and the calls that people's actions need: each is one transaction."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.engine import Connection

from linden.web.store.database import Database
from linden.web.store.errors import NameTaken, TooMany
from linden.web.store.models import (
    AccountRow,
    ChallengeRow,
    ListingRow,
    PasskeyRow,
    RatedGameRow,
    RatingRow,
    SeatRow,
    SessionRow,
    TableRow,
    VisitorRow,
)

IDLE_SECONDS = 60 * 86_400.0
"""A session ends when nobody has come for so long,"""
LONGEST_SECONDS = 365 * 86_400.0
"""and after so long in any case."""
SEEN_SECONDS = 600.0
"""How often it is written down that somebody is there."""
MOST_SESSIONS = 50
"""Of one account; the one that was not seen for longest makes room."""
MOST_PASSKEYS = 20
MOST_CHALLENGES = 20_000


@dataclass(frozen=True)
class Account:
    """Who somebody is."""

    id: str
    name: str
    password: str | None
    preferences: dict[str, Any]
    created: float


@dataclass(frozen=True)
class Signed:
    """A browser that is signed in."""

    id: str
    account: str
    device: str
    created: float
    seen: float
    confirmed: float

    def holds(self, now: float) -> bool:
        return now < min(self.seen + IDLE_SECONDS, self.created + LONGEST_SECONDS)


@dataclass(frozen=True)
class Passkey:
    """A key of somebody's."""

    id: str
    account: str
    public_key: bytes
    uses: int
    name: str
    created: float
    used: float | None


@dataclass(frozen=True)
class Moved:
    """A table that has changed hands, and its revision since."""

    table: str
    revision: int


class AccountStore:
    """Accounts, and what belongs to them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self, account: Account, key: str, session: Signed, passkey: Passkey | None = None
    ) -> None:
        """Keep a new account with its first session; ``NameTaken`` if there is such a name."""
        await self._database.write(_create, account, key, session, passkey)

    async def named(self, key: str) -> Account | None:
        return await self._database.read(_named, key)

    async def get(self, account: str) -> Account | None:
        return await self._database.read(_get, account)

    async def set_password(self, account: str, password: str) -> None:
        await self._database.write(_set, account, {"password": password})

    async def set_preferences(self, account: str, preferences: dict[str, Any]) -> None:
        await self._database.write(_set, account, {"preferences": preferences})

    async def delete(self, account: str, gone: str) -> list[Moved]:
        """Forget an account: its games stay, as those of ``gone``, whom nobody can be."""
        return await self._database.write(_delete, account, gone)

    async def adopt(self, guest: str, account: str) -> list[Moved]:
        """Make a guest's seats, tables and list of games the account's."""
        return await self._database.write(_adopt, guest, account)

    # -- sessions

    async def sign_in(self, session: Signed) -> None:
        await self._database.write(_sign_in, session)

    async def session(self, session: str) -> Signed | None:
        return await self._database.read(_session, session)

    async def sessions(self, account: str) -> list[Signed]:
        """Those of an account that hold, the latest first."""
        return await self._database.read(_sessions, account)

    async def living(self, sessions: Sequence[str]) -> set[str]:
        """Those of these sessions that hold."""
        return await self._database.read(_living, sessions)

    async def seen(self, session: str, now: float) -> None:
        await self._database.write(_touch, session, {"seen": now})

    async def confirm(self, session: str, now: float) -> None:
        await self._database.write(_touch, session, {"seen": now, "confirmed": now})

    async def end(self, account: str, session: str) -> bool:
        """End a session of this account; whether there was such a one."""
        return await self._database.write(_end, account, session)

    async def end_others(self, account: str, session: str) -> list[str]:
        """End all sessions of an account but one; those that were ended."""
        return await self._database.write(_end_others, account, session)

    # -- passkeys

    async def passkeys(self, account: str) -> list[Passkey]:
        return await self._database.read(_passkeys, account)

    async def passkey(self, key: str) -> Passkey | None:
        return await self._database.read(_passkey, key)

    async def add_passkey(self, passkey: Passkey) -> None:
        """Keep another key; ``NameTaken`` if it is somebody's already."""
        await self._database.write(_add_passkey, passkey)

    async def used_passkey(self, key: str, uses: int, now: float) -> None:
        await self._database.write(_used_passkey, key, uses, now)

    async def remove_passkey(self, account: str, key: str) -> bool | None:
        """Forget a key; ``None`` if there was none such, ``False`` if it is the only way in."""
        return await self._database.write(_remove_passkey, account, key)

    # -- challenges

    async def challenge(self, challenge: str, purpose: str, subject: str, until: float) -> None:
        await self._database.write(_challenge, challenge, purpose, subject, until)

    async def answered(self, challenge: str, purpose: str) -> str | None:
        """Take a challenge off the list: whom it is about; ``None`` if it was not open."""
        return await self._database.write(_answered, challenge, purpose)


# -- each call, on a connection --------------------------------------------------------------------

_NEW_ACCOUNT = text(
    "INSERT INTO accounts (id, name, key, password, preferences, created) "
    "VALUES (:id, :name, :key, :password, '{}', :created) ON CONFLICT (key) DO NOTHING"
)
_NEW_PASSKEY = text(
    "INSERT INTO passkeys (id, account, public_key, uses, name, created) "
    "VALUES (:id, :account, :public_key, :uses, :name, :created) ON CONFLICT (id) DO NOTHING"
)
_NAME_VISITOR = text(
    "INSERT INTO visitors (id, name, created, keeper) VALUES (:id, :name, :now, :no) "
    "ON CONFLICT (id) DO UPDATE SET name = excluded.name"
)


def _account(row: Any) -> Account | None:
    if row is None:
        return None
    return Account(row.id, row.name, row.password, dict(row.preferences or {}), row.created)


_ACCOUNT = select(
    AccountRow.id,
    AccountRow.name,
    AccountRow.password,
    AccountRow.preferences,
    AccountRow.created,
)
_SESSION = select(
    SessionRow.id,
    SessionRow.account,
    SessionRow.device,
    SessionRow.created,
    SessionRow.seen,
    SessionRow.confirmed,
)
_PASSKEY = select(
    PasskeyRow.id,
    PasskeyRow.account,
    PasskeyRow.public_key,
    PasskeyRow.uses,
    PasskeyRow.name,
    PasskeyRow.created,
    PasskeyRow.used,
)


def _create(
    connection: Connection, account: Account, key: str, session: Signed, passkey: Passkey | None
) -> None:
    facts = {
        "id": account.id,
        "name": account.name,
        "key": key,
        "password": account.password,
        "created": account.created,
    }
    if connection.execute(_NEW_ACCOUNT, facts).rowcount != 1:
        raise NameTaken(account.name)
    name = {"id": account.id, "name": account.name, "now": account.created, "no": False}
    connection.execute(_NAME_VISITOR, name)
    if passkey is not None:
        _add_passkey(connection, passkey)
    _sign_in(connection, session)


def _named(connection: Connection, key: str) -> Account | None:
    return _account(connection.execute(_ACCOUNT.where(AccountRow.key == key)).first())


def _get(connection: Connection, account: str) -> Account | None:
    return _account(connection.execute(_ACCOUNT.where(AccountRow.id == account)).first())


def _set(connection: Connection, account: str, values: dict[str, Any]) -> None:
    connection.execute(update(AccountRow).where(AccountRow.id == account).values(**values))


def _sign_in(connection: Connection, session: Signed) -> None:
    connection.execute(insert(SessionRow).values(**vars(session)))
    mine = select(SessionRow.id).where(SessionRow.account == session.account)
    oldest = list(connection.scalars(mine.order_by(SessionRow.seen.desc()).offset(MOST_SESSIONS)))
    if oldest:
        connection.execute(delete(SessionRow).where(SessionRow.id.in_(oldest)))


def _session(connection: Connection, session: str) -> Signed | None:
    row = connection.execute(_SESSION.where(SessionRow.id == session)).first()
    return Signed(*row) if row else None


def _sessions(connection: Connection, account: str) -> list[Signed]:
    wanted = _SESSION.where(SessionRow.account == account).order_by(SessionRow.seen.desc())
    now = time.time()
    found = [Signed(*row) for row in connection.execute(wanted)]
    return [one for one in found if one.holds(now)]


def _living(connection: Connection, sessions: Sequence[str]) -> set[str]:
    now = time.time()
    rows = connection.execute(_SESSION.where(SessionRow.id.in_(sessions)))
    return {one.id for one in (Signed(*row) for row in rows) if one.holds(now)}


def _touch(connection: Connection, session: str, values: dict[str, float]) -> None:
    connection.execute(update(SessionRow).where(SessionRow.id == session).values(**values))


def _end(connection: Connection, account: str, session: str) -> bool:
    mine = (SessionRow.id == session) & (SessionRow.account == account)
    return bool(connection.execute(delete(SessionRow).where(mine)).rowcount)


def _end_others(connection: Connection, account: str, session: str) -> list[str]:
    others = (SessionRow.account == account) & (SessionRow.id != session)
    ended = list(connection.scalars(select(SessionRow.id).where(others)))
    connection.execute(delete(SessionRow).where(SessionRow.id.in_(ended)))
    return ended


def _passkeys(connection: Connection, account: str) -> list[Passkey]:
    wanted = _PASSKEY.where(PasskeyRow.account == account).order_by(PasskeyRow.created)
    return [Passkey(*row) for row in connection.execute(wanted)]


def _passkey(connection: Connection, key: str) -> Passkey | None:
    row = connection.execute(_PASSKEY.where(PasskeyRow.id == key)).first()
    return Passkey(*row) if row else None


def _add_passkey(connection: Connection, passkey: Passkey) -> None:
    mine = select(func.count()).where(PasskeyRow.account == passkey.account)
    if connection.execute(mine.select_from(PasskeyRow)).scalar_one() >= MOST_PASSKEYS:
        raise TooMany
    facts = {name: value for name, value in vars(passkey).items() if name != "used"}
    if connection.execute(_NEW_PASSKEY, facts).rowcount != 1:
        raise NameTaken(passkey.name)


def _used_passkey(connection: Connection, key: str, uses: int, now: float) -> None:
    connection.execute(update(PasskeyRow).where(PasskeyRow.id == key).values(uses=uses, used=now))


def _remove_passkey(connection: Connection, account: str, key: str) -> bool | None:
    # Two at once must not both find that the other key is still there.
    locked = select(AccountRow.password).where(AccountRow.id == account).with_for_update()
    password = connection.scalar(locked)
    keys = [one.id for one in _passkeys(connection, account)]
    if key not in keys:
        return None
    if password is None and len(keys) == 1:
        return False
    connection.execute(delete(PasskeyRow).where(PasskeyRow.id == key))
    return True


def _challenge(
    connection: Connection, challenge: str, purpose: str, subject: str, until: float
) -> None:
    connection.execute(delete(ChallengeRow).where(ChallengeRow.until < time.time()))
    waiting = connection.execute(select(func.count()).select_from(ChallengeRow)).scalar_one()
    if waiting >= MOST_CHALLENGES:
        raise TooMany
    row = {"id": challenge, "purpose": purpose, "subject": subject, "until": until}
    connection.execute(insert(ChallengeRow).values(**row))


def _answered(connection: Connection, challenge: str, purpose: str) -> str | None:
    open_one = (ChallengeRow.id == challenge) & (ChallengeRow.purpose == purpose)
    found = select(ChallengeRow.subject).where(open_one, ChallengeRow.until >= time.time())
    subject = connection.scalar(found)
    taken = connection.execute(delete(ChallengeRow).where(open_one)).rowcount
    return subject if taken == 1 else None


# -- whose tables they are -------------------------------------------------------------------------


def _adopt(connection: Connection, guest: str, account: str) -> list[Moved]:
    """Tables where the account sits already stay the guest's: one person would see two hands."""
    both = select(SeatRow.table_id).where(SeatRow.visitor == account)
    moved = _hand_over(connection, guest, account, but=set(connection.scalars(both)))
    known = select(ListingRow.table_id).where(ListingRow.visitor == account)
    connection.execute(
        update(ListingRow)
        .where(ListingRow.visitor == guest, ListingRow.table_id.not_in(known))
        .values(visitor=account)
    )
    return moved


def _hand_over(connection: Connection, old: str, new: str, but: set[str]) -> list[Moved]:
    """Let tables and seats of one be another's, each table a revision later: whoever decides by
    the old one is refused, and decides anew."""
    theirs = (SeatRow.visitor == old) | (SeatRow.left_by == old)
    seats = select(SeatRow.table_id).where(theirs)
    hosted = select(TableRow.id).where(TableRow.host == old)
    moved = []
    for table in sorted({*connection.scalars(seats), *connection.scalars(hosted)} - but):
        row = connection.execute(
            select(TableRow.revision, TableRow.host, TableRow.offer)
            .where(TableRow.id == table)
            .with_for_update()
        ).one()
        facts: dict[str, Any] = {"revision": row.revision + 1}
        if row.host == old:
            facts["host"] = new
        if row.offer and old in row.offer["yes"]:
            yes = [new if one == old else one for one in row.offer["yes"]]
            facts["offer"] = {**row.offer, "yes": yes}
        connection.execute(update(TableRow).where(TableRow.id == table).values(**facts))
        for whose in (SeatRow.visitor, SeatRow.left_by):
            mine = (SeatRow.table_id == table) & (whose == old)
            connection.execute(update(SeatRow).where(mine).values({whose: new}))
        moved.append(Moved(table, row.revision + 1))
    return moved


def _delete(connection: Connection, account: str, gone: str) -> list[Moved]:
    moved = _hand_over(connection, account, gone, but=set())
    nobody = {"name": "", "transfer": None, "transfer_until": 0.0}
    theirs = (SeatRow.visitor == gone) | (SeatRow.left_by == gone)
    connection.execute(update(SeatRow).where(theirs).values(**nobody))
    for owner in (
        ListingRow.visitor,
        PasskeyRow.account,
        SessionRow.account,
        RatedGameRow.account,
        RatingRow.account,
    ):
        connection.execute(delete(owner.class_).where(owner == account))
    connection.execute(delete(ChallengeRow).where(ChallengeRow.subject == account))
    connection.execute(delete(AccountRow).where(AccountRow.id == account))
    connection.execute(delete(VisitorRow).where(VisitorRow.id == account))
    return moved
