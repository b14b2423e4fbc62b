"""Tables with clocks on a real server: who has no time left has lost, and neither a restart nor a
wrong clock takes anybody's time."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from linden.web.tables.clock import DAY
from linden.web.tables.session import MESSAGES_A_SECOND, MOST_MESSAGES
from servers import FRIEND, HERE, ME, QUICK, Server, Tab, kept_running
from wrong_clocks import WrongClock

FIVE = {"kind": "turn", "seconds": 5}
THREE_DAYS = {"kind": "turn", "seconds": 3 * DAY}
AWAY = 6.0
"""Seconds; longer than the shortest of these times."""
MINUTE: dict[str, Any] = {"kind": "game", "seconds": 60, "increment": 2}


def two_people(server: Server, clock: dict[str, Any] | None) -> tuple[Tab, Tab]:
    """At a table where the first move is made."""
    ada, bob = server.person("Ada"), server.person("Bob")
    white = ada.sit(ada.table("breakthrough", [ME, FRIEND], clock=clock))
    black = bob.sit(bob.join(white.state["seats"][1]["link"]))
    white.next_state(lambda state: state["seats"][1]["kind"] == "person")
    white.play(white.legal[0])
    black.next_state(lambda state: state["history"] != [])
    return white, black


def test_a_table_has_no_clock_unless_one_is_chosen(server: Server) -> None:
    white, _ = two_people(server, None)
    assert white.state["clock"] is None
    assert not white.state["can"]["pause"]
    white.ask(type="pause")
    assert white.refused() == "There is no time that runs here."
    white.ask(type="absent")
    assert white.refused() == "Wait a little longer: they may come back."
    white.send(type="resume")
    white.send(type="ping")
    answer = white.until(lambda message: message["type"] in {"refused", "pong"})
    assert answer["type"] == "pong", "nothing stands that could go on"


@pytest.mark.parametrize(
    ("seats", "clock", "status", "told"),
    [
        ([ME, HERE], FIVE, 422, "Where all sit at one screen there is no clock."),
        ([QUICK, QUICK], FIVE, 422, "Where only computers play there is no clock."),
        ([ME, FRIEND], {"kind": "game", "seconds": 90_000}, 422, "A game has 3 hours at most."),
        ([ME, FRIEND], {"kind": "turn", "seconds": 1}, 422, ""),
        ([ME, FRIEND], {"kind": "turn", "seconds": 1e12}, 422, ""),
        ([ME, FRIEND], {"kind": "hourglass", "seconds": 60}, 422, ""),
        ([ME, FRIEND], {"kind": "game", "seconds": 60, "increment": -1}, 422, ""),
        ([ME, FRIEND], "a minute", 422, ""),
    ],
)
def test_what_makes_no_sense_is_refused(
    server: Server, seats: list[dict[str, Any]], clock: object, status: int, told: str
) -> None:
    wish = {"game": "breakthrough", "options": {}, "seats": seats, "clock": clock}
    answer = server.person().http.post("/api/tables", json=wish)
    assert answer.status_code == status
    assert told in answer.json()["error"]


def test_flags_fall_and_who_moves_in_time_plays_on(server: Server) -> None:
    began = time.monotonic()
    lost = [two_people(server, FIVE) for _ in range(2)]
    white, black = two_people(server, FIVE)
    watcher = server.person().sit(lost[0][0].table)
    assert watcher.state["clock"]["running"] == 1
    time.sleep(2)
    black.play(black.legal[0])
    for winner, loser in lost:
        result = winner.ended()["scene"]["result"]
        assert (result["how"], result["winners"]) == ("flagged", [0])
        assert result["text"] == "[0:White] won: [1:Black] ran out of time."
        assert loser.ended()["clock"]["left"][1] == 0
        assert winner.state["clock"]["running"] is None
        loser.ask(type="move", move=loser.state["history"][0]["move"])
        assert loser.refused() == "The game is over."
    assert time.monotonic() - began > 5
    assert watcher.ended()["scene"]["result"]["how"] == "flagged"
    while not white.can_act:
        white.next_state()
    white.play(white.legal[0])
    assert not black.over
    games = lost[0][1].person.get("/api/my-games")["games"]
    assert games[0]["outcome"] == "lost"


def test_the_clocks_stand_by_consent(server: Server) -> None:
    white, black = two_people(server, FIVE)
    stranger = server.person().sit(white.table)
    stranger.ask(type="pause")
    assert "watching" in stranger.refused()
    white.ask(type="pause")
    black.next_state(lambda state: state["offers"] != [])
    white.ask(type="answer", offer="pause", yes=True)
    assert white.refused() == "The answer is for the others to give."
    black.ask(type="answer", offer="pause", yes=True)
    stands = white.next_state(lambda state: state["clock"]["paused"])
    assert stands["clock"]["running"] is None
    assert stands["can"]["resume"]
    stranger.send(type="resume")
    assert "watching" in stranger.refused()
    time.sleep(1)
    white.send(type="resume")
    runs = black.next_state(lambda state: not state["clock"]["paused"])
    assert abs(runs["clock"]["left"][1] - stands["clock"]["left"][1]) < 0.2
    white.ask(type="absent")
    assert white.refused() == "Wait a little longer: they may come back."
    card = white.person.get("/api/home")["open"][0]
    assert card["id"] == white.table
    assert 0 < card["left"] <= 5


def test_a_computer_plays_with_a_clock(server: Server) -> None:
    ada = server.person("Ada")
    tab = ada.sit(ada.table("breakthrough", [ME, QUICK], {"side": 5}, clock=MINUTE))
    for _ in range(3):
        tab.settled()
        tab.play(tab.legal[0])
    tab.settled()
    left = tab.state["clock"]["left"]
    assert all(50 < one <= 66 for one in left)


@pytest.mark.slow
def test_a_move_counts_when_it_is_read_however_long_earlier_messages_take(server: Server) -> None:
    white, black = two_people(server, MINUTE)
    before = black.state["clock"]["left"][1]
    frames = [b'{"type":"ping"}'] * (MOST_MESSAGES + 2 * MESSAGES_A_SECOND)
    move = {"type": "move", "version": black.state["version"], "move": black.legal[0]}
    told = b"".join(
        Frame(Opcode.TEXT, one).serialize(mask=True) for one in (*frames, json.dumps(move).encode())
    )
    began = time.monotonic()
    black.socket.socket.sendall(told)  # all of it at once
    white.next_state(lambda state: len(state["history"]) == 2)
    assert time.monotonic() - began > 1.5, "who says so much is listened to slowly"
    charged = before + MINUTE["increment"] - white.state["clock"]["left"][1]
    assert charged < 1.0


def test_neither_kill_nor_wrong_clocks_take_time(tmp_path: Path) -> None:
    """The wall clock jumps by 400 days both ways while time runs, and the server is away for some
    seconds: longer than somebody has at one of the tables."""
    clock = WrongClock(tmp_path)
    server = Server(tmp_path, **clock.environment)
    with kept_running(server):
        days = two_people(server, THREE_DAYS)
        white, black = two_people(server, MINUTE)
        began = time.monotonic()
        for jump in (400, -400):
            clock.be_wrong(jump * DAY)
            time.sleep(1.2)
            black.reconnect()
            served = time.monotonic() - began
            assert black.state["clock"]["left"][1] == pytest.approx(60 - served, abs=0.4)
        winner, loser = two_people(server, FIVE)
        flag_began = time.monotonic()
        server.kill()
        clock.be_wrong(0)
        time.sleep(AWAY)
        server.start()
        black.reconnect()
        left = black.state["clock"]["left"][1]
        up = time.monotonic() - began - AWAY
        assert 60 - up - 0.4 < left <= 60 - served + 1.5, "what it was away for is not charged"
        winner.reconnect()
        assert winner.ended()["scene"]["result"]["how"] == "flagged"
        assert time.monotonic() - flag_began > 5 + AWAY - 1.2, "nor does a flag fall for it"
        loser.reconnect()
        assert loser.state["scene"]["result"] == winner.state["scene"]["result"]
        black.play(black.legal[0])
        assert black.state["clock"]["running"] == 0
        white.reconnect()
        for tab in days:
            tab.reconnect()
            assert tab.state["clock"]["running"] == 1
            assert 0 < 3 * DAY - tab.state["clock"]["left"][1] < time.monotonic() - began
        days[1].play(days[1].legal[0])
        assert days[1].state["clock"]["left"][1] == 3 * DAY
