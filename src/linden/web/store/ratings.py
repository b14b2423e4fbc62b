"""Ratings on a connection: a finished game is counted in the transaction that keeps its end, so it
counts once, whatever happens to the server. Rankings, and what a profile shows."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session, aliased

from linden.rating.games import rated
from linden.rating.glicko2 import PERIODS_A_DAY, Rating
from linden.web.store.database import Database
from linden.web.store.errors import Stale
from linden.web.store.models import AccountRow, RatedGameRow, RatingRow, SeatRow, TableRow

SURE = 110.0
"""Who is known no better than this is not ranked yet."""
MOST_POINTS = 400
"""Of a graph, the latest ones."""


@dataclass(frozen=True)
class LevelMet:
    """A computer that has played a game that counts: its rating stands still."""

    number: int
    rating: Rating


@dataclass(frozen=True)
class LevelGames:
    """Somebody's rated games with levels, at one game."""

    latest: str | None = None
    """The table that was set up last,"""
    seat: int | None = None
    """and where they sit there."""
    running: tuple[str, ...] = ()
    """Tables where it is not over."""


@dataclass(frozen=True)
class RatedGame:
    """A finished game that counts."""

    game: str
    pool: str
    """two, or more."""
    accounts: tuple[str, ...]
    """For each seat, who played there to the end, or has left; nobody where a level has played."""
    returns: tuple[float, ...]
    advantages: tuple[float, ...]
    levels: tuple[LevelMet | None, ...] = ()
    """For each seat, the level that has played there, if any has."""


@dataclass(frozen=True)
class Standing:
    """How strong somebody is at a game."""

    game: str
    pool: str
    rating: float
    deviation: float
    games: int
    with_levels: int = 0
    """So many of them."""


@dataclass(frozen=True)
class Point:
    """A rating after a game."""

    game: str
    pool: str
    table: str
    before: float
    rating: float
    deviation: float
    played: float
    level: int | None = None
    """The level that was met; ``None``: people and bots."""


@dataclass(frozen=True)
class Ranked:
    """A place in a ranking."""

    account: str
    name: str
    rating: float
    deviation: float
    games: int


class RatingStore:
    """Ratings, to be looked at; they are changed by the ends of games alone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def standings(self, account: str) -> list[Standing]:
        return await self._database.read(_standings, account)

    async def points(self, account: str) -> list[Point]:
        """The latest changes of somebody's ratings, the oldest of them first."""
        return await self._database.read(_points, account)

    async def tables(self, account: str, most: int) -> list[TableRow]:
        """The latest rated games of somebody."""
        return await self._database.read(_tables, account, most)

    async def level_games(self, account: str, game: str) -> LevelGames:
        """How it stands with somebody's rated games with levels."""
        return await self._database.read(_level_games, account, game)

    async def ranking(self, game: str, pool: str, most: int) -> list[Ranked]:
        """Those who are known well enough, the best first."""
        return await self._database.read(_ranking, game, pool, most)


def count(connection: Connection, table: str, game: RatedGame) -> None:
    """Let a game change its players' ratings, unless a bot has played with its owner, or with
    another bot of theirs: two who sit down at once may not have known of each other. A level's
    stands still."""
    # In the order of their ids, as two games of the same people must not wait for each other.
    people = select(AccountRow.id, AccountRow.owner).where(AccountRow.id.in_(game.accounts))
    there = {
        account: owner or account
        for account, owner in connection.execute(people.order_by(AccountRow.id).with_for_update())
    }
    if len(set(there.values())) < len(there):
        return
    mine = (RatingRow.game == game.game) & (RatingRow.pool == game.pool)
    rows = {
        row.account: row
        for row in connection.execute(
            select(RatingRow.__table__).where(mine, RatingRow.account.in_(game.accounts))
        )
    }
    now = time.time()
    levels = game.levels or (None,) * len(game.accounts)
    met = next((level.number for level in levels if level), None)
    before, periods = [], []
    for account, level in zip(game.accounts, levels, strict=True):
        row = rows.get(account)
        known = Rating(row.rating, row.deviation, row.volatility) if row else Rating()
        before.append(level.rating if level else known)
        periods.append(max(0.0, now - row.updated) / 86_400 * PERIODS_A_DAY if row else 0.0)
    after = rated(before, game.returns, game.advantages, periods)
    for account, old, new in zip(game.accounts, before, after, strict=True):
        if account in there:  # else they have left for good, or are a level
            _settle(connection, account, game, new, rows.get(account) is not None, now)
            connection.execute(
                insert(RatedGameRow).values(
                    account=account,
                    table_id=table,
                    game=game.game,
                    pool=game.pool,
                    before=old.rating,
                    rating=new.rating,
                    deviation=new.deviation,
                    played=now,
                    level=met,
                )
            )


def check_latest(connection: Connection, table: TableRow, known: LevelGames) -> None:
    """``Stale`` if whoever sets up a rated game with a level has set up another one since it was
    looked at: whoever asks for two at once gets one, and the seats go on taking turns."""
    host = select(AccountRow.id).where(AccountRow.id == table.host)
    connection.execute(host.with_for_update())
    if _level_games(connection, table.host, table.game) != known:
        raise Stale(f"{table.host} has another rated game of {table.game} with a level by now.")


def _settle(
    connection: Connection, account: str, game: RatedGame, new: Rating, known: bool, now: float
) -> None:
    facts = {**vars(new), "updated": now}
    if known:
        mine = (RatingRow.account == account) & (RatingRow.game == game.game)
        connection.execute(
            update(RatingRow)
            .where(mine, RatingRow.pool == game.pool)
            .values(games=RatingRow.games + 1, **facts)
        )
    else:
        row = {"account": account, "game": game.game, "pool": game.pool, "games": 1}
        connection.execute(insert(RatingRow).values(**row, **facts))


def _standings(connection: Connection, account: str) -> list[Standing]:
    columns = (RatingRow.game, RatingRow.pool, RatingRow.rating, RatingRow.deviation)
    with_levels = (
        select(func.count())
        .where(
            RatedGameRow.account == RatingRow.account,
            RatedGameRow.game == RatingRow.game,
            RatedGameRow.pool == RatingRow.pool,
            RatedGameRow.level.is_not(None),
        )
        .scalar_subquery()
    )
    wanted = select(*columns, RatingRow.games, with_levels).where(RatingRow.account == account)
    return [
        Standing(*row)
        for row in connection.execute(wanted.order_by(RatingRow.game, RatingRow.pool))
    ]


def _points(connection: Connection, account: str) -> list[Point]:
    wanted = select(
        RatedGameRow.game,
        RatedGameRow.pool,
        RatedGameRow.table_id,
        RatedGameRow.before,
        RatedGameRow.rating,
        RatedGameRow.deviation,
        RatedGameRow.played,
        RatedGameRow.level,
    ).where(RatedGameRow.account == account)
    latest = wanted.order_by(RatedGameRow.played.desc()).limit(MOST_POINTS)
    return [Point(*row) for row in connection.execute(latest)][::-1]


def _tables(connection: Connection, account: str, most: int) -> list[TableRow]:
    with Session(connection, expire_on_commit=False) as session:
        rows: Sequence[TableRow] = session.scalars(
            select(TableRow)
            .join(RatedGameRow, RatedGameRow.table_id == TableRow.id)
            .where(RatedGameRow.account == account)
            .order_by(RatedGameRow.played.desc())
            .limit(most)
        ).all()
        session.expunge_all()
    return list(rows)


def _level_games(connection: Connection, account: str, game: str) -> LevelGames:
    level = aliased(SeatRow)
    found = connection.execute(
        select(TableRow.id, SeatRow.number, TableRow.ended)
        .join(SeatRow, SeatRow.table_id == TableRow.id)
        .join(level, level.table_id == TableRow.id)
        .where(TableRow.rated, TableRow.game == game)
        .where(SeatRow.visitor == account, SeatRow.kind == "person")
        .where(level.kind == "computer", level.left_by.is_(None))
        .order_by(TableRow.created.desc(), TableRow.id)
    ).all()
    if not found:
        return LevelGames()
    latest, seat, _ = found[0]
    return LevelGames(latest, seat, tuple(table for table, _, ended in found if not ended))


def _ranking(connection: Connection, game: str, pool: str, most: int) -> list[Ranked]:
    wanted = (
        select(
            AccountRow.id, AccountRow.name, RatingRow.rating, RatingRow.deviation, RatingRow.games
        )
        .where(
            AccountRow.id == RatingRow.account,
            RatingRow.game == game,
            RatingRow.pool == pool,
            RatingRow.deviation <= SURE,
        )
        .order_by(RatingRow.rating.desc(), func.lower(AccountRow.name))
        .limit(most)
    )
    return [Ranked(*row) for row in connection.execute(wanted)]
