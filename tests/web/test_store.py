"""The database: steps from older schemas, and what cannot be used is told in one sentence."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import alembic.command
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, event, text

from databases import engine_of
from linden.web.store import tournaments
from linden.web.store.errors import Stale, StoreError
from linden.web.store.listings import Wanted
from linden.web.store.migrating import newest, steps
from linden.web.store.models import Base, MatchRow, SeatRow, TableRow
from linden.web.store.postgres import PostgreSQL, parsed
from linden.web.store.postgres import upgrade as upgrade_server
from linden.web.store.sqlite import SQLite
from linden.web.store.store import Change, Store
from postgres import Postgres

Answer = TypeVar("Answer")


def run(call: Coroutine[Any, Any, Answer]) -> Answer:
    return asyncio.run(call)


def table(name: str) -> TableRow:
    seats = [
        SeatRow(number=0, kind="person", visitor="ada", name="Ada", own=True),
        SeatRow(number=1, kind="open", name="", key=f"key-{name}"),
    ]
    return TableRow(id=name, game="linja", options={}, host="ada", seating=[0, 1], seats=seats)


def test_an_empty_database_gets_the_schema_of_the_models(place: Path | str) -> None:
    if isinstance(place, Path):
        place = place.parent / "new" / place.name
    Store(place).close()
    engine = engine_of(place)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
        assert context.get_current_revision() == newest(connection)
    engine.dispose()


def test_a_current_database_is_left_as_it_is(place: Path | str) -> None:
    store = Store(place)
    run(store.create(table("one"), ["3-4"]))
    store.close()
    for _ in range(2):
        store = Store(place)
        found = run(store.load("one"))
        assert found is not None
        assert found.moves == ["3-4"]
        assert [seat.kind for seat in found.row.seats] == ["person", "open"]
        store.close()


def test_a_database_of_the_first_schema_is_brought_up_to_date(place: Path | str) -> None:
    old_database(place)
    if isinstance(place, str):
        with pytest.raises(StoreError, match="were written by an older Linden"):
            Store(place)
        upgrade_server(parsed(place))
    store = Store(place)
    found = run(store.load("one"))
    assert found is not None
    assert found.moves == ["3-4"]
    assert (found.row.revision, found.row.asked) == (0, [])
    assert [(seat.name, seat.own) for seat in found.row.seats] == [("Ada", True), ("Bea", False)]
    run(store.rename("ada", "Ada L."))
    found = run(store.load("one"))
    assert found is not None
    assert [seat.name for seat in found.row.seats] == ["Ada L.", "Bea"]
    found = run(store.load("two"))
    assert found is not None
    assert [seat.player for seat in found.row.seats] == ["level4", "perfect"]
    assert {one.row.id for one in run(store.listed("ada", Wanted()))} == {"one", "two"}
    store.close()


def test_tournaments_from_before_are_found_by_those_who_take_part(place: Path | str) -> None:
    entrant = {"visitor": "@ada", "name": "Ada", "gone": False}
    facts = {"entrants": [entrant, {"visitor": None, "name": ""}], "barred": ["@eve"]}
    engine = engine_of(place)
    with engine.begin() as connection:
        alembic.command.upgrade(steps(connection), "0020")
        wanted = text(
            "INSERT INTO tournaments (id, organiser, revision, status, facts, created, updated) "
            "VALUES ('cup', '@bob', 3, 'over', :facts, 1.0, 1.0)"
        )
        connection.execute(wanted, {"facts": json.dumps(facts)})
    engine.dispose()
    if isinstance(place, str):
        upgrade_server(parsed(place))
    store = Store(place)
    for old, new in {"@ada": "-gone", "@eve": "@eva", "@bob": "@bo", "@nobody": "@zoe"}.items():
        run(store.database.write(tournaments.hand_over, old, new))
    found = run(store.tournaments.load("cup"))
    assert found is not None
    assert (found.organiser, found.revision, found.facts["barred"]) == ("@bo", 6, ["@eva"])
    assert found.facts["entrants"][0] == {"visitor": "-gone", "name": "", "gone": True}
    run(store.database.write(tournaments.hand_over, "@eva", "@eve"))
    found = run(store.tournaments.load("cup"))
    assert found is not None
    assert found.facts["barred"] == ["@eve"], "and found again under the new name"
    store.close()


def old_database(place: Path | str) -> None:
    """As the first step of the schema left it, with one table: Ada, and Bea at the same screen."""
    engine = engine_of(place)
    with engine.begin() as connection:
        alembic.command.upgrade(steps(connection), "0001")
        for statement in (
            "INSERT INTO visitors VALUES ('ada', 'Ada', 1.0)",
            "INSERT INTO tables VALUES ('one', 'linja', '{}', 'ada', 1.0, 1.0, 1, 1, 0, '', NULL,"
            " '', NULL, NULL, 1, '[0, 1]', NULL)",
            "INSERT INTO seats VALUES ('one', 0, 'person', 'ada', 'Ada', NULL, NULL)",
            "INSERT INTO seats VALUES ('one', 1, 'person', 'ada', 'Bea', NULL, NULL)",
            "INSERT INTO tables VALUES ('two', 'linja', '{}', 'ada', 1.0, 1.0, 0, 0, 0, '', NULL,"
            " '', NULL, NULL, 1, '[0, 1]', NULL)",
            "INSERT INTO seats VALUES ('two', 0, 'computer', NULL, '', 4, NULL)",
            "INSERT INTO seats VALUES ('two', 1, 'computer', NULL, '', 9, NULL)",
            "INSERT INTO moves VALUES ('one', 1, '3-4', 1.0)",
        ):
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    assert isinstance(store.database, SQLite)
    with store.database._writer.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    store.close()


def test_commits_wait_for_the_servers_disk_whatever_it_is_used_to(
    database_server: Postgres,
) -> None:
    address = database_server.fresh()
    with database_server.connect(address.rpartition("/")[2]) as connection:
        connection.execute("ALTER ROLE linden SET synchronous_commit = 'off'")
        try:
            store = Store(address)
            assert isinstance(store.database, PostgreSQL)
            with store.database._writer.connect() as writer:
                assert writer.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
            store.close()
        finally:
            connection.execute("ALTER ROLE linden RESET synchronous_commit")


def change(before: int, keep: int | None = None, *moves: str, **facts: object) -> Change:
    return Change("one", before, facts, keep, moves)


def test_moves_are_added_and_dropped(place: Path | str) -> None:
    store = Store(place)
    run(store.create(table("one"), []))
    run(store.change(change(0, 0, "a", "b", version=1)))
    run(store.change(change(1, 2, "c", version=2)))
    run(store.change(change(2, 1, "d", version=3)))
    found = run(store.load("one"))
    assert found is not None
    assert found.moves == ["a", "d"]
    assert (found.row.version, found.row.revision) == (3, 3)
    store.close()


def test_a_move_is_one_statement_where_nothing_lies_behind_it(database_server: Postgres) -> None:
    store = Store(database_server.fresh())
    assert isinstance(store.database, PostgreSQL)
    run(store.create(table("one"), []))
    statements: list[str] = []
    event.listen(
        store.database._writer,
        "before_cursor_execute",
        lambda connection, cursor, statement, *_: statements.append(statement),
    )
    for number, (keep, move) in enumerate([(0, "a"), (1, "b"), (2, "c"), (1, "d"), (2, "e")]):
        run(store.change(change(number, keep, move, plies=keep + 1)))
    found = run(store.load("one"))
    assert found is not None
    assert found.moves == ["a", "d", "e"], "what came after the first was dropped"
    assert len(statements) == 4 + (1 + 3)
    with pytest.raises(Stale):
        run(store.change(change(4, 3, "f", plies=4)))
    store.close()


def test_a_change_that_does_not_follow_what_is_kept_is_refused(place: Path | str) -> None:
    store = Store(place)
    run(store.create(table("one"), []))
    run(store.change(change(0, 0, "a", version=1)))
    for before in (0, 2, -1):
        with pytest.raises(Stale):
            run(store.change(change(before, 0, "b", version=9)))
    found = run(store.load("one"))
    assert found is not None
    assert (found.moves, found.row.version) == (["a"], 1)
    store.close()


def test_one_failing_change_does_not_take_others_of_its_commit_along(place: Path | str) -> None:
    store = Store(place)

    async def together() -> list[object]:
        await asyncio.gather(*(store.create(table(f"t{n}"), []) for n in range(20)))
        changes = [
            store.change(Change(f"t{n}", n % 2, {"version": 1}, 0, ["a"])) for n in range(20)
        ]
        return await asyncio.gather(*changes, return_exceptions=True)

    outcomes = run(together())
    for number, outcome in enumerate(outcomes):
        found = run(store.load(f"t{number}"))
        assert found is not None
        if number % 2:
            assert isinstance(outcome, Stale)
            assert found.moves == []
        else:
            assert outcome is None
            assert found.moves == ["a"]
    store.close()


def test_a_rematch_is_kept_with_the_table_it_follows_or_not_at_all(place: Path | str) -> None:
    store = Store(place)
    run(store.create(table("one"), []))
    run(store.change(Change("one", 0, {"next_id": "two"}, following=table("two"), opening=["a"])))
    with pytest.raises(Stale):
        run(store.change(Change("one", 0, {"next_id": "three"}, following=table("three"))))
    assert run(store.load("three")) is None
    found = run(store.load("two"))
    assert found is not None
    assert found.moves == ["a"]
    store.close()


def test_a_game_is_counted_once(place: Path | str) -> None:
    store = Store(place)
    row = table("one")
    row.match = MatchRow(id="m", starter=0, totals=[0, 0], wins=[0, 0], played=0)
    row.match_id = "m"
    run(store.create(row, []))
    facts = {"id": "m", "starter": 1, "totals": [1, 0], "wins": [1, 0], "played": 1}
    run(store.change(Change("one", 0, {"ended": "played"}, match=facts)))
    with pytest.raises(Stale):
        run(store.change(Change("one", 1, {"ended": "played"}, match=facts)))
    store.close()


def test_links_and_lists(place: Path | str) -> None:
    store = Store(place)
    run(store.create(table("one"), []))
    assert run(store.seat_by_key("key-one")) == ("one", 1)
    assert run(store.seat_by_key("key-two")) is None
    assert [row.id for row in run(store.tables_of("ada", over=False, most=5))] == ["one"]
    run(store.change(Change("one", 0, {"ended": "played"}, over=True)))
    assert run(store.tables_of("ada", over=False, most=5)) == []
    assert [row.id for row in run(store.tables_of("ada", over=True, most=5))] == ["one"]
    assert run(store.name_of("ada")) == ""
    run(store.rename("ada", "Ada"))
    assert run(store.name_of("ada")) == "Ada"
    store.close()


def test_a_long_list_is_read_from_its_end(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = Store(path)
    run(store.create(table("one"), []))
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute(
            "WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 3000) "
            "INSERT INTO tables (id, game, options, host, created, updated, revision, version, "
            "plies, turn, ended, result, asked, number, seating) "
            "SELECT 't' || n, game, options, host, created, updated + n, revision, version, plies, "
            "turn, 'played', result, asked, number, seating FROM tables, n"
        )
        connection.execute(
            "INSERT INTO listings (visitor, table_id, game, ended, outcome, opponent) "
            "SELECT 'ada', id, game, updated, CASE WHEN updated % 2 < 1 THEN 'won' ELSE 'lost' END,"
            " 'level1' FROM tables WHERE id <> 'one'"
        )
    connection.close()
    store = Store(path)
    asked: list[tuple[str, Any]] = []

    @event.listens_for(Engine, "before_cursor_execute")
    def listen(_: Any, __: Any, statement: str, parameters: Any, *more: Any) -> None:
        if "FROM tables, listings" in statement or "FROM listings" in statement:
            asked.append((statement, parameters))

    page = run(store.listed("ada", Wanted(most=24)))
    won = Wanted(outcome="won", game="linja", before=page[-1].place, most=24)
    assert all(one.outcome == "won" for one in run(store.listed("ada", won)))
    run(store.tables_of("ada", over=True, most=12))
    run(store.unsettled("ada", 5))
    event.remove(Engine, "before_cursor_execute", listen)
    with sqlite3.connect(path) as connection:
        for statement, parameters in asked:
            plan = str(connection.execute("EXPLAIN QUERY PLAN " + statement, parameters).fetchall())
            running = "ended=?" in plan  # those are few
            assert running or "SCAN" not in plan, plan
            assert running or "TEMP B-TREE" not in plan, plan
    connection.close()
    assert len(asked) == 6
    assert sum(count.games for count in run(store.counts("ada"))) == 2999
    assert [one.row.id for one in page][:3] == ["t3000", "t2999", "t2998"]
    seen, before = set[str](), None
    for _ in range(20):
        page = run(store.listed("ada", Wanted(before=before, most=100)))
        seen |= {one.row.id for one in page}
        before = page[-1].place
    assert len(seen) == 2000, "no table twice, none left out"
    store.close()


def test_running_and_finished_games_are_one_list(place: Path | str) -> None:
    """Each where it belongs by its time; one that goes on after all is a running one again."""
    store = Store(place)
    for name in ("a", "b", "c", "d"):
        run(store.create(table(name), []))

    def listed(**wanted: Any) -> list[str]:
        return [one.row.id for one in run(store.listed("ada", Wanted(**wanted)))]

    moved = {0: {"name": "Ada L."}}
    run(store.change(Change("b", 0, {"ended": "played"}, seats=moved, over=True)))
    run(store.change(Change("a", 0, {"version": 1})))
    assert listed() == ["a", "b", "d", "c"]
    run(store.change(Change("b", 1, {"next_id": "z"})))
    assert listed() == ["a", "b", "d", "c"], "what happens after the end is no news"
    assert listed(outcome="running") == ["a", "d", "c"]
    first = run(store.listed("ada", Wanted(most=2)))
    assert listed(before=first[-1].place) == ["d", "c"]
    assert listed(game="linx") == []
    run(store.change(Change("b", 2, {"ended": ""}, over=False)))
    assert listed(outcome="running") == ["b", "a", "d", "c"]
    assert run(store.tables_of("ada", over=True, most=5)) == []
    store.close()


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    with pytest.raises(StoreError, match="in use by another Linden"):
        Store(tmp_path / "tables.db")
    store.close()
    Store(tmp_path / "tables.db").close()


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "tables.db"
    Store(path).close()
    path.chmod(0o644)
    store = Store(path)
    run(store.create(table("one"), []))
    for file in path.parent.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
    store.close()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def newer(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


def rubbish(path: Path) -> None:
    path.write_bytes(b"This is no database. " * 500)


def half(path: Path) -> None:
    store = Store(path)
    for number in range(300):
        run(store.create(table(f"table-{number}"), ["3-4"] * 20))
    store.close()
    content = path.read_bytes()
    middle = len(content) // 3
    path.write_bytes(content[:middle] + b"\xa5" * 40_000 + content[middle + 40_000 :])


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (newer, "were written by a newer Linden. Update Linden, or set"),
        (empty, "the file is empty. Bring back a copy"),
        (rubbish, "cannot be read (file is not a database). Move that file away"),
        (half, "Move that file away to begin anew"),
    ],
)
def test_what_cannot_be_used_is_told(tmp_path: Path, spoil: object, sentence: str) -> None:
    assert callable(spoil)
    path = tmp_path / "tables.db"
    spoil(path)
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert sentence in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_command_says_it_and_ends(tmp_path: Path) -> None:
    newer(tmp_path / "tables.db")
    done = subprocess.run(
        [sys.executable, "-m", "linden", "serve", "--no-browser"],
        capture_output=True,
        text=True,
        env={"LINDEN_DATA_DIR": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("linden: The tables kept in")
    assert done.stderr.count("\n") == 1


def test_the_one_character_that_postgresql_does_not_take_is_found_nowhere(
    place: Path | str,
) -> None:
    store = Store(place)
    try:
        run(store.create(table("one"), []))
        assert run(store.load("one\0")) is None
        assert run(store.seat_by_key("\0key-one")) is None
        assert run(store.listed("ada", Wanted(game="\0", before=(1e12, "\0")))) == []
        assert not run(store.take_off("ada", "one\0", 1.0))
        assert not run(store.knows("ada\0"))
        run(store.rename("ada", "A\0da"))
        assert run(store.name_of("ada")) in ("A\0da", "A\N{REPLACEMENT CHARACTER}da")
    finally:
        store.close()
