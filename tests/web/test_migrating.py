"""From every earlier schema, with something in every column of every table that there was, on both
engines: all of it is there afterwards, what is new is filled in, and tables can be played on."""

import asyncio
from pathlib import Path
from typing import Any

import alembic.command
import pytest
from sqlalchemy import Connection, MetaData, Table, null, select
from sqlalchemy.orm import Session

from databases import engine_of
from linden.web.people.names import skeleton
from linden.web.store import keeping, migrations
from linden.web.store.migrating import steps
from linden.web.store.models import Base
from linden.web.store.store import Change, Store
from linden.web.tables.rows import table_of
from linden.web.tournaments.tournament import Tournament

Row = dict[str, Any]

STEPS = Path(migrations.__path__[0]) / "versions"
EVERY_SCHEMA = sorted(path.stem.removeprefix("step_") for path in STEPS.glob("step_*.py"))

CLOCK = {
    "kind": "game",
    "seconds": 600,
    "increment": 5,
    "left": [598.5, 600.0],
    "running": 1,
    "since": 41.5,
    "paused": False,
}
TOURNAMENT = {
    "terms": {"name": "Cup", "kind": "swiss", "game": "linja", "options": {}, "clock": None},
    "round": 0,
    "entrants": [{"number": 0, "visitor": "@ada", "name": "Ada"}],
    "pairings": [],
    "ends_at": None,
    "barred": ["@eve"],
}

KEPT: dict[str, list[Row]] = {
    "visitors": [
        {"id": "ada", "name": "Ada", "created": 1.5, "keeper": True},
        {"id": "bob", "name": "Боб", "created": 2.5, "keeper": False},
    ],
    "settings": [{"name": "made-up", "value": "ü"}],
    "nodes": [{"id": "gone", "called": "a machine", "beat": 7}],
    "site_time": [{"id": 1, "seconds": 42.5, "at": 1.5}],
    "vacations": [{"visitor": "ada", "periods": [[1.5, 2.5]]}],
    "matches": [{"id": "m", "starter": 0, "totals": [1, 2], "wins": [0, 1], "played": 1}],
    "tables": [
        {
            **{"id": "one", "game": "linja", "options": {"meddle": True}, "position": None},
            **{"host": "bob", "created": 1.5, "updated": 2.5, "revision": 3, "version": 2},
            **{"plies": 2, "turn": 0, "ended": "", "loser": None, "result": "", "rated": True},
            **{"offer": {"kind": "draw", "by": 0, "yes": []}, "asked": [["undo", 0]]},
            **{"said": [1, 0, "hello"], "match_id": "m", "number": 2, "seating": [1, 0]},
            **{"next_id": None, "worker": "gone", "clock": CLOCK, "clock_since": 41.5},
            **{"flag_at": 641.5, "seek": {"seats": [1], "low": 1400, "high": None}},
            **{"seek_until": 99.5, "public": True, "tournament": None},
        },
        {
            **{"id": "two", "game": "linja", "options": {}, "position": None},
            **{"host": "ada", "created": 3.5, "updated": 4.5, "revision": 9, "version": 8},
            **{"plies": 0, "turn": 0, "ended": "resigned", "loser": 1, "result": "Ada won"},
            **{"offer": None, "asked": [], "said": None, "match_id": None, "number": 1},
            **{"seating": [0, 1], "next_id": "one", "worker": None, "clock": None},
            **{"clock_since": None, "flag_at": None, "rated": False, "seek": None},
            **{"seek_until": None, "public": False, "tournament": "cup"},
        },
    ],
    "seats": [
        {
            **{"table_id": "one", "number": 0, "kind": "person", "visitor": "ada", "name": "Ada"},
            **{"level": None, "player": None, "key": "k1", "own": True, "transfer": "hash"},
            **{"transfer_until": 5.5, "plan": [[2, ["2-3", "3-4"]]], "left_by": None},
            **{"invited": None},
        },
        {
            **{"table_id": "one", "number": 1, "kind": "computer", "visitor": None, "name": ""},
            **{"level": 3, "player": "level3", "key": None, "own": False, "transfer": None},
            **{"transfer_until": 0.0, "plan": None, "left_by": "@ada", "invited": None},
        },
        {
            **{"table_id": "two", "number": 0, "kind": "person", "visitor": "ada", "name": "Ada"},
            **{"level": None, "player": None, "key": None, "own": True, "transfer": None},
            **{"transfer_until": 0.0, "plan": None, "left_by": None, "invited": None},
        },
        {
            **{"table_id": "two", "number": 1, "kind": "computer", "visitor": None, "name": ""},
            **{"level": 9, "player": "perfect", "key": None, "own": False, "transfer": None},
            **{"transfer_until": 0.0, "plan": None, "left_by": None, "invited": "@ada"},
        },
    ],
    "moves": [
        {"table_id": "one", "ply": 1, "move": "3-4", "made": 1.5, "left": [598.5, 600.0]},
        {"table_id": "one", "ply": 2, "move": "4-6", "made": 2.5, "left": None},
    ],
    "listings": [
        {
            **{"visitor": "ada", "table_id": "one", "game": "linja", "ended": None},
            **{"outcome": "", "opponent": "", "removed": None},
        },
        {
            **{"visitor": "ada", "table_id": "two", "game": "linja", "ended": 4.5},
            **{"outcome": "won", "opponent": "perfect", "removed": 6.5},
        },
    ],
    "accounts": [
        {
            **{"id": "@ada", "name": "Ada", "key": "ada", "password": "hashed", "created": 1.5},
            **{"preferences": {"theme": "dark"}, "owner": None, "skeleton": skeleton("Ada")},
            **{"moderator": True, "suspended": 0.0},
        },
    ],
    "passkeys": [
        {
            **{"id": "key", "account": "@ada", "public_key": b"\x00\xff", "uses": 1 << 40},
            **{"name": "Telephone", "created": 1.5, "used": None},
        }
    ],
    "sessions": [
        {
            **{"id": "session", "account": "@ada", "device": "Firefox", "created": 1.5},
            **{"seen": 2.5, "confirmed": 1.5},
        }
    ],
    "challenges": [{"id": "asked", "purpose": "sign-in", "subject": "@ada", "until": 9.5}],
    "ratings": [
        {
            **{"account": "@ada", "game": "linja", "pool": "two", "rating": 1612.5},
            **{"deviation": 81.5, "volatility": 0.0625, "games": 12, "updated": 4.5},
        }
    ],
    "rated_games": [
        {
            **{"account": "@ada", "table_id": "two", "game": "linja", "pool": "two"},
            **{"before": 1600.5, "rating": 1612.5, "deviation": 81.5, "played": 4.5},
            **{"level": 3},
        }
    ],
    "tries": [
        {
            **{"visitor": "ada", "game": "linja", "puzzle": "abc", "grade": 3},
            **{"outcome": "solved", "made": 4.5},
        }
    ],
    "tokens": [
        {
            **{"id": "token", "account": "@ada", "name": "Robot", "scope": "play"},
            **{"created": 1.5, "used": None, "until": 9.5},
        }
    ],
    "blocks": [{"account": "@ada", "visitor": "eve", "created": 1.5}],
    "reports": [
        {
            **{"id": "told", "by": "@ada", "about": "eve", "table_id": "one", "reason": "name"},
            **{"text": "A name…", "created": 1.5, "closed": None},
        }
    ],
    "deeds": [
        {
            **{"id": "deed", "by": "Ada", "about": "Eve", "what": "rename", "why": "A name…"},
            **{"done": 2.5},
        }
    ],
    "leaves": [{"account": "@ada", "table_id": "two", "at": 4.5}],
    "learnt": [{"visitor": "ada", "game": "linja", "step": "first", "done": 1.5}],
    "tournaments": [
        {
            **{"id": "cup", "organiser": "@bob", "revision": 3, "status": "open", "due": None},
            **{"facts": TOURNAMENT, "worker": None, "created": 1.5, "updated": 2.5},
        }
    ],
    "coached": [
        {"visitor": "ada", "table_id": "two", "game": "linja", "misses": "[]", "made": 4.5}
    ],
    "entries": [{"visitor": one, "tournament": "cup"} for one in ("@ada", "@bob", "@eve")],
}
"""What is put into each table, for all columns it has had; a new table or column belongs here."""


def schema_of(connection: Connection) -> list[Table]:
    """The tables of a database as they are, those that others refer to first."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def fill(connection: Connection) -> dict[str, list[Row]]:
    """Put in all that this schema has room for; what it was."""
    filled = {}
    for table in schema_of(connection):
        names = [column.name for column in table.columns]
        filled[table.name] = [{name: row[name] for name in names} for row in KEPT[table.name]]
        connection.execute(table.delete())  # what a step has put in by itself
        for row in filled[table.name]:
            said = {name: null() if value is None else value for name, value in row.items()}
            connection.execute(table.insert().values(said))
    return filled


@pytest.mark.parametrize("schema", EVERY_SCHEMA)
def test_every_earlier_schema_is_brought_up_to_date(place: Path | str, schema: str) -> None:
    engine = engine_of(place)
    with engine.begin() as connection:
        alembic.command.upgrade(steps(connection), schema)
        filled = fill(connection)
    assert keeping.upgrade(place).endswith(f"are up to date (schema {EVERY_SCHEMA[-1]}).")
    assert keeping.check(place).faults == []
    with engine.connect() as connection:
        check_kept(connection, filled)
        check_new(connection)
    engine.dispose()
    asyncio.run(go_on(place))
    assert keeping.check(place).faults == []


def check_kept(connection: Connection, filled: dict[str, list[Row]]) -> None:
    """Every row that was there is there, each once, and says what it said."""
    if connection.dialect.name == "sqlite":
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    for table in schema_of(connection):
        names = [column.name for column in table.columns]
        found = [dict(row) for row in connection.execute(select(table)).mappings()]
        for row in filled.get(table.name, []):
            said = {name: row[name] for name in names if name in row}
            same = [one for one in found if {name: one[name] for name in said} == said]
            assert len(same) == 1, f"{table.name}: {said} is not among {found}"


def check_new(connection: Connection) -> None:
    """What older schemas did not say is said, and every row can be read as it is read today."""
    with Session(connection) as session:
        rows = {
            mapper.class_.__tablename__: session.scalars(select(mapper.class_)).all()
            for mapper in Base.registry.mappers
        }
    assert {row.id for row in rows["visitors"]} >= {"ada", "bob"}
    assert sorted((row.table_id, row.number, row.own, row.player) for row in rows["seats"]) == [
        ("one", 0, True, None),
        ("one", 1, False, "level3"),
        ("two", 0, True, None),
        ("two", 1, False, "perfect"),
    ]
    listed = {(row.visitor, row.table_id): (row.game, row.ended) for row in rows["listings"]}
    assert listed[("ada", "one")] == ("linja", None)
    assert listed[("ada", "two")] == ("linja", 4.5)
    for account in rows["accounts"]:
        assert account.skeleton == skeleton(account.name)
    if rows["tournaments"]:
        assert {row.visitor for row in rows["entries"]} == {"@ada", "@bob", "@eve"}
    for row in rows["tournaments"]:
        columns = {"id": row.id, "organiser": row.organiser, "status": row.status}
        assert Tournament.read(row.facts, **columns).terms.name == "Cup"


async def go_on(place: Path | str) -> None:
    """Both tables are what they were, and the one that runs is played on."""
    store = Store(place)
    try:
        over = await store.load("two")
        assert over is not None
        assert table_of(over.row, over.moves, lefts=over.lefts).over
        kept = await store.load("one")
        assert kept is not None
        table = table_of(kept.row, kept.moves, lefts=kept.lefts)
        assert (table.moves, table.match_id) == (("3-4", "4-6"), "m")
        assert table.offer is not None
        assert table.offer.kind == "draw"
        move = table.positions[-1].moves[0]
        facts = {"plies": 3, "version": table.version + 1}
        await store.change(Change("one", table.revision, facts, 2, [move]))
        kept = await store.load("one")
        assert kept is not None
        assert kept.moves == ["3-4", "4-6", move]
        assert await store.seat_by_key("k1") == ("one", 0)
        assert await store.knows("bob")
    finally:
        store.close()
