"""What is asked of the database: all that must survive a restart, kept before it is shown."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Update, bindparam, delete, insert, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session
from sqlalchemy.sql.dml import ReturningInsert

from linden.web.store import coached, creating, decency, listings, ratings, tries
from linden.web.store.accounts import AccountStore
from linden.web.store.agenda import AgendaStore
from linden.web.store.coached import Coached
from linden.web.store.database import open_database
from linden.web.store.decency import DecencyStore
from linden.web.store.errors import Stale
from linden.web.store.listings import Count, Listed, Wanted
from linden.web.store.models import (
    LearntRow,
    MatchRow,
    MoveRow,
    SeatRow,
    SettingRow,
    TableRow,
    VisitorRow,
)
from linden.web.store.nodes import Register
from linden.web.store.ratings import LevelGames, RatedGame, RatingStore
from linden.web.store.seeks import SeekStore
from linden.web.store.telling import TellingStore
from linden.web.store.times import Times
from linden.web.store.tokens import TokenStore
from linden.web.store.tournaments import TournamentStore
from linden.web.store.tries import Try
from linden.web.store.vacations import Vacations


@dataclass(frozen=True)
class Change:
    """One step of a table, from one revision to the next."""

    table: str
    before: int
    """The revision it follows."""
    facts: dict[str, Any]
    """Columns of the table's row."""
    keep: int | None = None
    """Moves after this ply are dropped and ``moves`` added; ``None``: the game is as it was."""
    moves: Sequence[str] = ()
    lefts: Sequence[Sequence[float]] = ()
    """The time of each seat after each of these moves, where there is a clock."""
    seats: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Columns of the seats that are different."""
    match: dict[str, Any] | None = None
    """The row of the match, where the end of the game is counted."""
    listings: dict[str, dict[str, str]] = field(default_factory=dict)
    """Visitors on whose lists it is from now on, or who know now what came of it."""
    unlisted: Sequence[str] = ()
    """Visitors on whose lists it is not any more: they have stood up before it began."""
    relisted: Sequence[str] = ()
    """Visitors on whose lists it is again, if they have taken it off: somebody comes to play with
    them."""
    over: bool | None = None
    """Whether the game is over, where that has changed."""
    rated: RatedGame | None = None
    """What changes people's ratings, where the end of the game does."""
    left: Sequence[str] = ()
    """Accounts that leave a rated game by it before it is decided."""
    following: TableRow | None = None
    """The table of the rematch, to be kept along with it."""
    opening: Sequence[str] = ()
    """Its first moves."""
    known: LevelGames | None = None
    """Where that is a rated game with a level: the others, as it was decided by them."""
    quiet: bool = False
    """Whether nothing is different that others may notice, in their lists of tables either."""

    @property
    def one_move(self) -> bool:
        """Whether a move is made, and nothing else happens."""
        more = self.seats or self.match or self.listings or self.rated or self.following
        settled = self.over is None and not (more or self.left)
        return self.keep is not None and len(self.moves) == 1 and settled


class Store:
    """The calls people's actions need; each is one transaction, whole or not at all."""

    def __init__(self, place: Path | str) -> None:
        self.database = open_database(place)
        self.nodes = Register(self.database)
        self.times = Times(self.database)
        self.vacations = Vacations(self.database)
        self.accounts = AccountStore(self.database)
        self.tokens = TokenStore(self.database)
        self.agenda = AgendaStore(self.database)
        self.decency = DecencyStore(self.database)
        self.ratings = RatingStore(self.database)
        self.seeks = SeekStore(self.database)
        self.tournaments = TournamentStore(self.database)
        self.telling = TellingStore(self.database)

    def close(self) -> None:
        self.database.close()

    async def answers(self) -> None:
        """Return if the database does."""
        await self.database.read(_answers)

    # -- visitors

    async def name_of(self, visitor: str) -> str:
        return await self.database.read(_name_of, visitor)

    async def rename(self, visitor: str, name: str) -> None:
        """Keep a visitor's name; the seats they sit on show it."""
        await self.database.write(_rename, visitor, name)

    async def knows(self, visitor: str) -> bool:
        """Whether this visitor was here before tokens were signed, or has a name."""
        return await self.database.read(_knows, visitor)

    async def keeps(self, visitor: str) -> bool:
        """Whether this is whoever runs the server."""
        return await self.database.read(_keeps, visitor)

    async def make_keeper(self, visitor: str) -> None:
        await self.database.write(_make_keeper, visitor)

    async def secret(self) -> bytes:
        """What signs the visitors' tokens; made when it is first asked for."""
        return await self.database.write(_secret)

    # -- what a visitor has learnt

    async def learning(self, visitor: str) -> "Learning":
        return await self.database.read(_learning, visitor)

    async def learn(self, visitor: str, game: str, step: str) -> None:
        """Keep that a visitor has done a step of a lesson."""
        await self.database.write(_learn, visitor, game, step)

    # -- tables

    async def create(
        self, table: TableRow, moves: Sequence[str], known: LevelGames | None = None
    ) -> None:
        """Keep a new table; a rated game with a level only if nobody has set up another one than
        those that are ``known``, else it is ``Stale``."""
        await self.database.write(_create, table, moves, known)

    async def create_all(self, tables: Sequence[tuple[TableRow, Sequence[str]]]) -> None:
        """Keep several, all of them or none."""
        await self.database.write(creating.create_all, tables)

    async def load(self, table: str) -> "Kept | None":
        return await self.database.read(_load, table)

    async def revision(self, table: str) -> int:
        """How often this table was changed, as it is kept; -1 where there is none."""
        return await self.database.read(_revision, table)

    async def change(self, change: Change) -> None:
        """Keep a change, or raise ``Stale`` if it does not follow what is kept."""
        if not (
            self.database.compound
            and change.one_move
            and await self.database.write_single(_move, change)
        ):
            await self.database.write(_change, change)

    async def seat_by_key(self, key: str) -> tuple[str, int] | None:
        """The table and seat that a link leads to."""
        return await self.database.read(_seat_by_key, key)

    async def tables_of(
        self, visitor: str, *, over: bool, most: int, skip: int = 0
    ) -> list[TableRow]:
        """The visitor's tables, the latest first, without the first ``skip``."""
        return await self.database.read(_tables_of, visitor, over=over, most=most, skip=skip)

    # -- puzzles

    async def tries(self, visitor: str) -> list[Try]:
        """The puzzles that a visitor has tried, the earliest first."""
        return await self.database.read(tries.tries, visitor)

    async def tried(self, visitor: str, what: Try) -> None:
        await self.database.write(tries.tried, visitor, what)

    # -- what was missed

    async def coached(self, visitor: str) -> Sequence[Coached]:
        """The games that a visitor has looked back at, the latest first."""
        return await self.database.read(coached.coached, visitor)

    async def coach(self, visitor: str, what: Coached) -> None:
        """Keep what a visitor has missed in a game."""
        await self.database.write(coached.keep, visitor, what)

    # -- a visitor's list of games

    async def listed(self, visitor: str, wanted: Wanted) -> list[Listed]:
        """Tables of the list, the latest first, each with its outcome."""
        return await self.database.read(_listed, visitor, wanted)

    async def counts(self, visitor: str) -> list[Count]:
        """How many games of each kind were won, lost and drawn."""
        return await self.database.read(listings.counts, visitor)

    async def unsettled(self, visitor: str, most: int) -> list[str]:
        """Finished games whose outcome is not written down yet."""
        return await self.database.read(listings.unsettled, visitor, most)

    async def enlist(self, table: str, people: dict[str, dict[str, str]]) -> None:
        """Write down what came of a table for these visitors."""
        await self.database.write(listings.enlist, table, people)

    async def running(self, visitor: str) -> list[TableRow]:
        """The running tables where a visitor sits, or that they have set up, on their list or
        not."""
        return await self.database.read(listings.running, visitor)

    async def take_off(self, visitor: str, table: str, when: float | None) -> bool:
        """Take a table off the list, or put it back; whether it was ever there."""
        return await self.database.write(listings.take_off, visitor, table, when)


@dataclass(frozen=True)
class Learning:
    """What a visitor knows of the games."""

    played: frozenset[str]
    """Games of which they have a table."""
    steps: frozenset[tuple[str, str]]
    """Games and steps of lessons that they have done."""


@dataclass(frozen=True)
class Kept:
    """A table as it is kept."""

    row: TableRow
    moves: list[str]
    lefts: list[list[float] | None]
    """The time of each seat after each move, where there is a clock."""


# -- each call, on a connection --------------------------------------------------------------------


def _answers(connection: Connection) -> None:
    connection.execute(select(1)).scalar_one()


def _name_of(connection: Connection, visitor: str) -> str:
    found = connection.scalar(select(VisitorRow.name).where(VisitorRow.id == visitor))
    return found or ""


# Two nodes may make the same visitor, or the secret, known at once: the engine decides.
_RENAME = text(
    "INSERT INTO visitors (id, name, created, keeper) VALUES (:id, :name, :now, :no) "
    "ON CONFLICT (id) DO UPDATE SET name = excluded.name"
)
_MAKE_KEEPER = text(
    "INSERT INTO visitors (id, name, created, keeper) VALUES (:id, '', :now, :yes) "
    "ON CONFLICT (id) DO UPDATE SET keeper = excluded.keeper"
)
_SETTLE_SECRET = text(
    "INSERT INTO settings (name, value) VALUES ('secret', :value) ON CONFLICT (name) DO NOTHING"
)


def _rename(connection: Connection, visitor: str, name: str) -> None:
    connection.execute(_RENAME, {"id": visitor, "name": name, "now": time.time(), "no": False})


def _knows(connection: Connection, visitor: str) -> bool:
    found = connection.scalar(select(VisitorRow.id).where(VisitorRow.id == visitor))
    return found is not None


def _keeps(connection: Connection, visitor: str) -> bool:
    return bool(connection.scalar(select(VisitorRow.keeper).where(VisitorRow.id == visitor)))


def _make_keeper(connection: Connection, visitor: str) -> None:
    connection.execute(_MAKE_KEEPER, {"id": visitor, "now": time.time(), "yes": True})


def _secret(connection: Connection) -> bytes:
    connection.execute(_SETTLE_SECRET, {"value": secrets.token_hex(32)})
    wanted = select(SettingRow.value).where(SettingRow.name == "secret")
    return bytes.fromhex(connection.execute(wanted).scalar_one())


_LEARN = text(
    "INSERT INTO learnt (visitor, game, step, done) VALUES (:visitor, :game, :step, :now) "
    "ON CONFLICT (visitor, game, step) DO NOTHING"
)


def _learn(connection: Connection, visitor: str, game: str, step: str) -> None:
    found = {"visitor": visitor, "game": game, "step": step, "now": time.time()}
    connection.execute(_LEARN, found)


def _learning(connection: Connection, visitor: str) -> Learning:
    done = select(LearntRow.game, LearntRow.step).where(LearntRow.visitor == visitor)
    steps = frozenset((game, step) for game, step in connection.execute(done))
    return Learning(listings.games(connection, visitor), steps)


# A move makes three statements; written once they cost a third.
_DROP_MOVES = delete(MoveRow).where(
    MoveRow.table_id == bindparam("of_table"), MoveRow.ply > bindparam("after")
)


@cache
def _next_revision(facts: tuple[str, ...], quiet: bool = False) -> Update:
    """The step of a table's row from one revision to the next, with these columns."""
    columns = (*facts, "revision", *([] if quiet else ["updated"]))
    return (
        update(TableRow)
        .where(TableRow.id == bindparam("of_table"), TableRow.revision == bindparam("before"))
        .values({name: bindparam(name) for name in columns})
    )


@cache
def _next_move(facts: tuple[str, ...]) -> ReturningInsert[tuple[int]]:
    """The same, and a move that follows those which are kept."""
    follows = TableRow.plies == bindparam("keep")
    step = _next_revision(facts).where(follows).returning(TableRow.id).cte("step")
    columns = {
        "ply": MoveRow.ply,
        "move": MoveRow.move,
        "made": MoveRow.made,
        "left": MoveRow.left,
    }
    values = [bindparam(name, type_=column.type) for name, column in columns.items()]
    made = insert(MoveRow).from_select(["table_id", *columns], select(step.c.id, *values))
    return made.returning(MoveRow.ply)


def _move(connection: Connection, change: Change) -> bool:
    """Keep a move by one statement; whether it follows what is kept, with no gap before it."""
    facts = {**_facts(change), "keep": change.keep}
    (move,) = change.moves
    ply = (change.keep or 0) + 1
    found = connection.scalar(
        _next_move(tuple(change.facts)),
        {
            **facts,
            "ply": ply,
            "move": move,
            "made": facts["updated"],
            "left": list(change.lefts[0]) if change.lefts else None,
        },
    )
    return found is not None


def _load(connection: Connection, table: str) -> Kept | None:
    with Session(connection, expire_on_commit=False) as session:
        row = session.get(TableRow, table)
        if row is None:
            return None
        session.expunge_all()
    _name(connection, [row])
    plies = select(MoveRow.ply, MoveRow.move, MoveRow.left).where(MoveRow.table_id == table)
    moves = connection.execute(plies.order_by(MoveRow.ply)).all()
    whole = [(move, left) for number, (ply, move, left) in enumerate(moves, 1) if ply == number]
    return Kept(row, [move for move, _ in whole], [left for _, left in whole])


def _revision(connection: Connection, table: str) -> int:
    found = connection.scalar(select(TableRow.revision).where(TableRow.id == table))
    return -1 if found is None else found


def _name(connection: Connection, rows: Sequence[TableRow]) -> None:
    """Let seats bear the names that their visitors have now."""
    own = [seat for row in rows for seat in row.seats if seat.own]
    visitors = {seat.visitor for seat in own}
    wanted = select(VisitorRow.id, VisitorRow.name).where(VisitorRow.id.in_(visitors))
    names = {visitor: name for visitor, name in connection.execute(wanted) if name}
    for seat in own:
        seat.name = names.get(seat.visitor or "", seat.name)


def _facts(change: Change) -> dict[str, Any]:
    return {
        **change.facts,
        "revision": change.before + 1,
        "updated": time.time(),
        "of_table": change.table,
        "before": change.before,
    }


def _change(connection: Connection, change: Change) -> None:
    facts = _facts(change)
    if change.quiet:
        del facts["updated"]
    found = connection.execute(_next_revision(tuple(change.facts), change.quiet), facts)
    if found.rowcount != 1:
        raise Stale(f"Table {change.table} is not at revision {change.before} any more.")
    if change.keep is not None:
        connection.execute(_DROP_MOVES, {"of_table": change.table, "after": change.keep})
        creating.append(connection, change.table, change.keep + 1, change.moves, change.lefts)
    for number, seat in change.seats.items():
        connection.execute(
            update(SeatRow)
            .where(SeatRow.table_id == change.table, SeatRow.number == number)
            .values(**seat)
        )
    listings.enlist(connection, change.table, change.listings)
    listings.forget(connection, change.table, change.unlisted)
    listings.put_back(connection, change.table, change.relisted)
    if change.over is not None:
        listings.end(connection, change.table, facts["updated"] if change.over else None)
    if change.match is not None:
        _count(connection, change.match)
    if change.rated is not None:
        ratings.count(connection, change.table, change.rated)
    decency.leave(connection, change.left, change.table)
    if change.following is not None:
        _create(connection, change.following, change.opening, change.known)


def _count(connection: Connection, match: dict[str, Any]) -> None:
    """Count a finished game, once."""
    found = connection.execute(
        update(MatchRow)
        .where(MatchRow.id == match["id"], MatchRow.played == match["played"] - 1)
        .values(**match)
    )
    if found.rowcount != 1:
        raise Stale(f"Game {match['played']} of match {match['id']} is counted already.")


def _create(
    connection: Connection, table: TableRow, moves: Sequence[str], known: LevelGames | None
) -> None:
    if known is not None:
        ratings.check_latest(connection, table, known)
    creating.create(connection, table, moves)


def _seat_by_key(connection: Connection, key: str) -> tuple[str, int] | None:
    row = connection.execute(
        select(SeatRow.table_id, SeatRow.number).where(SeatRow.key == key)
    ).first()
    return (row[0], row[1]) if row else None


def _tables_of(
    connection: Connection, visitor: str, *, over: bool, most: int, skip: int
) -> list[TableRow]:
    rows = listings.recent(connection, visitor, over=over, most=most, skip=skip)
    _name(connection, rows)
    return rows


def _listed(connection: Connection, visitor: str, wanted: Wanted) -> list[Listed]:
    found = listings.listed(connection, visitor, wanted)
    _name(connection, [one.row for one in found])
    return found
