"""The server dies in mid-game, again and again: no acknowledged move is lost, no table broken.

``LINDEN_KILLS=100`` runs the long form.
"""

import os
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from linden import Record
from servers import FRIEND, HERE, ME, QUICK, Person, Server, Tab, serving

KILLS = int(os.environ.get("LINDEN_KILLS", "3"))
TABLES: list[tuple[str, list[dict[str, Any]], dict[str, Any]]] = [
    ("linja", [ME, QUICK], {}),
    ("linos", [ME, HERE], {}),
    ("linx", [ME, QUICK], {}),
    ("linage", [ME, QUICK], {"size": 9, "komi": 1.5}),
    ("linear", [ME, HERE], {"board": "10x10"}),
]


def play_until_cut_off(tab: Tab, rng: random.Random) -> None:
    """Play as fast as the line allows, until it breaks or the game is over."""
    try:
        while tab.settled()["turn"]["kind"] != "over":
            tab.act(rng)
    except (ConnectionClosed, OSError):
        return


def follow_up(person: Person, table: str) -> str:
    """The next game at the same table, once one is over."""
    return str(person.http.post(f"/api/tables/{table}/rematch").json()["id"])


def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    rng = random.Random(1)
    server = Server(tmp_path)
    server.start()
    try:
        person = server.person("Ada")
        tabs = [person.sit(person.table(*wish)) for wish in TABLES]
        plies = 0
        for _ in range(KILLS):
            players = [
                threading.Thread(target=play_until_cut_off, args=(tab, random.Random(rng.random())))
                for tab in tabs
            ]
            for player in players:
                player.start()
            time.sleep(rng.uniform(0.05, 0.6))
            server.kill()
            for player in players:
                player.join()
            acknowledged = [list(tab.moves) for tab in tabs]
            server.start()
            for number, tab in enumerate(tabs):
                check_nothing_lost(tab, acknowledged[number])
                plies += len(acknowledged[number])
                if tab.over:
                    tabs[number] = person.sit(follow_up(person, tab.table))
        assert plies > 0
        for tab in tabs:
            tab.play_out()
            assert tab.over
    finally:
        server.dismiss()
        server.stop()


def check_nothing_lost(tab: Tab, acknowledged: list[str]) -> None:
    """What was told before is there again; a move or two more may have been kept."""
    tab.reconnect()
    now = tab.moves
    hidden = tab.state["game"]["hidden"]
    assert len(now) >= len(acknowledged)
    if not (hidden and tab.over):  # at the end all is shown, and the record reads otherwise
        assert now[: len(acknowledged)] == acknowledged
    record = tab.person.http.get(f"/api/tables/{tab.table}/record")
    assert len(Record.parse(record.text).moves) >= len(acknowledged)


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_a_restart_in_mid_game_changes_nothing(tmp_path: Path, how: str) -> None:
    with serving(tmp_path) as server:
        ada, bob = server.person("Ada"), server.person("Bob")
        red = ada.sit(ada.table("linja", [ME, FRIEND], match=True))
        black = bob.sit(bob.join(red.state["seats"][1]["link"]))
        red.play("3-4")
        red.play("pass")
        black.next_state(lambda state: len(state["history"]) == 2)
        black.play("6-5")
        red.next_state(lambda state: len(state["history"]) == 3)
        red.ask(type="draw")
        red.next_state(lambda state: bool(state["offers"]))
        before = red.state
        getattr(server, how)()
        server.start()
        after = red.reconnect()
        for part in ("id", "version", "game", "scene", "history", "offers", "match", "can"):
            assert after[part] == before[part], part
        black.reconnect()
        black.ask(type="answer", offer="draw", yes=True)
        assert black.ended()["scene"]["result"]["how"] == "agreed"


def test_a_computer_whose_turn_it_was_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        person = server.person()
        merciless = {"kind": "computer", "level": 8}
        tab = person.sit(person.table("linage", [ME, merciless], {"size": 7, "komi": 1.5}))
        tab.play("d4")
        server.kill()
        server.start()
        tab.reconnect()
        tab.settled()
        assert len(tab.moves) == 2
