"""A seat is taken to another device by its own link: once, and not for long."""

import json
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import linden
from linden.web.errors import Refusal
from linden.web.tables import transfers
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from servers import FRIEND, HERE, ME, QUICK, Person, Server, serving
from sites import alone

USED = "This link was used already, or is too old. The table makes new ones."


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    yield running
    running.dismiss()


def link_of(person: Person, table: str, seat: int = 0) -> str:
    answer = person.http.post(f"/api/tables/{table}/seats/{seat}/transfer", json={})
    assert answer.status_code == 200, answer.text
    assert answer.json()["seconds"] == transfers.SECONDS
    return str(answer.json()["link"])


def test_the_seat_goes_and_the_old_device_watches(server: Server) -> None:
    desk, phone, bob = server.person("Ada"), server.person(), server.person("Bob")
    old = desk.sit(desk.table("linja", [ME, FRIEND]))
    invitation = old.state["seats"][1]["link"]
    link = link_of(desk, old.table)
    for _ in range(2):  # looking takes nothing, previews and images included
        assert phone.http.get(link).status_code == 200
        told = phone.get(f"/api{link}")
    assert (told["seat"], told["yours"], told["seats"][0]["label"]) == (0, False, "Ada")
    assert desk.get(f"/api{link}")["yours"]
    assert old.state["viewer"]["seats"] == [0]
    assert phone.http.post(f"/api{link}", json={}).json() == {"id": old.table}
    state = old.next_state(lambda state: state["viewer"]["watching"])
    assert state["note"] == "Red goes on at another device."
    assert not any(state["can"].values())
    assert state["seats"][1]["link"] is None, "inviting goes along, too"
    new = phone.sit(old.table)
    assert new.state["viewer"]["seats"] == [0]
    assert new.state["viewer"]["host"]
    assert new.state["seats"][0]["label"] == "Ada", "under the same name"
    assert new.state["seats"][1]["link"] == invitation
    bob.join(invitation)
    old.send(type="move", version=old.state["version"], move="3-4")
    assert old.refused() == "You are watching; the seats are taken by others."
    new.next_state(lambda state: state["seats"][1]["kind"] == "person")
    new.play("3-4")
    assert old.next_state(lambda state: bool(state["history"]))["history"][0]["move"] == "3-4"


def test_a_link_works_once_even_when_the_seat_comes_back(server: Server) -> None:
    desk, phone, eve = server.person("Ada"), server.person(), server.person("Eve")
    table = desk.table("linja", [ME, QUICK])
    first = link_of(desk, table)
    assert phone.http.post(f"/api{first}", json={}).status_code == 200
    assert desk.http.post(f"/api{link_of(phone, table)}", json={}).status_code == 200
    for person in (eve, phone, desk):
        for method, path in (("GET", first), ("GET", f"/api{first}"), ("POST", f"/api{first}")):
            answer = person.http.request(method, path)
            assert answer.status_code == 404, path
        assert answer.json() == {"error": USED}
    assert desk.sit(table).state["viewer"]["seats"] == [0]


def test_a_newer_link_ends_the_older_one(server: Server) -> None:
    desk, phone = server.person(), server.person()
    table = desk.table("linja", [ME, QUICK])
    older, newer = link_of(desk, table), link_of(desk, table)
    assert older != newer
    assert phone.http.post(f"/api{older}", json={}).status_code == 404
    assert phone.http.post(f"/api{newer}", json={}).status_code == 200


def test_nobody_makes_a_link_for_a_seat_of_others(server: Server) -> None:
    ada, bob, eve = server.person("Ada"), server.person("Bob"), server.person("Eve")
    tab = ada.sit(ada.table("linx", [ME, FRIEND, QUICK], {"players": 3}))
    bob.join(tab.state["seats"][1]["link"])
    for person, seat in ((eve, 0), (eve, 1), (ada, 1), (bob, 0), (ada, 2), (ada, 9), (ada, -1)):
        answer = person.http.post(f"/api/tables/{tab.table}/seats/{seat}/transfer", json={})
        assert answer.status_code == 403, (seat, answer.text)
        assert answer.json() == {"error": "That is not your seat."}
    foreign = {"Origin": "http://evil.example"}
    path = f"/api/tables/{tab.table}/seats/0/transfer"
    assert ada.http.post(path, json={}, headers=foreign).status_code == 403
    assert ada.http.get(path).status_code in (404, 405), "and none by looking"


def test_a_link_cannot_be_made_up(server: Server) -> None:
    ada, eve = server.person("Ada"), alone(server).person("Eve")
    table, other = ada.table("linja", [ME, QUICK]), ada.table("linja", [ME, QUICK])
    link = link_of(ada, table)
    key = link.rpartition("/")[2]
    assert len(set(key)) > 6
    for forged in (
        f"/transfer/{other}/{key}",
        f"/transfer/nowhere/{key}",
        f"{link[:-1]}{'a' if link[-1] != 'a' else 'b'}",
        f"/transfer/{table}/{transfers.digest(key)}",
        f"/transfer/{table}/None",
        f"/transfer/{table}/%00",
        f"/transfer/{table}/{'x' * 3000}",
    ):
        assert eve.http.get(forged).status_code == 404, forged
        assert eve.http.post(f"/api{forged}", json={}).status_code == 404, forged
    foreign = {"Origin": "http://evil.example"}
    assert eve.http.post(f"/api{link}", json={}, headers=foreign).status_code == 403
    assert ada.sit(table).state["viewer"]["seats"] == [0]


def test_a_link_shows_no_hand_and_reaches_nobody_else(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    tab = ada.sit(ada.table("linx", [ME, FRIEND]))
    watcher = eve.sit(tab.table)
    link = link_of(ada, tab.table)
    told = eve.get(f"/api{link}")
    assert re.search(r'id="hand-\d-x-', told["drawing"]), "the backs of tiles"
    assert not re.search(r'id="hand-\d-[RPS]-', told["drawing"])
    key = link.rpartition("/")[2]
    assert key not in json.dumps(told)
    watcher.send(type="look", quarter=1)
    watcher.next_state()
    assert all(key not in text for text in [*watcher.traffic, *tab.traffic])


def test_the_hand_goes_along(server: Server) -> None:
    desk, phone = server.person(), server.person()
    old = desk.sit(desk.table("linx", [ME, FRIEND]))
    assert old.state["viewer"]["shown"] == 0
    phone.http.post(f"/api{link_of(desk, old.table)}", json={}).raise_for_status()
    after = old.next_state(lambda state: state["viewer"]["watching"])
    assert after["viewer"]["shown"] is None
    assert not re.search(r'id="hand-\d-[RPS]-', after["scene"]["drawing"])
    assert phone.sit(old.table).state["viewer"]["shown"] == 0


def test_who_sits_there_already_takes_no_second_seat(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    tab = ada.sit(ada.table("linja", [ME, FRIEND]))
    bob.join(tab.state["seats"][1]["link"])
    link = link_of(ada, tab.table)
    for person in (ada, bob):
        answer = person.http.post(f"/api{link}", json={})
        assert answer.status_code == 409
        assert "open the link on the other one" in answer.json()["error"]
    assert server.person().http.post(f"/api{link}", json={}).status_code == 200, "it still holds"


def test_of_several_seats_one_goes(server: Server) -> None:
    desk, phone = server.person("Ada"), server.person()
    table = desk.table("linja", [ME, HERE])
    phone.http.post(f"/api{link_of(desk, table, 1)}", json={}).raise_for_status()
    assert desk.sit(table).state["viewer"]["seats"] == [0]
    assert phone.sit(table).state["viewer"]["seats"] == [1]
    assert desk.sit(table).state["viewer"]["host"]


def test_racing_devices_get_one_seat(server: Server) -> None:
    desk = server.person("Ada")
    table = desk.table("linja", [ME, QUICK])
    link = link_of(desk, table)
    devices = [server.person() for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = pool.map(lambda one: one.http.post(f"/api{link}", json={}).status_code, devices)
    assert sorted(answers) == [200, *[404] * 5]
    seated = [len(device.sit(table).state["viewer"]["seats"]) for device in devices]
    assert sorted(seated) == [0] * 5 + [1]


def test_a_link_is_kept_as_a_hash_and_survives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        desk = server.person("Ada")
        table = desk.table("linja", [ME, QUICK])
        link = link_of(desk, table)
        key = link.rpartition("/")[2]
        server.kill()
        with sqlite3.connect(tmp_path / "tables.db") as database:
            rows = database.execute("SELECT transfer, transfer_until FROM seats").fetchall()
        assert transfers.digest(key) in [digest for digest, _ in rows]
        assert key not in str(rows)
        server.start()
        phone = server.person()
        assert phone.http.post(f"/api{link}", json={}).status_code == 200
        server.kill()
        server.start()
        assert phone.sit(table).state["viewer"]["seats"] == [0]
        assert phone.sit(table).state["viewer"]["host"]
        assert desk.sit(table).state["viewer"]["watching"]
        assert server.person().http.post(f"/api{link}", json={}).status_code == 404


def test_a_link_ends_by_itself() -> None:
    game = linden.load("linja")
    seats = (Sitter("person", "ada", "Ada"), Sitter("computer", player="level1"))
    table = Table("t", game, "ada", seats, (), (game.start(),)).open_transfer("ada", 0, "d", 100.0)
    assert table.seat_of_transfer("d", 99.9) == 0
    for digest, now in (("d", 100.0), ("e", 0.0), ("", 0.0)):
        with pytest.raises(Refusal, match="too old"):
            table.take_along("eve", "", digest, now)
    assert table.take_along("phone", "", "d", 50.0).seats_of("phone") == [0]


def test_too_many_links_are_a_sentence(server: Server) -> None:
    ada = server.person()
    table = ada.table("linja", [ME, QUICK])
    path = f"/api/tables/{table}/seats/0/transfer"
    answers = [ada.http.post(path, json={}) for _ in range(80)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert int(refused[0].headers["Retry-After"]) >= 1
