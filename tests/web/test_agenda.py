"""Invitations by name, and what concerns somebody, told as it changes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from owners import Owner, sign_up
from servers import FRIEND, ME, PATIENCE, QUICK, Person, Server


class Ear:
    """An open agenda."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        return message

    def until(self, wanted: str, count: int = 1) -> list[dict[str, Any]]:
        """What is listed there, once there are so many."""
        while True:
            found: list[dict[str, Any]] = self.next()[wanted]
            if len(found) == count:
                return found


@contextmanager
def listening(person: Person) -> Iterator[Ear]:
    address = f"ws://{person.server.host}/api/agenda"
    with connect(address, additional_headers=person.headers, open_timeout=PATIENCE) as socket:
        yield Ear(socket)


@pytest.fixture
def owner(server: Server) -> Owner:
    return Owner(server, "ada")


def test_a_bot_is_invited_sits_down_and_hears_of_its_turn(owner: Owner) -> None:
    bot, ada = owner.program(), owner.person
    with listening(bot) as ear:
        assert ear.next() == {"type": "agenda", "tables": [], "invitations": []}
        table = ada.table("linja", [ME, FRIEND])
        tab = ada.sit(table)
        owner.invite(table, owner.bot)
        (offer,) = ear.until("invitations")
        assert (offer["table"], offer["seat"], offer["game"], offer["players"]) == (
            *(table, 1, "linja", 2),
        )
        assert (offer["by"], offer["rated"]) == (owner.name, False)
        tab.next_state(lambda state: state["seats"][1]["label"] == f"{owner.bot} (bot) is invited")
        assert bot.join(f"/join/{offer['key']}") == table
        agenda = ear.next()
        while agenda["invitations"] or not agenda["tables"]:
            agenda = ear.next()
        assert [(one["id"], one["yours"]) for one in agenda["tables"]] == [(table, False)]
        assert bot.get("/api/agenda") == agenda
        tab.next_state(lambda state: state["seats"][1]["kind"] == "person")
        while tab.state["turn"]["seat"] == 0:
            tab.play(tab.legal[0])
        while not agenda["tables"][0]["yours"]:
            agenda = ear.next()
        assert agenda["tables"][0]["version"] == tab.state["version"]
        tab.send(type="resign")
        assert ear.until("tables", 0) == []


def test_an_invitation_is_declined_or_taken_back(owner: Owner) -> None:
    bot, ada, eve = owner.program(), owner.person, owner.server.person()
    table = ada.table("linja", [ME, FRIEND])
    tab = ada.sit(table)
    owner.invite(table, owner.bot, 1)
    key = bot.get("/api/agenda")["invitations"][0]["key"]
    assert eve.http.delete(f"/api/join/{key}").status_code == 403
    assert bot.http.delete(f"/api/join/{key}").status_code == 200
    state = tab.next_state(lambda state: bool(state["note"]))
    assert state["note"] == f"{owner.bot} cannot come this time."
    assert state["seats"][1]["label"] == "Free seat"
    assert bot.get("/api/agenda")["invitations"] == []
    owner.invite(table, owner.bot)
    assert ada.http.delete(f"/api/join/{key}").status_code == 200
    assert bot.get("/api/agenda")["invitations"] == []
    owner.invite(table, owner.bot)
    eve.join(f"/join/{key}")
    assert bot.get("/api/agenda")["invitations"] == [], "whoever has the link may sit down first"


def test_who_cannot_be_invited(owner: Owner) -> None:
    ada, bob = owner.person, owner.server.person()
    table = ada.table("linja", [ME, FRIEND])
    sign_up(bob, "bob")
    guest = owner.server.person()
    theirs = guest.table("linja", [ME, FRIEND])
    for person, where, wish, status in (
        (bob, table, {"name": owner.bot}, 403),
        (guest, theirs, {"name": owner.bot}, 403),
        (ada, table, {"name": "nobody at all"}, 404),
        (ada, table, {"name": owner.bot, "seat": 0}, 409),
        (ada, table, {"name": owner.bot, "seat": 7}, 409),
        (ada, table, {"name": owner.bot, "seat": -1}, 422),
        (ada, table, {"name": owner.name}, 409),
        (ada, ada.table("linja", [ME, QUICK]), {"name": owner.bot}, 409),
        (ada, "nosuchtable", {"name": owner.bot}, 404),
    ):
        answer = person.http.post(f"/api/tables/{where}/invitations", json=wish)
        assert answer.status_code == status, (wish, answer.text)
        assert answer.json()["error"]


def test_a_revoked_token_hears_nothing_more(owner: Owner) -> None:
    bot = owner.program()
    with listening(bot) as ear:
        ear.next()
        ear.socket.send("ping")
        assert ear.next() == {"type": "pong"}
        owner.person.http.delete(f"/api/account/tokens/{owner.page['tokens'][0]['id']}")
        assert ear.next()["type"] == "refused"


def test_an_account_that_is_deleted_is_invited_nowhere(owner: Owner) -> None:
    table = owner.person.table("linja", [ME, FRIEND])
    owner.invite(table, owner.bot)
    assert owner.person.http.delete(f"/api/account/bots/{owner.bot}").status_code == 200
    assert owner.person.sit(table).state["seats"][1]["label"] == "Free seat"
