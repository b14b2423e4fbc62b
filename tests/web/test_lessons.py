"""Lessons by HTTP: every try is judged, what is hidden stays hidden, and progress is kept."""

from typing import Any

import pytest

import linden
from cases import OWN
from linden.core.errors import GameError
from linden.core.game import Game
from linden.core.lessons import Course
from linden.web.http import lessons
from linden.web.store.store import Learning
from servers import ME, QUICK, Person, Server


def tries(person: Person, game: str, step: str, status: int = 200, **body: Any) -> Any:
    answer = person.http.post(f"/api/learn/{game}/{step}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def offer(person: Person, game: str) -> dict[str, Any]:
    home = person.http.get("/api/home").json()
    (found,) = (one for one in home["lessons"] if one["game"] == game)
    return dict(found)


def test_a_right_try_goes_on_and_a_wrong_one_stays(server: Server) -> None:
    ada = server.person()
    first = tries(ada, "linja", "end")
    assert first["right"] is None
    assert (first["task"], first["tasks"]) == (0, 2)
    wrong = tries(ada, "linja", "end", move="7-8")
    assert wrong["right"] is False
    assert wrong["scene"]["drawing"] == first["scene"]["drawing"]
    right = tries(ada, "linja", "end", move=" 5 - 6 ")
    assert (right["right"], right["moves"], right["task"]) == (True, ["5-6"], 1)
    last = tries(ada, "linja", "end", moves=["5-6"], move="5-7")
    assert last["task"] == 2
    assert last["scene"]["moves"] == []
    steps = ada.http.get("/api/learn/linja").json()["steps"]
    assert [step["name"] for step in steps if step["done"]] == ["end"]
    others = server.person().http.get("/api/learn/linja").json()["steps"]
    assert not any(step["done"] for step in others)


def test_looking_keeps_nothing(server: Server) -> None:
    ada = server.person()
    seen = tries(ada, "linja", "open", move="7-8", preview=True)
    assert seen["right"] is None
    assert tries(ada, "linja", "open", help=True)["hint"] == ["red-7", "8"]
    assert "pawn" in tries(ada, "linja", "open", touched=["black-7"])["says"]
    assert offer(ada, "linja")["done"] == 0


def test_faulty_tries_are_refused_with_a_sentence(server: Server) -> None:
    ada = server.person()
    assert "cannot be played" in tries(ada, "linja", "open", 422, move="1-3")["error"]
    assert "elsewhere" in tries(ada, "linja", "open", 422, moves=["1-2"])["error"]
    assert "done already" in tries(ada, "linja", "open", 422, moves=["7-8", "7-8"])["error"]
    assert "no such step" in tries(ada, "linja", "nonsense", 404)["error"]
    assert "no lesson" in tries(ada, "pig", "open", 404)["error"]
    assert ada.http.get("/api/learn/pig").status_code == 404
    assert ada.http.get("/api/learn/nonsense").status_code == 404
    assert ada.http.get("/learn/pig").status_code == 404
    assert ada.http.get("/learn/linja").status_code == 200
    tries(ada, "linja", "open", 422, moves=["1-2"] * 1000)


def test_the_others_hand_stays_hidden(server: Server) -> None:
    ada = server.person()
    for step in linden.load("linx").lesson:
        state = tries(ada, "linx", step.name)
        whole = Course.of("linx", step).position
        assert state["scene"]["text"] == whole.view(state["learner"]).text != whole.text
        after = tries(ada, "linx", step.name, move=whole.moves[0], preview=True)
        assert after["scene"]["text"] == whole.play(whole.moves[0]).view(state["learner"]).text


def test_a_lesson_is_offered_to_who_has_not_played(server: Server) -> None:
    ada = server.person()
    assert offer(ada, "linja") == {"game": "linja", "done": 0, "of": 6, "offered": True}
    tries(ada, "linja", "open", move="7-8")
    assert offer(ada, "linja")["done"] == 1
    assert ada.http.get("/api/games/linja").json()["lesson"]["done"] == 1
    ada.table("linja", [ME, QUICK])
    assert not offer(ada, "linja")["offered"]
    assert offer(ada, "linage")["offered"]
    assert ada.http.get("/api/games/pig").json()["lesson"] is None


def test_a_lesson_is_told_in_the_readers_language(server: Server) -> None:
    ada = server.person()
    for lang, word in (("de", "Reihe"), ("fr", "rangée"), ("it", "riga")):
        ada.http.headers["Accept-Language"] = lang
        assert word in tries(ada, "linja", "open")["asks"]
        assert word in tries(ada, "linja", "open", move="1-2")["says"]


def test_a_lesson_that_cannot_be_read_keeps_nothing_else_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = vars(Game)["lesson"].func

    def faulty(game: Game) -> object:
        if game.name == "linja":
            raise GameError("Linja cannot be played: NameError in lessons.py.")
        return whole(game)

    monkeypatch.setattr(Game, "lesson", property(faulty))
    found = lessons.cards(Learning(frozenset(), frozenset()))
    assert {card.game for card in found} == {*OWN} - {"linja"}
