"""The figures of the rules, by HTTP: boards on which one can do what they tell of."""

from typing import Any

import pytest

import linden
from linden.core.figures import plates
from servers import Server

FIGURES = [
    pytest.param(name, figure.name, id=f"{name}-{figure.name}")
    for name in linden.games()
    for figure in linden.load(name).figures
]


def asked(server: Server, game: str, figure: str, wish: dict[str, Any] | None = None) -> Any:
    answer = server.person().http.post(f"/api/games/{game}/figures/{figure}", json=wish or {})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_every_figure_can_be_played_in(server: Server, name: str, figure: str) -> None:
    """What it tells of can be done there, move by move, and every hint leads to it."""
    plate = plates(name, linden.load(name).figures)[figure]
    state = asked(server, name, figure)
    assert state["moves"] == []
    assert "<svg" in state["scene"]["drawing"]
    assert state["scene"]["moves"]
    for told in plate.figure.moves:
        if told in state["moves"] or not state["hint"]:
            break  # chance has gone another way
        offered = {move["move"]: move["touches"] for move in state["scene"]["moves"]}
        assert offered[told] == state["hint"]
        wish = {"moves": state["moves"], "move": told}
        looked = asked(server, name, figure, {**wish, "preview": True})
        assert looked["scene"]["drawing"] != state["scene"]["drawing"]
        state = asked(server, name, figure, wish)
        assert told in state["moves"]


def test_figures_refuse_what_is_not_there(server: Server) -> None:
    http = server.person().http
    assert http.post("/api/games/linja/figures/none", json={}).status_code == 404
    assert http.post("/api/games/chess/figures/start", json={}).status_code == 404
    wrong = http.post("/api/games/linja/figures/opening", json={"move": "1-8"})
    assert wrong.status_code == 422
    assert "cannot be played" in wrong.json()["error"]
    touched = http.post("/api/games/linja/figures/opening", json={"touched": ["8"]}).json()
    assert touched["says"].endswith(".")


def test_a_figure_shows_the_hand_of_whoever_moves_and_no_other(server: Server) -> None:
    start = asked(server, "linx", "start")
    assert start["scene"]["drawing"].count('data-at="hand-') > 0
    told = plates("linx", linden.load("linx").figures)["start"].begins
    assert start["scene"]["text"] == told.view(0).text
    after = asked(server, "linx", "start", {"move": start["scene"]["moves"][0]["move"]})
    assert len(after["moves"]) == 3, "a tile, and two that are drawn"
    assert after["scene"]["toMove"] == 1
    assert "?" in after["scene"]["text"]
