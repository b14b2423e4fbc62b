"""Every game is played to its end through the socket, by all kinds of tables."""

from typing import Any

import pytest

import cases
import linden
from linden import Record
from servers import HERE, ME, QUICK, Server

# Small boards where there is a choice, so that whole games are quick.
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("linja", {}),
    ("linja", {"meddle": True, "bonus": "any"}),
    ("linos", {}),
    ("linos", {"players": 3, "basket": "2x2"}),
    ("linx", {}),
    ("linx", {"players": 4}),
    ("linage", {"size": 5}),
    ("linage", {"size": "4x5", "komi": 1.5}),
    ("linear", {"board": "5x5"}),
    ("linear", {"board": "5x5", "start": "choose", "blockers": True}),
]
IDS = [f"{name}-{number}" for number, (name, _) in enumerate(TABLES)]


def test_every_game_is_played_here() -> None:
    assert {name for name, _ in TABLES} == set(cases.OWN)


@pytest.mark.parametrize(("name", "options"), TABLES, ids=IDS)
def test_against_computers_to_the_end(server: Server, name: str, options: dict[str, Any]) -> None:
    game = linden.load(name, **options)
    person = server.person("Ada")
    table = person.table(name, [ME, *[QUICK] * (game.players - 1)], options)
    tab = person.sit(table)
    end = tab.play_out()
    record = Record.parse(person.http.get(f"/api/tables/{table}/record").text)
    position = record.end()
    assert position.over
    assert list(record.moves) == tab.moves
    assert end["scene"]["scores"] == list(position.scores)
    winners = [seat for seat, gain in enumerate(position.returns) if gain > 0]
    assert end["scene"]["result"]["winners"] == winners
    assert record.headers[game.seats[0]] == "Ada"
    assert end["can"] == {
        "undo": False,
        "takeback": False,
        "resign": False,
        "draw": False,
        "drawWait": 0,
        "say": False,
        "hint": False,
        "rematch": True,
        "roll": False,
        "pause": False,
        "resume": False,
    }
    as_json = person.http.get(f"/api/tables/{table}/record", params={"format": "json"}).text
    assert Record.parse_json(as_json).moves == record.moves


@pytest.mark.parametrize("name", linden.games())
def test_two_people_on_one_screen(server: Server, name: str) -> None:
    person = server.person()
    small: dict[str, dict[str, Any]] = {"linage": {"size": 5}, "linear": {"board": "5x5"}}
    options = small.get(name, {})
    tab = person.sit(person.table(name, [ME, {**HERE, "name": "Grace"}], options))
    assert tab.state["viewer"]["seats"] == [0, 1]
    assert tab.state["seats"][1]["label"] == "Grace"
    end = tab.play_out(seed=2)
    assert end["scene"]["result"]["how"] == "played"
    assert end["scene"]["toMove"] is None


@pytest.mark.parametrize("name", linden.games())
def test_what_a_state_tells_is_what_the_game_says(server: Server, name: str) -> None:
    person = server.person()
    tab = person.sit(person.table(name, [ME, HERE]))
    while not tab.can_act:
        tab.settled()
        if tab.state["viewer"]["covered"] is not None:
            tab.send(type="uncover", seat=tab.state["viewer"]["covered"])
            tab.next_state()
    game = linden.load(name)
    if tab.state["can"]["roll"]:
        assert len(tab.state["scene"]["moves"][0]["touches"]) == 1
        tab.play("roll")
        tab.settled()
    position = linden.replay(game, tab.moves) if not game.facts.hidden else None
    if position is not None:
        assert tab.state["scene"]["text"] == position.text
        assert tab.legal == position.moves
        for move in tab.state["scene"]["moves"]:
            assert move["says"] == position.describe_marked(move["move"])
            assert move["touches"] == list(position.touches(move["move"]))
            after = position.play(move["move"])
            gained = after.scores[position.turn] - position.scores[position.turn]
            assert move["gain"] == pytest.approx(gained)
    assert tab.state["scene"]["drawing"].startswith("<svg")
    assert tab.state["game"] == {
        "name": name,
        "title": game.title,
        "lang": "en",
        "options": {},
        "players": game.players,
        "hidden": game.facts.hidden,
        "chance": game.facts.chance,
        "points": game.facts.points,
        "rules": [],
    }


def test_computers_alone_play_while_somebody_watches(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linear", [QUICK, QUICK], {"board": "4x4"}))
    assert tab.state["viewer"]["watching"]
    while not tab.over:
        tab.next_state()
    assert tab.moves


def test_a_hint_is_a_legal_move_with_its_reason(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linja"))
    assert tab.state["can"]["hint"]
    tab.send(type="hint")
    hint = tab.until(lambda message: message["type"] == "hint")
    assert hint["move"] in tab.legal
    assert hint["line"][0] == hint["move"]
    assert 0 <= hint["win"] <= 1
    assert hint["touches"]
    assert hint["says"]


def test_linos_turns_by_quarters(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linos"))
    assert tab.state["scene"]["turns"]
    before = tab.state["scene"]["drawing"]
    tab.send(type="turned", quarter=1)
    assert tab.next_state()["scene"]["drawing"] != before
    tab.send(type="turned", quarter=0)
    assert tab.next_state()["scene"]["drawing"] == before
