"""One visitor does its worst; nobody else notices."""

import asyncio
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi.dependencies.models import Dependant
from sqlalchemy import event

from attacks.crowd import Person
from attacks.house import House
from linden.web.compute.fair import EXHIBITION, WAITED_FOR, FairGate, FairPool
from linden.web.compute.reviews import MOST_KEPT, Reviews
from linden.web.compute.search_process import SearchFailed
from linden.web.errors import Refusal
from linden.web.http import games, home, my_games, profiles, review, tables, tournaments
from linden.web.http.services import caller
from linden.web.limits import (
    LIMITS,
    MOST_KNOWN,
    MOST_SOCKETS,
    Allowance,
    Balances,
    Caller,
    Limits,
)
from linden.web.messages import Analysis, ClockChoice, Judgement, NewTable, SeatChoice, TableCard
from linden.web.store.sqlite import SQLite
from linden.web.tables import importing, opened, plans, scene, view
from linden.web.tables.table import Table
from servers import Server

FAR = "203.0.113.7"
TOP = {"kind": "computer", "level": 8}


# -- queues ----------------------------------------------------------------------------------------


def test_owners_take_turns_however_much_one_asks_for() -> None:
    order: list[str] = []

    async def ask() -> None:
        pool = FairPool(1, "test")
        go = threading.Event()
        first = asyncio.create_task(pool.run("greedy", lambda _: go.wait(5)))
        await asyncio.sleep(0)

        def job(name: str) -> "asyncio.Task[None]":
            return asyncio.create_task(pool.run(name, lambda _: order.append(name)))

        many = [job("greedy") for _ in range(30)]
        few = [job("modest"), job("other")]
        watched = asyncio.create_task(
            pool.run("modest", lambda _: order.append("watched"), EXHIBITION)
        )
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(first, watched, *many, *few)
        pool.close()

    asyncio.run(ask())
    assert order[:3] == ["greedy", "modest", "other"]
    assert order[-1] == "watched"
    assert WAITED_FOR < EXHIBITION


def test_a_job_that_nobody_waits_for_any_more_leaves_the_queue() -> None:
    async def ask() -> None:
        pool = FairPool(1, "test")
        cancelled = threading.Event()

        def until_cancelled(cancel: threading.Event) -> None:
            if cancel.wait(5):
                cancelled.set()

        running = asyncio.create_task(pool.run("one", until_cancelled))
        waiting = [asyncio.create_task(pool.run("one", lambda _: None)) for _ in range(5)]
        await asyncio.sleep(0.05)
        assert pool.waiting("one") == 6
        for task in (*waiting, running):
            task.cancel()
        await asyncio.gather(running, *waiting, return_exceptions=True)
        assert cancelled.wait(5)
        assert await pool.run("other", lambda _: 7) == 7
        assert pool.waiting("one") == 0
        pool.close()

    asyncio.run(ask())


def test_a_gate_lets_owners_through_in_turn_and_outlives_who_gives_up() -> None:
    order: list[str] = []

    async def ask() -> None:
        gate = FairGate()

        async def pass_through(owner: str, seconds: float = 0.0) -> None:
            async with gate.turn(owner):
                order.append(owner)
                await asyncio.sleep(seconds)

        first = asyncio.create_task(pass_through("greedy", 0.05))
        await asyncio.sleep(0)
        many = [asyncio.create_task(pass_through("greedy")) for _ in range(20)]
        modest = asyncio.create_task(pass_through("modest"))
        await asyncio.sleep(0.01)
        for task in many[:10]:
            task.cancel()
        await asyncio.gather(first, modest, *many, return_exceptions=True)
        # the one whose turn it is gives up at that very moment
        holder = asyncio.create_task(pass_through("holder", 0.01))
        await asyncio.sleep(0)
        chosen, behind = (asyncio.create_task(pass_through(name)) for name in ("chosen", "behind"))
        await holder
        chosen.cancel()
        async with asyncio.timeout(5):
            await asyncio.gather(chosen, behind, return_exceptions=True)
            await pass_through("last")

    asyncio.run(ask())
    assert order.index("modest") <= 2
    assert order.count("greedy") == 11
    assert order[-1] == "last"
    assert "behind" in order


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", LIMITS)
def test_every_limit_answers_with_a_sentence_and_a_time(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    limits = Limits()
    caller = Caller("ada", FAR)
    for _ in range(int(LIMITS[what].visitor.burst)):
        limits.take(what, caller)
    with pytest.raises(Refusal) as refused:
        limits.take(what, caller)
    assert refused.value.status == 429
    assert refused.value.retry is not None
    assert refused.value.retry >= 1
    assert refused.value.sentence.endswith(".")
    assert f"{refused.value.retry} s" in refused.value.sentence
    limits.take(what, Caller("bob", FAR))


def test_cookies_are_free_but_addresses_are_not() -> None:
    limits = Limits()
    for number in range(int(LIMITS["tables"].address.burst)):
        limits.take("tables", Caller(f"visitor {number}", FAR))
    with pytest.raises(Refusal):
        limits.take("tables", Caller("one more", FAR))
    limits.take("tables", Caller("ada", "198.51.100.1"))


def test_the_addresses_of_one_network_are_one() -> None:
    """Whoever has IPv6 has as many addresses as they like."""
    limits = Limits()
    for number in range(int(LIMITS["sign-ins"].address.burst)):
        limits.take("sign-ins", Caller(f"name {number}", f"2001:db8:1:2::{number:x}"))
    with pytest.raises(Refusal):
        limits.take("sign-ins", Caller("one more", "2001:db8:1:2:ffff::1"))
    limits.take("sign-ins", Caller("ada", "2001:db8:1:3::1"))
    tabs = [Caller("", f"2001:db8:1:2::{n:x}") for n in range(int(MOST_SOCKETS.address.burst))]
    for tab in tabs:
        limits.open_socket(tab)
    with pytest.raises(Refusal):
        limits.open_socket(Caller("", "2001:db8:1:2:ffff::1"))
    for tab in tabs:
        limits.close_socket(tab)
    assert limits._sockets == {}


def test_a_crowd_of_balances_is_gone_through_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    """New cookies are free, and each is another balance."""
    now, looked = [1000.0], [0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    forget = Balances._forget

    def counted(self: Balances, moment: float) -> None:
        looked[0] += 1
        forget(self, moment)

    monkeypatch.setattr(Balances, "_forget", counted)
    balances, slow = Balances(), Allowance(5, 3600)
    balances.take("reports", "eve", slow, 5)
    for number in range(2 * MOST_KNOWN):
        balances.take("requests", f"cookie {number}", Allowance(1, 100), 1)
    assert looked[0] <= 2
    now[0] += 1000.0  # all but one are full again
    for number in range(3 * MOST_KNOWN):
        now[0] += 0.001
        balances.take("requests", f"later {number}", Allowance(400, 0.02), 1)
    assert len(balances._balances) < 2 * MOST_KNOWN
    assert looked[0] <= 6
    assert balances.left("reports", "eve", slow) < 1, "nothing is forgiven before its time"


def test_what_was_refused_costs_nothing_and_time_heals(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    limits = Limits()
    caller = Caller("ada", FAR)
    for _ in range(int(LIMITS["hints"].visitor.burst)):
        limits.take("hints", caller)
    for _ in range(50):
        with pytest.raises(Refusal):
            limits.take("hints", caller)
    now[0] += LIMITS["hints"].visitor.seconds + 0.01
    limits.take("hints", caller)


def test_open_tabs_are_counted_and_given_back() -> None:
    limits = Limits()
    caller = Caller("ada", FAR)
    most = int(MOST_SOCKETS.visitor.burst)
    for _ in range(most):
        limits.open_socket(caller)
    with pytest.raises(Refusal):
        limits.open_socket(caller)
    limits.close_socket(caller)
    limits.open_socket(caller)
    for _ in range(most):
        limits.close_socket(caller)
    assert limits._sockets == {}


FREE = {
    *("/api/health", "/api/texts", "/api/languages", "/api/games"),
    *(f"/api/games/{{name}}/{what}" for what in ("rules", "show", "show/{ply}")),
}
"""What is the same for everybody, and made once."""


def asked_for(dependant: Dependant) -> set[object]:
    return {dependant.call, *(one for part in dependant.dependencies for one in asked_for(part))}


@pytest.mark.parametrize("room", [home, games, tables, review, my_games, tournaments, profiles])
def test_whoever_asks_is_counted(room: ModuleType) -> None:
    for route in room.router.routes:
        counted = caller in asked_for(route.dependant)
        assert counted != (route.path in FREE), route.path


async def many_names(host: str) -> list[httpx.Response]:
    async with Person(host) as person, Person(host) as other:
        answers = await asyncio.gather(
            *(person.http.put("/api/you", json={"name": f"Name {n}"}) for n in range(800))
        )
        await other.arrive("Bob")
        return list(answers)


def test_the_server_says_when_to_come_back(server: Server) -> None:
    answers = asyncio.run(many_names(server.host))
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused
    assert {answer.status_code for answer in refused} == {429}
    assert int(refused[0].headers["Retry-After"]) >= 1
    assert refused[0].json()["error"].startswith("That is a great many names; wait")


# -- analyses --------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.close()


def test_empty_analyses_throw_away_nobody_elses(house: House) -> None:
    """One visitor asks for hundreds; another's stays, and empty ones are not kept at all."""

    async def ask() -> None:
        reviews = Reviews(house.searches, house.lobby.compiling, Limits(), seconds=0.01)

        def finished(table: Table, name: str, moves: int) -> Table:
            for _ in range(moves):
                table = table.go_on(table.position.moves[0])
            return replace(table, id=name, ended="agreed")

        mine = finished(template, "mine", 1)
        assert reviews.of(mine, Caller("ada", FAR)).of == 1
        for number in range(2 * MOST_KEPT):
            empty = finished(template, f"empty {number}", 0)
            assert reviews.of(empty, Caller("eve", f"198.51.100.{number % 200}")).of == 0
        kept = len(reviews._known)
        assert kept == 1
        for number in range(2 * MOST_KEPT):
            small = finished(template, f"small {number}", 1)
            reviews.of(small, Caller("eve" + str(number // 14), f"198.51.100.{number % 200}"))
        assert len(reviews._known) == MOST_KEPT
        assert ("mine", mine.version, False) in reviews._known
        await reviews.close()

    template = house.live(house.table("ada", "linja", [{"kind": "me"}, {"kind": "here"}]))
    house.run(ask())


def test_an_analysis_that_has_failed_begins_anew_for_whoever_asks_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        reviews = Reviews(house.searches, house.lobby.compiling, Limits(), seconds=0.01)
        judge, failing = reviews._judge, True

        async def judged(*words: Any) -> Judgement:
            if failing:
                raise SearchFailed("It was killed.")
            return await judge(*words)

        monkeypatch.setattr(reviews, "_judge", judged)
        ada = Caller("ada", FAR)

        async def end() -> Analysis:
            while not (now := reviews.of(table, ada)).error and now.done < now.of:
                await asyncio.sleep(0.01)
            return now

        assert (await end()).error
        failing = False
        found = await end()
        assert (found.error, found.done) == (None, 1)
        await reviews.close()

    table = house.live(house.table("ada", "linja", [{"kind": "me"}, {"kind": "here"}]))
    table = replace(table.go_on(table.position.moves[0]), ended="agreed")
    house.run(ask())


# -- a server under it -----------------------------------------------------------------------------


async def quick_reply(host: str) -> float:
    """Seconds until a beginner has answered."""
    async with Person(host) as person:
        table = await person.table("linja", [{"kind": "me"}, {"kind": "computer", "level": 1}])
        tab = await person.sit(table)
        while tab.state["turn"]["kind"] == "you" and len(tab.state["history"]) < 2:
            before = tab.version
            await tab.send(type="move", version=before, move=tab.legal[-1])
            while tab.version <= before:
                await tab.next_state()
        began = time.monotonic()
        while tab.state["turn"]["kind"] != "you":
            await tab.next_state()
        return time.monotonic() - began


async def starve(host: str) -> tuple[float, float]:
    """A beginner's reply before, and while thirty tables of the strongest play each other and
    forty hints are asked for."""
    alone = min([await quick_reply(host) for _ in range(3)])
    async with Person(host) as greedy:
        for number in range(30):
            game = ("linja", "linage", "linear")[number % 3]
            await greedy.sit(await greedy.table(game, [TOP, TOP]))
        for _ in range(40):
            tab = await greedy.sit(await greedy.table("linear", [{"kind": "me"}, TOP]))
            await tab.send(type="hint")
        await asyncio.sleep(1)
        return alone, sorted([await quick_reply(host) for _ in range(5)])[2]


def test_thirty_strong_tables_do_not_hold_up_a_beginner(server: Server) -> None:
    """It took 35 s; the bound is loose, for a machine may be busy."""
    alone, starved = asyncio.run(starve(server.host))
    assert starved < 3 + 10 * alone


def test_a_table_is_not_put_away_while_somebody_sits_down(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More tables than are kept in memory are opened at once: each tab hears of its own table."""
    monkeypatch.setattr(opened, "MOST_LIVE", 4)
    monkeypatch.setattr(opened, "IDLE_SECONDS", 0.0)
    tables = [house.table("ada", "linja", [{"kind": "me"}, {"kind": "here"}]) for _ in range(40)]
    tabs = [house.sit(table, "ada") for table in tables]
    house.settle()
    for tab in tabs:
        tab.ask(type="move", move="3-4")
    house.settle()
    assert [len(tab.state["history"]) for tab in tabs] == [1] * 40


def test_a_table_without_visitors_costs_nothing_but_its_rows(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many were open: the next one that is opened finds room; and each is as it was when
    somebody comes back, whatever a computer has answered meanwhile."""
    monkeypatch.setattr(opened, "MOST_LIVE", 4)
    monkeypatch.setattr(opened, "IDLE_SECONDS", 0.0)
    seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    tables = [house.table("ada", "breakthrough", seats) for _ in range(20)]
    tabs = [house.sit(table, "ada") for table in tables]
    house.settle()
    assert len(house.lobby.open_tables) == 20
    for tab in tabs:
        tab.ask(type="move", move="a2-a3")
    while not all(house.on_disk(table).moves for table in tables):
        house.steps(1)
    house._hang_up()
    house.settle()  # a table at which a computer is just answering is in use
    house.sit(house.table("ada", "breakthrough", seats), "ada")
    house.settle()
    assert len(house.lobby.open_tables) <= 4
    for table in tables:
        back = house.sit(table, "ada")
        house.settle()
        kept = house.on_disk(table).moves
        assert [one["move"] for one in back.state["history"]] == list(kept)
        assert len(kept) == 2, "the computer has answered"


async def three_hundred_watchers(host: str) -> tuple[int, float]:
    """States sent to watchers that turn the board all the time, and how long a move took."""
    async with Person(host) as person, Person(host) as crowd:
        table = await person.table("linja", [{"kind": "me"}, {"kind": "here"}])
        tab = await person.sit(table)
        watchers = [await crowd.sit(table) for _ in range(60)]
        for quarter in (1, 2, 3) * 30:
            for watcher in watchers:
                await watcher.send(type="look", quarter=quarter)
        began = time.monotonic()
        before = tab.version
        await tab.send(type="move", version=before, move="3-4")
        while tab.version <= before:
            await tab.next_state()
        took = time.monotonic() - began
        received = 0
        for watcher in watchers[:10]:
            while not watcher.state["history"]:
                await watcher.next_state()
                received += 1
        return received, took


def test_a_crowd_that_turns_the_board_is_shown_it_at_leisure(server: Server) -> None:
    received, took = asyncio.run(three_hundred_watchers(server.host))
    assert received < 10 * 45, "ninety wishes are not ninety drawings"
    assert took < 10


def test_a_rename_is_cheap_whatever_one_has_played(house: House) -> None:
    for _ in range(300):
        house.table("ada", "linja", [{"kind": "me"}, {"kind": "here"}])
    statements: list[str] = []
    assert isinstance(house.store.database, SQLite)
    event.listen(
        house.store.database._writer,
        "before_cursor_execute",
        lambda *given: statements.append(given[2]),
    )
    house.run(house.lobby.rename("ada", "Ada Lovelace"))
    assert len([one for one in statements if "UPDATE" in one or "INSERT" in one]) <= 2


def listed(house: House, visitor: str) -> list[TableCard]:
    """The running tables as a page of the list has them, told to somebody from elsewhere."""

    async def ask() -> list[TableCard]:
        rows = await house.store.tables_of(visitor, over=False, most=home.MORE_CARDS)
        here = SimpleNamespace(tables=house.lobby, limits=house.limits)
        return await home.cards(here, rows, Caller(visitor, "192.0.2.1"))  # type: ignore[arg-type]

    found: list[TableCard] = house.run(ask())
    return found


def test_a_list_of_tables_is_drawn_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for it again and again pays for its drawings, and nobody draws them anew; who
    has something else to do comes in between any two of them."""
    tables = [house.table("ada", "linja", [{"kind": "me"}, {"kind": "here"}]) for _ in range(8)]
    drawn: list[object] = []
    draw = scene.drawn

    def noted(*given: Any) -> str:
        drawn.append(given)
        return draw(*given)

    monkeypatch.setattr(view, "drawn", noted)
    between: list[int] = []

    async def meanwhile() -> None:
        while len(drawn) < len(tables):
            between.append(len(drawn))
            await asyncio.sleep(0)

    watching = house.loop.create_task(meanwhile())
    first = listed(house, "ada")
    house.run(watching)
    assert len(set(between)) >= len(tables) - 1, "one drawing after the other"
    assert [card.drawing for card in first] == [card.drawing for card in listed(house, "ada")]
    assert len(drawn) == len(tables)
    tab = house.sit(tables[0], "ada")
    house.settle()
    tab.ask(type="move", move=tab.state["scene"]["moves"][0]["move"])
    house.settle()
    before = len(drawn)
    again = {card.id: card.drawing for card in listed(house, "ada")}
    assert len(drawn) == before + 1, "only where something has happened"
    assert again[tables[0]] not in [card.drawing for card in first]
    house.limits.taken("requests", Caller("ada", "192.0.2.1"), cost=1000)
    with pytest.raises(Refusal, match="wait"):
        listed(house, "ada")


def test_records_are_read_one_text_after_the_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The threads that read them are those that load tables and check passwords, too."""
    reading: list[int] = []
    most: list[int] = []
    read = importing.read

    def noted(*given: Any) -> Any:
        reading.append(1)
        most.append(len(reading))
        time.sleep(0.005)
        try:
            return read(*given)
        finally:
            reading.pop()

    monkeypatch.setattr(importing, "read", noted)
    text = "Linden record 1\nGame: linja\n\n1. Red  1-2, 1-3\n"

    async def many() -> None:
        taken = (house.lobby.take_in(f"visitor{n % 3}", text, 1) for n in range(12))
        await asyncio.gather(*taken)

    house.run(many())
    assert len(most) == 12
    assert max(most) == 1


def test_a_plan_is_worked_out_beside_the_tables(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have hundreds of moves; nobody waits until all of them were tried."""
    where: list[threading.Thread] = []
    line = plans._line

    def noted(*given: Any) -> Any:
        where.append(threading.current_thread())
        return line(*given)

    monkeypatch.setattr(plans, "_line", noted)
    days = ClockChoice(kind="turn", seconds=86_400)
    seats = [SeatChoice(kind="me"), SeatChoice(kind="friend")]
    wish = NewTable(game="linear", seats=seats, clock=days)
    table = house.run(house.lobby.create("ada", "Ada", wish))
    house.join(table, 1, "bob")
    now = house.live(table)
    position, moves, last = now.position, list[str](), None
    while last != 1:
        last = position.to_move
        moves.append(position.moves[0])
        position = position.play(moves[-1])
    after = house.run(house.lobby.plan(table, "bob", now.version, [moves]))
    assert plans.remaining(after, 1) == [moves]
    assert threading.main_thread() not in where
    with pytest.raises(Refusal, match="changed meanwhile"):
        house.run(house.lobby.plan(table, "bob", now.version + 1, [moves]))
