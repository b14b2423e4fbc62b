"""Tournaments, on a connection: each is one row, which changes from revision to revision together
with the tables of the games that a change begins."""

import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, or_, select, text, update
from sqlalchemy.engine import Connection, Row
from sqlalchemy.sql import Select

from linden.web.people.ids import GONE, is_account, is_gone
from linden.web.people.names import key_of
from linden.web.store import creating
from linden.web.store.database import Database
from linden.web.store.errors import Stale
from linden.web.store.models import EntryRow, NodeRow, TableRow, TournamentRow

UNFINISHED = ("open", "running")
MOST_LISTED = 60
"""Of those that are over, the latest."""
FEW = 2
"""What fewer have joined than this gives way first where no other tournament fits."""


@dataclass(frozen=True)
class KeptTournament:
    """A tournament as it is kept."""

    id: str
    organiser: str
    revision: int
    status: str
    facts: dict[str, Any]
    created: float
    updated: float


@dataclass(frozen=True)
class TournamentChange:
    """One step of a tournament, or its first."""

    id: str
    before: int
    """The revision it follows; -1: there was none."""
    revision: int
    organiser: str
    status: str
    facts: dict[str, Any]
    due: float | None
    tables: Sequence[tuple[TableRow, Sequence[str]]] = ()
    """New games, each with its first moves."""
    people: Collection[str] = ()
    """Visitors who are told of in it, and were not before."""


class Game(NamedTuple):
    """The table of a game as far as its tournament must know."""

    ended: str
    """How; empty while it runs."""
    timed: bool
    """Whether somebody's time runs: then it has begun."""


@dataclass(frozen=True)
class Numbers:
    """How many tournaments are not over: somebody's, everybody's, and guests'."""

    mine: int
    all: int
    guests: int


class TournamentStore:
    """The calls that tournaments need of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, tournament: str) -> KeptTournament | None:
        return await self._database.read(_load, tournament)

    async def newer(self, known: dict[str, int]) -> list[KeptTournament]:
        """Those of these that have changed since the revision that is known of them."""
        return await self._database.read(_newer, known)

    async def listed(self) -> list[KeptTournament]:
        """Those that are not over, the oldest first; then the others, the latest first. All of them
        without what was played."""
        return await self._database.read(_listed)

    async def numbers(self, organiser: str) -> Numbers:
        return await self._database.read(_numbers, organiser)

    async def change(self, change: TournamentChange) -> None:
        """Keep a change and its tables, or raise ``Stale`` if it does not follow what is kept."""
        await self._database.write(_change, change)

    async def running(self, node: str | None) -> list[tuple[str, bool]]:
        """Those that go on, and are this node's or nobody's who lives; and whether they are this
        node's already."""
        return await self._database.read(_running, node)

    async def claim(self, tournament: str, node: str) -> bool:
        """Have this node let a tournament go on, if no other does."""
        return await self._database.write(_claim, tournament, node)

    async def games(self, tables: Collection[str]) -> dict[str, Game]:
        """Those of these tables that there are."""
        return await self._database.read(_games, tables)

    async def lapse(self, now: float, until: float) -> int:
        """Cancel those that nobody has begun in time, or whose organiser is gone for good; how
        many they are. Those that older Lindens have kept have time ``until`` then."""
        return await self._database.write(_lapse, now, until)

    async def make_room(self, organiser: str) -> bool:
        """Cancel an open one so that another of this organiser's fits; whether there was one that
        gives way. The first to do so is what has waited longest of those that hardly anybody has
        joined; then guests' to accounts', and those of whoever has more than this organiser: first
        of whoever has most. To guests only guests' give way."""
        return await self._database.write(_make_room, organiser)


def _shown() -> "Select[Any]":
    return select(
        TournamentRow.id,
        TournamentRow.organiser,
        TournamentRow.revision,
        TournamentRow.status,
        TournamentRow.facts,
        TournamentRow.created,
        TournamentRow.updated,
    )


def _kept(row: Row[Any]) -> KeptTournament:
    return KeptTournament(**row._mapping)


def _load(connection: Connection, tournament: str) -> KeptTournament | None:
    row = connection.execute(_shown().where(TournamentRow.id == tournament)).first()
    return None if row is None else _kept(row)


def _newer(connection: Connection, known: dict[str, int]) -> list[KeptTournament]:
    wanted = select(TournamentRow.id, TournamentRow.revision).where(TournamentRow.id.in_(known))
    changed = [row.id for row in connection.execute(wanted) if row.revision != known[row.id]]
    if not changed:
        return []
    return [_kept(row) for row in connection.execute(_shown().where(TournamentRow.id.in_(changed)))]


def _listed(connection: Connection) -> list[KeptTournament]:
    going = TournamentRow.status.in_(UNFINISHED)
    first = _listing().where(going).order_by(TournamentRow.created)
    over = _listing().where(TournamentRow.status == "over").order_by(TournamentRow.updated.desc())
    rows = (*connection.execute(first), *connection.execute(over.limit(MOST_LISTED)))
    return [_unplayed(row) for row in rows]


def _listing() -> "Select[Any]":
    """What is the longest of a tournament, its pairings, stays where it is."""
    whole = [column for column in _shown().selected_columns if column.key != "facts"]
    return select(*whole, *(TournamentRow.facts[name].label(name) for name in _LISTED))


_LISTED = ("terms", "round", "entrants", "ends_at")


def _unplayed(row: Row[Any]) -> KeptTournament:
    columns = dict(row._mapping)
    facts = {name: columns.pop(name) for name in _LISTED}
    return KeptTournament(**columns, facts={**facts, "pairings": [], "barred": []})


def _numbers(connection: Connection, organiser: str) -> Numbers:
    going = TournamentRow.status.in_(UNFINISHED)
    theirs = select(TournamentRow.organiser, func.count()).where(going)
    found = connection.execute(theirs.group_by(TournamentRow.organiser))
    counts = {one: int(count) for one, count in found}
    return Numbers(
        mine=counts.get(organiser, 0),
        all=sum(counts.values()),
        guests=sum(count for one, count in counts.items() if not is_account(one)),
    )


def _change(connection: Connection, change: TournamentChange) -> None:
    facts = {
        "organiser": change.organiser,
        "revision": change.revision,
        "status": change.status,
        "facts": change.facts,
        "due": change.due,
        "updated": time.time(),
    }
    if change.before < 0:
        connection.execute(insert(TournamentRow).values(id=change.id, **facts))
    else:
        this = (TournamentRow.id == change.id, TournamentRow.revision == change.before)
        if connection.execute(update(TournamentRow).where(*this).values(**facts)).rowcount != 1:
            raise Stale(f"Tournament {change.id} is not at revision {change.before} any more.")
    _know(connection, change.id, change.people)
    names = [row.id for row, _ in change.tables]
    there = set(connection.scalars(select(TableRow.id).where(TableRow.id.in_(names))))
    creating.create_all(connection, [one for one in change.tables if one[0].id not in there])


_ALIVE = select(NodeRow.id)


def _running(connection: Connection, node: str | None) -> list[tuple[str, bool]]:
    wanted = select(TournamentRow.id, TournamentRow.worker).where(TournamentRow.status == "running")
    if node is not None:
        wanted = wanted.where(_unheld(node))
    found = connection.execute(wanted.order_by(TournamentRow.created))
    return [(row.id, node is None or row.worker == node) for row in found]


def _unheld(node: str) -> Any:
    worker = TournamentRow.worker
    return or_(worker.is_(None), worker == node, worker.not_in(_ALIVE))


def _claim(connection: Connection, tournament: str, node: str) -> bool:
    this = update(TournamentRow).where(TournamentRow.id == tournament, _unheld(node))
    return bool(connection.execute(this.values(worker=node)).rowcount)


def _games(connection: Connection, tables: Collection[str]) -> dict[str, Game]:
    wanted = select(TableRow.id, TableRow.ended, TableRow.clock_since)
    found = connection.execute(wanted.where(TableRow.id.in_(list(tables))))
    return {row.id: Game(row.ended, row.clock_since is not None) for row in found}


def _lapse(connection: Connection, now: float, until: float) -> int:
    endless = (TournamentRow.status == "open") & TournamentRow.due.is_(None)
    connection.execute(update(TournamentRow).where(endless).values(due=until))
    forgotten = or_(TournamentRow.due < now, TournamentRow.organiser.startswith(GONE))
    return _cancel(connection, forgotten)


def _cancel(connection: Connection, which: Any) -> int:
    these = update(TournamentRow).where(TournamentRow.status == "open", which)
    values = {"status": "cancelled", "revision": TournamentRow.revision + 1, "due": None}
    return connection.execute(these.values(values)).rowcount


def _make_room(connection: Connection, organiser: str) -> bool:
    columns = (TournamentRow.id, TournamentRow.revision, TournamentRow.status)
    entrants = TournamentRow.facts["entrants"].label("entrants")
    wanted = select(*columns, TournamentRow.organiser, entrants)
    going = wanted.where(TournamentRow.status.in_(UNFINISHED))
    # What is open is due so long after its last change, by the site's time.
    rows = connection.execute(going.order_by(TournamentRow.due, TournamentRow.updated)).all()
    for row in _giving_way(rows, organiser):
        this = (TournamentRow.id == row.id) & (TournamentRow.revision == row.revision)
        if _cancel(connection, this):
            return True
    return False


def _giving_way(rows: Sequence[Row[Any]], organiser: str) -> list[Row[Any]]:
    """Those that give way to this organiser, in turn."""
    has = Counter(row.organiser for row in rows)
    account = is_account(organiser)
    waiting = [one for one in rows if one.status == "open"]
    if not account:
        waiting = [one for one in waiting if not is_account(one.organiser)]
    lonely = [one for one in waiting if len(one.entrants) < FEW]
    others = [
        one
        for one in waiting
        if has[one.organiser] > has[organiser] or is_account(one.organiser) != account
    ]
    others.sort(key=lambda one: (is_account(one.organiser), -has[one.organiser]))
    return [*lonely, *others]


# -- people who are somebody else from now on ------------------------------------------------------

_KNOW = text(
    "INSERT INTO entries (visitor, tournament) VALUES (:visitor, :tournament) "
    "ON CONFLICT (visitor, tournament) DO NOTHING"
)


def _know(connection: Connection, tournament: str, people: Collection[str]) -> None:
    """By whom a tournament is to be found."""
    if people:
        rows = [{"visitor": one, "tournament": tournament} for one in sorted(people)]
        connection.execute(_KNOW, rows)


def hand_over(connection: Connection, old: str, new: str) -> None:
    """Let places and tournaments of one be another's, each a revision later: whoever decides by
    the old one is refused, and decides anew. Who is gone for good has no name, and withdraws; where
    it has not begun, nobody keeps a place for them, nor two for one person."""
    named = select(EntryRow.tournament).where(EntryRow.visitor == old)
    wanted = _shown().where(TournamentRow.id.in_(named))
    for row in connection.execute(wanted.order_by(TournamentRow.id).with_for_update()).all():
        entrants = row.facts["entrants"]
        there = any(one["visitor"] == new for one in entrants)
        if row.status == "open" and (there or is_gone(new)):
            entrants = [one for one in entrants if one["visitor"] != old]
        elif not there:
            entrants = [_moved(one, old, new) for one in entrants]
        else:  # they are there twice, and only the account is called by a name
            entrants = [{**one, "name": ""} if one["visitor"] == old else one for one in entrants]
        barred = [new if one == old else one for one in row.facts["barred"]]
        connection.execute(
            update(TournamentRow)
            .where(TournamentRow.id == row.id)
            .values(
                facts={**row.facts, "entrants": entrants, "barred": barred},
                organiser=new if row.organiser == old else row.organiser,
                revision=row.revision + 1,
            )
        )
        _know(connection, row.id, [new])
        if all(one["visitor"] != old for one in entrants):
            mine = (EntryRow.visitor == old) & (EntryRow.tournament == row.id)
            connection.execute(delete(EntryRow).where(mine))


def forget_name(connection: Connection, gone: str, name: str) -> None:
    """Tournaments that somebody has set up who is gone for good are not called by their name."""
    key, where = key_of(name), TournamentRow.organiser == gone
    found = select(TournamentRow.id, TournamentRow.facts).where(where).with_for_update()
    for tournament, facts in connection.execute(found).all():
        if key in key_of(facts["terms"]["name"]):
            facts = {**facts, "terms": {**facts["terms"], "name": ""}}
            this = update(TournamentRow).where(TournamentRow.id == tournament)
            connection.execute(this.values(facts=facts, revision=TournamentRow.revision + 1))


def _moved(entrant: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    if entrant["visitor"] != old:
        return entrant
    gone = {"name": "", "gone": True} if is_gone(new) else {}
    return {**entrant, "visitor": new, **gone}
