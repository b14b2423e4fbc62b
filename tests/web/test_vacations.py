"""Vacations: so many days of a year one's time stands in games of days, and nowhere else."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from clocked import clocked
from linden.web.people.ids import fresh_account
from linden.web.store.accounts import Account, Signed
from linden.web.store.store import Store
from linden.web.store.vacations import DAY, DAYS_A_YEAR, YEAR, Period, current, left
from linden.web.tables.clock import Clock, TimeControl
from linden.web.tables.rows import facts_of, rematch_row, table_of
from linden.web.tables.table import Table
from servers import FRIEND, ME, QUICK, Server

DAYS = TimeControl("turn", 3 * DAY)


def begun(control: TimeControl = DAYS) -> Table:
    """Ada has moved, and Bob's time runs from the moment 100."""
    now = clocked(control)
    return now.play("ada", now.version, "a2-a3").timed(now, 100.0)


def at_rest(now: Table, at: float, until: float) -> Table:
    return now.rest("bob", until).timed(now, at)


def test_time_stands_until_its_end_and_goes_on_by_itself() -> None:
    now = at_rest(begun(), 100.0 + DAY, 11 * DAY)
    assert now.clock is not None
    assert now.clock.left_at(10 * DAY) == (3 * DAY, 2 * DAY)
    assert now.clock.left_at(11.5 * DAY) == (3 * DAY, 1.5 * DAY)
    assert now.flag_at == 13 * DAY
    assert not now.late(13 * DAY)
    moved = now.play("bob", now.version, "a7-a6").timed(now, 12 * DAY)
    assert moved.clock is not None
    assert moved.clock.left_at(12 * DAY) == (3 * DAY, 3 * DAY)
    assert moved.flag_at == 15 * DAY


def test_whoever_is_back_early_is_charged_from_then_on() -> None:
    now = at_rest(begun(), 100.0 + DAY, 11 * DAY)
    back = now.rest("bob", 0.0).timed(now, 5 * DAY)
    assert back.flag_at == 7 * DAY
    assert back.rest("bob", 0.0) is back, "nobody is back twice"


def test_it_is_kept_for_the_turns_that_come() -> None:
    """Ada is on vacation while Bob moves; it is kept, and goes along into a rematch."""
    now = begun().rest("ada", 11 * DAY)
    now = now.timed(begun(), 200.0)
    assert now.flag_at == 100.0 + 3 * DAY, "Bob's time runs as before"
    moved = now.play("bob", now.version, "a7-a6").timed(now, 2 * DAY)
    assert moved.flag_at == 14 * DAY
    facts = facts_of(moved)
    assert facts["clock_since"] is None, "the end of a vacation is not now"
    read = Clock.read(facts["clock"])
    assert (read.rests, read.since, read.resting) == ((11 * DAY, 0.0), 11 * DAY, True)
    over = moved.resign("bob", None).timed(moved, 3 * DAY)
    again = table_of(rematch_row(over, "bob"), ())
    assert again.clock is not None
    assert [again.clock.rest_of(again.seats_of(who)[0]) for who in ("ada", "bob")] == [11 * DAY, 0]


@pytest.mark.parametrize("control", [TimeControl("turn", 600.0), TimeControl("game", 300.0, 3.0)])
def test_where_people_sit_at_the_table_there_is_none(control: TimeControl) -> None:
    now = begun(control)
    assert now.rest("bob", 11 * DAY) is now


def test_a_year_has_so_many_days() -> None:
    first = [Period(0.0, 20 * DAY)]
    assert left([], 0.0) == DAYS_A_YEAR * DAY
    assert left(first, 30 * DAY) == 10 * DAY
    assert left(first, YEAR + 5 * DAY) == 15 * DAY, "what is a year ago counts no more"
    assert left(first, 2 * YEAR) == 30 * DAY
    assert current(first, 10 * DAY) == first[0]
    assert current(first, 20 * DAY) is None


def test_what_is_taken_is_kept(place: Path | str) -> None:
    store = Store(place)

    async def live() -> None:
        vacations = store.vacations
        assert await vacations.begin("ada", 1000.0, DAYS_A_YEAR + 1) is None
        assert await vacations.begin("ada", 1000.0, 20) == Period(1000.0, 1000.0 + 20 * DAY)
        assert await vacations.begin("ada", 2000.0, 1) is None, "she is on vacation already"
        await vacations.finish("ada", 1000.0 + 5 * DAY)
        assert await vacations.begin("ada", 6 * DAY, 26) is None
        both = await asyncio.gather(*(vacations.begin("ada", 6 * DAY, 25) for _ in range(2)))
        assert sum(one is not None for one in both) == 1
        assert await vacations.periods("bob") == []
        assert await vacations.begin("ada", 2 * YEAR, 30) is not None
        assert len(await vacations.periods("ada")) == 1, "what is long ago is forgotten"

    asyncio.run(live())
    store.close()


def test_guests_bring_an_account_no_more_days_than_a_year_has(place: Path | str) -> None:
    store = Store(place)

    async def live() -> None:
        vacations, ada = store.vacations, fresh_account()
        session = Signed("s", ada, "", 1.0, 1.0, 1.0)
        await store.accounts.create(Account(ada, "Ada", "h", {}, 1.0), "ada", session)
        guests = [letter * 40 for letter in "abc"]
        for number, guest in enumerate(guests):
            began = number * 40 * DAY
            period = await vacations.begin(guest, began, 20)
            assert period is not None
            await store.accounts.sign_in(replace(session, id=guest), guest)
            assert await vacations.periods(guest) == []
            stands = current(await vacations.periods(ada), began + DAY)
            assert (stands is None) == (number == 2), "the third is more than there is"
        taken = sum(one.until - one.began for one in await vacations.periods(ada))
        assert taken == DAYS_A_YEAR * DAY

    asyncio.run(live())
    store.close()


def test_going_and_coming_back(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    days = {"kind": "turn", "seconds": 2 * DAY}
    white = ada.sit(ada.table("breakthrough", [ME, FRIEND], clock=days))
    black = bob.sit(bob.join(white.state["seats"][1]["link"]))
    white.next_state(lambda state: state["seats"][1]["kind"] == "person")
    white.play("a2-a3")
    black.next_state(lambda state: state["history"] != [])
    assert bob.get("/api/vacation") == {"games": 1, "days": DAYS_A_YEAR, "until": None}

    def asks(path: str, **wish: int) -> dict[str, object]:
        answer = bob.http.post(f"/api/vacation{path}", json=wish)
        return {"status": answer.status_code, **answer.json()}

    assert asks("", days=0)["status"] == 422
    assert "30 are left" in str(asks("", days=31)["error"])
    away = asks("", days=7)
    assert (away["status"], away["days"]) == (200, DAYS_A_YEAR - 7)
    stands = white.next_state(lambda state: state["clock"]["rests"][1] > 0)["clock"]
    assert 6.9 * DAY < stands["rests"][1] <= 7 * DAY
    assert stands["rests"][0] == 0
    assert 2 * DAY - 60 < stands["left"][1] < 2 * DAY
    assert "already" in str(asks("", days=1)["error"])
    wish = {"game": "breakthrough", "seats": [ME, QUICK], "clock": days}
    refused = bob.http.post("/api/tables", json=wish)
    assert "on vacation" in refused.json()["error"]
    black.play("a7-a6")
    assert asks("/end")["until"] is None
    assert black.next_state(lambda state: state["clock"]["rests"][1] == 0)
    assert int(str(asks("/end")["days"])) >= DAYS_A_YEAR - 1
