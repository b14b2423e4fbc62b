"""Somebody leaves a table whose clock runs: the others may end it after a while, not before."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from attacks.house import House, OpenTab
from linden.core.game import load
from linden.solve.exact import if_solved, solver_for
from linden.solve.solver import build
from linden.web.messages import NewTable
from linden.web.tables import lobby, view
from servers import FRIEND, ME


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    for tab in house.tabs:
        tab.socket.hang_up()
    house.settle()
    house.run(house.autoplay.close())
    house.run(house.lobby.close())
    house.searches.close()
    house.store.close()
    house.loop.close()


def at_a_table(
    house: House, seconds: int, game: str = "breakthrough", **options: object
) -> tuple[OpenTab, OpenTab]:
    """Ada has moved, and it is Bob's turn."""
    wish = NewTable.model_validate(
        {
            "game": game,
            "options": options,
            "seats": [ME, FRIEND],
            "clock": {"kind": "turn", "seconds": seconds},
        }
    )
    table = str(house.run(house.lobby.create("ada", "Ada", wish)))
    house.join(table, 1, "bob")
    ada, bob = house.sit(table, "ada"), house.sit(table, "bob")
    house.settle()
    ada.ask(type="move", move=house.live(table).position.moves[0])
    house.settle()
    return ada, bob


def claimable_in(tab: OpenTab) -> float:
    return float(tab.state["clock"]["claim"])


def told(house: House, tab: OpenTab, message: str) -> None:
    """Send it, and wait for the answer."""
    heard, patience = len(tab.socket.sent), 500
    tab.ask(type=message)
    while len(tab.socket.sent) == heard:
        pass_by(house, 0.02)
        patience -= 1
        assert patience > 0, "nothing was answered"


def pass_by(house: House, seconds: float) -> None:
    house.run(asyncio.sleep(seconds))
    house.settle()


def test_whoever_is_to_move_and_has_left_is_called_absent(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (lobby, view):
        monkeypatch.setattr(module, "AWAY_SECONDS", 0.3)
    ada, bob = at_a_table(house, 600)
    assert ada.state["clock"]["claim"] is None, "he is there"
    told(house, ada, "absent")
    assert ada.refusals == ["Wait a little longer: they may come back."]
    bob.socket.hang_up()
    pass_by(house, 0.1)
    assert 0 < claimable_in(ada) <= 0.3
    told(house, ada, "absent")
    assert len(ada.refusals) == 2, "not yet"
    stranger = house.sit(ada.table, "eve")
    pass_by(house, 0.4)
    told(house, stranger, "absent")
    assert stranger.refusals == ["You are watching; only players do that."]
    told(house, ada, "absent")
    assert ada.state["scene"]["result"]["how"] == "left"
    assert house.on_disk(ada.table).returns == (1.0, -1.0)
    told(house, ada, "absent")
    assert ada.refusals[-1] == "The game is over."


def test_what_is_known_decides_though_somebody_has_left(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board is small enough to be known completely: whoever stands better has won, even if it
    is whoever has left."""
    monkeypatch.setenv("LINDEN_SOLVED_DIR", str(tmp_path / "solved"))
    monkeypatch.setattr(lobby, "AWAY_SECONDS", 0.1)
    small = load("linage", size="3x4", komi=0)
    build(solver_for(small))
    ada, bob = at_a_table(house, 600, "linage", size="3x4", komi=0)
    bob.socket.hang_up()
    pass_by(house, 0.3)
    position = house.live(ada.table).position
    solved = if_solved(small)
    assert solved is not None
    win = solved.worth(position).win
    told(house, ada, "absent")
    result = ada.state["scene"]["result"]
    assert result["how"] == "adjudicated"
    assert result["winners"] == {0.0: [1], 0.5: [], 1.0: [0]}[win]
    assert house.on_disk(ada.table).ended == "adjudicated"


def test_whoever_comes_back_plays_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (lobby, view):
        monkeypatch.setattr(module, "AWAY_SECONDS", 0.2)
    ada, bob = at_a_table(house, 600)
    bob.socket.hang_up()
    pass_by(house, 0.4)
    again = house.sit(ada.table, "bob")
    pass_by(house, 0.1)
    assert ada.state["clock"]["claim"] is None
    told(house, ada, "absent")
    assert ada.refusals == ["Wait a little longer: they may come back."]
    told(house, again, "absent")
    assert again.refusals == ["Nobody who is to move is away."]


def test_who_has_days_may_be_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "AWAY_SECONDS", 0.0)
    ada, bob = at_a_table(house, 86_400)
    bob.socket.hang_up()
    pass_by(house, 0.1)
    assert ada.state["clock"]["claim"] is None
    told(house, ada, "absent")
    assert ada.refusals == ["Nobody who is to move is away."]
