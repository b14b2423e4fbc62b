"""Open challenges: who is shown them, who can take them, how long they stay; and games to watch."""

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from attacks.house import NothingToCompile
from linden.client import Client
from linden.client.errors import Refused
from linden.core.game import load
from linden.web.errors import Refusal
from linden.web.messages import NewTable
from linden.web.store import seeks as rows
from linden.web.store.ratings import Standing
from linden.web.store.seeks import Offered, ShownTable, Sitting
from linden.web.store.store import Store
from linden.web.tables.agenda import Agendas
from linden.web.tables.clock import DAY, Clock, TimeControl
from linden.web.tables.lobby import Lobby
from linden.web.tables.rows import row_of, table_of
from linden.web.tables.seek import GONE_SECONDS, MOST_OPEN, STAYS_SECONDS, Seek
from linden.web.tables.seeks import SeekListeners, Told
from linden.web.tables.showing_seeks import shown
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from owners import Owner
from servers import FRIEND, HERE, ME, PATIENCE, QUICK, Person, Server

ANYBODY = {"kind": "anybody"}
TAKEN = "Somebody else was quicker: this challenge is taken."
CLOSED = "This challenge is not open any more."

# -- a table with a challenge, without a server ----------------------------------------------------


def sought(
    *, game: str = "linja", low: int | None = None, free: tuple[int, ...] = (1,), **facts: Any
) -> Table:
    """Ada offers these seats to anybody."""
    played = load(game, **({"players": 1 + len(free)} if len(free) > 1 else {}))
    sitters = [Sitter("open", key=f"key{seat}") for seat in range(played.players)]
    sitters[0] = Sitter("person", "@ada", "Ada", own=True)
    facts = {"seek": Seek(free, low), "public": True, **facts}
    return table_of(row_of(played, "@ada", sitters, match=None, **facts), ())


def refusal(act: Callable[[], object]) -> tuple[int, str]:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.status, refused.value.sentence


def test_whoever_fits_sits_down_and_the_game_begins() -> None:
    now = sought()
    first = now.position.moves[0]
    assert now.waiting
    assert refusal(lambda: now.play("@ada", 0, first))[1] == (
        "The game begins when every seat is taken."
    )
    taken = now.take("bob", "Bob", None)
    assert (taken.seek, taken.waiting, taken.public) == (None, False, True)
    assert taken.play("@ada", 0, first).moves == (first,)
    assert taken.take("bob", "Bob", None) is taken, "whoever sits there changes nothing"
    assert refusal(lambda: taken.take("eve", "Eve", None)) == (409, TAKEN)


@pytest.mark.parametrize(
    ("rating", "why"),
    [
        (None, "It is for certain ratings; sign in to have one."),
        (1399.4, "It is for ratings from 1400 on; yours is 1399."),
        (1650.5, "It is for ratings up to 1600; yours is 1650."),
        (1399.6, None),
        (1600.4, None),
    ],
)
def test_ratings_that_fit(rating: float | None, why: str | None) -> None:
    assert Seek((1,), 1400, 1600).misfit(rating) == why


def test_games_for_three_wait_for_all_and_whoever_waits_may_leave() -> None:
    now = sought(game="linx", free=(1, 2))
    one = now.take("bob", "Bob", None)
    assert one.waiting
    assert one.sought == [2]
    assert one.acting("@ada") is None
    left = one.resign("bob", None)
    assert (left.sought, left.people) == ([1, 2], {"@ada"})
    assert refusal(lambda: one.resign("@ada", None))[0] == 409
    both = one.take("eve", "Eve", None)
    assert (both.waiting, both.people) == (False, {"@ada", "bob", "eve"})


def test_who_is_invited_by_name_keeps_the_seat() -> None:
    now = sought().invite("@ada", 1, "@eve", "Eve")
    assert now.sought == []
    assert refusal(lambda: now.take("bob", "Bob", None)) == (409, CLOSED)
    assert now.sit_down(1, "@eve", "Eve").seek is None
    assert now.decline("@eve", 1).sought == [1]


def test_what_is_withdrawn_is_private_and_can_be_offered_again() -> None:
    now = sought()
    assert refusal(lambda: now.withdraw("bob"))[0] == 403
    private = now.withdraw("@ada")
    assert (private.seek, private.public, private.waiting) == (None, False, False)
    assert refusal(lambda: private.take("bob", "Bob", None)) == (409, CLOSED)
    again = private.open_to_anybody("@ada", 1200, None)
    assert (again.seek, again.public) == (Seek((1,), 1200), True)
    assert refusal(lambda: private.open_to_anybody("bob", None, None))[0] == 403
    begun = private.play("@ada", 0, private.position.moves[0])
    assert refusal(lambda: begun.open_to_anybody("@ada", None, None))[0] == 409
    assert refusal(lambda: private.open_to_anybody("@ada", 2, 1))[1].startswith("The lowest")


def test_a_rated_one_is_for_accounts() -> None:
    assert refusal(lambda: sought(rated=True).take("bob", "Bob", None))[0] == 403
    assert sought(rated=True).take("@bob", "Bob", 1500.0).people == {"@ada", "@bob"}


# -- what somebody is shown ------------------------------------------------------------------------


def listed(table: str, *people: str, **facts: Any) -> ShownTable:
    seats = [Sitting("person", one, one.strip("@").title(), None, None) for one in people]
    seats += [Sitting("open", None, "", None, None)] * (2 - len(seats))
    usual: dict[str, Any] = {"options": {}, "host": people[0], "rated": False, "clock": None}
    seek = Seek((1,)).written() if len(people) == 1 else None
    more = {"game": "linja", "seek": seek, "version": 0, "plies": 0}
    return ShownTable(**{"id": table, **usual, **more, **facts}, seats=tuple(seats))


def test_those_who_do_not_wish_to_meet_see_nothing_of_each_other() -> None:
    offered = Offered(
        seeks=(listed("a", "@ada"), listed("b", "@~adabot"), listed("g", "guest")),
        games=(listed("c", "@eve", "@ada"), listed("d", "@eve", "@zoe")),
        blocks=frozenset({("@ada", "@bob"), ("@zoe", "@ada")}),
        owners={"@~adabot": "@ada", "@~bobbot": "@bob"},
    )

    def seen(visitor: str) -> tuple[list[str], list[str]]:
        told = shown(offered, visitor)
        return [one.table for one in told.seeks], sorted(one.table for one in told.games)

    assert seen("@bob") == seen("@~bobbot") == (["g"], ["d"])
    assert seen("@ada") == (["a", "b", "g"], ["c"]), "whom one has blocked sees one as little"
    assert seen("@zoe") == (["g"], ["d"])
    assert seen("") == (["a", "b", "g"], ["c", "d"])


def test_who_does_not_fit_is_told_why() -> None:
    offered = Offered(
        seeks=(
            listed("a", "@ada", rated=True),
            listed("b", "@ada", seek=Seek((1,), 1600).written()),
            listed("c", "@ada"),
        ),
        standings={("@eve", "linja", "two"): Standing("linja", "two", 1700.0, 60.0, 40)},
        owners={"@~adabot": "@ada"},
    )

    def why(visitor: str) -> list[str | None]:
        return [one.objection for one in shown(offered, visitor).seeks]

    signed_in = "Rated games are for accounts; sign in first."
    assert why("guest") == [signed_in, "It is for certain ratings; sign in to have one.", None]
    low = "It is for ratings from 1600 on; yours is 1500."
    assert why("@bob") == [None, low, None]
    assert why("@eve") == [None] * 3
    own = "A bot and its owner play for fun; rated games are with others."
    assert why("@~adabot") == [own, low, None]
    assert why("@ada") == [None] * 3
    (by,) = shown(offered, "guest").seeks[0].players
    assert (by.name, by.rating, by.sure, by.bot) == ("Ada", 1500, False, False)


def test_the_strongest_game_at_a_sitting_is_shown_first() -> None:
    days = Clock.new(TimeControl("turn", DAY), 2).written()
    offered = Offered(
        games=(
            listed("guests", "one", "two"),
            listed("weak", "@ada", "@bob"),
            listed("strong", "@eve", "@zoe", version=7),
            listed("days", "@eve", "@zoe", clock=days),
            listed("gone", "-x", "@zoe"),
        ),
        standings={
            (who, "linja", "two"): Standing("linja", "two", rating, 50.0, 9)
            for who, rating in {"@ada": 1300.0, "@eve": 1800.0, "@zoe": 1750.0}.items()
        },
    )
    told = shown(offered, "guest")
    assert [one.table for one in told.games] == ["strong", "weak", "guests", "days"]
    assert told.featured is not None
    assert (told.featured.table, told.featured.version) == ("strong", 7)
    assert shown(Offered(), "guest").featured is None


def test_a_game_that_is_not_here_any_more_is_left_out() -> None:
    assert shown(Offered(seeks=(listed("a", "@ada", game="nosuch"),)), "x").seeks == []
    assert shown(Offered(seeks=(listed("a", "-gone"),)), "x").seeks == []


def test_everybody_is_told_once_however_many_tabs_they_have_open() -> None:
    told = Told(Offered(seeks=(listed("a", "@ada"), listed("g", "guest"))))
    assert told.to("@ada") is told.to("@ada")
    assert [one.yours for one in told.to("@ada").seeks] == [True, False]
    assert told.to("one") is told.to("another"), "strangers are shown the same"
    assert [one.yours for one in told.to("guest").seeks] == [False, True]


# -- how long they stay, on both engines -----------------------------------------------------------


def test_it_lapses_when_whoever_offers_it_has_gone(place: Path | str) -> None:
    async def live() -> None:
        store = Store(place)
        lobby = Lobby(store, NothingToCompile())
        agendas = Agendas(store)
        seeks = SeekListeners(lobby, agendas)
        clock = [100.0]
        lobby.timekeeper.now = lambda: clock[0]  # type: ignore[method-assign]
        wish = NewTable(game="linja", seats=[ME, ANYBODY])  # type: ignore[list-item]
        table = await lobby.create("ada", "Ada", wish)
        slow = {"kind": "turn", "seconds": int(DAY)}
        days = await lobby.create("ada", "Ada", NewTable(**{**wish.model_dump(), "clock": slow}))

        async def open_ones() -> list[str]:
            await seeks.look_after()
            return sorted(one.table for one in (await seeks.of("eve")).seeks)

        both = sorted([table, days])
        ear = agendas.listen("ada")
        for _ in range(5):
            clock[0] += GONE_SECONDS - 10
            assert await open_ones() == both, "she listens to what concerns her"
        agendas.leave(ear)
        clock[0] += GONE_SECONDS - 1
        assert await open_ones() == both
        clock[0] += 2
        assert await open_ones() == [days]
        lapsed = (await lobby.get(table)).table
        assert (lapsed.seek, lapsed.public) == (None, False)
        await lobby.open_to_anybody(table, "ada", None, None)
        assert await open_ones() == both, "it is offered anew, for as long"
        clock[0] += STAYS_SECONDS
        assert await open_ones() == []
        await lobby.close()
        store.close()

    asyncio.run(live())


def test_whoever_offers_many_does_not_hide_what_others_offer(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A challenge by days stays for a week."""
    monkeypatch.setattr(rows, "MOST_SEEKS", 3)

    async def live() -> None:
        store = Store(place)
        lobby = Lobby(store, NothingToCompile())
        seeks = SeekListeners(lobby, Agendas(store))
        clock = {"kind": "turn", "seconds": int(DAY)}
        wish = NewTable(game="linja", seats=[ME, ANYBODY], clock=clock)  # type: ignore[arg-type, list-item]
        for number in range(4):
            await lobby.create(f"many{number}", "", wish)
        mine = await lobby.create("ada", "Ada", wish)
        told = (await seeks.of("eve")).seeks
        assert len(told) == 3
        assert told[-1].table == mine, "the oldest first"
        await lobby.close()
        store.close()

    asyncio.run(live())


def test_what_is_checked_holds_whoever_sits_down_at_the_same_time(place: Path | str) -> None:
    async def two_at_most(now: Table) -> None:
        await asyncio.sleep(0.01)
        if len(now.people) > 1:
            raise Refusal("You and somebody there do not play with each other.", 403)

    async def live() -> None:
        store = Store(place)
        lobby = Lobby(store, NothingToCompile())
        seats = [ME, ANYBODY, ANYBODY]
        wish = NewTable(game="linx", options={"players": 3}, seats=seats)  # type: ignore[arg-type]
        table = await lobby.create("ada", "Ada", wish)
        takes = (lobby.take(table, one, "", None, two_at_most) for one in ("bob", "eve"))
        answers = await asyncio.gather(*takes, return_exceptions=True)
        assert sum(isinstance(one, Refusal) for one in answers) == 1
        assert len((await lobby.get(table)).table.people) == 2
        await lobby.close()
        store.close()

    asyncio.run(live())


def test_an_older_database_has_nothing_to_show(place: Path | str) -> None:
    """Tables are private unless they were offered to anybody."""

    async def live() -> None:
        store = Store(place)
        lobby = Lobby(store, NothingToCompile())
        seeks = SeekListeners(lobby, Agendas(store))
        for seats in ([ME, FRIEND], [ME, QUICK], [ME, HERE], [QUICK, QUICK]):
            wish = NewTable(game="linja", seats=seats)  # type: ignore[arg-type]
            await lobby.create("ada", "Ada", wish)
        told = await seeks.of("eve")
        assert (told.seeks, told.games) == ([], [])
        await lobby.close()
        store.close()

    asyncio.run(live())


# -- over the wire ---------------------------------------------------------------------------------


def offer(person: Person, *seats: dict[str, Any], **wish: Any) -> httpx.Response:
    whole = {"game": "linja", "seats": [ME, *(seats or (ANYBODY,))], **wish}
    return person.http.post("/api/tables", json=whole)


def offered(person: Person, *seats: dict[str, Any], **wish: Any) -> str:
    answer = offer(person, *seats, **wish)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def take(person: Person, table: str) -> tuple[int, str]:
    answer = person.http.post(f"/api/seeks/{table}")
    return answer.status_code, answer.json().get("error", "")


def seek_of(person: Person, table: str) -> dict[str, Any] | None:
    """A challenge as somebody is shown it; the tests of a folder share a server."""
    return next((one for one in person.get("/api/seeks")["seeks"] if one["table"] == table), None)


class Ear:
    """An open lobby."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def until(self, accept: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        while True:
            told: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
            if told["type"] == "seeks" and accept(told):
                return told


@contextmanager
def listening(person: Person) -> Iterator[Ear]:
    address = f"ws://{person.server.host}/api/seeks"
    with connect(address, additional_headers=person.headers, open_timeout=PATIENCE) as socket:
        yield Ear(socket)


def has(table: str, where: str = "seeks") -> Callable[[dict[str, Any]], bool]:
    return lambda told: any(one["table"] == table for one in told[where])


def lacks(table: str) -> Callable[[dict[str, Any]], bool]:
    return lambda told: not has(table)(told)


def test_a_challenge_is_offered_taken_played_and_watched(server: Server) -> None:
    ada, bob, eve = (server.person(name) for name in ("Ada", "Bob", "Eve"))
    clock = {"kind": "game", "seconds": 300, "increment": 3}
    with listening(eve) as ear:
        ear.until(bool)
        table = offered(ada, clock=clock)
        told = ear.until(has(table))
        (seek,) = (one for one in told["seeks"] if one["table"] == table)
        assert (seek["title"], seek["clock"]["name"]) == ("Linja", "5 min each + 3 s a turn")
        assert (seek["rated"], seek["free"], seek["objection"]) == (False, 1, None)
        assert seek["players"] == [
            {"name": "Ada", "account": None, "bot": False, "rating": None, "sure": False}
        ]
        assert not seek["yours"]
        assert bob.get("/api/home")["seeking"] >= 1
        mine = ada.sit(table)
        assert mine.state["turn"]["kind"] == "open"
        assert mine.state["seek"] == {
            "low": None,
            "high": None,
            "lasts": GONE_SECONDS,
            "byDays": False,
        }
        assert not mine.can_act
        own = seek_of(ada, table)
        assert own is not None
        assert (own["yours"], own["host"]) == (True, True)
        (waits,) = (one for one in ada.get("/api/agenda")["tables"] if one["id"] == table)
        assert (waits["waiting"], waits["yours"]) == (True, False)
        assert take(bob, table) == (200, "")
        assert take(bob, table) == (200, ""), "whoever sits there comes to the table"
        state = mine.next_state(lambda state: bool(state["note"]))
        assert state["note"] == "Bob takes the seat of Black."
        assert (state["seek"], state["public"]) == (None, True)
        (begun,) = (one for one in ada.get("/api/agenda")["tables"] if one["id"] == table)
        assert (begun["waiting"], begun["yours"]) == (False, True)
        watched = ear.until(lambda told: lacks(table)(told) and has(table, "games")(told))
        assert watched["featured"]
        mine.play(mine.legal[0])
        theirs = bob.sit(table)
        looks = eve.sit(table)
        assert looks.state["viewer"]["watching"]
        assert looks.state["history"] == theirs.state["history"]
        theirs.send(type="resign")
        mine.ended()
        ear.until(lambda told: not has(table, "games")(told))
    again = ada.http.post(f"/api/tables/{table}/rematch").json()["id"]
    assert bob.http.post(f"/api/tables/{table}/rematch").json()["id"] == again
    assert ada.sit(again).state["public"], "who met in public goes on there"
    assert has(again, "games")(eve.get("/api/seeks"))


def test_of_many_who_press_at_once_one_gets_it(server: Server) -> None:
    ada = server.person("Ada")
    crowd = [server.person() for _ in range(6)]
    with ThreadPoolExecutor(len(crowd)) as pool:
        for _ in range(4):
            table = offered(ada)
            answers = list(pool.map(lambda person, table=table: take(person, table), crowd))
            assert sorted(answers) == [(200, ""), *[(409, TAKEN)] * 5], answers
            tab = ada.sit(table)
            assert [seat["kind"] for seat in tab.state["seats"]] == ["person", "person"]
            tab.send(type="resign")
            tab.ended()


def test_three_sit_down_before_a_game_for_three_begins(server: Server) -> None:
    ada, bob, eve, zoe = (server.person(name) for name in ("Ada", "Bob", "Eve", "Zoe"))
    table = offered(ada, ANYBODY, ANYBODY, game="linx", options={"players": 3})
    tab = ada.sit(table)
    assert take(bob, table)[0] == 200
    seek = seek_of(eve, table)
    assert seek is not None
    assert (seek["free"], [one["name"] for one in seek["players"]]) == (1, ["Ada", "Bob"])
    other = bob.sit(table)
    assert not other.can_act
    other.send(type="resign")
    other.next_state(lambda state: state["viewer"]["watching"])
    assert all(card["id"] != table for card in bob.get("/api/home")["open"])
    assert take(eve, table)[0] == 200
    assert take(zoe, table)[0] == 200
    assert take(bob, table) == (409, TAKEN)
    state = tab.next_state(lambda state: state["seek"] is None)
    assert [seat["label"] for seat in state["seats"]] == ["Ada", "Eve", "Zoe"]


def test_what_is_not_allowed_is_refused(server: Server) -> None:
    guest, ada, bob = server.person(), Owner(server, "ada"), Owner(server, "bob")
    eve = Owner(server, "eve")
    private = ada.person.table("linja", [ME, FRIEND])
    assert take(guest, private) == (404, CLOSED), "private tables are not known here"
    assert seek_of(guest, private) is None
    assert take(guest, "nosuchtable")[0] == 404
    rated = offered(ada.person, rated=True, low=1600)
    seek = seek_of(guest, rated)
    assert seek is not None
    assert seek["objection"] == "Rated games are for accounts; sign in first."
    assert take(guest, rated)[0] == 403
    assert take(bob.person, rated) == (403, "It is for ratings from 1600 on; yours is 1500.")
    assert guest.http.delete(f"/api/seeks/{rated}").status_code == 403
    assert bob.person.http.put(f"/api/seeks/{private}", json={}).status_code == 403
    assert offer(guest, rated=True).status_code == 403
    casual = offered(ada.person)
    block = ada.person.http.post("/api/account/blocks", json={"name": bob.name})
    assert block.status_code == 200
    for one in (bob.person, bob.program()):
        assert seek_of(one, casual) is None
        assert take(one, casual) == (403, "You and somebody there do not play with each other.")
    theirs = offered(bob.person)
    assert seek_of(ada.person, theirs) is None, "whom one has blocked is not shown either"
    assert take(ada.person, theirs)[0] == 403
    assert take(guest, theirs)[0] == 200
    assert offered(ada.person, rated=True)
    assert take(ada.program(), offered(ada.person, rated=True))[0] == 409, "her own bot"
    players = {"game": "linx", "options": {"players": 3}}
    with ThreadPoolExecutor(2) as pool:
        for _ in range(3):
            three = offered(bob.person, ANYBODY, ANYBODY, rated=True, **players)
            both = (eve.person, eve.program())
            answers = list(pool.map(lambda one, table=three: take(one, table)[0], both))
            assert sorted(answers) == [200, 409], "nor a bot and its owner, at the same time"
            assert bob.person.http.delete(f"/api/seeks/{three}").status_code == 200
    for seats, wish in (
        ([ANYBODY, HERE], {"game": "linx", "options": {"players": 3}}),
        ([ANYBODY], {"low": 1500, "high": 1400}),
        ([ANYBODY], {"low": -1}),
        ([ANYBODY], {"table": casual, "ply": 0}),
    ):
        refused = offer(guest, *seats, **wish)
        assert refused.status_code in (400, 409, 422), (wish, refused.text)
        assert refused.json()["error"]


def test_nobody_waits_for_whoever_has_deleted_their_account(server: Server) -> None:
    ada, bob = Owner(server, "ada"), server.person("Bob")
    alone = offered(ada.person)
    three = offered(ada.person, ANYBODY, ANYBODY, game="linx", options={"players": 3})
    assert take(bob, three)[0] == 200
    assert ada.person.http.request("DELETE", "/api/account").status_code == 200
    assert seek_of(bob, alone) is None
    assert bob.get(f"/api/tables/{alone}")["over"]
    seats = bob.sit(three).state["seats"]
    assert [seat["kind"] for seat in seats] == ["computer", "person", "open"], "he can play on"


def test_who_often_leaves_waits_longer_for_rated_ones(server: Server) -> None:
    ada, bob = Owner(server, "ada"), Owner(server, "bob")
    for _ in range(3):
        table = offered(ada.person, rated=True)
        assert take(bob.person, table)[0] == 200
        bob.person.sit(table).send(type="resign")
        ada.person.sit(table).ended()
    wait = "You have left 3 rated games within a day; the next one can begin in 5 min."
    assert take(bob.person, offered(ada.person, rated=True)) == (429, wait)
    assert offer(bob.person, rated=True).status_code == 429
    assert take(bob.person, offered(ada.person))[0] == 200, "games for fun go on"


def test_one_offers_a_few_at_a_time(server: Server) -> None:
    ada = server.person("Ada")
    tables = [offered(ada) for _ in range(MOST_OPEN)]
    refused = offer(ada)
    assert refused.status_code == 409
    assert refused.json()["error"] == (
        f"You have {MOST_OPEN} open challenges; withdraw one before the next."
    )
    assert ada.http.delete(f"/api/seeks/{tables[0]}").status_code == 200
    assert take(server.person(), tables[0]) == (404, CLOSED)
    link = ada.sit(tables[0]).state["seats"][1]["link"]
    server.person().join(link)
    tables.append(offered(ada))
    assert ada.http.post(f"/api/my-games/{tables[1]}/remove").status_code == 200
    assert seek_of(server.person(), tables[1]) is None, "what is taken off the list is withdrawn"
    for _ in range(200):  # a test's own machine may ask for more than a visitor from elsewhere
        answer = ada.http.put(f"/api/seeks/{tables[2]}", json={})
        if answer.status_code == 429:
            break
    assert "a great many challenges" in answer.json()["error"]
    assert int(answer.headers["retry-after"]) > 0


def test_programs_list_make_and_take_challenges(server: Server) -> None:
    owner, other = Owner(server, "ada"), Owner(server, "bob")
    address = f"http://{server.host}"
    with Client(address, owner.token()) as bot, Client(address, other.token()) as taker:
        table = bot.open("linja", ["me", "anybody"], low=1400, rated=True)
        (seek,) = (one for one in taker.seeks().seeks if one.table == table.id)
        assert (seek.low, seek.rated, seek.players[0].bot) == (1400, True, True)
        assert seek.players[0].name == f"{owner.bot} (bot)"
        changes = taker.every_seeks()
        assert table.id in [one.table for one in next(changes).seeks]
        bot.withdraw(table.id)
        while table.id in [one.table for one in next(changes).seeks]:
            pass
        bot.offer(table.id)
        taken = taker.take(table.id)
        assert taken.state.seats == [1]
        late = Client(address, Owner(server, "eve").token())
        with late, pytest.raises(Refused, match="quicker"):
            late.take(table.id)
        changes.close()
        taken.close()
        table.close()
    with Client(address, owner.token(scope="read")) as reader:
        assert reader.seeks().type == "seeks"
        with pytest.raises(Refused, match="reads"):
            reader.take(table.id)
