"""Rated games with a level: who may play one, which seat they get, what nobody can make of it, and
that only the person's rating changes, once."""

import asyncio
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import linden
from attacks.house import NothingToCompile
from linden.core.position import Position
from linden.players.choice import Choice
from linden.rating.games import advantages, level_rating
from linden.rating.games import rated as expected
from linden.rating.glicko2 import Rating
from linden.web.compute.fair import EXHIBITION, WAITED_FOR
from linden.web.compute.searches import WHOLE_THOUGHT, Searches
from linden.web.errors import Refusal
from linden.web.messages import NewTable
from linden.web.people.ids import fresh_account
from linden.web.store.errors import Stale
from linden.web.store.models import SeatRow, TableRow
from linden.web.store.ratings import LevelGames, LevelMet, RatedGame
from linden.web.store.store import Change, Store
from linden.web.tables import clock as clocks
from linden.web.tables import rating
from linden.web.tables.autoplay import Autoplay
from linden.web.tables.clock import DAY, STUCK_SECONDS, Clock, TimeControl
from linden.web.tables.lobby import Lobby
from linden.web.tables.rows import change_of, rematch_row
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from owners import Owner
from servers import FRIEND, HERE, ME, QUICK, Person, Server, Tab, serving
from web.test_rated import CLOCK, account, rating_of, somebody, wish

LEVEL4 = {"kind": "computer", "level": 4}
EQUAL = Rating(1500, 30)
UNUSUAL = "Rated games are played by the usual rules, from the start."
RANKED = "Among computers, only levels that have a rating play rated games."


def level_of(game: str, number: int) -> Rating:
    found = level_rating(linden.load(game), number)
    assert found is not None
    return found


def begun(person: Person, level: int = 1, game: str = "linja", **more: Any) -> Tab:
    """A tab at a new rated game with a level."""
    answer = wish(person, [ME, {"kind": "computer", "level": level}], game=game, **more)
    assert answer.status_code == 200, answer.text
    return person.sit(answer.json()["id"])


def own_seat(tab: Tab) -> int:
    (seat,) = tab.state["viewer"]["seats"]
    return int(seat)


def decided(tab: Tab, times: int = 4) -> None:
    """So many moves of one's own."""
    for _ in range(times):
        if tab.settled()["turn"]["kind"] != "over":
            tab.play(tab.legal[0])
    tab.settled()


# -- over the wire ---------------------------------------------------------------------------------


def test_a_rated_game_with_a_level(server: Server) -> None:
    """To its end: the person's rating follows the level's, which stands still."""
    ada, name = somebody(server, "ada")
    tab = begun(ada, clock=CLOCK)
    level = level_of("linja", 1)
    assert f"rated, the level at {round(level.rating)}" in tab.state["game"]["rules"]
    assert tab.state["clock"]["seconds"] == 600
    end = tab.play_out()
    seat = own_seat(tab)
    won = {0: 0.5}.get(len(end["scene"]["result"]["winners"]), 0.0)
    returns = [0.0, 0.0]
    if end["scene"]["result"]["winners"]:
        won = float(seat in end["scene"]["result"]["winners"])
        returns[seat] = 2 * won - 1
        returns[1 - seat] = -returns[seat]
    players = [level, level]
    players[seat] = Rating()
    after = expected(players, returns, advantages(linden.load("linja")))[seat]
    found = rating_of(server.person(), name)
    assert found["rating"] == pytest.approx(after.rating)
    assert found["deviation"] == pytest.approx(after.deviation)
    assert (found["games"], found["withLevels"], found["pool"]) == (1, 1, "two")
    assert [point["level"] for point in found["points"]] == [None, 1]
    shown = server.person().get(f"/api/people/{name}")
    assert [card["id"] for card in shown["games"]] == [tab.table]
    assert any("computer" in one for one in shown["games"][0]["seats"])
    told = ada.get("/api/ranking/linja")["levels"]
    assert told[0]["rating"] == pytest.approx(level.rating), "as declared"


def test_nothing_helps_in_it(server: Server) -> None:
    ada, _ = somebody(server, "ada")
    tab = begun(ada, clock={"kind": "game", "seconds": 900, "increment": 10})
    decided(tab, 2)
    can = tab.state["can"]
    assert not any(can[it] for it in ("undo", "takeback", "hint", "draw", "pause", "say"))
    assert can["resign"]
    for asked, sentence in (
        ("undo", "Rated games are played without taking back."),
        ("pause", "A rated game with a level is not paused."),
        ("draw", "A draw cannot be agreed now."),
    ):
        tab.ask(type=asked)
        assert tab.refused() == sentence
    tab.send(type="hint")
    assert tab.refused() == "Rated games are played without hints."
    assert ada.http.get(f"/api/tables/{tab.table}/analysis").status_code == 409
    assert ada.http.post(f"/api/tables/{tab.table}/moments").status_code == 409
    judged = {"table": tab.table, "ply": 1, "moves": []}
    assert ada.http.post("/api/judgement", json=judged).status_code == 409
    onward = {"game": "linja", "seats": [ME, QUICK], "table": tab.table, "ply": 1}
    assert ada.http.post("/api/tables", json=onward).status_code == 409
    moved = ada.http.post(f"/api/tables/{tab.table}/seats/{own_seat(tab)}/transfer")
    assert moved.status_code == 409


def test_what_no_level_plays_for(server: Server) -> None:
    ada, _ = somebody(server, "ada")
    perfect = {"kind": "computer", "level": 9}
    people = "Rated games are between people at screens of their own, or with a level."
    three = {"game": "linos", "options": {"players": 3}}
    cases: list[tuple[Person, list[dict[str, Any]], dict[str, Any], int, str]] = [
        (server.person(), [ME, LEVEL4], {}, 403, "Rated games are for accounts"),
        (ada, [LEVEL4, LEVEL4], {}, 422, people),
        (ada, [HERE, LEVEL4], {}, 422, people),
        (ada, [FRIEND, LEVEL4], {}, 422, people),
        (ada, [ME, perfect], {}, 422, RANKED),
        (ada, [ME, {"kind": "computer", "player": "prover"}], {}, 422, "Levels go from 1"),
        (ada, [ME, {"kind": "computer", "player": "program:none"}], {}, 422, "Levels go from 1"),
        (ada, [ME, LEVEL4], {"game": "pig"}, 422, RANKED),
        (ada, [ME, LEVEL4], {"options": {"meddle": True}}, 422, UNUSUAL),
        (ada, [ME, LEVEL4], {"game": "linage", "options": {"komi": 60}}, 422, UNUSUAL),
        (ada, [ME, LEVEL4], {"position": linden.load("linja").start().text}, 422, UNUSUAL),
        (ada, [ME, LEVEL4], {"match": True}, 422, "A rated game with a level is a single game."),
        (ada, [ME, FRIEND, LEVEL4], three, 422, "Rated games with a level are for two."),
    ]
    for person, seats, more, status, told in cases:
        answer = wish(person, seats, **more)
        assert answer.status_code == status, (seats, more, answer.text)
        assert answer.json()["error"].startswith(told), (seats, more)
    assert ada.get("/api/home")["open"] == []


def test_the_form_knows_which_levels_are_rated(server: Server) -> None:
    guest = server.person()
    levels = guest.get("/api/games/linja")["levels"]
    assert [one["rating"] for one in levels[:8]] == [
        pytest.approx(level_of("linja", number).rating) for number in range(1, 9)
    ]
    assert all(one["rating"] is None for one in levels[8:])
    assert {one["rating"] for one in guest.get("/api/games/pig")["levels"]} == {None}
    three = guest.http.post("/api/games/linos/check", json={"options": {"players": 3}}).json()
    assert {one["rating"] for one in three["levels"]} == {None}


def test_a_program_of_the_server_plays_for_fun(tmp_path: Path) -> None:
    with serving(tmp_path, "--engine", "Mine=true") as server:
        ada, _ = somebody(server, "ada")
        answer = wish(ada, [ME, {"kind": "computer", "player": "program:Mine"}])
        assert (answer.status_code, answer.json()["error"]) == (422, RANKED)


def test_seats_take_turns_and_one_game_runs_at_a_time(server: Server) -> None:
    """Whoever opens table after table does not get the better seat."""
    ada, _ = somebody(server, "ada")
    seats = []
    for number in range(3):
        tab = begun(ada, clock=CLOCK)
        seats.append(own_seat(tab))
        refused = wish(ada, [LEVEL4, ME], clock=CLOCK)
        assert (refused.status_code, refused.json()["error"]) == (
            409,
            "Your rated game of Linja with a level is not over; finish it first.",
        )
        assert wish(ada, [ME, FRIEND]).status_code == 200, "with people it is another thing"
        assert ada.http.post(f"/api/my-games/{tab.table}/remove").status_code == 409
        decided(tab)
        tab.send(type="resign")
        tab.ended()
        if number == 0:
            old = tab.table
    assert seats in ([0, 1, 0], [1, 0, 1])
    assert ada.http.get("/api/home").status_code == 200
    again = ada.sit(ada.http.post(f"/api/tables/{old}/rematch").json()["id"])
    assert own_seat(again) == seats[1], "after seats[2], whichever table is asked for a rematch"
    assert any("rated" in rule for rule in again.state["game"]["rules"])
    late = ada.http.post(f"/api/tables/{tab.table}/rematch")
    assert late.status_code == 409, late.text


def test_a_bot_may_play_a_level_for_a_rating(server: Server) -> None:
    owner = Owner(server, "ada")
    bot = owner.program()
    tab = begun(bot, clock=CLOCK)
    decided(tab)
    tab.send(type="resign")
    tab.ended()
    found = rating_of(server.person(), owner.bot)
    assert found["rating"] < 1500
    assert found["withLevels"] == 1


def test_no_restart_takes_anything_from_anybody(tmp_path: Path) -> None:
    """While the person is to move, and while the level is."""
    with serving(tmp_path) as server:
        ada, name = somebody(server, "ada")
        tab = begun(ada, 8, clock={"kind": "game", "seconds": 5, "increment": 5})
        decided(tab, 2)
        assert tab.state["clock"]["running"] == own_seat(tab)
        server.stop()
        time.sleep(6)  # longer than there is time
        server.start()
        tab.reconnect()
        assert tab.state["clock"]["left"][own_seat(tab)] > 3
        while tab.can_act:  # to the end of the turn
            tab.play(tab.legal[0])
        made = len(tab.moves)
        server.kill()
        server.start()
        tab.reconnect()
        assert len(tab.settled()["history"]) > made, "the level goes on"
        assert not tab.over
        assert rating_of(ada, name) is None


# -- the table, without a server -------------------------------------------------------------------


def with_level(
    number: int = 4, game: str = "linja", control: TimeControl | None = None, seat: int = 0
) -> tuple[Table, str]:
    """A rated game with a level, and who plays it."""
    rules, ada = linden.load(game), fresh_account()
    sitters = [Sitter("person", ada, "Ada", own=True), Sitter("computer", player=f"level{number}")]
    placed = tuple(sitters if seat == 0 else sitters[::-1])
    clock = Clock.new(control or TimeControl("game", 600.0, 5.0), 2)
    return (
        Table("t", rules, ada, placed, (), (rules.start(),), rated=True, clock=clock),
        ada,
    )


def both_decided(now: Table) -> Table:
    while len({position.to_move for position in now.positions[:-1]} - {-1}) < 2:
        now = now.go_on(now.position.moves[0])
    return now


def test_what_the_end_tells_of_a_level() -> None:
    now, ada = with_level(3, seat=1)
    assert now.level == 3
    assert rating.counted(now, now.resign(ada, None)) is None, "it had not begun"
    now = both_decided(now)
    counted = change_of(now, now.resign(ada, None)).rated
    assert counted is not None
    assert (counted.accounts, counted.returns) == (("", ada), (1.0, -1.0))
    assert counted.levels == (LevelMet(3, level_of("linja", 3)), None)
    assert counted.advantages == tuple(advantages(now.game)), "the seat counts as between people"


def test_a_computer_in_somebodys_place_is_no_level() -> None:
    people = [fresh_account() for _ in range(3)]
    rules = linden.load("linx", players=3)
    seats = tuple(Sitter("person", who, "", own=True) for who in people)
    table = Table("t", rules, people[0], seats, (), (rules.start(),), rated=True)
    left = both_decided(table).resign(people[1], None)
    assert left.seats[1].kind == "computer"
    assert left.level is None


def test_who_is_played_for_fun_helps_as_before() -> None:
    now, ada = with_level()
    casual = replace(now, rated=False)
    casual.check_hint(ada)
    casual.check_review(ada)
    for check in (now.check_hint, now.check_review):
        with pytest.raises(Refusal):
            check(ada)
    over = both_decided(now).resign(ada, None)
    over.check_review(ada)


@pytest.mark.parametrize("control", [TimeControl("game", 60.0), TimeControl("turn", 3 * DAY)])
def test_a_game_in_which_the_server_cannot_move_is_called_off(control: TimeControl) -> None:
    now, ada = with_level(control=control)
    assert now.may_claim(ada) is None, "it is her turn"
    while now.automatic != "computer":
        now = now.go_on(now.position.moves[0])
    assert now.flag_at is None, "its flag does not fall"
    assert now.may_claim(ada) == 1
    assert now.may_claim(fresh_account()) is None
    assert now.claimable_in(STUCK_SECONDS - 5, None) == 5
    with pytest.raises(Refusal, match="Wait a little longer"):
        now.claim(ada, now.version, False, None)
    off = now.claim(ada, now.version, True, 0.0)
    assert (off.ended, off.returns) == ("aborted", (0.0, 0.0))
    assert change_of(now, off).rated is None
    assert rating.leavers(now, off) == [], "she has left nothing"


def test_a_rematch_by_rules_nobody_is_rated_by_is_for_fun() -> None:
    now, ada = with_level()
    over = both_decided(now).resign(ada, None)
    row = rematch_row(over, ada, 1)
    assert row.rated
    assert [seat.kind for seat in row.seats] == ["computer", "person"]
    assert [seat.kind for seat in rematch_row(over, ada, 0).seats] == ["person", "computer"]
    sixth = replace(over.seats[1], player="perfect")
    assert not rematch_row(replace(over, seats=(over.seats[0], sixth)), ada).rated


def test_a_fixed_opponent_is_no_mine_of_points() -> None:
    """Whoever beats a level again and again gains the less the further they are above it."""
    for ahead, most in ((200, 6.0), (400, 2.5), (800, 0.3)):
        now = Rating(EQUAL.rating + ahead, 60)
        after = expected([now, EQUAL], [1, -1], [0, 0])[0]
        assert 0 < after.rating - now.rating < most
    person = Rating()
    for _ in range(200):
        person, _ = expected([person, EQUAL], [1, -1], [0, 0])
    assert person.rating < EQUAL.rating + 1000


def test_the_person_alone_changes() -> None:
    """And by as much as by a person of that rating."""
    level = level_of("linage", 1)
    after, _ = expected([Rating(1500, 60), level], [1, -1], [0, 0])
    assert after.rating - 1500 < 1.5
    lost, _ = expected([Rating(1500, 60), level], [-1, 1], [0, 0])
    assert 1500 - lost.rating > 15


def test_a_level_is_as_strong_with_a_short_clock() -> None:
    """All of its nodes, whatever time there is: nobody makes it weaker."""
    searches = Searches()
    start = linden.load("linja").start()
    try:
        whole = asyncio.run(searches.move(start, "level8", "ada", most=0.05, whole=True))
        short = asyncio.run(searches.move(start, "level8", "ada", most=0.05))
    finally:
        searches.close()
    assert short.nodes < whole.nodes
    assert whole.nodes == 600_000
    assert WHOLE_THOUGHT < STUCK_SECONDS / 2 < clocks.LONG_AWAY_SECONDS


class Asked(Searches):
    """Searches that note what is asked of them, and answer with any move."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, bool]] = []

    async def move(
        self,
        position: Position,
        text: str,
        owner: str,
        rank: int = WAITED_FOR,
        most: float | None = None,
        *,
        whole: bool = False,
    ) -> Choice:
        self.asked.append((owner, rank, whole))
        return linden.player(position.game, "random").choose(position)


@pytest.mark.parametrize("rated", [True, False])
def test_nothing_else_of_hers_keeps_the_level_waiting(tmp_path: Path, rated: bool) -> None:
    """Also while nobody looks on: its moves are asked for as the table's own."""
    asked = NewTable.model_validate(
        {"game": "linja", "seats": [ME, LEVEL4], "rated": rated, "clock": CLOCK}
    )

    async def run(store: Store) -> None:
        ada = await account(store, "ada")
        lobby, searches = Lobby(store, NothingToCompile()), Asked()
        autoplay = Autoplay(lobby, lobby.compiling, searches, 0.0)
        made = await lobby.create(ada, "ada", asked)
        lobby.visited(await lobby.get(made))
        while not searches.asked:
            now = (await lobby.get(made)).table
            if now.acting(ada) is not None:
                await lobby.change(made, lambda table: table.go_on(table.position.moves[0]))
            await asyncio.sleep(0.01)
        mine = (made, WAITED_FOR, True) if rated else (ada, EXHIBITION, False)
        assert set(searches.asked) == {mine}
        await autoplay.close()
        await lobby.close()

    on(tmp_path / "tables.db", run)


# -- the store, on both engines --------------------------------------------------------------------


def level_row(name: str, ada: str, seat: int, ended: str = "") -> TableRow:
    computer = SeatRow(number=1 - seat, kind="computer", player="level3")
    person = SeatRow(number=seat, kind="person", visitor=ada, own=True)
    return TableRow(
        **{"id": name, "game": "linja", "options": {}, "host": ada, "seating": [0, 1]},
        **{"rated": True, "seats": [computer, person], "ended": ended},
    )


def test_it_counts_once_for_the_person_alone(place: Path | str) -> None:
    async def run(store: Store) -> None:
        ada = await account(store, "ada")
        await store.create(level_row("t", ada, 0), [])
        level = LevelMet(3, level_of("linja", 3))
        game = RatedGame("linja", "two", (ada, ""), (1.0, -1.0), (3.0, -3.0), (None, level))
        end = Change("t", 0, {"ended": "resigned", "loser": 1}, rated=game)
        answers = await asyncio.gather(
            *(store.change(end) for _ in range(3)), return_exceptions=True
        )
        assert sum(isinstance(answer, Stale) for answer in answers) == 2
        (standing,) = await store.ratings.standings(ada)
        after = expected([Rating(), level.rating], [1, -1], [3, -3])[0]
        assert (standing.games, standing.with_levels) == (1, 1)
        assert standing.rating == pytest.approx(after.rating)
        (point,) = await store.ratings.points(ada)
        assert (point.level, point.before) == (3, 1500)
        assert await store.ratings.standings("") == []

    on(place, run)


def test_which_seat_comes_next_is_asked_with_the_making(place: Path | str) -> None:
    async def run(store: Store) -> None:
        ada, bob = await account(store, "ada"), await account(store, "bob")
        nothing = await store.ratings.level_games(ada, "linja")
        assert nothing == LevelGames()
        await store.create(level_row("t1", ada, 0), [], nothing)
        with pytest.raises(Stale):
            await store.create(level_row("t2", ada, 0), [], nothing)
        known = await store.ratings.level_games(ada, "linja")
        assert known == LevelGames("t1", 0, ("t1",))
        assert rating.seat_of_person(known) == 1
        assert await store.ratings.level_games(ada, "linx") == LevelGames()
        assert await store.ratings.level_games(bob, "linja") == LevelGames()
        await store.change(Change("t1", 0, {"ended": "played"}))
        known = await store.ratings.level_games(ada, "linja")
        assert known == LevelGames("t1", 0, ())
        await store.create(level_row("t3", ada, 1), [], known)
        assert (await store.ratings.level_games(ada, "linja")).seat == 1

    on(place, run)


def test_two_who_ask_at_once_get_one_table(place: Path | str) -> None:
    seats = [ME, LEVEL4]
    asked = NewTable.model_validate({"game": "linja", "seats": seats, "rated": True})

    async def run(store: Store) -> None:
        ada = await account(store, "ada")
        lobby = Lobby(store, NothingToCompile())
        answers = await asyncio.gather(
            *(lobby.create(ada, "ada", asked) for _ in range(4)), return_exceptions=True
        )
        refused = [answer for answer in answers if isinstance(answer, Refusal)]
        assert len(refused) == 3
        assert {one.status for one in refused} == {409}
        known = await store.ratings.level_games(ada, "linja")
        assert len(known.running) == 1
        await lobby.close()

    on(place, run)


def test_a_table_of_other_rules_keeps_nobody_from_playing(place: Path | str) -> None:
    asked = NewTable.model_validate({"game": "linja", "seats": [ME, LEVEL4], "rated": True})

    async def run(store: Store) -> None:
        ada = await account(store, "ada")
        old = level_row("old", ada, 0)
        old.options = {"no-such-option": 1}
        await store.create(old, [])
        lobby = Lobby(store, NothingToCompile())
        made = await lobby.create(ada, "ada", asked)
        assert (await lobby.get(made)).table.seats[1].kind == "person", (
            "it is the other seat's turn"
        )
        await lobby.close()

    on(place, run)


def test_a_stuck_game_is_resigned_without_loss(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever presses the wrong button is not punished for it."""
    monkeypatch.setattr("linden.web.tables.timing.STUCK_SECONDS", 0.0)
    asked = NewTable.model_validate({"game": "linja", "seats": [ME, LEVEL4], "rated": True})

    async def run(store: Store) -> None:
        ada = await account(store, "ada")
        lobby = Lobby(store, NothingToCompile())  # without anybody who lets levels move
        made = await lobby.create(ada, "ada", asked)
        now = (await lobby.get(made)).table
        while now.automatic != "computer":
            move = now.position.moves[0]
            now = await lobby.change(made, partial(Table.go_on, move=move))
        await lobby.resign(made, ada, None)
        kept = await store.load(made)
        assert kept is not None
        assert kept.row.ended == "aborted"
        assert await store.ratings.standings(ada) == []
        assert await store.decency.leaves(ada, 0, time.time()) == []
        await lobby.close()

    on(place, run)


def on(place: Path | str, run: Any) -> None:
    store = Store(place)
    try:
        asyncio.run(run(store))
    finally:
        store.close()
