"""All that is kept of somebody can be taken along, and goes when they do: the schema is walked, so
that no new column is forgotten."""

import asyncio
import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import JSON, String, delete, insert, select, update
from sqlalchemy.engine import Connection

from attacks.house import NothingToCompile
from linden.web.http import taking_along
from linden.web.people.ids import fresh_account, fresh_bot, fresh_gone
from linden.web.store import telling
from linden.web.store.accounts import Account, Passkey, Signed
from linden.web.store.models import (
    AccountRow,
    Base,
    BlockRow,
    ChallengeRow,
    CoachedRow,
    DeedRow,
    EntryRow,
    LearntRow,
    LeaveRow,
    ListingRow,
    RatedGameRow,
    RatingRow,
    ReportRow,
    SeatRow,
    TableRow,
    TokenRow,
    TournamentRow,
    TryRow,
    VacationRow,
    VisitorRow,
)
from linden.web.store.sqlite import _settle
from linden.web.store.store import Store
from linden.web.store.telling import PEOPLE, ROWS, TOLD, UNTOLD
from linden.web.tables.lobby import Lobby

COLUMNS = {
    f"{table.name}.{column.name}": column
    for table in Base.metadata.sorted_tables
    for column in table.columns
}


def told() -> set[str]:
    """Columns that are told, in one way or another."""
    found = {f"{table}.{name}" for table, names in TOLD.items() for name in names}
    for rows in ROWS:
        found |= {f"{rows.table.name}.{name}" for name in (rows.whose.key, *rows.columns)}
    return found


def untold() -> set[str]:
    """Columns of which somebody has said why they are not."""
    whole = {name for name in COLUMNS if name.partition(".")[0] in UNTOLD}
    return whole | {name for name in UNTOLD if "." in name}


def test_of_every_column_it_is_known_whether_it_is_told() -> None:
    assert told() & untold() == set(), "either or"
    assert told() | untold() == set(COLUMNS), "a column that nobody has decided about, or none such"
    assert all(UNTOLD.values()), "with a reason"


def test_of_every_column_it_is_known_whether_it_names_somebody() -> None:
    """Where an id can stand: in text that is long enough for it, and in JSON."""
    assert set(PEOPLE) <= set(COLUMNS)
    long = {name for name, column in COLUMNS.items() if fits(column)}
    assert long - set(PEOPLE) == set(NOBODY)
    keys = {
        name
        for name, column in COLUMNS.items()
        if any(key.column.table.name == "accounts" for key in column.foreign_keys)
    }
    assert keys <= set(PEOPLE)


def fits(column: Any) -> bool:
    """Whether there is room for an id."""
    if isinstance(column.type, String):
        return (column.type.length or 1000) >= len(fresh_account())
    return isinstance(column.type, JSON)


NOBODY = (
    *("challenges.id", "passkeys.id", "sessions.id", "tokens.id"),  # hashes and numbers
    *("accounts.password", "seats.key", "seats.transfer", "reports.table_id"),
    *("accounts.name", "accounts.key", "accounts.skeleton", "visitors.name"),  # names and words
    *("seats.name", "tokens.name", "passkeys.name", "sessions.device", "reports.text"),
    *("deeds.about", "deeds.by", "deeds.why", "nodes.called", "settings.name", "settings.value"),
    *("coached.game", "learnt.game", "learnt.step", "listings.game", "rated_games.game"),  # games
    *("ratings.game", "tables.game", "tries.game", "coached.misses", "listings.opponent"),
    *("matches.totals", "matches.wins", "moves.left", "moves.move", "seats.plan", "seats.player"),
    *("tables.asked", "tables.clock", "tables.options", "tables.position", "tables.result"),
    *("tables.said", "tables.seating", "tables.seek", "vacations.periods"),
    "accounts.preferences",
)
"""Columns in which an id would fit, and never stands."""


# -- somebody of whom there is something everywhere, on both engines -------------------------------

ADA, BOT, BOB, GUEST = fresh_account(), fresh_bot(), fresh_account(), "9" * 40
NAME, CALLED = "adalovelace", "Countess of the Engines"
"""What she is called as an account, and was called before."""
SESSION = Signed("5" * 64, ADA, "Firefox", 1e9, 1e9, 1e9)
LATER = 1_700_000_000.0


def cells(connection: Connection) -> Iterator[tuple[str, str]]:
    """All that is kept, cell by cell."""
    for table in Base.metadata.sorted_tables:
        for row in connection.execute(select(table)):
            for name, value in row._mapping.items():
                yield f"{table.name}.{name}", json.dumps(value, default=str, ensure_ascii=False)


def holding(store: Store, *words: str) -> set[str]:
    """Columns in which any of these words stands."""

    def look(connection: Connection) -> set[str]:
        return {where for where, told in cells(connection) if any(word in told for word in words)}

    return asyncio.run(store.database.read(look))


def table_row(number: int, host: str, seats: list[SeatRow], **facts: Any) -> TableRow:
    usual: dict[str, Any] = {"game": "breakthrough", "options": {}, "seating": [0, 1], "ended": ""}
    return TableRow(id=f"t{number}", host=host, seats=seats, created=LATER, **{**usual, **facts})


def seat(number: int, visitor: str | None, **facts: Any) -> SeatRow:
    kind = "person" if visitor else "computer"
    return SeatRow(**{"number": number, "kind": kind, "visitor": visitor, "name": "", **facts})


def a_guest(connection: Connection) -> None:
    """What she did before she had an account."""
    connection.execute(insert(VisitorRow).values(id=GUEST, name=CALLED, created=1.0, keeper=False))
    facts = {
        "terms": {**TERMS, "name": f"The cup of {NAME}"},
        "round": 1,
        "entrants": [
            {"number": 1, "visitor": GUEST, "player": None, "name": CALLED},
            {"number": 2, "visitor": BOB, "player": None, "name": "bob"},
        ],
        "pairings": [
            {"round": 1, "number": 1, "first": 1, "second": 2, "result": "first", "began": 1.0},
            {"round": 1, "number": 2, "first": 3, "second": 2, "result": "first", "began": 1.0},
        ],
        "ends_at": None,
        "barred": [],
    }
    cup = {"id": "cup", "organiser": GUEST, "status": "over", "facts": facts, "created": LATER}
    connection.execute(insert(TournamentRow).values(**cup, revision=1, updated=LATER))
    connection.execute(insert(EntryRow).values(visitor=GUEST, tournament="cup"))
    connection.execute(insert(VacationRow).values(visitor=GUEST, periods=[[1.0, 2.0]]))


TERMS: dict[str, Any] = {"kind": "swiss", "game": "linja", "options": {}, "clock": None}


async def begin(store: Store) -> None:
    """She comes as a guest, plays, and signs up; then there is something of every kind."""
    bob = Account(BOB, "bobby", "hash", {}, 1e9)
    signed = Signed("6" * 64, BOB, "Chrome", 1e9, 1e9, 1e9)
    await store.accounts.create(bob, "bobby", signed)
    await store.database.write(a_guest)
    played = [
        table_row(1, GUEST, [seat(0, GUEST, name=CALLED, own=True), seat(1, BOB, own=True)]),
        table_row(
            2,
            BOB,
            [seat(0, None, left_by=GUEST, name=f"Computer for {CALLED}"), seat(1, BOB)],
            ended="played",
        ),
    ]
    for row in played:
        row.plies = 1
        await store.create(row, ["a2-a3"])
    account = Account(ADA, NAME, "hash", {}, LATER)
    key = Passkey("key", ADA, b"public", 3, "her phone", LATER, None)
    await store.accounts.create(account, NAME, SESSION, key, GUEST)
    await store.tokens.create_bot(Account(BOT, f"{NAME}bot", None, {}, LATER, ADA), f"{NAME}bot")
    both = [seat(0, ADA, own=True, name=NAME), seat(1, GUEST, own=True, name=CALLED)]
    more = [
        table_row(3, ADA, both),
        table_row(
            4,
            BOB,
            [seat(0, BOB, name="bob"), seat(1, None, kind="open", invited=ADA, name=NAME, key="k")],
        ),
        table_row(
            5, BOT, [seat(0, BOT, own=True, name=f"{NAME}bot"), seat(1, BOB)], ended="played"
        ),
        table_row(
            6,
            BOB,
            [seat(0, ADA, own=True, plan=[[0, ["her", "plan"]]]), seat(1, BOB)],
            offer={"kind": "draw", "by": 0, "yes": [ADA]},
        ),
    ]
    for row in more:
        await store.create(row, [])
    await store.database.write(a_life)
    await store.accounts.set_preferences(ADA, {"theme": "her theme"})
    await store.accounts.sign_in(Signed("7" * 64, ADA, "Safari", 1e9, 1e9, 1e9), GUEST)


def a_life(connection: Connection) -> None:
    rows: list[tuple[Any, dict[str, Any]]] = [
        (BlockRow, {"account": ADA, "visitor": BOB}),
        (BlockRow, {"account": BOB, "visitor": ADA}),
        (ChallengeRow, {"id": "c", "purpose": "add", "subject": ADA, "until": LATER}),
        (CoachedRow, {"visitor": ADA, "table_id": "t1", "game": "breakthrough", "misses": "[[3]]"}),
        (LearntRow, {"visitor": ADA, "game": "linja", "step": "her step", "done": LATER}),
        (LeaveRow, {"account": ADA, "table_id": "t2", "at": LATER}),
        (ReportRow, {"id": "r1", "by": ADA, "about": BOB, "reason": "name", "text": "her words"}),
        (ReportRow, {"id": "r2", "by": BOB, "about": ADA, "reason": "name", "text": "of her"}),
        (
            ReportRow,
            {
                "id": "r3",
                "by": BOB,
                "about": BOT,
                "reason": "name",
                "text": "of hers",
                "closed": 9.0,
            },
        ),
        (TokenRow, {"id": "8" * 64, "account": ADA, "name": "her token", "scope": "read"}),
        (TokenRow, {"id": "9" * 64, "account": BOT, "name": "its token", "scope": "play"}),
        (TryRow, {"visitor": ADA, "game": "linja", "puzzle": "p", "grade": 3, "outcome": "solved"}),
        (DeedRow, {"id": "d", "by": "mia", "about": NAME, "what": "suspend", "why": "rude"}),
    ]
    until = {TokenRow: {"until": LATER}}
    for row, facts in rows:
        connection.execute(insert(row).values(**facts, **until.get(row, {})))
    for number in range(telling.PAGE + 20):  # more than is read at once
        made = {"id": f"x{number}", "game": "pig", "options": {}, "host": BOB, "seating": [0, 1]}
        connection.execute(insert(TableRow).values(**made))
        point = {"game": "pig", "pool": "two", "before": 1500.0, "rating": 1500.0 + number}
        played = {"table_id": f"x{number}", "deviation": 90.0, "played": LATER}
        connection.execute(insert(RatedGameRow).values(account=ADA, **point, **played))
    known = {"rating": 1700.0, "deviation": 90.0, "volatility": 0.06}
    for account in (ADA, BOT):
        connection.execute(
            insert(RatingRow).values(account=account, game="pig", pool="two", games=9, **known)
        )
    removed = {"visitor": ADA, "table_id": "t2", "ended": LATER, "removed": LATER}
    connection.execute(delete(ListingRow).where(ListingRow.table_id == "t2"))
    connection.execute(insert(ListingRow).values(**removed, outcome="lost", opponent="people"))
    connection.execute(update(AccountRow).where(AccountRow.id == ADA).values(suspended=LATER))


@pytest.fixture
def kept(place: Path | str) -> Iterator[Store]:
    store = Store(place)
    try:
        asyncio.run(begin(store))
        yield store
    finally:
        store.close()


def test_there_is_something_of_her_everywhere(kept: Store) -> None:
    """Else the next tests would show less than they say: a new column is to be filled here."""
    assert holding(kept, ADA) | holding(kept, BOT) == set(PEOPLE)


def taken_along(store: Store) -> dict[str, str]:
    """The files of her archive."""

    async def pack() -> bytes:
        lobby = Lobby(store, NothingToCompile())
        here: Any = SimpleNamespace(
            store=store, tables=lobby, tokens=SimpleNamespace(store=store.tokens)
        )
        account = await store.accounts.get(ADA)
        assert account is not None
        return b"".join(
            [part async for part in taking_along.packed(taking_along.files(here, account))]
        )

    with zipfile.ZipFile(io.BytesIO(asyncio.run(pack()))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_all_that_is_hers_is_in_the_archive(kept: Store) -> None:
    files = taken_along(kept)
    folder = f"bots/{NAME}bot/"
    names = ("account.json", "tables.jsonl", "games.linden")
    assert sorted(files) == sorted([*names, *(folder + name for name in names)])
    facts, bot = json.loads(files["account.json"]), json.loads(files[folder + "account.json"])
    assert (facts["name"], facts["password"], facts["moderator"]) == (NAME, True, False)
    assert facts["suspended"] == facts["created"] == "2023-11-14T22:13:20+00:00"
    assert facts["preferences"] == {"theme": "her theme"}
    for rows in ROWS:
        assert facts[rows.under], f"nothing is told of {rows.under}"
    assert len(facts["rated_games"]) == telling.PAGE + 20, "all of them"
    assert {one["table"] for one in facts["rated_games"]} >= {"x0", f"x{telling.PAGE + 19}"}
    assert [one["name"] for one in facts["blocked"]] == ["bobby"]
    assert facts["invitations"] == [{"table": "t4", "seat": 1, "game": "breakthrough"}]
    assert [list(one) for one in facts["vacations"]] == [["began", "until"]]
    assert all(at[4] == "-" for at in facts["vacations"][0].values()), "dates"
    (cup,) = facts["tournaments"]
    assert (cup["tournament"], cup["organised"], cup["removed"]) == ("cup", True, False)
    assert [one["number"] for one in cup["entered"]] == [1]
    assert [one["number"] for one in cup["games"]] == [1], "and not what others played"
    assert [one["text"] for one in facts["reports"]] == ["her words"], "not what others say of her"
    assert (bot["owner"], [one["name"] for one in bot["tokens"]]) == (NAME, ["its token"])
    assert bot["ratings"][0]["rating"] == 1700.0
    tables = {one["table"]: one for one in map(json.loads, files["tables.jsonl"].splitlines())}
    assert set(tables) == {"t1", "t2", "t3", "t6"}
    assert tables["t2"]["listed"]["removed"] == "2023-11-14T22:13:20+00:00"
    assert tables["t2"]["seats"][0]["left"]
    assert tables["t6"]["seats"][0]["plan"] == [[0, ["her", "plan"]]]
    assert len(tables["t1"]["moves"]) == 1
    assert files["games.linden"].count("Game: breakthrough") == 4, "what was taken off, too"
    assert files[folder + "games.linden"].count("Game: breakthrough") == 1
    whole = "".join(files.values())
    assert not [secret for secret in ("hash", "5" * 64, "8" * 64, BOB, "of her") if secret in whole]


def test_what_a_guest_was_called_is_forgotten_with_the_account(kept: Store) -> None:
    assert asyncio.run(kept.name_of(GUEST)) == ""
    there = {"seats.name"}
    assert holding(kept, CALLED) <= there | {"tournaments.facts"}, "but where she left a computer"


MODERATORS = {"deeds.about"}
"""What was done outlives the people, under the names of then (``docs/security.md``)."""


def test_nothing_of_her_is_left_but_the_moderators_log(kept: Store, place: Path | str) -> None:
    for account in (BOT, ADA):
        asyncio.run(kept.accounts.delete(account, fresh_gone()))
    words = (ADA, BOT, CALLED, "her ", "of her", "Firefox")
    assert holding(kept, *words) == set()
    assert holding(kept, NAME) == MODERATORS
    assert asyncio.run(kept.accounts.get(BOB)) is not None, "the others stay"
    kept.close()
    if isinstance(place, Path):
        file = place.read_bytes()
        assert NAME.encode() in file, "as the moderators wrote it down"
        gone = [word for word in words if word.encode() in file]
        assert gone == [], "what is deleted is overwritten"


def test_what_is_deleted_is_overwritten_whatever_sqlite_does_by_itself() -> None:
    """Some are built to, and others are not."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA secure_delete=OFF")
        _settle(connection, None)
        assert connection.execute("PRAGMA secure_delete").fetchone() == (1,)
