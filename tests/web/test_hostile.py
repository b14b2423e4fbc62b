"""Whatever a browser sends, the answer is a sentence, and the table goes on."""

import json
import random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cases import OWN
from servers import FRIEND, HERE, ME, Server

RUBBISH = [
    "",
    "{",
    "null",
    "[]",
    '"move"',
    "{}",
    '{"type": 5}',
    '{"type": "fly"}',
    '{"type": "move"}',
    '{"type": "move", "version": "0", "move": "3-4"}',
    '{"type": "move", "version": 0, "move": 7}',
    '{"type": "move", "version": 0, "move": "' + "x" * 500 + '"}',
    '{"type": "uncover", "seat": -1}',
    '{"type": "look", "quarter": 9}',
    '{"type": "why", "touched": []}',
    '{"type": "why", "touched": ["1", "2", "3", "4", "5", "6", "7"]}',
    '{"type": "answer", "offer": "money", "yes": true}',
    "[" * 3000,
    "\x00",
]


@pytest.mark.parametrize("text", RUBBISH, ids=range(len(RUBBISH)))
def test_rubbish_is_refused(server: Server, text: str) -> None:
    person = server.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.socket.send(text)
    assert tab.refused() == "This message cannot be read."
    tab.play("3-4")
    assert tab.moves == ["3-4"]


def test_bytes_are_refused_too(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.socket.send(b"\xff\xfe")
    assert tab.refused() == "This message cannot be read."
    tab.play("3-4")


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("hop", "'hop' is no Linja move: moves look like 3-4, or pass."),
        ("3-5", "'3-5' cannot be played: an opening move goes forward one row."),
        ("roll", "'roll' is no Linja move: moves look like 3-4, or pass."),
        ("", "'' is no Linja move: moves look like 3-4, or pass."),
    ],
)
def test_an_illegal_move_is_told_why(server: Server, move: str, sentence: str) -> None:
    person = server.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.send(type="move", version=tab.state["version"], move=move)
    assert tab.refused() == sentence
    assert server.person().sit(tab.table).moves == []


def test_a_typed_move_may_be_written_freely(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.play(" 3 – 4 ")
    assert tab.moves == ["3-4"]


def test_a_stale_move_is_refused_and_the_state_sent_again(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.play("3-4")
    tab.send(type="move", version=0, move="1-2")
    assert tab.refused() == "The position has changed meanwhile; look again."
    assert tab.next_state()["history"][0]["move"] == "3-4"


@pytest.mark.parametrize("game", OWN)
def test_marks_that_are_nowhere_are_no_reason_to_fall_over(server: Server, game: str) -> None:
    person = server.person()
    tab = person.sit(person.table(game, [ME, HERE]))
    usual = "Nothing can be done there now; what can be touched is outlined."
    for touched in (["nowhere"], ["99999"], ["red-"], ["-7"], ["zz99"], ['"'], [""], ["d4", "x"]):
        tab.send(type="why", touched=touched)
        assert tab.refused() == usual, touched
    assert person.sit(tab.table).legal == tab.legal


def test_only_whoever_is_to_move_is_told_why_not(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    mine = ada.sit(ada.table("linja", [ME, FRIEND]))
    theirs = bob.sit(bob.join(mine.state["seats"][1]["link"]))
    mine.send(type="why", touched=["black-5"])
    assert mine.refused() == "This pawn is [1:Black]'s; move one of your own."
    theirs.send(type="why", touched=["black-5"])
    assert theirs.refused() == "It is not your turn."


def test_the_die_cannot_be_named(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linos", [ME, HERE]))
    tab.send(type="move", version=0, move="die 6")
    assert tab.refused() == "This is for chance to decide; let it."
    assert tab.state["history"] == []


def test_a_storm_of_random_messages_breaks_nothing(server: Server) -> None:
    person = server.person()
    tab = person.sit(person.table("linja", [ME, HERE]))
    rng = random.Random(3)
    kinds = ["move", "undo", "answer", "resigned", "draw", "uncover", "look", "ping", "state", 4]
    for _ in range(300):
        message: dict[str, Any] = {"type": rng.choice(kinds)}
        for name in rng.sample(["version", "move", "seat", "offer", "yes", "quarter"], 3):
            message[name] = rng.choice([0, 1, -1, 10**30, "3-4", "draw", True, None, [], {}])
        tab.socket.send(json.dumps(message))
    tab.send(type="ping")
    tab.until(lambda message: message["type"] == "pong")
    fresh = person.sit(tab.table)
    fresh.play_out()
    assert fresh.over


def test_a_table_that_is_not_there_is_told(server: Server) -> None:
    person = server.person()
    address = f"ws://{server.host}/api/tables/nowhere/live"
    with connect(address, additional_headers={"Cookie": person.cookie}) as socket:
        assert json.loads(socket.recv())["error"] == "There is no such table."
        with pytest.raises(ConnectionClosed):
            socket.recv()


def test_pages_of_other_servers_are_kept_out(server: Server) -> None:
    person = server.person()
    table = person.table("linja")
    headers = {"Cookie": person.cookie, "Origin": "http://elsewhere.example"}
    address = f"ws://{server.host}/api/tables/{table}/live"
    with connect(address, additional_headers=headers) as socket:
        assert json.loads(socket.recv())["type"] == "refused"
        with pytest.raises(ConnectionClosed):
            socket.recv()
    answer = person.http.post("/api/tables", json={"game": "linja"}, headers=headers)
    assert answer.status_code == 403
    own = {"Origin": f"http://{server.host}"}
    assert person.http.post("/api/tables", json={"game": "linja"}, headers=own).status_code == 200


def post(server: Server, path: str, content: str) -> httpx.Response:
    headers = {"Content-Type": "application/json"}
    return server.person().http.post(path, content=content, headers=headers)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'; there are"),
        ({"game": "linja", "options": {"bonus": "never"}}, "takes bonus=followup, any"),
        ({"game": "linja", "options": {"colour": 1}}, "has the options bonus, meddle, own_side"),
        ({"game": "linja", "seats": [ME]}, "Linja has 2 seats here: Red, Black."),
        ({"game": "linja", "seats": [ME, ME]}, "You sit on one seat"),
        (
            {"game": "linja", "seats": [ME, {"kind": "computer", "level": 12}]},
            "Levels go from 1 to 8.",
        ),
        ({"game": "linja", "seats": [ME, {"kind": "ghost"}]}, "cannot be read"),
        ({"game": "linja", "seats": "many"}, "cannot be read"),
        ({}, "cannot be read"),
        ({"game": "linage", "options": {"size": 3, "line": 5}}, "A line of 5 does not fit into"),
        ({"game": "linage", "options": {"size": {"a": 1}}}, "Linage takes size="),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    server: Server, wish: dict[str, Any], sentence: str
) -> None:
    answer = server.person().http.post("/api/tables", json=wish)
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]


@pytest.mark.parametrize("content", ["", "{", "[1]", "null", '{"game": 1, "options": 1}', "x"])
def test_unreadable_bodies_get_a_sentence(server: Server, content: str) -> None:
    for path in ("/api/tables", "/api/line", "/api/games/linja/check"):
        answer = post(server, path, content)
        assert answer.status_code == 422, (path, answer.text)
        assert answer.json()["error"]


def test_huge_bodies_are_not_read(server: Server) -> None:
    assert post(server, "/api/line", '"' + "x" * 300_000 + '"').status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/chess",
        "/api/games/chess/rules",
        "/api/games/linja/show/9999",
        "/api/tables/nowhere",
        "/api/tables/nowhere/record",
        "/api/nothing",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/nothing.js",
        "/join/nowhere",
        "/new/chess",
        "/nowhere",
    ],
)
def test_what_is_not_there_is_404(server: Server, path: str) -> None:
    assert server.person().http.get(path).status_code == 404


def test_a_ply_that_is_not_there(server: Server) -> None:
    person = server.person()
    table = person.table("linja")
    answer = person.http.get(f"/api/tables/{table}/plies/3")
    assert answer.status_code == 404
    assert answer.json() == {"error": "The game has 0 moves so far."}
    assert person.http.get(f"/api/tables/{table}/plies/-1").status_code == 422


def test_names_are_shown_as_text_not_markup(server: Server) -> None:
    person = server.person()
    named = person.http.put("/api/you", json={"name": "<b>\u202e" + "x" * 100}).json()["name"]
    assert len(named) <= 40
    assert "\u202e" not in named
    tab = person.sit(person.table("linja"))
    assert tab.state["seats"][0]["label"] == named
    assert named not in tab.state["scene"]["drawing"]
