"""Tournaments that are played: by engines to the end, on one node and on two, through a
``kill -9``, and by people."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from linden.client import Client
from owners import Owner, sign_up
from postgres import Postgres
from servers import PATIENCE, Person, Server, kept_running, serving
from sites import Site

CLOCK = {"kind": "game", "seconds": 300, "increment": 3}
EIGHT = [1, 1, 1, 1, 2, 2, 2, 2]
"""Levels that move at a glance."""
State = dict[str, Any]


@pytest.fixture(scope="module")
def server(running: Server) -> Server:
    return running


def new(person: Person, **wish: Any) -> str:
    wish = {"kind": "swiss", "game": "linja", "clock": CLOCK, **wish}
    answer = person.http.post("/api/tournaments", json=wish)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def post(person: Person, path: str, wish: Any = None) -> tuple[int, str]:
    answer = person.http.post(f"/api/tournaments/{path}", json=wish or {})
    return answer.status_code, "" if answer.status_code == 200 else answer.json()["error"]


def delete(person: Person, path: str) -> tuple[int, str]:
    answer = person.http.delete(f"/api/tournaments/{path}")
    return answer.status_code, "" if answer.status_code == 200 else answer.json()["error"]


def eight_engines(person: Person) -> str:
    """A Swiss of three rounds that has begun."""
    found = new(person, name="Eight engines", computers=True, clock=None, rounds=3)
    assert post(person, f"{found}/computers", {"levels": EIGHT}) == (200, "")
    assert post(person, f"{found}/start") == (200, "")
    return found


def state_of(person: Person, tournament: str) -> State:
    found: State = person.get(f"/api/tournaments/{tournament}")
    return found


def wait_for(
    person: Person, tournament: str, accept: Callable[[State], bool], pause: float = 0.1
) -> State:
    began = time.monotonic()
    while not accept(state := state_of(person, tournament)):
        assert time.monotonic() - began < PATIENCE, state["facts"]
        time.sleep(pause)
    return state


def is_over(state: State) -> bool:
    return bool(state["facts"]["status"] == "over")


def check_swiss_of_eight(state: State) -> None:
    """Three rounds of four games: everybody in each, nobody twice with the same, and every result
    counted once."""
    games, players = state["games"], state["standings"]
    assert (len(games), state["facts"]["round"]) == (12, 3)
    pairs = {frozenset((game["first"], game["second"])) for game in games}
    assert len(pairs) == 12, "nobody meets again"
    for number in (1, 2, 3):
        there = [
            one
            for game in games
            if game["round"] == number
            for one in (game["first"], game["second"])
        ]
        assert sorted(there) == list(range(1, 9))
    assert {game["result"] for game in games} <= {"first", "second", "drawn"}
    assert sum(player["points"] for player in players) == 12
    worth = {"first": (1.0, 0.0), "second": (0.0, 1.0), "drawn": (0.5, 0.5)}
    for player in players:
        mine = [
            worth[game["result"]][game["second"] == player["number"]]
            for game in games
            if player["number"] in (game["first"], game["second"])
        ]
        assert player["points"] == sum(mine)
        assert player["won"] + player["drawn"] + player["lost"] == 3
    assert [player["place"] for player in players] == sorted(one["place"] for one in players)


# -- engines ---------------------------------------------------------------------------------------


def test_a_swiss_of_eight_engines_and_a_kill_in_the_middle_of_a_round(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada = server.person("Ada")
        found = eight_engines(ada)
        wait_for(
            ada,
            found,
            lambda state: (
                state["facts"]["round"] == 2
                and any(game["result"] for game in state["games"] if game["round"] == 2)
            ),
            0.03,
        )
        server.kill()
        server.start()
        before = state_of(ada, found)
        over = wait_for(ada, found, is_over)
        check_swiss_of_eight(over)
        known = {game["table"]: game["result"] for game in before["games"] if game["result"]}
        assert {game["table"]: game["result"] for game in over["games"]}.items() >= known.items()
        # Every result is what came of its table, and the engines' games are on nobody's list.
        for game in over["games"]:
            table = ada.get(f"/api/tables/{game['table']}")
            winners = table["result"]["winners"]
            told = {(0,): "first", (1,): "second"}.get(tuple(winners), "drawn")
            assert (table["over"], game["result"]) == (True, told)
        assert ada.get("/api/home")["recent"] == []
        assert [one["name"] for one in ada.get("/api/tournaments")["tournaments"]] == [
            "Eight engines"
        ]


def test_a_swiss_of_eight_engines_on_two_nodes_of_which_one_dies(
    tmp_path: Path, database_server: Postgres
) -> None:
    with kept_running(Site(tmp_path, postgres=database_server, proxied=False)) as site:
        one, other = site.nodes
        ada, bob = one.person("Ada"), other.person("Bob")
        found = eight_engines(ada)
        with following(bob, found) as ear:
            ear.until(lambda state: state["facts"]["round"] == 2)
            one.kill()
            over = ear.until(is_over)
        check_swiss_of_eight(over)
        assert over["standings"] == state_of(bob, found)["standings"]


# -- people ----------------------------------------------------------------------------------------


class Ear:
    """What is told of a tournament."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def until(self, accept: Callable[[State], Any]) -> State:
        while True:
            told: State = json.loads(self.socket.recv(PATIENCE))
            if told["type"] == "tournament" and accept(told):
                return told


@contextmanager
def following(person: Person, tournament: str) -> Iterator[Ear]:
    address = f"ws://{person.server.host}/api/tournaments/{tournament}/live"
    with connect(address, additional_headers=person.headers, open_timeout=PATIENCE) as socket:
        yield Ear(socket)


def test_people_join_play_and_see_the_standings_as_they_change(server: Server) -> None:
    ada, bob, eve = (server.person(name) for name in ("Ada", "Bob", "Eve"))
    found = new(ada, kind="robin", name="Evening cup")
    assert state_of(ada, found)["facts"]["yours"], "whoever sets it up takes part"
    assert post(bob, f"{found}/entry") == (200, "")
    with following(eve, found) as ear:
        told = ear.until(bool)
        assert [player["name"] for player in told["standings"]] == ["Ada", "Bob"]
        assert not told["organises"]
        assert post(eve, f"{found}/start") == (403, "Whoever set up the tournament does that.")
        assert post(ada, f"{found}/start") == (200, "")
        told = ear.until(lambda state: state["games"])
        table = told["games"][0]["table"]
        assert told["table"] is None
        assert state_of(bob, found)["table"] == table == state_of(ada, found)["table"]
        tab = bob.sit(table)
        assert tab.state["tournament"] == found
        assert tab.state["clock"]
        assert not tab.state["can"]["undo"]
        assert post(eve, f"{found}/entry")[0] == 409, "everybody meets everybody"
        tab.send(type="resign")
        told = ear.until(is_over)
        assert [player["points"] for player in told["standings"]] == [1.0, 0.0]
        assert told["standings"][0]["name"] == "Ada"
    assert eve.http.get(f"/tournaments/{found}").status_code == 200
    assert eve.http.get("/tournaments/nosuch").status_code == 404


def test_nobody_takes_back_or_asks_for_hints_against_a_computer_there(server: Server) -> None:
    ada = server.person("Ada")
    found = new(ada, computers=True, rounds=1)
    assert post(ada, f"{found}/computers", {"levels": [1]}) == (200, "")
    assert post(ada, f"{found}/start") == (200, "")
    tab = ada.sit(state_of(ada, found)["table"])
    tab.settled()
    tab.play(tab.legal[0])
    tab.settled()
    tab.ask(type="undo")
    assert tab.refused() == "Games of a tournament are played without taking back."
    tab.ask(type="hint")
    assert tab.refused() == "Hints are for tables where nobody else plays."
    tab.send(type="resign")
    over = wait_for(ada, found, is_over)
    assert over["standings"][0]["computer"]


def test_what_is_not_allowed_is_refused_with_a_sentence(server: Server) -> None:
    guest, owner = server.person("Guest"), Owner(server, "org")
    ada, bot = owner.person, owner.program(scope="play")

    def why(**wish: Any) -> str:
        wish = {"kind": "swiss", "game": "linja", "clock": CLOCK, **wish}
        answer = ada.http.post("/api/tournaments", json=wish)
        assert answer.status_code >= 400, answer.text
        return str(answer.json()["error"])

    assert "has a clock" in why(clock=None)
    assert "at a sitting" in why(clock={"kind": "turn", "seconds": 86_400})
    assert "at a sitting" in why(clock={"kind": "turn", "seconds": 86_399})
    assert "are for two" in why(game="linx", options={"players": 3})
    assert "usual rules" in why(rated=True, options={"bonus": "any"})
    rated = new(ada, rated=True)
    assert post(guest, f"{rated}/entry") == (403, "Rated games are for accounts; sign in first.")
    assert state_of(guest, rated)["objection"] == "Rated games are for accounts; sign in first."
    assert post(bot, f"{rated}/entry") == (403, "No computers take part in this tournament.")
    assert post(ada, f"{rated}/computers", {"levels": [1]})[0] == 409
    assert post(ada, f"{rated}/start")[1].startswith("Two are needed")
    assert delete(guest, rated)[0] == 403
    assert delete(ada, rated) == (200, "")
    assert post(ada, f"{rated}/start") == (409, "This tournament is over.")
    # A bot and its owner meet for fun, not for points.
    kin = new(ada, rated=True, computers=True)
    assert post(bot, f"{kin}/entry")[0] == 409
    assert delete(ada, f"{kin}/entry") == (200, "")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(5):
            answers = list(pool.map(lambda one: post(one, f"{kin}/entry")[0], (ada, bot)))
            assert sorted(answers) == [200, 409], "nor at the same time"
            for one in (ada, bot):
                assert delete(one, f"{kin}/entry") == (200, "")
    assert delete(ada, kin) == (200, "")
    engines = new(ada, computers=True)
    assert "perfectly here yet" in post(ada, f"{engines}/computers", {"levels": [9]})[1]
    assert post(ada, f"{engines}/computers", {"levels": [99]}) == (
        422,
        "There is no such computer.",
    )
    assert delete(ada, engines) == (200, "")
    # Who is blocked by somebody there does not come.
    blocked = server.person()
    name = sign_up(blocked, "blocked")
    assert ada.http.post("/api/account/blocks", json={"name": name}).status_code == 200
    found = new(ada)
    assert post(blocked, f"{found}/entry") == (
        403,
        "You and somebody there do not play with each other.",
    )
    assert delete(ada, f"{found}/entry") == (200, "")
    assert delete(ada, f"{found}/entrants/7")[0] == 404
    assert delete(ada, found) == (200, "")


def test_a_program_joins_and_follows_a_tournament(server: Server) -> None:
    owner = Owner(server, "cup")
    found = new(owner.person, computers=True, kind="arena", minutes=5)
    with Client(f"http://{server.host}", owner.token(scope="play")) as client:
        assert found in [one.id for one in client.tournaments().tournaments]
        client.enter(found)
        state = client.tournament(found)
        assert [one.you for one in state.standings] == [False, True]
        assert post(owner.person, f"{found}/start") == (200, "")
        state = next(one for one in client.every_tournament(found) if one.table)
        assert state.table in [one.id for one in client.agenda().tables]
        client.leave(found)
        assert client.tournament(found).standings[-1].gone
    assert delete(owner.person, found) == (200, "")
