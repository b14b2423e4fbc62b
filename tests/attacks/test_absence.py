"""Somebody leaves a table, or does not come: the others may end it after a while, not before."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from attacks.house import House, OpenTab
from linden.core.game import load
from linden.solve.exact import if_solved, solver_for
from linden.solve.solver import build
from linden.web.messages import NewTable
from linden.web.store.times import Beat
from linden.web.store.vacations import DAY
from linden.web.tables import clock, timing
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


def sitting(
    house: House, seconds: float | None, game: str = "breakthrough", **options: object
) -> tuple[OpenTab, OpenTab]:
    """Ada and Bob; nobody has moved yet."""
    time = None if seconds is None else {"kind": "turn", "seconds": seconds}
    wish = {"game": game, "options": options, "seats": [ME, FRIEND], "clock": time}
    made = house.lobby.create("ada", "Ada", NewTable.model_validate(wish))
    table = str(house.run(made))
    house.join(table, 1, "bob")
    ada, bob = house.sit(table, "ada"), house.sit(table, "bob")
    house.settle()
    return ada, bob


def at_a_table(
    house: House, seconds: float | None, game: str = "breakthrough", **options: object
) -> tuple[OpenTab, OpenTab]:
    """Ada has moved, and it is Bob's turn."""
    ada, bob = sitting(house, seconds, game, **options)
    table = ada.table
    ada.ask(type="move", move=house.live(table).position.moves[0])
    house.settle()
    return ada, bob


def claimable_in(tab: OpenTab) -> float:
    return float(tab.state["absence"]["wait"])


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
    monkeypatch.setattr(timing, "AWAY_SECONDS", 0.3)
    ada, bob = at_a_table(house, 600)
    assert ada.state["absence"] is None, "he is there"
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
    monkeypatch.setattr(timing, "AWAY_SECONDS", 0.1)
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
    monkeypatch.setattr(timing, "AWAY_SECONDS", 0.2)
    ada, bob = at_a_table(house, 600)
    bob.socket.hang_up()
    pass_by(house, 0.4)
    again = house.sit(ada.table, "bob")
    pass_by(house, 0.1)
    assert ada.state["absence"] is None
    told(house, ada, "absent")
    assert ada.refusals == ["Wait a little longer: they may come back."]
    told(house, again, "absent")
    assert again.refusals == ["Nobody who is to move is away."]


def test_whoever_does_not_come_to_a_game_has_it_called_off(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "AWAY_SECONDS", 0.3)
    ada, bob = sitting(house, 600)
    told(house, bob, "absent")
    assert bob.refusals == ["Wait a little longer: they may come back."], "she is there"
    ada.socket.hang_up()
    pass_by(house, 0.1)
    assert bob.state["absence"]["callsOff"]
    told(house, bob, "absent")
    assert len(bob.refusals) == 2, "not yet"
    pass_by(house, 0.4)
    told(house, bob, "absent")
    result = bob.state["scene"]["result"]
    assert (result["how"], result["winners"]) == ("aborted", [])
    kept = house.on_disk(bob.table)
    assert (kept.ended, kept.loser, kept.returns) == ("aborted", 0, (0.0, 0.0))


def test_whoever_resigns_a_game_that_the_other_one_does_not_begin_has_not_lost_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """She is there, and does nothing: no time runs yet."""
    monkeypatch.setattr(clock, "LEAST_FOR_FIRST", 0.5)
    monkeypatch.setattr(clock, "MOST_FOR_FIRST", 0.5)
    ada, bob = sitting(house, 600)
    assert ada.state["absence"] is None
    assert bob.state["absence"]["callsOff"]
    assert 0 < claimable_in(bob) <= 0.5
    _, eve = sitting(house, 600)
    told(house, eve, "resign")
    assert house.on_disk(eve.table).ended == "resigned", "nobody waits for her yet"
    pass_by(house, 0.6)
    told(house, ada, "absent")
    assert ada.refusals == ["Nobody who is to move is away."]
    told(house, bob, "resign")
    kept = house.on_disk(bob.table)
    assert (kept.ended, kept.loser, kept.returns) == ("aborted", 0, (0.0, 0.0))


def test_where_there_is_no_clock_people_are_waited_for_longer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "AWAY_SECONDS", 0.0)
    monkeypatch.setattr(timing, "LONG_AWAY_SECONDS", 0.5)
    ada, bob = at_a_table(house, None)
    bob.socket.hang_up()
    pass_by(house, 0.1)
    assert 0.1 < claimable_in(ada) <= 0.5
    told(house, ada, "absent")
    assert ada.refusals == ["Wait a little longer: they may come back."]
    pass_by(house, 0.6)
    told(house, ada, "absent")
    assert house.on_disk(ada.table).ended == "left"


def test_nobody_is_absent_before_it_is_their_turn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long somebody thinks, the other one has the whole time to come back from then on."""
    monkeypatch.setattr(timing, "AWAY_SECONDS", 0.4)
    ada, bob = sitting(house, 600)
    bob.socket.hang_up()
    pass_by(house, 0.6)
    ada.ask(type="move", move=house.live(ada.table).position.moves[0])
    house.settle()
    assert 0.2 < claimable_in(ada) <= 0.4
    told(house, ada, "absent")
    assert ada.refusals == ["Wait a little longer: they may come back."]


def test_who_has_days_may_be_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "AWAY_SECONDS", 0.0)
    ada, bob = at_a_table(house, 86_400)
    bob.socket.hang_up()
    pass_by(house, 0.1)
    assert ada.state["absence"] is None
    told(house, ada, "absent")
    assert ada.refusals == ["Nobody who is to move is away."]


def test_no_flag_falls_on_vacation_though_the_table_was_not_told(house: House) -> None:
    """As where the server died after the vacation was kept; the time before it is charged."""
    lobby, keeper = house.lobby, house.lobby.timekeeper
    house.run(keeper.begin(None))
    ada, _ = at_a_table(house, 3 * DAY)

    def days_pass(days: float) -> None:
        keeper._take(Beat(keeper.now() + days * DAY, time.monotonic()))

    days_pass(1)
    began = house.run(house.store.vacations.begin("bob", keeper.now(), 5))
    assert began is not None
    days_pass(3)
    house.run(lobby.fall_flag(ada.table))
    now = house.live(ada.table)
    assert not now.over
    assert now.clock is not None
    assert now.clock.left_at(keeper.now())[1] == pytest.approx(2 * DAY, abs=60)
    assert now.flag_at == pytest.approx(began.until + 2 * DAY, abs=60)
    days_pass(3.9)
    house.run(lobby.fall_flag(ada.table))
    assert not house.live(ada.table).over
    days_pass(0.2)
    house.run(lobby.fall_flag(ada.table))
    assert house.on_disk(ada.table).ended == "flagged"
