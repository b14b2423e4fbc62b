"""Rated games: who may sit there, what their end does to ratings, once; profiles and rankings."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

import linden
from attacks.house import NothingToCompile
from databases import engine_of
from linden import Record
from linden.rating.games import advantages
from linden.rating.games import rated as expected
from linden.rating.glicko2 import Rating
from linden.web.errors import Refusal
from linden.web.messages import NewTable
from linden.web.people.ids import fresh_account, fresh_bot, fresh_gone
from linden.web.store.accounts import Account, Signed
from linden.web.store.errors import Stale
from linden.web.store.models import AccountRow, RatingRow, TableRow
from linden.web.store.ratings import RatedGame
from linden.web.store.store import Change, Store
from linden.web.tables import rating, timing
from linden.web.tables.clock import DAY
from linden.web.tables.lobby import Lobby
from linden.web.tables.rows import change_of, rematch_row, table_of
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from owners import Owner
from servers import ANYBODY, FRIEND, HERE, ME, QUICK, Person, Server, Tab

PASSWORD = "a quiet table"
CLOCK = {"kind": "game", "seconds": 600, "increment": 5}


def somebody(server: Server, word: str) -> tuple[Person, str]:
    person, name = server.person(), f"{word}{time.time_ns() % 10**12}"
    answer = person.http.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return person, name


def wish(person: Person, seats: list[dict[str, Any]], **more: Any) -> Any:
    table = {"game": "linja", "seats": seats, "rated": True, **more}
    return person.http.post("/api/tables", json=table)


def rating_of(person: Person, name: str) -> Any:
    ratings = person.get(f"/api/people/{name}")["ratings"]
    return ratings[0] if ratings else None


# -- over the wire ---------------------------------------------------------------------------------


def test_a_rated_game_between_two_accounts(server: Server) -> None:
    (ada, ada_name), (bob, bob_name) = somebody(server, "ada"), somebody(server, "bob")
    guest = server.person("Guest")
    table = wish(ada, [ME, FRIEND]).json()["id"]
    one = ada.sit(table)
    link = one.state["seats"][1]["link"]
    assert "rated" in one.state["game"]["rules"]
    assert guest.get(f"/api{link}")["needsAccount"]
    refused = guest.http.post(f"/api{link}")
    assert (refused.status_code, refused.json()["error"]) == (
        403,
        "This game is rated; sign in, then sit down.",
    )
    bob.join(link)
    other = bob.sit(table)
    one.next_state(lambda state: state["seats"][1]["kind"] == "person")
    one.play("3-4")
    one.ask(type="undo")
    assert one.refused() == "Rated games are played without taking back."
    assert ada.http.post(f"/api/tables/{table}/seats/0/transfer").status_code == 409
    acted = {0}
    while len(acted) < 2:
        seat = one.state["turn"]["seat"]
        tab = (one, other)[seat]
        while tab.state["version"] < one.state["version"] or not tab.can_act:
            tab.receive()
        tab.play(tab.legal[0])
        acted.add(seat)
        while one.state["version"] < tab.state["version"]:
            one.receive()
    other.send(type="resign")
    one.ended()
    won, lost = rating_of(guest, ada_name), rating_of(guest, bob_name)
    assert won["rating"] > 1500 > lost["rating"]
    assert (won["games"], lost["games"], won["sure"]) == (1, 1, False)
    after = expected([Rating(), Rating()], [1, -1], advantages(linden.load("linja")))
    assert won["rating"] == pytest.approx(after[0].rating)
    assert lost["rating"] == pytest.approx(after[1].rating)
    shown = guest.get(f"/api/people/{ada_name.upper()}")
    assert [card["id"] for card in shown["games"]] == [table]
    assert [round(point["rating"]) for point in won["points"]] == [1500, round(won["rating"])]
    rematch = ada.http.post(f"/api/tables/{table}/rematch").json()["id"]
    assert "rated" in ada.sit(rematch).state["game"]["rules"]


def test_a_rated_game_has_a_clock(server: Server) -> None:
    """Else whoever is about to lose closes the page, and the game never ends."""
    (ada, _), (bob, _) = somebody(server, "ada"), somebody(server, "bob")
    table = wish(ada, [ME, FRIEND]).json()["id"]
    one = ada.sit(table)
    assert (one.state["clock"]["kind"], one.state["clock"]["seconds"]) == ("turn", 3 * DAY)
    assert one.state["clock"]["running"] is None, "not all have sat down"
    assert "3 days a turn" in one.state["game"]["rules"]
    bob.join(one.state["seats"][1]["link"])
    assert one.next_state(lambda state: state["clock"]["running"] == 0)["clock"]["left"][0] > DAY
    chosen = wish(ada, [ME, FRIEND], clock={"kind": "game", "seconds": 300, "increment": 3})
    assert ada.sit(chosen.json()["id"]).state["clock"]["seconds"] == 300


def all_play(tabs: Sequence[Tab], most: int = 9999) -> None:
    """So many moves of those who sit there, each at a tab of their own, or to the end."""
    for _ in range(most):
        newest = max(tabs, key=lambda tab: int(tab.state["version"]))
        if newest.over:
            return
        tab = tabs[newest.state["turn"]["seat"]]
        while tab.state["version"] < newest.state["version"] or not tab.can_act:
            tab.receive()
        tab.play(tab.legal[len(tab.state["history"]) % len(tab.legal)])


def test_a_rated_game_of_three_accounts(server: Server) -> None:
    three = [somebody(server, word) for word in ("ada", "bob", "eve")]
    (ada, _), *others = three
    more = {"game": "linos", "options": {"players": 3}, "clock": CLOCK}
    table = wish(ada, [ME, FRIEND, FRIEND], **more).json()["id"]
    links = [seat["link"] for seat in ada.get(f"/api/tables/{table}")["seats"][1:]]
    for (person, _), link in zip(others, links, strict=True):
        person.join(link)
    tabs = [person.sit(table) for person, _ in three]
    all_play(tabs)
    told = max((tab.state for tab in tabs), key=lambda state: int(state["version"]))
    game = linden.load("linos", players=3)
    end = Record.parse(ada.http.get(f"/api/tables/{table}/record").text).end()
    winners = told["scene"]["result"]["winners"]
    found = [rating_of(ada, name) for _, name in three]
    assert [(one["game"], one["pool"], one["games"]) for one in found] == [("linos", "more", 1)] * 3
    after = expected([Rating()] * 3, end.returns, advantages(game))
    assert [one["rating"] for one in found] == pytest.approx([one.rating for one in after])
    best = max(found, key=lambda one: float(one["rating"]))
    assert found.index(best) in winners


def test_a_rated_game_of_a_person_with_a_bot(server: Server) -> None:
    owner, (bob, bob_name) = Owner(server, "ada"), somebody(server, "bob")
    bot = owner.program()
    table = wish(bob, [ME, FRIEND], clock=CLOCK).json()["id"]
    link = bob.get(f"/api/tables/{table}")["seats"][1]["link"]
    answer = bot.http.post(f"/api{link}")
    assert answer.status_code == 200, answer.text
    tabs = [bob.sit(table), bot.sit(table)]
    all_play(tabs, 12)
    tabs[1].send(type="resign")
    tabs[0].ended()
    won, lost = rating_of(bob, bob_name), rating_of(bob, owner.bot)
    assert (won["games"], lost["games"]) == (1, 1)
    assert won["rating"] > 1500 > lost["rating"]
    shown = bob.get(f"/api/people/{owner.bot}")
    assert shown["owner"] == owner.name, "whoever looks is told"
    # Its owner wins nothing of it.
    own = wish(owner.person, [ME, FRIEND], clock=CLOCK).json()["id"]
    link = owner.person.get(f"/api/tables/{own}")["seats"][1]["link"]
    answer = bot.http.post(f"/api{link}")
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "A bot and its owner play for fun; rated games are with others.",
    )


def test_casual_games_change_nothing_and_are_nobodys_business(server: Server) -> None:
    ada, name = somebody(server, "ada")
    tab = ada.sit(ada.table("pig", [ME, QUICK]))
    tab.play_out()
    shown = server.person().get(f"/api/people/{name}")
    assert (shown["ratings"], shown["games"], shown["you"]) == ([], [], False)
    assert ada.get(f"/api/people/{name}")["you"]


def test_what_cannot_be_rated(server: Server) -> None:
    ada, _ = somebody(server, "ada")
    guest = server.person()
    wishes: list[tuple[Person, list[dict[str, Any]], dict[str, Any], int]] = [
        (guest, [ME, FRIEND], {}, 403),
        (ada, [QUICK, QUICK], {}, 422),
        (ada, [ME, HERE], {}, 422),
        (ada, [FRIEND, FRIEND], {}, 422),
        (ada, [ME, FRIEND], {"options": {"meddle": True}}, 422),
        (ada, [ME, FRIEND], {"position": linden.load("linja").start().text}, 422),
    ]
    for person, seats, more, status in wishes:
        answer = wish(person, seats, **more)
        assert answer.status_code == status, answer.text


BOUGHT = {"komi": 400}
"""Linage that Horizontal has won before the first stone."""


def test_nobody_buys_points_with_the_komi(server: Server) -> None:
    """Whoever sets up a table does not say what the other side is given: what is known to be fair
    may be fixed, or both name it."""
    ada, _ = somebody(server, "ada")
    for seats in ([ME, FRIEND], [FRIEND, ME], [ME, ANYBODY]):
        for komi in (400, -400, 0, 2.5):
            answer = wish(ada, seats, game="linage", options={"komi": komi})
            assert answer.status_code == 422, (komi, answer.text)
            assert answer.json()["error"].startswith("Rated games are played by the usual rules")
    cup = {
        "game": "linage",
        "kind": "robin",
        "rated": True,
        "clock": {"kind": "game", "seconds": 60},
    }
    refused = ada.http.post("/api/tournaments", json={**cup, "options": BOUGHT})
    assert refused.status_code == 422, refused.text
    for options in ({"komi": "fair"}, {"komi": 1.5}, {"komi": "choose"}, {}):
        answer = wish(ada, [ME, FRIEND], game="linage", options=options)
        assert answer.status_code == 200, answer.text
        assert "rated" in ada.sit(answer.json()["id"]).state["game"]["rules"]
        answer = ada.http.post("/api/tournaments", json={**cup, "options": options})
        assert answer.status_code == 200, answer.text
        assert ada.http.delete(f"/api/tournaments/{answer.json()['id']}").status_code == 200


def test_the_form_knows_what_can_be_rated(server: Server) -> None:
    guest = server.person()

    def rated(game: str, **options: Any) -> bool:
        found = guest.http.post(f"/api/games/{game}/check", json={"options": options})
        return bool(found.json()["rated"])

    assert guest.get("/api/games/linage")["rated"], "with the fair komi"
    assert rated("linage", komi="fair")
    assert rated("linage", komi="choose")
    assert not rated("linage", komi=6.5)
    assert not rated("linage", komi="fair", size=9)
    assert rated("linx", players=3)
    assert not rated("linja", meddle=True)


def test_rankings_have_the_levels_in_them(server: Server) -> None:
    guest = server.person()
    found = guest.get("/api/ranking/linos")
    assert (found["pool"], found["pools"]) == ("two", ["two", "more"])
    assert [level["number"] for level in found["levels"]] == list(range(1, 9))
    assert guest.get("/api/ranking/linos", pool="more")["levels"] == []
    assert guest.http.get("/api/ranking/nothing").status_code == 404
    for page in ("/ranking/linos", "/account"):
        assert guest.http.get(page).status_code == 200
    for nobody in ("/u/nobody-at-all", "/api/people/nobody-at-all", "/u/" + "x" * 3000):
        assert guest.http.get(nobody).status_code == 404


def test_bots_stand_in_rankings_as_bots(server: Server) -> None:
    ada, (bob, bob_name) = Owner(server, "ada"), somebody(server, "bob")
    one = bob.sit(wish(bob, [ME, FRIEND], clock=CLOCK).json()["id"])
    program = ada.program()
    program.join(one.state["seats"][1]["link"])
    other = program.sit(one.table)
    one.next_state(lambda state: state["seats"][1]["kind"] == "person")
    all_play([one, other], 4)
    one.send(type="resign")
    other.ended()
    wanted = {ada.bot: True, bob_name: False}
    with engine_of(server.place).begin() as connection:  # as after many games
        who = select(AccountRow.id).where(AccountRow.name.in_(wanted))
        known = update(RatingRow).where(RatingRow.account.in_(who)).values(deviation=80.0)
        assert connection.execute(known).rowcount == len(wanted)
    found = bob.get("/api/ranking/linja")["players"]
    assert {one["name"]: one["bot"] for one in found if one["name"] in wanted} == wanted


# -- the table, without a server -------------------------------------------------------------------


def table(game: str, *visitors: str, **facts: Any) -> Table:
    rules = linden.load(game, **facts)
    seats = tuple(Sitter("person", who, "", own=True) for who in visitors)
    return Table("t", rules, visitors[0], seats, (), (rules.start(),), rated=True)


def test_a_game_counts_when_everybody_has_decided_something() -> None:
    ada, bob = fresh_account(), fresh_account()
    now = table("linja", ada, bob)
    ended = now.resign(bob, None)
    assert rating.counted(now, ended) is None, "it had not begun"
    while len({position.to_move for position in now.positions[:-1]}) < 2:
        now = now.play([ada, bob][now.turn], now.version, now.position.moves[0])
    ended = now.resign(bob, None)
    counted = rating.counted(now, ended)
    assert counted is not None
    assert (counted.accounts, counted.returns, counted.pool) == ((ada, bob), (1, -1), "two")
    assert change_of(now, ended).rated == counted
    assert not change_of(now, ended).one_move
    assert rating.counted(ended, ended) is None, "it ends once"
    casual = Table(**{**vars(now), "rated": False})
    assert rating.counted(casual, casual.resign(bob, None)) is None


def test_whoever_leaves_others_comes_last() -> None:
    people = [fresh_account() for _ in range(3)]
    now = table("linx", *people, players=3)
    while len({position.to_move for position in now.positions[:-1]} - {-1}) < 3:
        move = now.position.moves[0]
        now = now.go_on(move)
    left = now.resign(people[1], None)
    assert left.seats[1].kind == "computer"
    assert left.seats[1].left_by == people[1]
    while not left.over:
        left, before = left.go_on(left.position.moves[0]), left
    counted = rating.counted(before, left)
    assert counted is not None
    assert counted.accounts == tuple(people)
    assert counted.returns[1] == rating.LAST < min(counted.returns[0], counted.returns[2])
    assert counted.pool == "more"


def test_a_rematch_is_told_to_nobody_who_has_left() -> None:
    people = [fresh_account() for _ in range(3)]
    now = table("linx", *people, players=3)
    while len({position.to_move for position in now.positions[:-1]} - {-1}) < 3:
        now = now.go_on(now.position.moves[0])
    over = now.resign(people[1], None)
    while not over.over:
        over = over.go_on(over.position.moves[0])
    again = table_of(rematch_row(over, people[0]), ())
    (computer,) = (seat for seat in again.seats if seat.kind == "computer")
    assert (computer.left_by, computer.name) == (None, ""), "it plays for itself"
    assert computer.player == over.seats[1].player
    assert not again.rated
    assert again.level is None


def test_a_rematch_keeps_no_seat_for_who_is_gone_for_good() -> None:
    ada, gone = fresh_account(), fresh_gone()
    again = table_of(rematch_row(table("linja", ada, gone).resign(ada, None), ada), ())
    (free,) = (seat for seat in again.seats if seat.visitor != ada)
    assert (free.kind, free.visitor, free.own) == ("open", None, False)
    assert free.key, "somebody else can be asked"
    assert not again.rated


def test_who_deletes_their_account_takes_the_result_from_nobody() -> None:
    people = [fresh_account(), fresh_gone(), fresh_account()]
    now = table("linx", *people, players=3)
    while len({position.to_move for position in now.positions[:-1]} - {-1}) < 3:
        now = now.go_on(now.position.moves[0])
    left = now.resign(people[1], None)
    while not left.over:
        left, before = left.go_on(left.position.moves[0]), left
    counted = rating.counted(before, left)
    assert counted is not None
    assert counted.accounts == tuple(people)
    assert counted.returns[1] == rating.LAST


def test_a_rematch_by_rules_that_are_not_usual_is_for_fun() -> None:
    ada, bob = fresh_account(), fresh_account()
    bought = table("linage", ada, bob, **BOUGHT)
    assert not rating.usual(bought.game)
    assert rating.usual(linden.load("linage", komi=1.5))
    assert not rematch_row(bought.resign(bob, None), ada).rated
    fair = rematch_row(table("linage", ada, bob).resign(bob, None), ada)
    assert fair.rated
    assert fair.clock is not None, "older tables had none"
    assert fair.clock["seconds"] == 3 * DAY


def test_guests_do_not_sit_down_at_rated_tables() -> None:
    now = table("linja", fresh_account(), fresh_account())
    free = Table(**{**vars(now), "seats": (now.seats[0], Sitter("open", key="k"))})
    with pytest.raises(Refusal, match="rated"):
        free.sit_down(1, "a" * 40, "Guest")
    assert free.sit_down(1, fresh_account(), "Bob").seats[1].kind == "person"


# -- the store, on both engines --------------------------------------------------------------------


def test_a_game_that_is_called_off_is_the_leave_of_whoever_did_not_come(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nobody else's, whoever resigns it; nobody's rating changes."""
    monkeypatch.setattr(timing, "AWAY_SECONDS", 0.0)
    blitz = {"kind": "game", "seconds": 300}
    seats = [ME, FRIEND]
    wish = NewTable.model_validate({"game": "linja", "seats": seats, "clock": blitz, "rated": True})

    async def run(store: Store) -> None:
        ada, bob = await account(store, "ada"), await account(store, "bob")
        lobby = Lobby(store, NothingToCompile())
        for ended, how in enumerate(("absent", "resign"), 1):
            made = await lobby.create(ada, "ada", wish)
            free = (await lobby.get(made)).table.seats[1]
            await lobby.join(str(free.key), bob, "bob")
            now = (await lobby.get(made)).table
            if how == "absent":
                await lobby.call_absent(made, bob, now.version)
            else:
                await lobby.resign(made, bob, None)
            kept = await store.load(made)
            assert kept is not None
            assert (kept.row.ended, kept.row.loser) == ("aborted", 0)
            assert len(await store.decency.leaves(ada, 0, time.time())) == ended
            assert await store.decency.leaves(bob, 0, time.time()) == []
        for one in (ada, bob):
            assert await store.ratings.standings(one) == []
            assert [count.outcome for count in await store.counts(one)] == []
        await lobby.close()

    store = Store(place)
    try:
        asyncio.run(run(store))
    finally:
        store.close()


def test_an_end_counts_once_whatever_happens(place: Path | str) -> None:
    """Many ends at once, each told twice, as by a node that did not hear the answer."""

    async def run() -> None:
        store = Store(place)
        people = (await account(store, "ada"), await account(store, "bob"))
        tables = [f"t{number}" for number in range(6)]
        for name in tables:
            await store.create(row(name, *people), [])
        game = RatedGame("linja", "two", people, (1.0, -1.0), (0.0, 0.0))
        ends = [
            Change(name, 0, {"ended": "resigned", "loser": 1}, rated=game)
            for name in [*tables, *tables]
        ]
        answers = await asyncio.gather(*map(store.change, ends), return_exceptions=True)
        assert sum(isinstance(answer, Stale) for answer in answers) == len(tables)
        assert sum(answer is None for answer in answers) == len(tables)
        (one,) = await store.ratings.standings(people[0])
        (other,) = await store.ratings.standings(people[1])
        assert one.games == other.games == len(tables)
        known = [Rating(), Rating()]
        for _ in tables:
            known = expected(known, [1, -1], [0, 0])
        assert one.rating == pytest.approx(known[0].rating, abs=0.1)
        assert other.rating == pytest.approx(known[1].rating, abs=0.1)
        points = await store.ratings.points(people[0])
        assert [round(point.before) for point in points[1:]] == [
            round(point.rating) for point in points[:-1]
        ]
        assert {table.id for table in await store.ratings.tables(people[0], 10)} == set(tables)
        assert await store.ratings.ranking("linja", "two", 10) == [], "they are not known yet"
        store.close()

    asyncio.run(run())


def test_a_game_counts_for_those_who_are_still_there(place: Path | str) -> None:
    async def run() -> None:
        store = Store(place)
        people = (await account(store, "ada"), fresh_gone(), await account(store, "bob"))
        await store.create(row("t", *people), [])
        game = RatedGame("linx", "more", people, (1.0, rating.LAST, -1.0), (0.0, 0.0, 0.0))
        await store.change(Change("t", 0, {"ended": "played"}, rated=game))
        (ada,), gone, (bob,) = [await store.ratings.standings(who) for who in people]
        assert ada.rating > bob.rating > 1500, "both came before whoever left"
        assert gone == []
        store.close()

    asyncio.run(run())


def test_a_bot_and_its_owner_win_nothing_of_each_other(place: Path | str) -> None:
    """However they have come to sit at one table."""

    async def run() -> None:
        store = Store(place)
        ada, bob = await account(store, "ada"), await account(store, "bob")
        bots = [fresh_bot(), fresh_bot()]
        for number, bot in enumerate(bots):
            made = Account(bot, f"bot{number}", None, {}, 1.0, ada)
            await store.tokens.create_bot(made, f"bot{number}")
        for number, people in enumerate([(ada, bots[0]), bots, (bots[0], bob)]):
            await store.create(row(f"t{number}", *people), [])
            game = RatedGame("linja", "two", tuple(people), (1.0, -1.0), (0.0, 0.0))
            await store.change(Change(f"t{number}", 0, {"ended": "resigned"}, rated=game))
        counted = [len(await store.ratings.points(who)) for who in (ada, *bots, bob)]
        assert counted == [0, 1, 0, 1]
        store.close()

    asyncio.run(run())


def test_rankings_are_of_those_who_are_known(place: Path | str) -> None:
    async def run() -> None:
        store = Store(place)
        people = (await account(store, "ada"), await account(store, "bob"))
        for number in range(40):
            await store.create(row(f"t{number}", *people), [])
            returns = (1.0, -1.0) if number % 3 else (-1.0, 1.0)
            game = RatedGame("linja", "two", people, returns, (0.0, 0.0))
            await store.change(Change(f"t{number}", 0, {"ended": "resigned"}, rated=game))
        names = [one.name for one in await store.ratings.ranking("linja", "two", 10)]
        assert names == ["ada", "bob"]
        await store.accounts.delete(people[0], "-gone")
        names = [one.name for one in await store.ratings.ranking("linja", "two", 10)]
        assert names == ["bob"]
        store.close()

    asyncio.run(run())


async def account(store: Store, name: str) -> str:
    who, now = fresh_account(), time.time()
    session = Signed(f"session of {name}", who, "", now, now, now)
    await store.accounts.create(Account(who, name, "hash", {}, now), name, session)
    return who


def row(name: str, *people: str) -> TableRow:
    return TableRow(
        id=name, game="linja", options={}, host=people[0], seating=[0, 1], rated=True, seats=[]
    )
