"""Answers that are planned: made as soon as they come true, and seen by nobody before."""

from dataclasses import replace
from typing import Any

import pytest

from clocked import ADA, BOB, clocked
from linden.web.errors import Refusal
from linden.web.tables import plans
from linden.web.tables.clock import DAY, TimeControl
from linden.web.tables.rows import change_of, rematch_row, row_of, seat_facts, table_of
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from linden.web.tables.view import Shared, Viewer, state_json
from servers import FRIEND, ME, Server, Tab

DAYS = TimeControl("turn", 3 * DAY)
LINE = ["a7-a6", "b2-b3", "b7-b6", "c2-c3"]
OTHER = ["c7-c6", "d2-d3"]


def table(
    control: TimeControl = DAYS, *sitters: Sitter, game: str = "breakthrough", **options: object
) -> Table:
    return clocked(control, *sitters, game=game, **options)


def begun() -> Table:
    """Ada has moved."""
    return played(table(), "a2-a3", 10.0)


def played(now: Table, move: str, at: float) -> Table:
    """As the lobby has it: a move, its time, and what was planned for it."""
    visitor = now.seats[now.turn].visitor or ""
    return plans.answered(now.play(visitor, now.version, move).timed(now, at), at)


def with_plan(*lines: list[str], on: Table | None = None) -> Table:
    now = on or begun()
    return plans.planned(now, "ada", now.version, lines).timed(now, 20.0)


def test_an_answer_is_made_with_the_move_that_asks_for_it() -> None:
    now = with_plan(LINE, OTHER)
    assert plans.remaining(now, 0) == [LINE, OTHER]
    after = played(now, "a7-a6", 1000.0)
    assert after.moves == ("a2-a3", "a7-a6", "b2-b3")
    assert after.revision == now.revision + 1, "both are one change"
    assert after.version == now.version + 2
    assert after.turn == 1
    assert after.clock is not None
    assert after.clock.left_at(1000.0) == (3 * DAY, 3 * DAY)
    assert len(after.lefts) == 3
    change = change_of(now, after)
    assert (change.keep, change.moves) == (1, ("a7-a6", "b2-b3"))
    assert plans.remaining(after, 0) == [LINE[2:]]
    again = played(after, "b7-b6", 2000.0)
    assert again.moves[-1] == "c2-c3"
    assert plans.remaining(again, 0) == []
    other = played(after, "h7-h6", 2000.0)
    assert (other.turn, plans.remaining(other, 0)) == (0, []), "nothing was planned for that"


def test_both_may_plan() -> None:
    now = with_plan(LINE)
    after = played(now, "h7-h6", 30.0)
    black = plans.planned(after, "bob", after.version, [["a3-a4", "a7-a6", "b2-b3", "b7-b6"]])
    both = plans.planned(played(begun(), "h7-h6", 30.0), "bob", black.version, [["a3-a4", "g7-g6"]])
    assert plans.answer(both) is None
    assert played(both, "a3-a4", 40.0).moves[-1] == "g7-g6"


def test_what_was_planned_is_kept() -> None:
    now = with_plan(LINE, OTHER)
    row = row_of(now.game, "ada", now.seats, match=None, clock=now.clock)
    assert table_of(row, now.moves).seats == now.seats
    assert seat_facts(BOB)["plan"] is None


def test_a_takeback_the_end_and_a_rematch_forget_it() -> None:
    now = with_plan(LINE)
    asked = now.undo("ada", now.version).timed(now, 30.0)
    back = asked.answer("bob", asked.version, "takeback", True)
    assert back.seats[0].plan == ()
    ended = now.resign("bob", None)
    assert ended.seats[0].plan == ()
    assert all(seat.plan is None for seat in rematch_row(ended, "ada").seats)
    assert rematch_row(replace(ended, seats=now.seats), "ada").seats[1].plan is None


def test_what_makes_no_sense_is_refused() -> None:
    now = begun()

    def refused(told: str, *lines: list[str], who: str = "ada", on: Table = now) -> None:
        with pytest.raises(Refusal, match=told):
            plans.planned(on, who, on.version, lines)

    refused("watching", LINE, who="eve")
    refused("It is your turn", LINE, who="bob")
    refused("ends with a move of your own", LINE[:3])
    refused("ends with a move of your own", LINE[:1])
    refused("differently", LINE, [*LINE[:3], "d2-d3"])
    refused("differently", LINE, ["a7-a6", "c2-c3"])
    refused("a7-a5", ["a7-a5", "b2-b3"])
    refused("days", LINE, on=played(table(TimeControl("turn", 60.0)), "a2-a3", 1.0))
    refused("over", LINE, on=now.resign("bob", None))
    with pytest.raises(Refusal, match="meanwhile"):
        plans.planned(now, "ada", now.version - 1, [LINE])
    hidden = table(DAYS, ADA, BOB, game="linx")
    refused("hidden", LINE, on=hidden)
    at_one_screen = table(DAYS, ADA, replace(ADA, name="Ann"), BOB, game="pig", players=3)
    refused("several seats", LINE, on=at_one_screen)
    assert plans.planned(now, "ada", now.version, []) is now


def test_nobody_else_is_shown_anything_of_it() -> None:
    """States are the same, letter by letter, and nobody is told that anything has changed."""
    without = begun()
    now = with_plan(LINE, OTHER, on=without)
    assert plans.who_noticed(without, now) == {"ada"}
    assert change_of(without, now).quiet
    assert plans.who_noticed(now, played(now, "a7-a6", 30.0)) is None
    assert plans.who_noticed(now, now.offer_pause("ada", now.version)) is None
    for who in ("bob", "eve"):
        texts = [
            state_json(Shared(one), Viewer(who, who), present=[], now=50.0)
            for one in (without, now)
        ]
        assert texts[0] == texts[1]
    mine = state_json(Shared(now), Viewer("ada", "Ada"), present=[], now=50.0)
    assert '"planned":2' in mine


# -- on a server ----------------------------------------------------------------------------------


def two_people(server: Server) -> tuple[Tab, Tab]:
    ada, bob = server.person("Ada"), server.person("Bob")
    clock = {"kind": "turn", "seconds": DAY}
    white = ada.sit(ada.table("breakthrough", [ME, FRIEND], clock=clock))
    black = bob.sit(bob.join(white.state["seats"][1]["link"]))
    white.next_state(lambda state: state["seats"][1]["kind"] == "person")
    white.play("a2-a3")
    black.next_state(lambda state: state["history"] != [])
    return white, black


def plan(tab: Tab, *lines: list[str], status: int = 200) -> Any:
    wish = {"version": tab.state["version"], "lines": lines}
    answer = tab.person.http.post(f"/api/tables/{tab.table}/plan", json=wish)
    assert answer.status_code == status, answer.text
    return answer.json()


def heard(tab: Tab) -> set[str]:
    """What kinds of news came until now."""
    tab.send(type="ping")
    before = len(tab.traffic)
    tab.until(lambda message: message["type"] == "pong")
    return {text[9:].partition('"')[0] for text in tab.traffic[before:-1]}


def test_it_is_played_at_once_and_noticed_by_nobody_before(server: Server) -> None:
    white, black = two_people(server)
    stranger = server.person().sit(white.table)
    about = f"/api/tables/{white.table}"
    others = (black, stranger)
    for tab in (white, *others):
        heard(tab)
    before = [(tab.person.get(about), tab.person.get("/api/home")) for tab in others]
    assert plan(white, LINE, OTHER)["lines"] == [LINE, OTHER]
    assert white.next_state()["planned"] == 2
    assert white.person.get(about)["plan"]["lines"] == [LINE, OTHER]
    for tab, was in zip(others, before, strict=True):
        assert heard(tab) <= {"presence"}
        now = (tab.person.get(about), tab.person.get("/api/home"))
        for one in (*was, *now):
            for card in one.get("open", []):
                card.pop("left", None)
        assert now == was
    assert before[1][0]["plan"] is None
    assert "watching" in plan(stranger, LINE, status=403)["error"]
    assert "your turn" in plan(black, LINE, status=409)["error"]
    black.play("a7-a6")
    if len(black.moves) < 3:
        black.next_state(lambda state: len(state["history"]) == 3)
    assert black.moves == ["a2-a3", "a7-a6", "b2-b3"]
    assert black.can_act
    black.play("h7-h6")
    white.next_state(lambda state: len(state["history"]) == 4)
    assert white.can_act
    assert white.state["planned"] == 0
