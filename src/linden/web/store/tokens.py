"""Bots and their tokens on a connection; each call is one transaction."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Connection

from linden.web.store.accounts import Account, account_columns, account_of, insert_account
from linden.web.store.database import Database
from linden.web.store.errors import TooMany
from linden.web.store.models import AccountRow, TokenRow

MOST_BOTS = 10
"""Of one owner."""
MOST_TOKENS = 20
"""Of one account."""


@dataclass(frozen=True)
class Token:
    """What a program shows, as far as it is kept."""

    id: str
    account: str
    name: str
    scope: str
    created: float
    used: float | None
    until: float


class TokenStore:
    """Bots, and the tokens of all accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_bot(self, bot: Account, key: str) -> None:
        """Keep a new bot; ``NameTaken`` if there is such a name, ``TooMany`` if its owner has
        many, or has left."""
        await self._database.write(_create_bot, bot, key)

    async def bots(self, owner: str) -> list[Account]:
        """Somebody's bots, the oldest first."""
        return await self._database.read(_bots, owner)

    async def add(self, token: Token) -> None:
        """Keep a new token; those that have ended make room, else ``TooMany``."""
        await self._database.write(_add, token)

    async def get(self, token: str) -> Token | None:
        return await self._database.read(_get, token)

    async def of(self, accounts: Sequence[str]) -> list[Token]:
        """The tokens of these accounts, the oldest first."""
        return await self._database.read(_of, accounts)

    async def living(self, tokens: Sequence[str]) -> set[str]:
        """Those of these tokens that hold."""
        return await self._database.read(_living, tokens)

    async def used(self, token: str, now: float) -> None:
        await self._database.write(_used, token, now)

    async def revoke(self, account: str, token: str) -> bool:
        """End a token of this account; whether there was such a one."""
        return await self._database.write(_revoke, account, token)


# -- each call, on a connection --------------------------------------------------------------------

_TOKEN = select(
    TokenRow.id,
    TokenRow.account,
    TokenRow.name,
    TokenRow.scope,
    TokenRow.created,
    TokenRow.used,
    TokenRow.until,
)


def _create_bot(connection: Connection, bot: Account, key: str) -> None:
    # Two at once must not both find room for one more; nor is one made for somebody who leaves.
    owner = select(AccountRow.id).where(AccountRow.id == bot.owner).with_for_update()
    there = connection.scalar(owner) is not None
    if not there or len(_bots(connection, bot.owner or "")) >= MOST_BOTS:
        raise TooMany
    insert_account(connection, bot, key)


def _bots(connection: Connection, owner: str) -> list[Account]:
    wanted = select(*account_columns).where(AccountRow.owner == owner)
    rows = connection.execute(wanted.order_by(AccountRow.created))
    return [found for row in rows if (found := account_of(row)) is not None]


def _add(connection: Connection, token: Token) -> None:
    connection.execute(
        select(AccountRow.id).where(AccountRow.id == token.account).with_for_update()
    )
    mine = TokenRow.account == token.account
    connection.execute(delete(TokenRow).where(mine, TokenRow.until <= time.time()))
    count = connection.execute(select(func.count()).select_from(TokenRow).where(mine)).scalar_one()
    if count >= MOST_TOKENS:
        raise TooMany
    connection.execute(insert(TokenRow).values(**vars(token)))


def _get(connection: Connection, token: str) -> Token | None:
    row = connection.execute(_TOKEN.where(TokenRow.id == token)).first()
    return Token(*row) if row else None


def _of(connection: Connection, accounts: Sequence[str]) -> list[Token]:
    wanted = _TOKEN.where(TokenRow.account.in_(accounts)).order_by(TokenRow.created)
    return [Token(*row) for row in connection.execute(wanted)]


def _living(connection: Connection, tokens: Sequence[str]) -> set[str]:
    holds: Any = TokenRow.until > time.time()
    return set(connection.scalars(select(TokenRow.id).where(TokenRow.id.in_(tokens), holds)))


def _used(connection: Connection, token: str, now: float) -> None:
    connection.execute(update(TokenRow).where(TokenRow.id == token).values(used=now))


def _revoke(connection: Connection, account: str, token: str) -> bool:
    mine = (TokenRow.id == token) & (TokenRow.account == account)
    return bool(connection.execute(delete(TokenRow).where(mine)).rowcount)
