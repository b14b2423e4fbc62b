"""One's own games: a list in pages, what was won, what is taken off it, records in and out."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Update, update

from attacks.house import NothingToCompile
from databases import engine_of
from linden.core.wording import plain
from linden.web.errors import Refusal
from linden.web.http import my_games
from linden.web.limits import Limits
from linden.web.messages import NewTable
from linden.web.people.ids import fresh_account
from linden.web.people.people import People
from linden.web.store.accounts import Account, Signed
from linden.web.store.errors import StoreUnavailable
from linden.web.store.listings import Wanted
from linden.web.store.models import ListingRow
from linden.web.store.store import Store
from linden.web.tables.lobby import Lobby
from linden.web.tables.sitters import fresh_id
from linden.web.tournaments.games import Pairing
from servers import FRIEND, HERE, ME, QUICK, Person, Server, Tab

RECORD = """\
Linden record 1
Game: linja
Red: Ada
Black: Bob
Result: unfinished

1. Red    1-2, 1-3
2. Black  7-6
"""


def listed(person: Person, **wanted: str) -> list[str]:
    return [game["id"] for game in person.get("/api/my-games", **wanted)["games"]]


def resigned(person: Person, game: str = "linja") -> str:
    """A game against the first level, given up at once."""
    tab = person.sit(person.table(game, [ME, QUICK]))
    tab.send(type="resign")
    tab.ended()
    return tab.table


def friends(server: Server) -> tuple[Tab, Tab]:
    ada, bob = server.person("Ada"), server.person("Bob")
    mine = ada.sit(ada.table("linja", [ME, FRIEND]))
    theirs = bob.sit(bob.join(mine.state["seats"][1]["link"]))
    return mine, theirs


def test_the_list_is_the_visitors_own_and_comes_in_pages(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    tables = [ada.table("linear", [ME, HERE]) for _ in range(30)]
    first = ada.get("/api/my-games")
    second = ada.get("/api/my-games", before=first["next"])
    assert [game["id"] for game in first["games"] + second["games"]] == tables[::-1]
    assert len(first["games"]) == 24
    assert second["next"] is None
    assert listed(bob) == []
    assert bob.http.get("/api/my-games", params={"before": "x"}).status_code == 422


def test_a_page_ends_at_any_table() -> None:
    game = Pairing(1, 12, first=1, second=2).table(fresh_id())
    for table in (fresh_id(), game):
        cursor = f"{1731955200.123456717:.9f}-{table}"
        assert my_games.place(cursor) == (1731955200.123456717, table)
    for cursor in ("x", "1", "1-", "-x", f"1-{game}-12345", "1-a b"):
        with pytest.raises(Refusal):
            my_games.place(cursor)


def test_the_list_can_be_narrowed(server: Server) -> None:
    ada = server.person("Ada")
    lost, running = resigned(ada), ada.table("linear", [ME, HERE])
    assert listed(ada) == [running, lost]
    assert listed(ada, result="lost") == [lost]
    assert listed(ada, result="running") == [running]
    assert listed(ada, result="won") == []
    assert listed(ada, game="linear") == [running]
    assert listed(ada, game="linear", result="lost") == []
    assert listed(ada, game="nothing") == []
    assert ada.http.get("/api/my-games?result=odd").status_code == 422


def test_what_was_won_is_counted_by_game_and_opponent(server: Server) -> None:
    mine, theirs = friends(server)
    mine.send(type="resign")
    mine.ended(), theirs.ended()
    ada, bob = mine.person, theirs.person
    resigned(ada), resigned(ada), resigned(ada, "linear")
    told = [
        (one["game"], one["label"], one["won"], one["drawn"], one["lost"])
        for one in ada.get("/api/my-games/record")["tallies"]
    ]
    assert told == [
        ("linear", "Level 1 · Newcomer", 0, 0, 1),
        ("linja", "Level 1 · Newcomer", 0, 0, 2),
        ("linja", "Friends", 0, 0, 1),
    ]
    (won,) = bob.get("/api/my-games/record")["tallies"]
    assert (won["opponent"], won["won"], won["lost"]) == ("people", 1, 0)
    assert bob.get("/api/my-games")["games"][0]["outcome"] == "won"


def test_whoever_leaves_a_game_of_several_has_lost_it(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    mine = ada.sit(ada.table("linos", [ME, FRIEND, QUICK], {"players": 3}))
    theirs = bob.sit(bob.join(mine.state["seats"][1]["link"]))
    theirs.send(type="resign")
    theirs.next_state(lambda state: state["seats"][1]["kind"] == "computer")
    (game,) = bob.get("/api/my-games")["games"]
    assert (game["outcome"], game["over"]) == ("lost", False)
    assert ada.get("/api/my-games")["games"][0]["outcome"] == ""


def test_taking_a_table_off_the_list_takes_it_from_nobody_else(server: Server) -> None:
    mine, theirs = friends(server)
    ada, bob, table = mine.person, theirs.person, mine.table
    refused = ada.http.post(f"/api/my-games/{table}/remove")
    assert refused.status_code == 409
    assert "Finish the game, or resign, first" in refused.json()["error"]
    mine.send(type="resign")
    mine.ended()
    assert ada.http.post(f"/api/my-games/{table}/remove").status_code == 200
    assert listed(ada) == []
    assert listed(ada, result="removed") == [table]
    assert [card["id"] for card in ada.get("/api/home")["recent"]] == []
    assert listed(bob) == [table]
    assert ada.get(f"/api/tables/{table}")["over"], "who has the address can still look"
    (counted,) = ada.get("/api/my-games/record")["tallies"]
    assert counted["lost"] == 1, "what was lost stays lost"
    assert ada.http.post(f"/api/my-games/{table}/restore").status_code == 200
    assert listed(ada) == [table]


def test_only_what_is_on_ones_own_list_can_be_taken_off_it(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    table = ada.table("linja", [ME, QUICK])
    for how in ("remove", "restore"):
        refused = eve.http.post(f"/api/my-games/{table}/{how}")
        assert (refused.status_code, refused.json()["error"]) == (
            404,
            "This table is not on your list.",
        )
        assert eve.http.post(f"/api/my-games/nosuchtable/{how}").status_code == 404
    assert listed(ada) == [table]
    foreign = {"Origin": "http://elsewhere.example"}
    answer = ada.http.post(f"/api/my-games/{table}/remove", headers=foreign)
    assert answer.status_code == 403
    assert ada.http.post(f"/api/my-games/{table}/remove").status_code == 200, "nobody waits there"


def test_a_record_becomes_a_table_that_goes_on(server: Server) -> None:
    ada = server.person("Ada")
    (table,) = ada.http.post("/api/my-games/import", json={"text": RECORD}).json()["tables"]
    tab = ada.sit(table)
    assert tab.moves == ["1-2", "1-3", "7-6"]
    assert [seat["label"] for seat in tab.state["seats"]] == ["Ada", "Bob"]
    tab.play(tab.legal[0])
    assert listed(ada) == [table]
    assert ada.http.get(f"/api/tables/{table}/record").text.startswith("Linden record 1\n")


def test_what_was_exported_can_be_imported(server: Server) -> None:
    mine, _ = friends(server)
    ada, eve = mine.person, server.person("Eve")
    mine.send(type="resign")
    mine.ended()
    whole = ada.sit(ada.table("linx", [HERE, HERE])).play_out()
    text = ada.http.get("/api/my-games/export").text
    assert text.count("Linden record 1") == 2
    answer = eve.http.post("/api/my-games/import", json={"text": text})
    assert answer.status_code == 200, answer.text
    again = eve.http.get("/api/my-games/export").text
    assert sorted(again.split("Linden record 1")) == sorted(text.split("Linden record 1"))
    games = {game["game"]: game for game in eve.get("/api/my-games")["games"]}
    assert games["linja"]["status"] == "Black won: Red resigned."
    assert games["linx"]["status"] == plain(whole["scene"]["result"]["text"])
    assert {game["outcome"] for game in games.values()} == {"none"}, "they were others' games"
    assert eve.get("/api/my-games/record")["tallies"] == []


def test_a_record_as_json_is_read_too(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    table = resigned(ada)
    text = ada.http.get(f"/api/tables/{table}/record?format=json").text
    answer = eve.http.post("/api/my-games/import", json={"text": text})
    assert answer.status_code == 200, answer.text
    assert eve.get("/api/my-games")["games"][0]["status"] == "Black won: Red resigned."


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (
            RECORD.replace("unfinished", "0-1\nEnded: Red resigns; Black wins."),
            "Black won: Red resigned.",
        ),
        (
            "Linden record 1\nGame: linos\nOptions: players=3\nEnded: First resigns.\n",
            "First resigned.",
        ),
    ],
)
def test_resignations_as_they_were_told_before_are_understood(
    server: Server, text: str, status: str
) -> None:
    eve = server.person("Eve")
    answer = eve.http.post("/api/my-games/import", json={"text": text})
    assert answer.status_code == 200, answer.text
    assert eve.get("/api/my-games")["games"][0]["status"] == status


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Line 1: A record begins with the line 'Linden record 1'."),
        (RECORD.replace("7-6", "9-9"), "Line 8: Move 3 of the record: "),
        (RECORD + "\n" + RECORD.replace("Game: linja", "Game: chess"), "Line 11: "),
        (RECORD.replace("Bob", "Bob\nWhen"), "Line 5: A header looks like 'Game: NAME'"),
        ('{"linden": 1', "This is not JSON"),
        ('{"linden": 1, "game": "linja", "options": {"name": 3}}', "cannot be set up"),
        (RECORD.replace("1-3", ", ".join(["1-3"] * 2500)), "Line 7: Move 3 of the record"),
        (RECORD * 60, "60 games in this text; 50 can be taken in at once"),
        ("Linden record 1\nGame: linx\nPosition: b4:./. 1+1 1+1 blue draw 1\n", "Line 3: "),
    ],
)
def test_faulty_records_are_answered_with_the_line(server: Server, text: str, says: str) -> None:
    ada = server.person("Ada")
    refused = ada.http.post("/api/my-games/import", json={"text": text})
    assert refused.status_code == 422
    assert says in refused.json()["error"]
    assert len(refused.json()["error"]) < 400
    assert listed(ada) == [], "all of them or none"


def test_records_are_limited_in_size_and_number(server: Server) -> None:
    ada = server.person("Ada")
    large = ada.http.post("/api/my-games/import", json={"text": "x" * 70_000})
    assert large.status_code == 422
    larger = ada.http.post("/api/my-games/import", json={"text": "x" * 300_000})
    assert larger.status_code == 413
    for _ in range(20):
        answer = ada.http.get("/api/my-games/export")
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0


def test_a_running_game_is_exported_as_its_player_may_read_it(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    mine = ada.sit(ada.table("linx", [ME, FRIEND]))
    bob.join(mine.state["seats"][1]["link"])
    for person in (ada, bob):
        text = person.http.get("/api/my-games/export").text
        alone = person.http.get(f"/api/tables/{mine.table}/record").text
        assert text == alone + "\n"
        assert "?" in text, "the other's hand is not told"


def test_games_that_ended_before_there_was_a_list_are_counted(server: Server) -> None:
    ada = server.person("Ada")
    table = resigned(ada)
    engine = engine_of(server.place)
    with engine.begin() as connection:  # as the migration leaves it
        connection.exec_driver_sql(
            f"UPDATE listings SET outcome = '', opponent = '' WHERE table_id = '{table}'"
        )
    engine.dispose()
    assert listed(ada, result="lost") == [table]
    (tally,) = ada.get("/api/my-games/record")["tallies"]
    assert (tally["opponent"], tally["lost"]) == ("level1", 1)


# -- without a server, on both engines -------------------------------------------------------------


def wished(*seats: dict[str, Any], **facts: Any) -> NewTable:
    return NewTable.model_validate({"game": "linja", "seats": seats, **facts})


async def outcomes(store: Store, table: str, *visitors: str) -> list[str]:
    found = [await store.listed(one, Wanted()) for one in visitors]
    return [listed.outcome for lists in found for listed in lists if listed.row.id == table]


def written_down(table: str, **facts: Any) -> Update:
    """Lists as somebody else has written them."""
    return update(ListingRow).where(ListingRow.table_id == table).values(**facts)


def test_a_seat_that_went_to_another_device_leaves_nothing_to_be_worked_out(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unavailable(*_: object) -> None:
        raise StoreUnavailable("nobody answers")

    async def run() -> None:
        store = Store(place)
        lobby = Lobby(store, NothingToCompile())
        wish = wished(ME, QUICK)
        table = await lobby.create("desk", "Ada", wish)
        await lobby.change(table, lambda now: now.open_transfer("desk", 0, "digest", 2.0))
        await lobby.change(table, lambda now: now.take_along("phone", "", "digest", 1.0))
        await lobby.resign(table, "phone", None)
        assert await outcomes(store, table, "desk", "phone") == ["none", "lost"]
        old = written_down(table, outcome="")  # as older Lindens kept it
        await store.database.write(lambda connection: connection.execute(old) and None)
        lobby.forget(await lobby.get(table))
        with monkeypatch.context() as outage:
            outage.setattr(store, "load", unavailable)
            for visitor in ("desk", "phone"):
                await lobby.settle(visitor)
        assert await outcomes(store, table, "desk", "phone") == ["", ""], "it is asked again"
        await lobby.settle("desk")
        assert await outcomes(store, table, "desk", "phone") == ["none", "lost"]
        assert await store.unsettled("desk", 9) == []
        await lobby.close()
        store.close()

    asyncio.run(run())


def test_whoever_leaves_for_good_resigns_what_is_on_no_list(place: Path | str) -> None:
    async def run() -> None:
        store = Store(place)
        lobby = Lobby(store, NothingToCompile())
        people = People(store, lobby, Limits())
        ada = fresh_account()
        session = Signed("s", ada, "", 1.0, 1.0, 1.0)
        await store.accounts.create(Account(ada, "Ada", None, {}, 1.0), "ada", session)
        wish = wished(ME, FRIEND)
        table = await lobby.create(ada, "Ada", wish)
        await lobby.take_off(table, ada)
        assert await store.listed(ada, Wanted()) == []
        await lobby.join((await lobby.get(table)).table.seats[1].key or "", "bob", "Bob")
        assert [one.row.id for one in await store.listed(ada, Wanted())] == [table], "it begins"
        off = written_down(table, removed=1.0)
        await store.database.write(lambda connection: connection.execute(off) and None)
        await people.delete(ada)
        assert (await lobby.kept(table)).ended == "resigned"
        await lobby.close()
        store.close()

    asyncio.run(run())


def test_what_somebody_has_lost_and_put_away_stays_away(place: Path | str) -> None:
    async def run() -> None:
        store = Store(place)
        lobby = Lobby(store, NothingToCompile())
        wish = wished(ME, FRIEND, FRIEND, game="linos", options={"players": 3})
        table = await lobby.create("ada", "Ada", wish)
        seats = (await lobby.get(table)).table.seats
        one, other = (seat.key or "" for seat in seats[1:])
        await lobby.join(one, "bob", "Bob")
        lost = written_down(table, outcome="lost", removed=1.0).where(ListingRow.visitor == "bob")
        await store.database.write(lambda connection: connection.execute(lost) and None)
        await lobby.join(other, "eve", "Eve")
        assert await outcomes(store, table, "ada", "bob", "eve") == ["", ""]
        await lobby.close()
        store.close()

    asyncio.run(run())


def test_nobody_sits_down_when_the_game_is_over(place: Path | str) -> None:
    async def run() -> None:
        store = Store(place)
        lobby = Lobby(store, NothingToCompile())
        wish = wished(ME, FRIEND)
        table = await lobby.create("ada", "Ada", wish)
        key = (await lobby.get(table)).table.seats[1].key or ""
        await lobby.change(table, lambda now: now._end("resigned", 0))
        with pytest.raises(Refusal, match="The game is over") as refused:
            await lobby.join(key, "bob", "Bob")
        assert refused.value.status == 409
        assert await lobby.join(key, "ada", "Ada") == table, "whoever sits there changes nothing"
        assert await store.listed("bob", Wanted()) == []
        await lobby.close()
        store.close()

    asyncio.run(run())
