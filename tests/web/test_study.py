"""Study: positions by text or by hand, branches judged like the game, and playing on from there."""

import random
import re
from typing import Any

import pytest

import linden
from servers import FRIEND, HERE, ME, QUICK, Person, Server
from sites import alone

POSITION = "6.1.0.1.1.1.2.0/0.1.1.1.2.1.0.6 black opening"


def post(person: Person, path: str, **body: Any) -> Any:
    answer = person.http.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(person: Person, path: str, **body: Any) -> tuple[int, str]:
    answer = person.http.post(path, json=body)
    assert answer.status_code != 200, answer.text
    return answer.status_code, answer.json()["error"]


# -- the board


def test_a_board_is_seen_from_the_side_that_is_asked_for(server: Server) -> None:
    ada = server.person()
    mine = post(ada, "/api/line", game="linja")
    theirs = post(ada, "/api/line", game="linja", near=1)
    assert mine["sides"]
    assert mine["drawing"] != theirs["drawing"]
    assert post(ada, "/api/line", game="linja", near=0)["drawing"] == mine["drawing"]
    assert post(ada, "/api/line", game="linja", near=9)["drawing"] == mine["drawing"]
    assert not post(ada, "/api/line", game="linear")["sides"]


def test_whoever_plays_black_has_black_near(server: Server) -> None:
    ada = server.person()
    black = ada.sit(ada.table("linja", [QUICK, ME]))
    red = ada.sit(ada.table("linja", [ME, QUICK]))
    heights = [
        float(re.findall(r'y="([\d.]+)"[^>]*/><text[^>]*>8<', tab.state["scene"]["drawing"])[0])
        for tab in (red, black)
    ]
    assert heights[0] < heights[1], "row 8 is far from Red and near to Black"


def test_a_position_is_changed_by_hand(server: Server) -> None:
    ada = server.person()
    scene = post(ada, "/api/line", game="linja", position=POSITION, edit=True)
    assert scene["editable"]
    (turn,) = (move for move in scene["moves"] if move["touches"] == ["turn"])
    after = post(ada, "/api/line", game="linja", position=turn["move"], edit=True)
    assert after["toMove"] == 0
    assert not post(ada, "/api/line", game="pig", edit=True)["editable"]
    status, says = refused(ada, "/api/line", game="linja", position="nonsense")
    assert (status, "it looks like" in says) == (422, True)


# -- judgements


def test_a_branch_is_judged_as_the_game_is(server: Server) -> None:
    ada = alone(server).person()  # each node remembers what it has found
    best = post(ada, "/api/judgement", game="linja", position=POSITION)
    assert best["move"] == best["best"]
    assert abs(sum(best["win"]) - 1) < 1e-6
    assert best["loss"] == 0
    game = linden.load("linja")
    other = next(move for move in game.parse(POSITION).moves if move != best["best"])
    judged = post(ada, "/api/judgement", game="linja", position=POSITION, move=other)
    assert (judged["move"], judged["ply"], judged["seat"]) == (other, 1, 1)
    assert judged["grade"] in ("best", "good", "slip", "mistake", "blunder")
    again = post(ada, "/api/judgement", game="linja", position=POSITION, move=other)
    assert again == judged, "what was found is remembered"


def test_what_cannot_be_judged_is_refused(server: Server) -> None:
    ada = server.person()
    assert refused(ada, "/api/judgement", game="linja", move="9-9")[0] == 422
    assert refused(ada, "/api/judgement", game="linja", moves=["9-9"])[0] == 422
    assert post(ada, "/api/judgement", game="linos") is None, "chance is to move"
    assert refused(ada, "/api/judgement", game="nothing")[0] == 404


def test_nobody_is_helped_while_others_play(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    mine = ada.sit(ada.table("linja", [ME, FRIEND]))
    bob.join(mine.state["seats"][1]["link"])
    for person in (ada, bob, server.person()):
        assert refused(person, "/api/judgement", table=mine.table)[0] == 409
        wish = {"game": "linja", "table": mine.table, "ply": 0}
        assert refused(person, "/api/tables", **wish)[0] == 409


# -- playing on


def test_a_game_goes_on_from_a_position(server: Server) -> None:
    ada = server.person("Ada")
    table = post(ada, "/api/tables", game="linja", seats=[QUICK, ME], position=POSITION)["id"]
    tab = ada.sit(table)
    assert tab.state["scene"]["text"] == POSITION
    tab.settled()
    tab.play(tab.legal[0])
    text = ada.http.get(f"/api/tables/{table}/record").text
    assert f"Position: {POSITION}" in text
    (copy,) = post(ada, "/api/my-games/import", text=text)["tables"]
    assert ada.get(f"/api/tables/{copy}")["history"]
    tab.send(type="resign")
    tab.ended()
    again = post(ada, f"/api/tables/{table}/rematch")["id"]
    assert f"Position: {POSITION}" in ada.http.get(f"/api/tables/{again}/record").text


def test_a_game_goes_on_from_a_move_of_another(server: Server) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    tab = ada.sit(ada.table("linx", [ME, HERE]))
    played = tab.play_out(seed=3)
    ply = len(played["history"]) // 2
    wish = {"game": "linx", "seats": [ME, QUICK], "table": tab.table, "ply": ply}
    table = post(eve, "/api/tables", **wish)["id"]
    moves = [entry["move"] for entry in eve.sit(table).state["history"]]
    assert len(moves) >= ply
    status, _ = refused(eve, "/api/tables", **{**wish, "ply": len(played["history"])})
    assert status == 422
    assert refused(eve, "/api/tables", **{**wish, "game": "linja"})[0] == 422
    for other in (FRIEND, {"kind": "anybody"}):  # eve has seen the hand they would get
        assert refused(eve, "/api/tables", **{**wish, "seats": [ME, other]})[0] in (409, 422)
    post(eve, "/api/tables", **{**wish, "seats": [ME, HERE]})


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"game": "linja", "position": "nonsense"}, "it looks like"),
        ({"game": "linx", "position": "x"}, "begins at its start"),
        ({"game": "linja", "table": "nosuchtable"}, "no such table"),
    ],
)
def test_what_is_no_beginning_is_refused(server: Server, wish: dict[str, Any], says: str) -> None:
    status, sentence = refused(server.person(), "/api/tables", **wish)
    assert status in (404, 422)
    assert says in sentence


def test_a_position_where_the_game_is_over_is_no_beginning(server: Server) -> None:
    position, rng = linden.load("linear", board="4x4").start(), random.Random(1)
    while not position.over:
        position = position.play(rng.choice(position.moves))
    wish = {"game": "linear", "options": {"board": "4x4"}, "position": position.text}
    status, sentence = refused(server.person(), "/api/tables", **wish)
    assert (status, sentence) == (422, "The game is over in this position.")
