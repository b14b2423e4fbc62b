"""Two nodes on one PostgreSQL: whoever sits at which node sees the same, each move counts once, and
what a dead node was at goes on elsewhere.

``LINDEN_RACES=10000`` and ``LINDEN_COPIES=50`` run the long forms.
"""

import asyncio
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from attacks.crowd import Person as Racer
from attacks.crowd import Tab as RacingTab
from attacks.disk import holes, moves_on_disk
from attacks.enduring import WISHES, Company, Enduring
from linden.web.limits import LIMITS
from linden.web.store import keeping
from owners import Owner
from postgres import Postgres
from servers import FRIEND, HERE, ME, PATIENCE, QUICK, Person, Server, State, Tab, kept_running
from sites import Site
from web.test_seeks import TAKEN, has, lacks, offered, take
from web.test_seeks import listening as seeks_heard

RACES = int(os.environ.get("LINDEN_RACES", "200"))
COPIES = int(os.environ.get("LINDEN_COPIES", "2"))
SHORT = {"size": 7, "komi": 1.5}


@pytest.fixture(scope="module")
def running_site(
    database_server: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"), postgres=database_server, LINDEN_PAUSES="0.2")
    with kept_running(site) as started:
        yield started


def also(person: Person, node: Server) -> Person:
    """The same browser, at another node."""
    same = node.person()
    same.http.cookies = person.http.cookies
    return same


def at(tab: Tab, plies: int) -> None:
    while len(tab.moves) < plies:
        tab.next_state()


# -- seeing the same -------------------------------------------------------------------------------


def test_people_at_different_nodes_play_a_game(site: Site) -> None:
    one, two = site.nodes
    ada, bob = one.person("Ada"), two.person("Bob")
    red = ada.sit(ada.table("linja", [ME, FRIEND]))
    black = bob.sit(bob.join(red.state["seats"][1]["link"]))
    watcher = two.person().sit(red.table)
    rng = random.Random(3)
    while not red.over:
        mover = red if red.can_act else black
        mover.play(rng.choice(mover.legal))
        plies = len(mover.moves)
        for tab in (red, black, watcher):
            at(tab, plies)
            assert tab.moves == mover.moves
    assert black.ended()["scene"]["result"] == red.state["scene"]["result"]
    answers = [
        person.http.post(f"/api/tables/{red.table}/rematch").json()["id"]
        for person in (ada, bob, ada)
    ]
    assert len(set(answers)) == 1, "all get the same table, whomever they ask"


def test_what_one_node_has_answered_the_other_knows_at_once(site: Site) -> None:
    """Whoever is sent from node to node by a proxy meets no past."""
    one, two = site.nodes
    for _ in range(10):
        ada, bob = one.person("Ada"), two.person("Bob")
        red = ada.sit(ada.table("linja", [ME, FRIEND]))
        two.person().sit(red.table)  # both nodes have it in memory
        bob.join(red.state["seats"][1]["link"])
        black = also(bob, one).sit(red.table)
        assert black.state["viewer"]["seats"] == [1]
        red.play(red.legal[0])
        assert bob.sit(red.table).moves == red.moves
        black.send(type="resign")
        black.ended()
        assert bob.http.post(f"/api/tables/{red.table}/rematch").status_code == 200


def test_what_changes_nothing_is_decided_by_what_is_kept(site: Site) -> None:
    """Who takes back at one node what was asked at the other a moment ago is not told that this is
    done while it goes on: there is nothing to take back in what the node still has in memory."""
    one, two = site.nodes
    owner = Owner(one, "ada")
    bot, again = owner.program(), also(owner.person, two)
    table = owner.person.table("linja", [ME, FRIEND])
    two.person().sit(table)  # both nodes have it in memory
    for _ in range(10):
        owner.invite(table, owner.bot, 1)
        key = bot.get("/api/agenda")["invitations"][0]["key"]
        owner.invite(table, owner.bot, 1)  # the same again
        assert again.http.delete(f"/api/join/{key}").status_code == 200
        assert bot.get("/api/agenda")["invitations"] == []


def test_who_is_there_and_what_they_are_called_is_known_everywhere(site: Site) -> None:
    one, two = site.nodes
    ada, bob = one.person("Ada"), two.person("Bob")
    red = ada.sit(ada.table("linja", [ME, FRIEND]))
    black = bob.sit(bob.join(red.state["seats"][1]["link"]))
    red.until(lambda message: message["type"] == "presence" and message["present"] == [True, True])
    watcher = two.person().sit(red.table)
    red.until(lambda message: message["type"] == "presence" and message["watchers"] == 1)
    bob.http.put("/api/you", json={"name": "Robert"}).raise_for_status()
    red.next_state(lambda state: state["seats"][1]["label"] == "Robert")
    watcher.close()
    red.until(lambda message: message["type"] == "presence" and message["watchers"] == 0)
    black.close()
    red.until(lambda message: message["type"] == "presence" and message["present"] == [True, False])
    again = bob.sit(red.table)
    assert again.state["seats"][0]["present"] or again.until(
        lambda message: message["type"] == "presence" and message["present"] == [True, True]
    )


def asked(state: State) -> list[str]:
    """What somebody is asked."""
    return [offer["kind"] for offer in state["offers"]]


def test_offers_and_their_answers_cross_over(site: Site) -> None:
    one, two = site.nodes
    ada, bob = one.person(), two.person()
    red = ada.sit(ada.table("linja", [ME, FRIEND]))
    black = bob.sit(bob.join(red.state["seats"][1]["link"]))
    red.play(red.legal[0])
    red.ask(type="draw")
    black.next_state(lambda state: asked(state) == ["draw"])
    black.ask(type="answer", offer="draw", yes=False)
    refused = red.next_state(lambda state: not state["offers"])
    assert refused["note"] == "No, thanks: the game goes on."
    red.ask(type="undo")
    # Who comes and goes is told with the whole state: the first offer may be shown twice.
    black.next_state(lambda state: asked(state) == ["takeback"])
    black.ask(type="answer", offer="takeback", yes=True)
    assert red.next_state(lambda state: not state["history"])["note"] == "Taken back."


def test_an_offer_at_one_node_makes_no_move_stale_at_the_other(site: Site) -> None:
    """As at one node: only what happens to the position does."""
    one, two = site.nodes
    ada, bob = one.person(), two.person()
    red = ada.sit(ada.table("linja", [ME, FRIEND]))
    black = bob.sit(bob.join(red.state["seats"][1]["link"]))
    red.play(red.legal[0])
    for _ in range(20):
        mover, other = (red, black) if red.can_act else (black, red)
        other.ask(type="draw")
        plies = len(mover.moves)
        mover.play(mover.legal[0])
        at(other, plies + 1)
        at(mover, plies + 1)


def test_what_may_be_asked_for_is_counted_for_all_nodes_together(site: Site) -> None:
    one, two = site.nodes
    ada = one.person("Ada")
    browsers = [ada, also(ada, two)]
    granted = 0
    while (answer := browsers[granted % 2].http.get("/api/my-games/export")).status_code == 200:
        granted += 1
        time.sleep(0.1)  # the other node hears of it
    assert answer.status_code == 429, answer.text
    most = LIMITS["exports"].visitor.burst
    assert most <= granted <= most + 1, "one may be granted before the other node has heard"


def test_what_a_database_has_lost_is_not_shown_any_longer(site: Site) -> None:
    """As when a standby takes over that had not received all: nobody plays on in the air."""
    one, two = site.nodes
    ada = one.person("Ada")
    tabs = [ada.sit(ada.table("linja", [ME, HERE]))]
    tabs.append(also(ada, two).sit(tabs[0].table))
    tabs[0].play(tabs[0].legal[0])
    at(tabs[1], 1)
    with (
        site.postgres.connect(str(site.place).rpartition("/")[2]) as connection,
        connection.transaction(),
    ):
        connection.execute(
            "UPDATE tables SET plies = plies - 1, revision = revision - 1, version = version - 1, "
            "turn = 0 WHERE id = %s",
            (tabs[0].table,),
        )
        connection.execute("DELETE FROM moves WHERE table_id = %s", (tabs[0].table,))
    for tab in tabs:
        while tab.moves:
            tab.next_state()
    tabs[1].play(tabs[1].legal[-1])
    at(tabs[0], 1)
    assert tabs[0].moves == tabs[1].moves


# -- each move counts once -------------------------------------------------------------------------


async def race_for_turns(one: str, two: str, count: int) -> int:
    """One visitor's tabs at two nodes, both of which move for whoever's turn it is."""
    rng = random.Random(7)
    made = 0
    async with Racer(one) as ada, Racer(two) as same:
        same.http.cookies = ada.http.cookies
        while made < count:
            table = await ada.table("linear", [{"kind": "me"}, {"kind": "here"}], board="10x10")
            tabs = [await ada.sit(table), await same.sit(table)]
            while made < count and tabs[0].legal:
                made += 1
                await race(tabs, rng)
            for tab in tabs:
                await tab.close()
    return made


async def race(tabs: list[RacingTab], rng: random.Random) -> None:
    version, plies = tabs[0].version, len(tabs[0].state["history"])
    assert tabs[1].version == version
    await asyncio.gather(*(tab.send_move(rng) for tab in tabs))
    for tab in tabs:
        async with asyncio.timeout(60):
            while tab.version == version:
                await tab.receive()
    assert {tab.version for tab in tabs} == {version + 1}
    assert {len(tab.state["history"]) for tab in tabs} == {plies + 1}
    assert tabs[0].state["history"] == tabs[1].state["history"]


def test_two_clients_at_two_nodes_who_race_for_a_turn_make_one_move(site: Site) -> None:
    one, two = site.nodes
    lanes = 4

    async def races() -> list[int]:
        each = max(1, RACES // lanes)
        return await asyncio.gather(
            *(race_for_turns(one.host, two.host, each) for _ in range(lanes))
        )

    assert sum(asyncio.run(races())) >= RACES
    assert holes(site.place) == []


def test_open_challenges_are_seen_at_every_node_and_taken_once(site: Site) -> None:
    """Who listens at one node hears at once of what is offered at another; of those who press at
    both at once one gets it, and the challenge stays while its owner is at the other node."""
    one, two = site.nodes
    ada, eve = one.person("Ada"), two.person("Eve")
    crowd = [node.person() for node in (one, two) for _ in range(3)]
    with ThreadPoolExecutor(len(crowd)) as pool, seeks_heard(eve) as ear:
        ear.until(bool)
        waits: list[float] = []
        for _ in range(6):
            began = time.monotonic()
            table = offered(ada)
            ear.until(has(table))
            waits.append(time.monotonic() - began)
            tab = ada.sit(table)
            answers = list(pool.map(lambda person, table=table: take(person, table), crowd))
            assert sorted(answers) == [(200, ""), *[(409, TAKEN)] * 5], answers
            tab.next_state(lambda state: state["seek"] is None)
            told = ear.until(has(table, "games"))
            assert lacks(table)(told)
            tab.send(type="resign")
            tab.ended()
    assert min(waits) < 1.5, "it is told, not only found later"
    assert holes(site.place) == []


def test_copies_are_made_and_brought_back_while_people_play(site: Site, tmp_path: Path) -> None:
    elsewhere = site.postgres.fresh()

    async def play() -> Company:
        async with Racer(site.host) as person:
            company = Company([Enduring(person, wish) for wish in 2 * WISHES[:3:2]])
            for number in range(COPIES):
                await company.go_on()
                copy = tmp_path / f"copy{number}.db"
                await asyncio.to_thread(keeping.backup, site.place, copy)
            bringing_back = asyncio.to_thread(keeping.restore, elsewhere, copy)
            await asyncio.gather(bringing_back, company.go_on())
            await company.stop()
        return company

    company = asyncio.run(play())
    assert holes(elsewhere) == []
    kept, copied = moves_on_disk(site.place), moves_on_disk(elsewhere)
    tables = [table for player in company.players for table in player.acknowledged]
    assert sum(len(copied.get(table, [])) for table in tables) >= COPIES
    for table in tables:
        moves = copied.get(table, [])  # some were begun later
        assert kept[table][: len(moves)] == moves


# -- what goes on by itself ------------------------------------------------------------------------


def test_a_computer_moves_once_though_both_nodes_have_its_table(site: Site) -> None:
    one, two = site.nodes
    ada = one.person()
    tabs = [ada.sit(ada.table("linage", [ME, QUICK], SHORT))]
    tabs.append(also(ada, two).sit(tabs[0].table))
    for number in range(12):
        for tab in tabs:
            at(tab, 2 * number)
            assert len(tab.settled()["history"]) == 2 * number
        tabs[number % 2].play(tabs[number % 2].legal[0])
    for tab in tabs:
        at(tab, 24)
    assert tabs[0].moves == tabs[1].moves
    assert [move for _, move in moves_on_disk(site.place)[tabs[0].table]] == tabs[0].moves


def test_what_is_only_watched_goes_on_wherever_it_is_watched(site: Site) -> None:
    one, two = site.nodes
    ada, bob = one.person(), two.person()
    table = ada.table("linage", [QUICK, QUICK], {"size": 13, "komi": 1.5})
    first = ada.sit(table)
    at(first, 3)
    second = bob.sit(table)
    at(second, len(second.moves) + 3)
    first.close()
    at(second, len(second.moves) + 4)
    second.close()
    time.sleep(1)
    again = ada.sit(table)
    seen = len(again.moves)
    at(again, seen + 2)


def thinking(node: Server) -> tuple[Person, Tab]:
    """Somebody at a table whose computer has just begun to think."""
    person = node.person()
    tab = person.sit(person.table("linage", [ME, {"kind": "computer", "level": 8}], SHORT))
    tab.settled()
    tab.play("d4")
    return person, tab


def test_a_computer_goes_on_elsewhere_when_its_node_dies(site: Site) -> None:
    one, two = site.nodes
    ada, tab = thinking(one)
    one.kill()
    there = also(ada, two).sit(tab.table)
    at(there, 2)
    assert there.moves[0] == "d4"


def test_a_computer_goes_on_though_nobody_looks_when_its_node_dies(site: Site) -> None:
    one, _ = site.nodes
    _, tab = thinking(one)
    one.kill()
    began = time.monotonic()
    while len(moves_on_disk(site.place)[tab.table]) < 2:
        assert time.monotonic() - began < PATIENCE, "nobody went on"
        time.sleep(0.2)


def test_a_flag_falls_once_though_the_node_of_its_table_is_down(site: Site) -> None:
    """The clock goes on where the other node serves, and no time is lost or stolen."""
    one, two = site.nodes
    ada, bob = one.person("Ada"), two.person("Bob")
    clock = {"kind": "turn", "seconds": 8}
    white = ada.sit(ada.table("breakthrough", [ME, FRIEND], clock=clock))
    black = bob.sit(bob.join(white.state["seats"][1]["link"]))
    white.play(white.legal[0])
    at(black, 1)
    black.play(black.legal[0])
    began = time.monotonic()
    at(white, 2)
    shown = [tab.state["clock"]["left"] for tab in (white, black)]
    assert all(abs(mine - theirs) < 0.3 for mine, theirs in zip(*shown, strict=True)), shown
    revision = revision_of(site, white.table)
    two.kill()
    fallen = white.ended()
    assert 7.9 < time.monotonic() - began < 60
    assert fallen["scene"]["result"]["how"] == "flagged"
    assert fallen["scene"]["result"]["winners"] == [1]
    two.start()
    there = also(bob, two).sit(white.table)
    assert there.state["scene"]["result"] == fallen["scene"]["result"]
    assert revision_of(site, white.table) == revision + 1


def revision_of(site: Site, table: str) -> int:
    with site.postgres.connect(str(site.place).rpartition("/")[2]) as connection:
        found = connection.execute("SELECT revision FROM tables WHERE id = %s", (table,))
        return int(found.fetchall()[0][0])


def test_a_flag_falls_once_where_both_nodes_look(site: Site) -> None:
    one, two = site.nodes
    ada, bob = one.person("Ada"), two.person("Bob")
    pairs = []
    for _ in range(6):
        clock = {"kind": "game", "seconds": 5, "increment": 0}
        white = ada.sit(ada.table("breakthrough", [ME, FRIEND], clock=clock))
        black = bob.sit(bob.join(white.state["seats"][1]["link"]))
        white.play(white.legal[0])
        at(black, 1)
        pairs.append((white, black, revision_of(site, white.table)))
    for white, black, revision in pairs:
        assert white.ended()["scene"]["result"] == black.ended()["scene"]["result"]
        assert white.state["scene"]["result"]["how"] == "flagged"
        assert revision_of(site, white.table) == revision + 1


def news_until_now(tab: Tab) -> list[str]:
    """What has come through a socket meanwhile, once other nodes have heard of everything."""
    time.sleep(0.5)
    before = len(tab.traffic)
    tab.send(type="ping")
    tab.until(lambda message: message["type"] == "pong")
    return tab.traffic[before:]


def test_a_planned_answer_is_made_by_whichever_node_has_the_move(site: Site) -> None:
    """And who sits at another node hears nothing of it before."""
    one, two = site.nodes
    ada, bob = one.person("Ada"), two.person("Bob")
    clock = {"kind": "turn", "seconds": 86_400}
    white = ada.sit(ada.table("breakthrough", [ME, FRIEND], clock=clock))
    black = bob.sit(bob.join(white.state["seats"][1]["link"]))
    white.play("a2-a3")
    at(black, 1)
    news_until_now(black)
    revision = revision_of(site, white.table)
    wish = {"version": white.state["version"], "lines": [["a7-a6", "b2-b3"]]}
    ada.http.post(f"/api/tables/{white.table}/plan", json=wish).raise_for_status()
    assert revision_of(site, white.table) == revision + 1
    assert not [text for text in news_until_now(black) if text.startswith('{"type":"state"')]
    black.play("a7-a6")
    for tab in (white, black):
        at(tab, 3)
        assert tab.moves == ["a2-a3", "a7-a6", "b2-b3"]
    assert revision_of(site, white.table) == revision + 2


def test_whoever_comes_finds_the_node_that_lives(site: Site) -> None:
    """One node after the other is away for a moment while tables stay open."""
    ada = site.person()
    table = ada.table("linja", [ME, FRIEND])
    for node in site.nodes * 2:
        node.kill()
        with ThreadPoolExecutor(16) as people:  # at once: nginx itself is several processes
            tabs = list(people.map(ada.sit, [table] * 16))
        assert [tab.moves for tab in tabs] == [[]] * 16
        site.start()


def test_a_node_that_is_stopped_hands_over_at_once(site: Site) -> None:
    one, two = site.nodes
    ada, tab = thinking(one)
    began = time.monotonic()
    one.stop()
    there = also(ada, two).sit(tab.table)
    at(there, 2)
    assert time.monotonic() - began < PATIENCE


def test_one_node_serves_alone_after_the_other_is_killed(site: Site) -> None:
    person = site.person("Ada")
    tab = person.sit(person.table("linja", [ME, HERE]))
    tab.play(tab.legal[0])
    site.nodes[0].kill()
    tab.reconnect()
    for _ in range(5):
        tab.play(tab.legal[0])
    assert len(tab.moves) == 6
