"""Tournaments as they are kept and let go on: rows, nodes that see to them, and people who come
while others decide."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.engine import Connection

from attacks.house import NothingToCompile
from linden.web.compute.searches import Searches
from linden.web.errors import Refusal
from linden.web.people.ids import fresh_gone
from linden.web.store import tournaments as rows
from linden.web.store.errors import Stale
from linden.web.store.models import TournamentRow
from linden.web.store.store import Store
from linden.web.store.times import Beat
from linden.web.tables.autoplay import Autoplay
from linden.web.tables.clock import TimeControl
from linden.web.tables.lobby import Lobby
from linden.web.tournaments import running as going_on
from linden.web.tournaments.listening import Followers
from linden.web.tournaments.running import MOST_OWN, Tournaments, change_of, read
from linden.web.tournaments.terms import Terms
from linden.web.tournaments.tournament import Tournament
from servers import PATIENCE

DAY = 86_400.0


class Node:
    """What serves tournaments, without a server around it."""

    def __init__(self, place: Path | str) -> None:
        self.store = Store(place)
        self.lobby = Lobby(self.store, NothingToCompile())
        self.searches = Searches()
        self.autoplay = Autoplay(self.lobby, self.lobby.compiling, self.searches, 0.0)
        self.tournaments = Tournaments(self.lobby, self.autoplay)

    async def close(self) -> None:
        await self.tournaments.close()
        await self.autoplay.close()
        self.searches.close()
        await self.lobby.close()
        self.store.close()


def terms(**facts: Any) -> Terms:
    usual = {"name": "Cup", "kind": "swiss", "game": "linja", "options": {}}
    return Terms(**{**usual, "clock": TimeControl("game", 300.0, 3.0), **facts})


async def with_people(node: Node, count: int, **facts: Any) -> str:
    found = await node.tournaments.create("@ada", terms(**facts))
    for number in range(count):
        await node.tournaments.change(found, entering(number))
    return found


def entering(number: int) -> Callable[[Tournament], Tournament]:
    return lambda now: now.enter(f"v{number}", f"V{number}", None, 0.0)


async def resigned(node: Node, table: str) -> None:
    """Whoever is to move gives up."""
    now = (await node.lobby.get(table)).table
    await node.lobby.resign(table, now.seats[now.turn].visitor or "", None)


def test_of_two_who_pair_at_once_one_does_and_all_results_count_once(place: Path | str) -> None:
    async def run() -> None:
        nodes = [Node(place), Node(place)] if isinstance(place, str) else [Node(place)]
        one, other = nodes[0], nodes[-1]
        try:
            found = await with_people(one, 6, rounds=3)
            await one.tournaments.change(found, lambda now: now.start("@ada", 0.0))
            for number in (1, 2, 3):
                now = await other.tournaments.get(found)
                assert (now.round, len(now.playing)) == (number, 3)
                for game in now.playing:
                    await resigned(one, game.table(found))
                sees = [node.tournaments.see_to(found) for node in nodes for _ in range(4)]
                await asyncio.gather(*sees)
            over = await other.tournaments.get(found)
            assert over.status == "over"
            assert len(over.pairings) == 9
            assert sum(row.points for row in over.standings) == 18
            assert {one.result for one in over.pairings} == {"second"}, "the first was to move"
        finally:
            for node in nodes[::-1]:
                await node.close()

    asyncio.run(run())


def test_what_does_not_follow_what_is_kept_is_refused_with_its_tables(place: Path | str) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            found = await with_people(node, 2, rounds=1)
            before = await node.tournaments.get(found)
            started = before.start("@ada", 1.0)
            await node.store.tournaments.change(change_of(before, started, 1.0))
            table = started.playing[0].table(found)
            await resigned(node, table)
            with pytest.raises(Stale):
                await node.store.tournaments.change(
                    change_of(before, before.start("@ada", 2.0), 2.0)
                )
            kept = await node.store.load(table)
            assert kept is not None
            assert kept.row.ended == "resigned", "a table that is there is never made again"
            (again,) = await node.store.tournaments.newer({found: before.revision})
            assert read(again) == started
            assert await node.store.tournaments.newer({found: started.revision}) == []
        finally:
            await node.close()

    asyncio.run(run())


def test_whoever_does_not_come_has_lost_and_may_come_back(place: Path | str) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            found = await with_people(node, 4, rounds=2)
            began = -terms().patience - 1.0
            await node.tournaments.change(found, lambda now: now.start("@ada", began))
            first, second = (await node.tournaments.get(found)).playing
            live = await node.lobby.get(second.table(found))
            mover = live.table.seats[live.table.turn].visitor or ""
            await node.lobby.change(
                live.table.id, lambda now: now.play(mover, now.version, now.position.moves[0])
            )
            await node.tournaments.see_to(found)
            now = await node.tournaments.get(found)
            ended = next(one for one in now.pairings if one.number == first.number)
            assert ended.result == "second"
            assert now.by_number[first.first].gone
            assert [one.number for one in now.playing] == [second.number], "who came plays on"
            left = (await node.lobby.kept(first.table(found))).ended
            assert left == "left"
            absent = now.by_number[first.first].visitor or ""
            back = await node.tournaments.change(
                found, lambda now: now.enter(absent, "", None, 1.0)
            )
            assert not back.by_number[first.first].gone
        finally:
            await node.close()

    asyncio.run(run())


def test_people_are_the_same_after_they_sign_up_and_nameless_once_gone(
    place: Path | str,
) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            found = await with_people(node, 3)
            await node.store.database.write(rows.hand_over, "v1", "@bob")
            now = await node.tournaments.get(found)
            assert [one.visitor for one in now.entrants] == ["v0", "@bob", "v2"]
            gone = fresh_gone()
            await node.store.database.write(rows.hand_over, "@bob", gone)
            left = (await node.tournaments.get(found)).entrants
            assert [one.visitor for one in left] == ["v0", "v2"], "their place is free"
            await node.store.database.write(rows.hand_over, "@ada", fresh_gone())
            assert await node.store.tournaments.lapse(0.0, 1.0) == 1, "nobody can begin it now"
            assert (await node.tournaments.get(found)).status == "cancelled"
            begun = await with_people(node, 3)
            await node.tournaments.change(begun, lambda now: now.start("@ada", 0.0))
            await node.store.database.write(rows.hand_over, "v1", gone)
            ghost = (await node.tournaments.get(begun)).entrants[1]
            assert (ghost.visitor, ghost.name, ghost.gone) == (gone, "", True)
        finally:
            await node.close()

    asyncio.run(run())


def test_nobody_has_two_places_by_signing_in(place: Path | str) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            for begins, there in ((False, ["v0", "v2"]), (True, ["v0", "v1", "v2"])):
                found = await with_people(node, 3)
                if begins:
                    await node.tournaments.change(found, lambda now: now.start("@ada", 0.0))
                await node.store.database.write(rows.hand_over, "v1", "v0")
                now = await node.tournaments.get(found)
                assert [one.visitor for one in now.entrants] == there, "places are found by games"
        finally:
            await node.close()

    asyncio.run(run())


def test_what_nobody_begins_is_called_off_by_the_sites_time(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            found = await with_people(node, 2)
            before = await with_people(node, 2)
            await node.store.database.write(forget_due, before)  # as older Lindens kept it
            ahead = time.time() + 8 * DAY
            with monkeypatch.context() as wrong:
                wrong.setattr(time, "time", lambda: ahead)
                await node.tournaments.look()
            for one in (found, before):
                assert (await node.tournaments.get(one)).status == "open", "a clock was wrong"
            serve(node, 6 * DAY)
            await node.tournaments.change(before, entering(2))
            serve(node, 8 * DAY)
            await look_for_all(node)
            assert (await node.tournaments.get(found)).status == "cancelled"
            assert (await node.tournaments.get(before)).status == "open"
            assert (await node.store.times.nearest() or 0) > 8 * DAY, "it is waited for no more"
            serve(node, 14 * DAY)
            await look_for_all(node)
            assert (await node.tournaments.get(before)).status == "cancelled"
            assert await node.store.times.nearest() is None
        finally:
            await node.close()

    asyncio.run(run())


def forget_due(connection: Connection, tournament: str) -> None:
    this = update(TournamentRow).where(TournamentRow.id == tournament)
    connection.execute(this.values(due=None))


def serve(node: Node, seconds: float) -> None:
    """The site has served for so long."""
    node.lobby.timekeeper._take(Beat(seconds, time.monotonic()))


async def look_for_all(node: Node) -> None:
    """Look for those that nobody begins, too."""
    node.tournaments._looks = 0
    await node.tournaments.look()


def test_nobody_organises_any_number_of_them(place: Path | str) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            for _ in range(MOST_OWN):
                await node.tournaments.create("@ada", terms())
            with pytest.raises(Refusal, match="end one before the next"):
                await node.tournaments.create("@ada", terms())
            await node.tournaments.create("@bob", terms())
            assert len(await node.store.tournaments.listed()) == MOST_OWN + 1
        finally:
            await node.close()

    asyncio.run(run())


def test_a_crowd_that_joins_at_once_takes_part(place: Path | str) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            found = await with_people(node, 0)
            joins = (node.tournaments.change(found, entering(number)) for number in range(40))
            await asyncio.gather(*joins)
            assert len((await node.tournaments.get(found)).entrants) == 40
        finally:
            await node.close()

    asyncio.run(run())


def test_what_is_checked_holds_whoever_comes_at_the_same_time(place: Path | str) -> None:
    async def alone(now: Tournament) -> None:
        if now.people:
            raise Refusal("You and somebody there do not play with each other.", 403)

    async def run() -> None:
        nodes = [Node(place), Node(place)] if isinstance(place, str) else [Node(place)] * 2
        try:
            found = await with_people(nodes[0], 0)
            joins = (
                node.tournaments.change(found, entering(number), alone)
                for number, node in enumerate(nodes)
            )
            answers = await asyncio.gather(*joins, return_exceptions=True)
            assert sum(isinstance(one, Refusal) for one in answers) == 1
            assert len((await nodes[0].tournaments.get(found)).entrants) == 1
        finally:
            for node in dict.fromkeys(nodes[::-1]):
                await node.close()

    asyncio.run(run())


def test_what_hardly_anybody_has_joined_gives_way(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(going_on, "MOST_ALL", 3)

    async def run() -> None:
        node = Node(place)
        try:
            joined = await with_people(node, 2)
            empty = [await node.tournaments.create(f"v{number}", terms()) for number in range(2)]
            await node.tournaments.change(empty[0], entering(7))
            for lonely in (empty[1], empty[0]):  # the one that has waited longest
                made = await node.tournaments.create("@bob", terms())
                assert (await node.tournaments.get(lonely)).status == "cancelled"
                for number in range(2):
                    await node.tournaments.change(made, entering(number))
            with pytest.raises(Refusal, match="no other fits"):
                await node.tournaments.create("v9", terms())
            for one in (joined, made):
                assert (await node.tournaments.get(one)).status == "open"
        finally:
            await node.close()

    asyncio.run(run())


def test_nobody_keeps_others_from_setting_them_up(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guests' give way to accounts, then those of whoever has most, the longest waiting first."""
    monkeypatch.setattr(going_on, "MOST_ALL", 6)
    monkeypatch.setattr(going_on, "MOST_GUESTS", 3)

    async def run() -> None:
        node = Node(place)

        async def made(organiser: str, *, begins: bool = False) -> str:
            found = await node.tournaments.create(organiser, terms())
            for number in range(2):
                await node.tournaments.change(found, entering(number))
            if begins:
                await node.tournaments.change(found, lambda now: now.start(organiser, 0.0))
            return found

        async def going() -> list[str]:
            listed = await node.store.tournaments.listed()
            return [one.id for one in listed if one.status in rows.UNFINISHED]

        try:
            guests = [await made("g0", begins=True), await made("g1"), await made("g1")]
            late = await made("g2")
            assert await going() == [guests[0], guests[2], late], "guests have a part of the places"
            with pytest.raises(Refusal, match="no other fits"):
                await made("g1")
            accounts = [await made("@a"), await made("@b"), await made("@b")]
            assert len(await going()) == 6
            accounts.append(await made("@c"))
            assert await going() == [guests[0], late, *accounts], "a guest's gives way"
            accounts.append(await made("@c"))
            assert await going() == [guests[0], *accounts]
            last = await made("@d")
            assert await going() == [guests[0], accounts[0], *accounts[2:], last]
            with pytest.raises(Refusal, match="no other fits"):
                await made("@c")
            with pytest.raises(Refusal, match="no other fits"):
                await made("g3")
        finally:
            await node.close()

    asyncio.run(run())


def test_a_list_of_tournaments_is_read_without_what_was_played(place: Path | str) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            found = await with_people(node, 4, rounds=2)
            await node.tournaments.change(found, lambda now: now.start("@ada", 1.0))
            whole = await node.tournaments.get(found)
            (listed,) = map(read, await node.store.tournaments.listed())
            assert listed == replace(whole, pairings=())
        finally:
            await node.close()

    asyncio.run(run())


def test_whoever_comes_late_to_a_tournament_makes_nobody_listen_again(place: Path | str) -> None:
    async def run() -> None:
        node = Node(place)
        followers = Followers(node.lobby)
        followers.open()
        try:
            found = await with_people(node, 2)
            first = followers.listen("v0", about=found)
            async with asyncio.timeout(PATIENCE):
                await first.changed.wait()
                first.changed.clear()
                late = followers.listen("v1", about=found)
                await late.changed.wait()
            assert not first.changed.is_set()
            told = [followers.message(one) for one in (first, late)]
            assert [[one.you for one in state.standings] for state in told if state] == [
                [True, False],
                [False, True],
            ]
        finally:
            await followers.close()
            await node.close()

    asyncio.run(run())


def test_a_game_that_has_begun_is_left_to_its_clock(place: Path | str) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            found = await with_people(node, 2, rounds=1)
            began = -terms().patience - 1.0
            await node.tournaments.change(found, lambda now: now.start("@ada", began))
            (game,) = (await node.tournaments.get(found)).playing
            live = await node.lobby.get(game.table(found))
            mover = live.table.seats[live.table.turn].visitor or ""
            await node.lobby.change(
                live.table.id, lambda now: now.play(mover, now.version, now.position.moves[0])
            )
            assert node.lobby.forget(live)
            await node.tournaments.see_to(found)
            assert node.lobby.opened(live.table.id) is None, "it is not even looked at"
        finally:
            await node.close()

    asyncio.run(run())


def test_looking_after_tournaments_leaves_most_of_the_time_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        node, looks = Node(tmp_path / "tables.db"), []

        async def look() -> None:
            looks.append(time.monotonic())
            await asyncio.sleep(0.2)
            node.tournaments._wake.set()  # something has happened meanwhile, as it always has

        monkeypatch.setattr(node.tournaments, "look", look)
        node.tournaments.open()
        await asyncio.sleep(1.0)
        await node.close()
        assert len(looks) <= 2

    asyncio.run(run())


def test_computers_stop_when_their_tournament_is_called_off(place: Path | str) -> None:
    async def run() -> None:
        node = Node(place)
        try:
            found = await with_people(node, 0, clock=None, computers=True)
            for _ in range(4):
                await node.tournaments.enter_computer(found, "@ada", 1)
            await node.tournaments.change(found, lambda now: now.start("@ada", 0.0))
            games = (await node.tournaments.get(found)).playing
            await node.tournaments.cancel(found, "@ada")
            for game in games:
                assert (await node.lobby.kept(game.table(found))).over
            assert node.autoplay.count == 0
        finally:
            await node.close()

    asyncio.run(run())


def test_the_value_is_what_the_store_keeps() -> None:
    now = Tournament("t", "@ada", terms()).enter("v", "V", 1500, 2.0)
    again = Tournament.read(
        json.loads(json.dumps(now.written())),
        id="t",
        organiser="@ada",
        revision=now.revision,
        status=now.status,
    )
    assert again == now
