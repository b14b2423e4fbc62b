"""Accounts on a connection, and the calls that people's actions need: each is one transaction."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.engine import Connection

from linden.web.people.names import skeleton
from linden.web.store import tournaments
from linden.web.store.database import Database
from linden.web.store.errors import NameTaken, Stale, TooMany
from linden.web.store.handing_over import Moved, adopt, hand_over
from linden.web.store.models import (
    AccountRow,
    BlockRow,
    ChallengeRow,
    CoachedRow,
    LearntRow,
    LeaveRow,
    ListingRow,
    PasskeyRow,
    RatedGameRow,
    RatingRow,
    ReportRow,
    SeatRow,
    SessionRow,
    TokenRow,
    TryRow,
    VacationRow,
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
NAMES = 0x6E616D65  # "name"
"""The lock of whoever takes a name, in PostgreSQL."""


@dataclass(frozen=True)
class Account:
    """Who somebody is."""

    id: str
    name: str
    password: str | None
    preferences: dict[str, Any]
    created: float
    owner: str | None = None
    """Whose bot it is; none for people."""


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


class AccountStore:
    """Accounts, and what belongs to them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        account: Account,
        key: str,
        session: Signed,
        passkey: Passkey | None = None,
        guest: str | None = None,
    ) -> list[Moved]:
        """Keep a new account with its first session, and make a guest's seats, tables and list of
        games its own; ``NameTaken`` if there is such a name."""
        return await self._database.write(_create, account, key, session, passkey, guest)

    async def named(self, key: str) -> Account | None:
        return await self._database.read(_named, key)

    async def get(self, account: str) -> Account | None:
        return await self._database.read(_get, account)

    async def set_password(self, account: str, password: str) -> None:
        await self._database.write(_set, account, {"password": password})

    async def renew_password(self, known: Account, password: str) -> None:
        """Keep the same password's new hash, unless it is another password by now."""
        await self._database.write(_renew_password, known, password)

    async def set_preferences(self, account: str, preferences: dict[str, Any]) -> None:
        await self._database.write(_set, account, {"preferences": preferences})

    async def delete(self, account: str, gone: str) -> list[Moved]:
        """Forget an account: its games stay, as those of ``gone``, whom nobody can be."""
        return await self._database.write(_delete, account, gone)

    # -- sessions

    async def sign_in(
        self, session: Signed, guest: str | None = None, known: Account | None = None
    ) -> list[Moved]:
        """Keep a new session, and make what a guest had its account's; ``Stale`` if the account
        has left, or has another password, since it was ``known``."""
        return await self._database.write(_sign_in, session, guest, known)

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
    "INSERT INTO accounts "
    "(id, name, key, password, preferences, created, owner, skeleton, moderator, suspended) VALUES "
    "(:id, :name, :key, :password, '{}', :created, :owner, :skeleton, :no, 0) "
    "ON CONFLICT (key) DO NOTHING"
)
_NEW_PASSKEY = text(
    "INSERT INTO passkeys (id, account, public_key, uses, name, created) "
    "VALUES (:id, :account, :public_key, :uses, :name, :created) ON CONFLICT (id) DO NOTHING"
)
_NAME_VISITOR = text(
    "INSERT INTO visitors (id, name, created, keeper) VALUES (:id, :name, :now, :no) "
    "ON CONFLICT (id) DO UPDATE SET name = excluded.name"
)


account_columns = (
    AccountRow.id,
    AccountRow.name,
    AccountRow.password,
    AccountRow.preferences,
    AccountRow.created,
    AccountRow.owner,
)


def account_of(row: Any) -> Account | None:
    if row is None:
        return None
    facts = (row.id, row.name, row.password, dict(row.preferences or {}), row.created, row.owner)
    return Account(*facts)


_ACCOUNT = select(*account_columns)
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
    connection: Connection,
    account: Account,
    key: str,
    session: Signed,
    passkey: Passkey | None,
    guest: str | None,
) -> list[Moved]:
    insert_account(connection, account, key)
    if passkey is not None:
        _add_passkey(connection, passkey)
    return _sign_in(connection, session, guest)


def insert_account(connection: Connection, account: Account, key: str) -> None:
    """Keep an account and its name; ``NameTaken`` if there is such a name."""
    facts = {
        "id": account.id,
        "name": account.name,
        "key": key,
        "password": account.password,
        "created": account.created,
        "owner": account.owner,
        "skeleton": skeleton(account.name),
        "no": False,
    }
    check_looks(connection, account.id, account.name)
    if connection.execute(_NEW_ACCOUNT, facts).rowcount != 1:
        raise NameTaken(account.name)
    name = {"id": account.id, "name": account.name, "now": account.created, "no": False}
    connection.execute(_NAME_VISITOR, name)


def check_looks(connection: Connection, account: str, name: str) -> None:
    """``NameTaken`` if anybody else's name looks like this one. Two at once must not both find
    that nobody's does: one of them waits until the other has it."""
    looks = skeleton(name)
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(NAMES, func.hashtext(looks))))
    alike = (AccountRow.skeleton == looks) & (AccountRow.id != account)
    if connection.scalar(select(AccountRow.id).where(alike).limit(1)) is not None:
        raise NameTaken(name)


def _named(connection: Connection, key: str) -> Account | None:
    return account_of(connection.execute(_ACCOUNT.where(AccountRow.key == key)).first())


def _get(connection: Connection, account: str) -> Account | None:
    return account_of(connection.execute(_ACCOUNT.where(AccountRow.id == account)).first())


def _set(connection: Connection, account: str, values: dict[str, Any]) -> None:
    connection.execute(update(AccountRow).where(AccountRow.id == account).values(**values))


def _renew_password(connection: Connection, known: Account, password: str) -> None:
    same = (AccountRow.id == known.id) & (AccountRow.password == known.password)
    connection.execute(update(AccountRow).where(same).values(password=password))


def _sign_in(
    connection: Connection, session: Signed, guest: str | None, known: Account | None = None
) -> list[Moved]:
    if known is not None:
        # Comparing a password takes a while. A new one, which ends all sessions, ends this too.
        kept = select(AccountRow.password).where(AccountRow.id == known.id).with_for_update()
        row = connection.execute(kept).first()
        if row is None or row.password != known.password:
            raise Stale(f"The account {known.id} has changed meanwhile.")
    connection.execute(insert(SessionRow).values(**vars(session)))
    mine = select(SessionRow.id).where(SessionRow.account == session.account)
    oldest = list(connection.scalars(mine.order_by(SessionRow.seen.desc()).offset(MOST_SESSIONS)))
    if oldest:
        connection.execute(delete(SessionRow).where(SessionRow.id.in_(oldest)))
    return [] if guest is None else adopt(connection, guest, session.account)


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


def _delete(connection: Connection, account: str, gone: str) -> list[Moved]:
    name = connection.scalar(select(AccountRow.name).where(AccountRow.id == account))
    moved = hand_over(connection, account, gone)
    if name:
        tournaments.forget_name(connection, gone, name)
    nobody = {"name": "", "transfer": None, "transfer_until": 0.0, "plan": None}
    for whose in (SeatRow.visitor, SeatRow.left_by):
        connection.execute(update(SeatRow).where(whose == gone).values(**nobody))
    offered = SeatRow.invited == account
    connection.execute(update(SeatRow).where(offered).values(invited=None, name=""))
    for owner in (
        ListingRow.visitor,
        PasskeyRow.account,
        SessionRow.account,
        TokenRow.account,
        BlockRow.account,
        LeaveRow.account,
        RatedGameRow.account,
        RatingRow.account,
        VacationRow.visitor,
        TryRow.visitor,
        LearntRow.visitor,
        CoachedRow.visitor,
    ):
        connection.execute(delete(owner.class_).where(owner == account))
    connection.execute(delete(ChallengeRow).where(ChallengeRow.subject == account))
    connection.execute(delete(BlockRow).where(BlockRow.visitor == account))
    concerns = (ReportRow.by == account) | (ReportRow.about == account)
    connection.execute(delete(ReportRow).where(concerns))
    connection.execute(delete(AccountRow).where(AccountRow.id == account))
    connection.execute(delete(VisitorRow).where(VisitorRow.id == account))
    return moved
