"""The coach in the API: the largest losses of a game, trying them again, what one tends to miss."""

import asyncio
import random
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import linden
from linden.core.position import Position
from linden.core.record import replay
from linden.solve.exact import solver_for
from linden.solve.solver import build
from linden.web.compute.judging import judge_exactly
from linden.web.compute.moments import LEAST_LOSS, STRETCH, worth_a_look
from linden.web.errors import Refusal
from linden.web.http.moments import judgement_of, moment_of, verdict
from linden.web.limits import Caller, Limits
from linden.web.messages import Judgement
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from servers import FRIEND, HERE, ME, PATIENCE, Person, Server

TINY = {"size": "3x4", "komi": 0}


def shown_hands(drawing: str) -> set[str]:
    """The seats whose tiles lie face up in their hands."""
    return set(re.findall(r'id=\\?"hand-(\d)-[RPS]-', drawing))


@cache
def value(position: Position) -> float:
    """Vertical's share of the win under perfect play, by trying everything."""
    if position.over:
        lead = position.scores[0] - position.scores[1]
        return 0.5 if lead == 0 else float(lead > 0)
    best = max if position.turn == 0 else min
    return best(value(position.play(move)) for move in position.moves)


def loss(before: Position, move: str) -> float:
    return abs(value(before) - value(before.play(move)))


def judgement(ply: int, seat: int, loss: float, cost: float = 0) -> Judgement:
    return Judgement(
        ply=ply,
        seat=seat,
        move="a",
        win=[0.5, 0.5],
        scores=[0, 0],
        best="b" if loss else "a",
        best_says="",
        gain=0.9,
        loss=loss,
        grade="mistake",
        cost=cost,
    )


def chosen(losses: list[float], each: int = 1) -> list[int]:
    """The turns that are chosen, where two seats have turns of so many moves in turn."""
    plies = []
    for turn, lost in enumerate(losses):
        for part in range(each):
            ply = 2 * each * turn + part + 1
            plies += [judgement(ply, 0, lost if part == 0 else lost / 2)]
        plies += [judgement(2 * each * turn + each + 1, 1, 0.9)]
    return [(one.ply - 1) // (2 * each) for one in worth_a_look(plies, 0)]


# -- which they are ------------------------------------------------------------------------------


def test_moments_are_the_largest_losses_in_the_order_of_the_game() -> None:
    assert chosen([0.1, 0, 0, 0, 0.3, 0, 0, 0, 0.2, 0, 0, 0, 0.4]) == [4, 8, 12]


def test_no_mistake_is_made_up() -> None:
    assert chosen([0.01, 0.04, LEAST_LOSS - 0.001] * 5) == []
    assert chosen([0.0, 0.0, 0.0, 0.0, 0.06]) == [4]


def test_a_stretch_has_two_moments_at_most() -> None:
    assert chosen([0.5, 0.6, 0.7, 0, 0, 0, 0, 0.1]) == [1, 2, 7]
    assert len(chosen([0.5] * STRETCH)) == 2


def test_a_turn_has_one_moment() -> None:
    assert chosen([0.5, 0, 0, 0, 0.4, 0, 0, 0, 0.3], each=2) == [0, 4, 8]
    assert chosen([0.5], each=3) == [0]


def test_they_are_the_largest_losses_of_a_solved_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tablebase and the choice, against trying everything and looking at everything."""
    monkeypatch.setenv("LINDEN_SOLVED_DIR", str(tmp_path))
    monkeypatch.setenv("LINDEN_STEP_BACK", "0")
    game = linden.load("linage", **TINY)
    build(solver_for(game))
    rng, seen = random.Random(2), 0
    for _ in range(30):
        positions, moves = [game.start()], list[str]()
        while not positions[-1].over:
            moves.append(rng.choice(positions[-1].moves))
            positions.append(positions[-1].play(moves[-1]))
        plies = [
            judge_exactly(at, move, ply + 1)
            for ply, (at, move) in enumerate(zip(positions, moves, strict=False))
        ]
        judged = [one for one in plies if one is not None]
        assert [one.loss for one in judged] == [
            loss(at, move) for at, move in zip(positions, moves, strict=False)
        ]
        for seat in (0, 1):
            found = {one.ply for one in worth_a_look(judged, seat)}
            lost = {
                ply + 1: loss(at, move)
                for ply, (at, move) in enumerate(zip(positions, moves, strict=False))
                if at.turn == seat
            }
            seen += len(found)
            assert all(lost[ply] > 0 for ply in found)
            order = sorted(lost)
            for ply in set(order) - found:
                larger = [one for one in found if lost[one] >= lost[ply]]
                near = [it for it in larger if abs(order.index(it) - order.index(ply)) < STRETCH]
                assert lost[ply] == 0 or len(larger) == 3 or len(near) == 2, (moves, ply)
    assert seen > 20


# -- through the API -----------------------------------------------------------------------------


def asked(person: Person, table: str) -> dict[str, Any]:
    """The moments, once all moves are judged."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        answer = person.http.post(f"/api/tables/{table}/moments", json={})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        if found["done"] == found["of"]:
            return found
        time.sleep(0.1)
    raise AssertionError("the analysis does not end")


def attempt(person: Person, table: str, ply: int, **wish: Any) -> dict[str, Any]:
    answer = person.http.post(f"/api/tables/{table}/moments/{ply}", json=wish)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def play_badly(ada: Person, bob: Person) -> str:
    """A game in which Ada, Vertical, gives away a won game, and Bob nothing."""
    table = ada.table("linage", [ME, FRIEND], TINY)
    tabs = [ada.sit(table)]
    bob.join(tabs[0].state["seats"][1]["link"])
    tabs.append(bob.sit(table))
    position = linden.load("linage", **TINY).start()
    while not position.over:
        seat, best = position.turn, value(position)
        kept = [it for it in position.moves if value(position.play(it)) == best]
        lost = [it for it in position.moves if it not in kept]
        move = (lost or kept)[0] if seat == 0 else kept[0]
        if tabs[seat].state["turn"]["kind"] != "you":
            tabs[seat].next_state(lambda state: state["turn"]["kind"] == "you")
        tabs[seat].play(move)
        position = position.play(move)
    return table


@pytest.fixture(scope="module")
def lost(running: Server) -> Iterator[tuple[Person, Person, str]]:
    ada, bob = running.person("Ada"), running.person("Bob")
    table = play_badly(ada, bob)
    yield ada, bob, table
    ada.leave()
    bob.leave()


def moves_of(person: Person, table: str) -> list[str]:
    return [entry["move"] for entry in person.get(f"/api/tables/{table}")["history"]]


def test_ones_own_moments_are_told_kept_and_counted(lost: tuple[Person, Person, str]) -> None:
    ada, bob, table = lost
    found, moves = asked(ada, table), moves_of(ada, table)
    assert found["seats"] == [0]
    assert found["moments"]
    for one in found["moments"]:
        before = replay(linden.load("linage", **TINY), moves[: one["ply"]])
        assert (one["seat"], one["played"]) == (0, moves[one["ply"]])
        assert one["loss"] == pytest.approx(loss(before, one["played"]), abs=0.02)
        assert value(before.play(one["better"])) == value(before)
        assert one["says"]
        assert one["drawing"].startswith("<svg")
        assert ada.get(f"/api/tables/{table}/moments/{one['ply']}") == one
    played_well = asked(bob, table)
    assert (played_well["seats"], played_well["moments"]) == ([1], [])

    mine = ada.get("/api/my-games/misses")["games"]
    assert [(one["name"], one["reviewed"], one["well"]) for one in mine] == [("linage", 1, 0)]
    themes = mine[0]["themes"]
    assert sum(theme["times"] for theme in themes) == len(found["moments"])
    examples = [example for theme in themes for example in theme["examples"]]
    assert {one["ply"] for one in examples} == {one["ply"] for one in found["moments"]}
    assert {theme["title"] for theme in themes} == {one["title"] for one in found["moments"]}
    theirs = bob.get("/api/my-games/misses")["games"]
    assert [(one["reviewed"], one["well"], one["themes"]) for one in theirs] == [(1, 1, [])]


def test_who_only_watches_sees_everybodys_and_keeps_nothing(
    running: Server, lost: tuple[Person, Person, str]
) -> None:
    eve = running.person()
    found = asked(eve, lost[2])
    assert found["seats"] == [0, 1]
    assert {one["seat"] for one in found["moments"]} == {0}
    assert eve.get("/api/my-games/misses") == {"games": []}
    eve.leave()


def test_a_moment_is_tried_again(lost: tuple[Person, Person, str]) -> None:
    ada, _, table = lost
    one = asked(ada, table)["moments"][0]
    ply = one["ply"]
    before = replay(linden.load("linage", **TINY), moves_of(ada, table)[:ply])
    same = attempt(ada, table, ply, move=one["played"])
    assert (same["right"], same["move"]) == (False, "")
    made = "draw" if value(before.play(one["played"])) == 0.5 else "loss"
    assert same["says"][1] == f"That is what was played. That turns a sure win into a {made}."
    assert same["says"][2] == f"The theme here: {one['title']}."
    assert one["better"] not in " ".join(same["says"]).split()
    for move in before.moves:
        if move in (one["played"], one["better"]):
            continue
        tried = attempt(ada, table, ply, move=move)
        assert tried["right"] == (value(before.play(move)) == value(before)), move
        assert tried["move"] == (move if tried["right"] else "")
    right = attempt(ada, table, ply, move=one["better"])
    assert right["says"][0] == "Right: that is the move."
    assert right["says"][2] == one["says"]
    shown = attempt(ada, table, ply, show=True)
    assert (shown["right"], shown["move"]) == (False, one["better"])


def test_what_cannot_be_tried_is_refused(lost: tuple[Person, Person, str]) -> None:
    ada, _, table = lost
    address = f"/api/tables/{table}/moments"
    one = asked(ada, table)["moments"][0]["ply"]
    last = len(moves_of(ada, table))
    for path, wish, code in (
        (f"{address}/{one}", {}, 422),
        (f"{address}/{one}", {"move": "z9"}, 422),
        (f"{address}/{last}", {"move": "a1"}, 404),
        (f"{address}/{last + 5}", {"move": "a1"}, 404),
        (f"{address}/1", {"move": "a1"}, 404),  # Bob's move was the best one
    ):
        answer = ada.http.post(path, json=wish)
        assert answer.status_code == code, (path, wish, answer.text)
        assert answer.json()["error"]
    running = ada.table("linage", [ME, HERE], TINY)
    refused = ada.http.post(f"/api/tables/{running}/moments", json={})
    assert refused.status_code == 409


def test_they_are_told_in_the_readers_language(lost: tuple[Person, Person, str]) -> None:
    ada, _, table = lost
    english = asked(ada, table)["moments"][0]
    german = ada.http.get(
        f"/api/tables/{table}/moments/{english['ply']}", headers={"Accept-Language": "de"}
    ).json()
    assert german["theme"] == english["theme"]
    assert german["title"] != english["title"]
    assert german["says"] != english["says"]


# -- what is hidden ------------------------------------------------------------------------------


def table_of(*positions: Position, moves: tuple[str, ...]) -> Table:
    people = (Sitter("person", "ada", "Ada"), Sitter("person", "bob", "Bob"))
    return Table("one", positions[0].game, "ada", people, moves, positions, seating=(0, 1))


def test_a_moment_shows_no_more_than_its_mover_knew() -> None:
    """Games that one seat cannot tell apart give the same moment, to the last byte."""
    game, told = linden.load("linx"), []
    for hands in ("004+450 022+433", "400+054 022+433", "112+342 022+433"):
        before = game.parse(f"d3:Sy/Ry/Rb {hands} blue play")
        played = table_of(before, before.play("Se3"), moves=("Se3",))
        judged = judgement(1, 1, 0.4).model_copy(update={"move": "Se3", "best": "Se2"})
        told.append(moment_of(played, judged).model_dump_json())
        assert shown_hands(told[-1]) == {"1"}
        said = [verdict(played, judged, move, 0.3) for move in ("Se3", "Se2", "Pe3")]
        told[-1] += "".join(one.model_dump_json() for one in said)
    assert told[0] == told[1] == told[2]


def test_a_position_is_tried_as_its_mover_saw_it(server: Server) -> None:
    ada, bob = server.person(), server.person()
    table = ada.table("linx", [ME, FRIEND])
    tab = ada.sit(table)
    bob.join(tab.state["seats"][1]["link"])
    bob_tab = bob.sit(table)
    tab.play(tab.legal[0])
    bob_tab.next_state(lambda state: state["turn"]["kind"] == "you")
    wish = {"table": table, "ply": len(bob_tab.moves), "moves": []}
    peek = ada.http.post("/api/line", json={**wish, "seen": 1}).json()
    assert [stock[0] == "?" for stock in peek["text"].split()[1:3]] == [False, True]
    bob_tab.send(type="resign")
    tab.ended()
    whole = ada.http.post("/api/line", json=wish).json()
    assert "?" not in whole["text"]
    for seat in (0, 1):
        seen = ada.http.post("/api/line", json={**wish, "seen": seat}).json()
        hidden = [stock[0] == "?" for stock in seen["text"].split()[1:3]]
        assert hidden == [seat == 1, seat == 0]
        assert shown_hands(seen["drawing"]) == {str(seat)}


def test_looking_at_one_moment_after_the_other_has_an_end() -> None:
    """Each may have two moves played on for a while."""

    class Closed:
        def check_review(self, visitor: str) -> None:
            raise Refusal("Not yet.", 409)

    here: Any = SimpleNamespace(limits=Limits())
    table: Any = Closed()

    async def look() -> int:
        with pytest.raises(Refusal) as refused:
            await judgement_of(here, table, 0, Caller("eve", "192.0.2.7"))
        return refused.value.status

    async def many() -> list[int]:
        return [await look() for _ in range(60)]

    statuses = asyncio.run(many())
    assert (statuses[0], statuses[-1]) == (409, 429)


# -- games from outside --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["breakthrough", "pig"])
def test_a_game_that_declares_nothing_is_coached_too(name: str) -> None:
    before = linden.load(name).start()
    if name == "pig":
        before = before.play("roll").play("die 6")
    better, played = before.moves[:2]
    table = table_of(before, before.play(played), moves=(played,))
    judged = judgement(1, 0, 0.4).model_copy(update={"move": played, "best": better})
    one = moment_of(table, judged)
    assert (one.played, one.better, one.title) == (played, better, "Better chances")
    assert one.says == f"{better} wins about 90 games of 100, {played} about 50."
    assert verdict(table, judged, better, 0.0).right
    assert not verdict(table, judged, played, 0.4).right


def test_a_coach_that_goes_wrong_keeps_no_moment_back(monkeypatch: pytest.MonkeyPatch) -> None:
    from linden.games.linja import coach

    def wrong(miss: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(coach, "remark", wrong)
    before = linden.load("linja").start()
    table = table_of(before, before.play("7-8"), moves=("7-8",))
    judged = judgement(1, 0, 0.4).model_copy(update={"move": "7-8", "best": "1-2"})
    assert moment_of(table, judged).theme == "chances"
