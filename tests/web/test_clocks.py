"""Time at a table, with a made-up clock: it never grows but by the increment, nobody's flag falls
before its time, and what is kept is read back the same."""

import asyncio
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from clocked import ADA, BOB, EVE, clocked
from linden.core.game import load
from linden.web.errors import Refusal
from linden.web.http.tables import written
from linden.web.store import times
from linden.web.store.errors import StoreUnavailable
from linden.web.store.models import MatchRow, TableRow
from linden.web.store.store import Store
from linden.web.store.times import SERVED_SECONDS, STEP_SECONDS, Beat, Due, agreed
from linden.web.tables import flags, importing, listing, timekeeper
from linden.web.tables.clock import (
    AWAY_SECONDS,
    DAY,
    FALL_SECONDS,
    LAG_SECONDS,
    LATE_SECONDS,
    LEAST_FOR_FIRST,
    LONG_AWAY_SECONDS,
    MOST_FOR_FIRST,
    Clock,
    TimeControl,
)
from linden.web.tables.making import deal
from linden.web.tables.rows import facts_of, rematch_row, row_of, table_of
from linden.web.tables.scene import EVERYTHING
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from linden.web.tables.timekeeper import Timekeeper
from linden.web.tables.view import Shared, Viewer, absence_facts, clock_facts, state_json

BLITZ = TimeControl("game", 60.0, 2.0)
THIRTY = TimeControl("turn", 30.0)
COMPUTER = Sitter("computer", player="level1")


def table(
    control: TimeControl = BLITZ, *sitters: Sitter, game: str = "breakthrough", **options: object
) -> Table:
    return clocked(control, *sitters, game=game, **options)


def moved(now: Table, at: float) -> Table:
    """Whoever is to move does, at that moment."""
    sitter = now.seats[now.turn]
    if now.by_hand:
        after = now.play(sitter.visitor or "", now.version, "roll")
    elif sitter.kind == "person" and now.automatic is None:
        after = now.play(sitter.visitor or "", now.version, now.position.moves[0])
    else:
        after = now.go_on(now.position.moves[0])
    return after.timed(now, at)


def left(now: Table, at: float) -> tuple[float, ...]:
    assert now.clock is not None
    return now.clock.left_at(at)


# -- how time runs ---------------------------------------------------------------------------------


def test_it_begins_with_the_first_move() -> None:
    begun = table()
    assert begun.flag_at is None
    assert left(begun, 1000.0) == (60, 60)
    after = moved(begun, 500.0)
    assert left(after, 500.0) == (60, 60), "the first move costs nothing and gives nothing"
    assert after.flag_at == 560.0
    assert left(after, 510.0) == (60, 50)


def test_a_turn_costs_what_it_took_and_gives_the_increment() -> None:
    now = moved(moved(table(), 100.0), 107.5)
    assert left(now, 107.5) == (60, 54.5)
    assert left(moved(now, 117.5), 117.5) == (52, 54.5)


def test_by_the_turn_everybody_has_all_of_it_anew() -> None:
    now = moved(moved(table(THIRTY), 100.0), 129.0)
    assert left(now, 129.0) == (30, 30)
    assert now.flag_at == 159.0


def test_whoever_is_next_is_not_charged_for_what_a_move_has_waited() -> None:
    """It was sent at 107, and could be kept at 107.5."""
    before = moved(table(), 100.0)
    now = before.play("bob", before.version, before.position.moves[0]).timed(before, 107.0, 107.5)
    assert left(now, 107.5) == (60, 55)
    assert now.flag_at == 167.5


def test_what_it_took_to_show_a_turn_is_not_charged() -> None:
    """Up to a bound, so that nobody gains by reading slowly."""
    now = moved(table(), 100.0)
    assert now.clock is not None
    assert [now.clock.lag(shown) for shown in (99.0, 100.0, 100.1, 130.0)] == pytest.approx(
        [0.0, 0.0, 0.1, LAG_SECONDS]
    )
    assert table().clock.lag(50.0) == 0.0  # type: ignore[union-attr]
    assert LATE_SECONDS + LAG_SECONDS <= FALL_SECONDS, "what still counts comes before a flag falls"


def test_it_stands_until_all_have_sat_down() -> None:
    friend = Sitter("open", key="link")
    now = moved(table(BLITZ, ADA, friend), 10.0)
    assert now.flag_at is None
    joined = now.sit_down(1, "bob", "Bob").timed(now, 400.0)
    assert joined.flag_at == 460.0


def test_a_turn_of_several_moves_is_one_turn() -> None:
    """And what chance does by itself is nobody's time."""
    now, at, same, stood = table(THIRTY, game="pig"), 0.0, 0, 0
    for step in range(60):
        before, at = now, at + 2.0
        if now.automatic == "chance":
            stood += 1
            assert now.flag_at is None
            outcome = now.position.moves[-1 - step % 6]
            now = now.go_on(outcome).timed(now, at)
            assert left(now, at) == left(before, 0.0) or now.turn != before.turn
        else:
            now = moved(now, at)
        if before.begun and before.turn == now.turn:
            same += 1
            assert left(now, at) == left(before, at)
    assert stood > 10
    assert same > 10


@pytest.mark.parametrize("control", [BLITZ, THIRTY])
def test_time_never_grows_but_by_the_increment(control: TimeControl) -> None:
    """Through moves, takebacks, pauses and restarts; and in a game what was spent and what was
    given make up what is left."""
    for seed in range(40):
        spend_time(random.Random(seed), control)


def spend_time(rng: random.Random, control: TimeControl) -> None:
    now, at, spent, turns = table(control), 0.0, [0.0, 0.0], [0, 0]
    taken_back = False
    for _ in range(30):
        if now.over:
            break
        passed = rng.choice([0.0, 0.1, 1.0, 3.0])
        before, at = now, at + passed
        if not before.paused and before.flag_at is not None:
            spent[before.turn] += passed
        match rng.randrange(8):
            case 0 if before.may_undo("ada"):
                asked = before.undo("ada", before.version).timed(before, at)
                now = asked.answer("bob", asked.version, "takeback", True).timed(asked, at)
                taken_back = True
            case 1 if before.may_pause and before.may_ask("pause", "ada"):
                asked = before.offer_pause("ada", before.version).timed(before, at)
                now = asked.answer("bob", asked.version, "pause", True).timed(asked, at)
                assert now.paused
                assert now.flag_at is None
            case 2 if before.paused:
                now = before.resume("bob").timed(before, at)
            case 3:
                now = kept_and_read(before)
            case _:
                if before.late(at):
                    return
                now = moved(before, at)
                if before.begun and now.turn != before.turn:
                    turns[before.turn] += 1
        most = control.seconds if control.kind == "turn" else None
        for seat, (had, has) in enumerate(zip(left(before, at), left(now, at), strict=True)):
            assert has <= (most or had + control.increment) + 1e-9, seat
        assert len(now.lefts) == len(now.moves)
    if control.kind == "game" and not taken_back and not now.over:
        for seat in (0, 1):
            expected = 60.0 + 2.0 * turns[seat] - spent[seat]
            assert left(now, at)[seat] == pytest.approx(expected, abs=0.05)


def row_like(now: Table) -> TableRow:
    """The row that this table is kept in."""
    row = row_of(now.game, now.host, now.seats, match=None)
    for name, value in facts_of(now).items():
        setattr(row, name, value)
    row.revision = now.revision
    return row


def kept_and_read(now: Table) -> Table:
    """The same table after a restart."""
    read = table_of(row_like(now), now.moves, lefts=now.lefts)
    assert read.clock is not None
    assert now.clock is not None
    assert read.clock.left_at(now.clock.since) == pytest.approx(now.clock.left, abs=0.001)
    assert read.clock.since == pytest.approx(now.clock.since, abs=0.001)
    assert (read.clock.running, read.paused, read.lefts) == (
        now.clock.running,
        now.paused,
        now.lefts,
    )
    return read


def test_a_takeback_gives_no_time_back_and_takes_what_its_turns_gave() -> None:
    now = moved(moved(moved(moved(table(), 0.0), 1.0), 2.0), 3.0)
    assert left(now, 3.0) == (61, 62)
    asked = now.undo("ada", now.version).timed(now, 13.0)
    back = asked.answer("bob", asked.version, "takeback", True).timed(asked, 13.0)
    assert len(back.moves) == 2
    assert left(back, 13.0) == (51, 61), "ten seconds went by while it was asked for"
    assert back.flag_at == 64.0


# -- flags -----------------------------------------------------------------------------------------


def test_a_flag_falls_after_its_time_and_not_before() -> None:
    now = moved(table(), 0.0)
    assert not now.late(60.0)
    assert not now.late(60.0 + LATE_SECONDS)
    assert now.late(60.1 + LATE_SECONDS)
    fallen = now.flagged().timed(now, 61.0)
    assert (fallen.ended, fallen.loser, fallen.returns) == ("flagged", 1, (1.0, -1.0))
    assert fallen.result_text() == "[0:White] won: [1:Black] ran out of time."
    assert left(fallen, 99.0) == (60, 0)
    assert fallen.flag_at is None
    in_time = moved(now, 60.0 + LATE_SECONDS)
    assert left(in_time, 61.0)[1] == 2.0, "what came with the flag counts, and has no time left"


def test_a_moment_before_the_last_one_charges_nothing() -> None:
    now = moved(table(), 100.0)
    assert left(now, 40.0) == (60, 60)
    assert left(moved(now, 40.0), 40.0) == (60, 62)


def test_where_several_play_on_a_computer_takes_the_seat() -> None:
    now = table(THIRTY, ADA, BOB, EVE, game="pig", players=3)
    at = 0.0
    while now.turn != 1 or now.flag_at is None:
        at += 1.0
        now = moved(now, at)
    after = now.flagged().timed(now, at + 31.0)
    assert not after.over
    assert after.seats[1].kind == "computer"
    assert after.flag_at is None, "and computers have no flag"


def test_a_computer_thinks_within_its_time() -> None:
    now = moved(table(BLITZ, ADA, COMPUTER), 0.0)
    assert now.automatic == "computer"
    assert now.flag_at is None
    assert not now.late(1e6)
    assert now.clock is not None
    thoughts = [now.clock.thought(1, at) for at in (0.0, 30.0, 58.0, 59.99, 70.0)]
    assert all(later <= before for before, later in pairwise(thoughts))
    assert 0 < thoughts[-1] <= 0.1
    assert left(moved(now, 100.0), 100.0)[1] == 2.0


# -- leaving, pausing ------------------------------------------------------------------------------


def test_who_has_left_can_be_called_absent() -> None:
    now = moved(table(), 0.0)
    assert now.may_claim("ada") == 1
    assert now.may_claim("bob") is None
    assert now.may_claim("eve") is None
    with pytest.raises(Refusal, match="Wait a little"):
        now.claim("ada", now.version, False, None)
    with pytest.raises(Refusal, match="Nobody who is to move"):
        now.claim("bob", now.version, True, None)
    with pytest.raises(Refusal, match="watching"):
        now.claim("eve", now.version, True, None)
    with pytest.raises(Refusal, match="changed meanwhile"):
        now.claim("ada", now.version - 1, True, None)
    ended = now.claim("ada", now.version, True, None)
    assert (ended.ended, ended.returns) == ("left", (1.0, -1.0))
    days = moved(table(TimeControl("turn", 3 * DAY)), 0.0)
    assert days.may_claim("ada") is None, "who has days may be away"


def test_a_game_to_which_somebody_does_not_come_is_called_off() -> None:
    match = MatchRow(id="m", starter=0, totals=[0, 0], wins=[0, 0], played=0)
    row = row_of(load("breakthrough"), "ada", (ADA, BOB), match=match, clock=Clock.new(BLITZ, 2))
    now = table_of(row, ())
    assert now.may_claim("bob") == 0
    assert now.may_claim("ada") is None, "it is her move"
    with pytest.raises(Refusal, match="Wait a little"):
        now.claim("bob", now.version, False, None)
    off = now.claim("bob", now.version, True, 1.0).timed(now, 70.0)
    assert (off.ended, off.loser, off.returns) == ("aborted", 0, (0.0, 0.0)), "nobody has lost it"
    assert off.result_text() == "Called off: [0:White] did not come."
    assert off.match is not None
    assert off.match.played == 0, "it is played anew"
    assert rematch_row(off, "bob").number == 1
    assert listing.listings(off) == {
        who: {"outcome": "none", "opponent": "people"} for who in ("ada", "bob")
    }
    again = table_of(row_like(off), off.moves, lefts=off.lefts)
    assert (again.over, again.returns) == (True, off.returns)
    record = written(off, EVERYTHING).text
    ((brought, _),) = importing.read(record, 1, "eve")
    assert (brought.ended, brought.loser) == ("aborted", 0), "records tell it too"


def test_nobody_calls_off_what_others_wait_for() -> None:
    free = table(BLITZ, ADA, BOB, Sitter("open", key="k"), game="linx", players=3)
    assert all(free.may_claim(one) is None for one in ("ada", "bob")), "not all have sat down"
    computer = table(BLITZ, ADA, COMPUTER)
    assert all(computer.may_claim(one) is None for one in ("ada", "eve"))
    tournament = replace(table(), tournament="t")
    assert tournament.may_claim("bob") is None, "the tournament waits for the first move"
    assert moved(tournament, 0.0).may_claim("ada") == 1
    stands = replace(moved(table(), 0.0), clock=replace(Clock.new(BLITZ, 2), paused=True))
    assert stands.may_claim("ada") is None, "all have agreed to pause"


def test_whoever_is_there_and_does_not_begin_keeps_nobody_waiting() -> None:
    """Else no time would ever run."""
    quick, slow = table(BLITZ), table(TimeControl("game", 900.0))
    assert quick.claimable_in(20.0, None) == LEAST_FOR_FIRST - 20.0
    assert slow.claimable_in(20.0, None) == MOST_FOR_FIRST - 20.0
    assert quick.claimable_in(20.0, 20.0) == AWAY_SECONDS - 20.0
    assert moved(quick, 0.0).claimable_in(9e9, None) is None, "from then on time runs"
    assert replace(quick, clock=None).claimable_in(9e9, None) is None


def test_without_a_clock_whoever_is_away_for_long_can_be_called_absent() -> None:
    now = replace(table(), clock=None)
    assert now.may_claim("bob") == 0
    now = now.go_on(now.position.moves[0])
    assert now.may_claim("ada") == 1
    assert now.claimable_in(9e9, None) is None, "who is there takes their time"
    assert now.claimable_in(9e9, LONG_AWAY_SECONDS - 5) == 5
    assert moved(table(), 0.0).claimable_in(9e9, AWAY_SECONDS + 5) == 0
    assert now.claim("ada", now.version, True, None).returns == (1.0, -1.0)
    assert now.claim("ada", now.version, True, 0.0).returns == (-1.0, 1.0), "what is known decides"


def test_days_run_as_soon_as_everybody_sits() -> None:
    """Else nobody would ever lose a game that they do not begin."""
    control = TimeControl("turn", 3 * DAY)
    waits = table(control, ADA, Sitter("open", key="k"))
    assert waits.timed(waits, 10.0).flag_at is None
    sat = waits.sit_down(1, "bob", "Bob").timed(waits, 100.0)
    assert sat.flag_at == 100.0 + 3 * DAY
    assert sat.may_claim("bob") is None, "who has days may be away"
    late = sat.flagged().timed(sat, sat.flag_at + 1.0)
    assert (late.ended, late.returns) == ("flagged", (-1.0, 1.0))
    after = moved(sat, 100.0 + DAY)
    assert left(after, 100.0 + DAY) == (3 * DAY, 3 * DAY), "a move gives all of the next turn"
    following = rematch_row(late, "bob")
    deal(following, now=900.0)
    assert following.flag_at == 900.0 + 3 * DAY
    blitz = rematch_row(moved(table(), 0.0).resign("bob", None), "bob")
    deal(blitz, now=900.0)
    assert blitz.flag_at is None, "here it begins with the first move"


@pytest.mark.parametrize(
    ("win", "returns", "told"),
    [
        (1.0, (1.0, -1.0), "Adjudicated: [0:White] won with perfect play."),
        (0.5, (0.0, 0.0), "Adjudicated: a draw with perfect play."),
        (0.0, (-1.0, 1.0), "Adjudicated: [1:Black] won with perfect play."),
    ],
)
def test_where_a_position_is_known_it_decides(
    win: float, returns: tuple[float, ...], told: str
) -> None:
    now = moved(table(), 0.0)
    ended = now.claim("ada", now.version, True, win).timed(now, 70.0)
    assert (ended.ended, ended.returns, ended.result_text()) == ("adjudicated", returns, told)
    again = table_of(row_like(ended), ended.moves, lefts=ended.lefts)
    assert again.returns == returns
    by_chance = now.claim("ada", now.version, True, 0.7)
    assert by_chance.ended == "left", "where chance decides nothing is known for certain"


def test_a_pause_is_for_all_to_agree_to_and_for_anybody_to_end() -> None:
    now = moved(table(), 0.0)
    with pytest.raises(Refusal, match="watching"):
        now.offer_pause("eve", now.version)
    with pytest.raises(Refusal, match="no time that runs"):
        table().offer_pause("ada", 0)
    asked = now.offer_pause("ada", now.version).timed(now, 5.0)
    assert asked.offer is not None
    assert asked.flag_at == 60.0, "asking stops no time"
    refused = asked.answer("bob", asked.version, "pause", False).timed(asked, 6.0)
    assert refused.offer is None
    assert not refused.paused
    stands = asked.answer("bob", asked.version, "pause", True).timed(asked, 10.0)
    assert left(stands, 5000.0) == (60, 50)
    goes_on = stands.resume("ada").timed(stands, 9000.0)
    assert goes_on.flag_at == 9050.0
    plays_on = moved(stands, 9000.0)
    assert not plays_on.paused
    assert left(plays_on, 9000.0) == (60, 52)
    alone = moved(moved(table(BLITZ, ADA, COMPUTER), 0.0), 1.0)
    still = alone.offer_pause("ada", alone.version).timed(alone, 2.0)
    assert still.paused, "computers do not mind"


def test_a_computer_waits_while_the_clocks_stand() -> None:
    now = moved(table(BLITZ, ADA, COMPUTER), 0.0)
    stands = now.offer_pause("ada", now.version).timed(now, 1.0)
    assert stands.automatic is None
    assert stands.resume("ada").timed(stands, 2.0).automatic == "computer"


def test_a_rematch_has_the_same_clock_anew() -> None:
    now = moved(moved(table(), 0.0), 20.0)
    over = now.resign("ada", None).timed(now, 30.0)
    following = table_of(rematch_row(over, "ada"), ())
    assert following.clock is not None
    assert following.clock.control == BLITZ
    assert following.clock.left == (60, 60)


# -- hidden facts ----------------------------------------------------------------------------------


def test_a_clock_tells_nothing_that_is_hidden() -> None:
    """Two games that differ only in what chance dealt have the same times, for everybody."""
    told = []
    for outcome in (0, -1):
        now, at = table(THIRTY, ADA, BOB, game="linx"), 0.0
        while now.automatic == "chance":
            after = now.go_on(now.position.moves[outcome])
            now = after.timed(now, at)
        while now.flag_at is None or at < 12.0:
            at += 3.0
            now = moved(now, at)
        absences = [absence_facts(now, who, lambda seat: 0.0) for who in ("ada", "bob", "eve")]
        facts = [clock_facts(now, at), *absences]
        told.append([fact.model_dump() for fact in facts if fact])
        assert '"clock":{"kind":"turn"' in state_json(
            Shared(now), Viewer("eve"), present=set(), now=at
        )
    assert told[0] == told[1]
    claims = [fact["wait"] for fact in told[0][1:]]
    assert claims == [0.0], "one of them may call another absent"


# -- the site's time -------------------------------------------------------------------------------


class Moments:
    """Stands in for the module ``time``."""

    def __init__(self) -> None:
        self.at = 50.0

    def monotonic(self) -> float:
        return self.at


def test_time_stands_where_a_beat_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = Moments()
    monkeypatch.setattr(timekeeper, "time", moments)
    for shared, known in ((True, None), (False, 100.0)):
        store = SimpleNamespace(database=SimpleNamespace(shared=shared))
        keeper = Timekeeper(store)  # type: ignore[arg-type]
        keeper._take(Beat(100.0, moments.at))
        moments.at += 1.0
        assert keeper.now() == 101.0
        assert keeper._estimate(moments.at) == 101.0
        moments.at += 100.0
        assert keeper.now() == 100.0 + STEP_SECONDS
        assert keeper._estimate(moments.at) == known, "others may know more, where there are any"


def test_an_outage_and_a_restart_are_not_charged(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = Moments()
    for module in (timekeeper, times):
        monkeypatch.setattr(module, "time", moments)
    store = Store(place)
    store.database.shared = True  # whether anybody's time runs or not
    keeper = Timekeeper(store)

    async def serve() -> float:
        await keeper.begin(None)
        for _ in range(5):
            moments.at += 1.0
            await keeper.beat()
        return keeper.now()

    async def unavailable(*_: object) -> None:
        raise StoreUnavailable("nobody answers")

    async def endure() -> float:
        with monkeypatch.context() as outage:
            outage.setattr(type(store.database), "write", unavailable)
            for _ in range(5):
                moments.at += 20.0
                with pytest.raises(StoreUnavailable):
                    await keeper.beat()
        assert keeper.now() == pytest.approx(served + STEP_SECONDS, abs=0.2)
        await keeper.beat()
        return keeper.now()

    served = asyncio.run(serve())
    assert served == pytest.approx(5.0, abs=0.2)
    endured = asyncio.run(endure())
    assert served <= endured <= served + SERVED_SECONDS
    store.close()
    moments.at += 5000.0
    store = Store(place)
    keeper = Timekeeper(store)
    asyncio.run(keeper.begin(None))
    assert keeper.now() == pytest.approx(endured)
    store.close()


def test_a_lost_beat_sets_nobodys_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor the first one after ten hours in which nothing had to be kept."""
    moments = Moments()
    for module in (timekeeper, times):
        monkeypatch.setattr(module, "time", moments)
    store = Store(tmp_path / "tables.db")
    keeper = Timekeeper(store)
    running: list[str] = []

    async def needed() -> bool:
        return bool(running)

    async def unavailable(*_: object) -> None:
        raise StoreUnavailable("the disk is full")

    async def beat(count: int = 1) -> None:
        for _ in range(count):
            moments.at += 1.0
            await keeper.beat()

    async def run() -> None:
        monkeypatch.setattr(keeper, "_needed", needed)
        await keeper.begin(None)
        await beat(36_000)
        before = keeper.now()
        assert before == pytest.approx(36_000, abs=1.0)
        running.append("a game by the clock")
        with monkeypatch.context() as outage:
            outage.setattr(type(store.database), "write", unavailable)
            with pytest.raises(StoreUnavailable):
                await beat()
        await beat()
        assert before <= keeper.now() <= before + STEP_SECONDS
        await keeper.begin(None)
        assert keeper.now() >= before, "it is kept, too"

    asyncio.run(run())
    store.close()


def test_tables_that_cannot_be_read_hold_up_nobodys_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are looked at at a time, of a game that is not here any more; nor does a look that
    fails, whatever the reason."""
    monkeypatch.setattr(flags, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(flags, "RETRY_SECONDS", 0.01)
    lost = [Due(f"lost{number}", -100.0) for number in range(times.MOST_DUE)]
    asked, fallen = Counter[str](), asyncio.Event()

    async def nothing(*_: object) -> None:
        pass

    faults = [ValueError("nobody has thought of this")]

    async def due(until: float, node: str | None, more: int) -> list[Due]:
        if faults:
            raise faults.pop()
        return [*lost, Due("late", -99.0)][: times.MOST_DUE + more]

    async def get(name: str) -> object:
        asked[name] += 1
        if name.startswith("lost"):
            raise Refusal("This table was played under other rules.", 409)
        return SimpleNamespace(table=SimpleNamespace(late=lambda now: True))

    async def claim(_: object) -> bool:
        return True

    async def fall(name: str) -> None:
        fallen.set()

    async def run() -> None:
        house = SimpleNamespace(
            timekeeper=SimpleNamespace(now=lambda: 0.0, begin=nothing, beat=nothing),
            store=SimpleNamespace(times=SimpleNamespace(due=due)),
            others=SimpleNamespace(node=None),
            get=get,
            claim=claim,
            fall_flag=fall,
        )
        falling = flags.Flags(house)  # type: ignore[arg-type]
        await falling.open()
        async with asyncio.timeout(5):
            await fallen.wait()
        await falling.close()

    asyncio.run(run())
    assert {asked[one.table] for one in lost} == {1}, "nor is each looked at again and again"


def test_games_of_days_do_not_wake_the_disk_every_second(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = Moments()
    monkeypatch.setattr(timekeeper, "time", moments)
    for nearest, most in ((None, 0), (9 * DAY, 3), (900.0, 60), (0.0, 60)):
        kept = Beats(moments, nearest)
        keeper = Timekeeper(SimpleNamespace(times=kept, database=SimpleNamespace(shared=False)))  # type: ignore[arg-type]
        keeper._take(Beat(100.0, moments.at))

        async def serve(keeper: Timekeeper) -> None:
            for _ in range(60):
                moments.at += 1.0
                await keeper.beat()

        asyncio.run(serve(keeper))
        assert keeper.now() == pytest.approx(160.0)
        assert kept.count <= most
        assert (kept.count > 0) == (most > 0)


class Beats:
    """Stands in for the database: counts what it is to keep."""

    def __init__(self, moments: Moments, nearest: float | None) -> None:
        self.moments, self.first, self.count = moments, nearest, 0

    async def nearest(self) -> float | None:
        return self.first

    async def beat(self, estimate: times.Estimate) -> Beat:
        self.count += 1
        seconds = estimate(self.moments.at)
        assert seconds is not None
        return Beat(seconds, self.moments.at)


def test_nodes_agree_on_the_time_whatever_the_servers_clock_says() -> None:
    assert agreed(10.0, 0.5, 10.45) == 10.5
    assert agreed(10.0, 0.5, 10.9) == 10.9, "that clock was set back a little"
    for jump in (400 * DAY, -400 * DAY, 3600.0, -3600.0):
        assert agreed(10.0, 0.5 + jump, 10.5) == 10.5
        assert agreed(10.0, 0.5 + jump, None) == 10.0, "who knows nothing waits"
    assert agreed(10.0, 0.5, 3.0) == 10.5, "who stood still goes on with the others"
    assert agreed(10.0, 60.0, None) == 10.0, "nobody has served for a minute"
    assert agreed(10.0, None, 10.4) == 10.4
    assert agreed(10.0, None, None) == 10.0


def test_two_nodes_stay_together_though_their_clocks_run_differently() -> None:
    """Three hours, one clock a thousandth too quick, and the server's clock is set twice."""
    kept, at, clock = 0.0, 0.0, 1e9
    bases = [[0.0, 0.0], [0.0, 0.0]]
    rates = [1.0, 1.001]
    worst = 0.0
    for step in range(2 * 3 * 3600):
        real = step * 0.5
        clock += 400 * DAY if step == 5000 else -400 * DAY if step == 9001 else 0.0
        node = step % 2
        monotonic = real * rates[node]
        mine = bases[node][0] + monotonic - bases[node][1]
        kept = agreed(kept, clock + real - at, mine)
        at = clock + real
        bases[node] = [kept, monotonic]
        other = 1 - node
        theirs = bases[other][0] + real * rates[other] - bases[other][1]
        worst = max(worst, abs(theirs - kept))
    assert worst < 0.01
    assert kept == pytest.approx(3 * 3600, abs=0.6)
