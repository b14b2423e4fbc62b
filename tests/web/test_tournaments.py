"""Tournaments without a server: who meets whom, who stands where, who may do what."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linden.web.errors import Refusal
from linden.web.tables.clock import TimeControl
from linden.web.tournaments.games import History, Pairing, Result
from linden.web.tournaments.matching import perfect_matching
from linden.web.tournaments.pairing import arena, round_robin, rounds_of_robin, swiss
from linden.web.tournaments.standings import points_of, standings
from linden.web.tournaments.terms import MOST_ENTRANTS, Kind, Terms
from linden.web.tournaments.tournament import AGAIN_SECONDS, MOST_COMPUTERS, Tournament

CLOCK = TimeControl("game", 300.0, 3.0)
OUTCOMES: tuple[Result, ...] = ("first", "second", "drawn")

# -- matching --------------------------------------------------------------------------------------


def cheapest(left: Sequence[int], costs: dict[tuple[int, int], int]) -> int:
    """By trying all of them."""
    if not left:
        return 0
    one, *others = left
    return min(
        costs[one, other] + cheapest([it for it in others if it != other], costs)
        for other in others
    )


@settings(max_examples=200)
@given(st.data())
def test_a_matching_costs_as_little_as_any(data: st.DataObject) -> None:
    count = 2 * data.draw(st.integers(0, 4))
    most = data.draw(st.sampled_from([1, 3, 20, 2**90]))
    costs = {
        pair: data.draw(st.integers(0, most), label=str(pair))
        for pair in combinations(range(count), 2)
    }
    partners = perfect_matching(count, lambda a, b: costs[a, b])
    assert all(partners[other] == one != other for one, other in enumerate(partners))
    found = sum(costs[one, other] for one, other in enumerate(partners) if one < other)
    assert found == cheapest(range(count), costs)


def test_a_hundred_are_matched_in_a_moment_and_never_at_a_cost_that_can_be_avoided() -> None:
    # A cycle of a hundred with every other pair forbidden has two perfect matchings.
    def cost(a: int, b: int) -> int:
        return (a * 7919 + b) % 5 if (b - a) in (1, 99) else 10**30

    partners = perfect_matching(100, cost)
    assert all(abs(one - other) in (1, 99) for one, other in enumerate(partners))


def test_an_odd_number_has_no_perfect_matching() -> None:
    with pytest.raises(ValueError, match="odd"):
        perfect_matching(3, lambda a, b: 0)


# -- round robin -----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, MOST_ENTRANTS["robin"] + 1))
def test_everybody_meets_everybody_once_on_either_seat_as_often(count: int) -> None:
    met: set[frozenset[int]] = set()
    seats, out = dict.fromkeys(range(count), 0), dict.fromkeys(range(count), 0)
    for number in range(1, rounds_of_robin(count) + 1):
        there: set[int | None] = set()
        for first, second in round_robin(range(count), number):
            assert not {first, second} & there, "nobody plays twice in a round"
            there |= {first, second} - {None}
            if second is None:
                out[first] += 1
            else:
                assert frozenset((first, second)) not in met
                met.add(frozenset((first, second)))
                seats[first] += 1
                seats[second] -= 1
        assert len(there) == count
    assert len(met) == count * (count - 1) // 2
    assert set(map(abs, seats.values())) == {0 if count % 2 else 1}
    assert set(out.values()) == {count % 2}


# -- Swiss -----------------------------------------------------------------------------------------


def can_all_be_new(left: Sequence[int], met: set[frozenset[int]], byes: set[int]) -> bool:
    """Whether a round is possible in which nobody meets again and nobody has a second bye."""
    if not left:
        return True
    one, *others = left
    if len(left) % 2 and one not in byes and can_all_be_new(others, met, byes):
        return True
    return any(
        frozenset((one, other)) not in met
        and can_all_be_new([it for it in others if it != other], met, byes)
        for other in others
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(1, 7), st.data())
def test_in_a_swiss_nobody_meets_again_where_that_can_be_avoided(
    count: int, rounds: int, data: st.DataObject
) -> None:
    pairings: tuple[Pairing, ...] = ()
    for number in range(1, rounds + 1):
        history, points = History(pairings), points_of(pairings)
        ranked = [row.entrant for row in standings(range(count), pairings)]
        pairs = swiss(ranked, points, history, number)
        playing = [one for pair in pairs for one in pair if one is not None]
        assert sorted(playing) == list(range(count)), "everybody once"
        met, byes = set(history.meetings()), history.byes()
        if can_all_be_new(ranked, met, byes):
            assert not any(frozenset(pair) in met for pair in pairs if pair[1] is not None)
            assert not any(first in byes for first, second in pairs if second is None)
        seats = history.imbalances()
        for first, second in pairs:
            if second is not None:
                assert seats.get(first, 0) <= seats.get(second, 0), "who had it less sits first"
        pairings += tuple(
            Pairing(number, i, first, second, _outcome(data, second))
            for i, (first, second) in enumerate(pairs, 1)
        )
    games = sum(one.second is not None or one.result == "bye" for one in pairings)
    assert sum(points_of(pairings).values()) == 2 * games


def _outcome(data: st.DataObject, second: int | None) -> Result:
    return "bye" if second is None else data.draw(st.sampled_from(OUTCOMES))


def test_equals_meet_and_the_upper_half_meets_the_lower() -> None:
    first = swiss(range(8), {}, History(()), 1)
    assert {frozenset(pair) for pair in first} == {frozenset((i, i + 4)) for i in range(4)}
    played = tuple(Pairing(1, i, i, i + 4, "first") for i in range(4))
    ranked = [row.entrant for row in standings(range(8), played)]
    second = swiss(ranked, points_of(played), History(played), 2)
    assert all((a < 4) == (b < 4) for a, b in second if b is not None), "winners meet winners"


def test_the_bye_goes_to_the_last_who_has_had_none() -> None:
    one = (Pairing(1, 1, 0, 1, "first"), Pairing(1, 2, 2, None, "bye"))
    (pair,) = [
        pair for pair in swiss([2, 0, 1], points_of(one), History(one), 2) if pair[1] is None
    ]
    assert pair == (1, None)


# -- standings -------------------------------------------------------------------------------------


def test_buchholz_and_sonneborn_berger_decide_between_equals() -> None:
    # 1 beats 2 and 3, 2 beats 4, 3 draws with 4.
    games = (
        *(Pairing(1, 1, 1, 2, "first"), Pairing(1, 2, 3, 4, "drawn")),
        *(Pairing(2, 1, 3, 1, "second"), Pairing(2, 2, 2, 4, "first")),
    )
    table = {row.entrant: row for row in standings([1, 2, 3, 4], games)}
    assert [table[one].points for one in (1, 2, 3, 4)] == [4, 2, 1, 1]
    assert [table[one].buchholz for one in (1, 2, 3, 4)] == [3, 5, 5, 3]
    assert [table[one].sonneborn_berger for one in (1, 2, 3, 4)] == [6, 2, 1, 1]
    assert [table[one].place for one in (1, 2, 3, 4)] == [1, 2, 3, 4]
    same = standings([1, 2], ())
    assert [row.place for row in same] == [1, 1], "equals share a place"


# -- arena -----------------------------------------------------------------------------------------


def test_in_an_arena_nobody_plays_the_same_person_at_once_again() -> None:
    just = (Pairing(1, 1, 1, 2, "first"),)
    assert arena([1, 2], {}, History(just)) == []
    assert arena([1, 2], {}, History(just), again=[1, 2]) == [(2, 1)]
    pairs = arena([1, 2, 3, 4], {}, History(just))
    assert sorted(one for pair in pairs for one in pair) == [1, 2, 3, 4]
    assert not any(set(pair) == {1, 2} for pair in pairs)
    assert arena([1, 3, 2], {}, History(()))[0] in ((1, 3), (3, 1)), "who came last waits"


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 7), st.integers(0, 10**6), st.lists(st.integers(0, 5), max_size=25))
def test_an_arena_counts_every_game_once_and_ends(count: int, seed: int, order: list[int]) -> None:
    now = of("arena", count).start("@org", 0.0)
    moment = 0.0
    for step, choice in enumerate(order):
        moment += 20.0
        running = now.playing
        busy = [one for game in running for one in game.entrants]
        assert len(busy) == len(set(busy)), "nobody plays two games at once"
        assert running, "with two at least, somebody plays"
        over = running[choice % len(running)]
        result = OUTCOMES[(seed + step) % 3]
        now = now.settled({over.table("t"): result}, (), moment).advanced(moment)
        assert now.settled({over.table("t"): "second"}, (), moment) is now, "once"
    assert sum(row.points for row in now.standings) == 2 * len(order)
    end = now.ends_at or 0.0
    rest = {one.table("t"): "drawn" for one in now.playing}
    over_now = now.settled(rest, (), end).advanced(end)  # type: ignore[arg-type]
    assert over_now.status == "over"


# -- who may do what -------------------------------------------------------------------------------


def of(kind: Kind, count: int, *, computers: bool = False, rounds: int = 5) -> Tournament:
    """A tournament that so many have joined."""
    now = Tournament("t", "@org", Terms("Cup", kind, "linja", {}, CLOCK, False, computers, rounds))
    for number in range(1, count + 1):
        now = now.enter(f"v{number}", f"V{number}", None, 0.0)
    return now


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.sentence


def round_over(now: Tournament, result: Result = "first", moment: float = 1.0) -> Tournament:
    """All games of the round end in the same way."""
    results = {one.table(now.id): result for one in now.playing}
    return now.settled(results, (), moment).advanced(moment)


def played_out(now: Tournament) -> Tournament:
    while now.status == "running":
        now = round_over(now)
    return now


@pytest.mark.parametrize(("kind", "count"), [("robin", 5), ("swiss", 9), ("swiss", 8)])
def test_it_goes_from_round_to_round_to_its_end(kind: Kind, count: int) -> None:
    over = played_out(of(kind, count).start("@org", 0.0))
    assert (over.status, over.round) == ("over", over.rounds)
    again = Tournament.read(
        over.written(), id="t", organiser="@org", revision=over.revision, status=over.status
    )
    assert again == over, "what is written can be read"
    ids = [one.table("t") for one in over.pairings]
    assert len(ids) == len(set(ids))


def test_whoever_comes_late_has_half_a_point_for_each_round() -> None:
    now = of("swiss", 4).start("@org", 0.0)
    now = now.enter("late", "Late", None, 1.0)
    mine = now.entrant_of("late")
    assert mine is not None
    assert points_of(now.pairings)[mine.number] == 1
    for _ in range(2):
        now = round_over(now)
    assert now.round == 3 == now.terms.late_round
    assert "Round 3 has begun" in refusal(lambda: now.enter("later", "Later", None, 2.0))
    ids = [one.table("t") for one in now.pairings]
    assert len(ids) == len(set(ids))
    assert "everybody meets everybody" in refusal(
        lambda: of("robin", 3).start("@org", 0.0).enter("late", "Late", None, 1.0)
    )


def test_who_withdraws_is_paired_no_more_and_may_come_back() -> None:
    now = of("swiss", 5).start("@org", 0.0).withdraw("v1")
    assert now.withdraw("v1") is now
    now = round_over(now)
    assert 1 not in [one for game in now.playing for one in game.entrants]
    back = round_over(now.enter("v1", "V1", None, 3.0))
    assert 1 in [one for game in back.pairings[-3:] for one in game.entrants]
    gone = of("swiss", 3).withdraw("v2")
    assert [one.visitor for one in gone.entrants] == ["v1", "v3"], "before it began: never there"


def test_in_a_round_robin_games_against_who_has_left_are_won() -> None:
    now = played_out(of("robin", 4).start("@org", 0.0).withdraw("v1"))
    walkovers = [one for one in now.pairings if one.result == "walkover"]
    assert len(walkovers) == 2
    assert all(one.second == 1 for one in walkovers)


def test_who_does_not_come_is_paired_no_more() -> None:
    now = of("swiss", 4).start("@org", 0.0)
    game = now.playing[0]
    now = now.settled({game.table("t"): "second"}, [game.first], 1.0)
    assert now.by_number[game.first].gone


def test_the_organiser_begins_removes_adds_computers_and_calls_off() -> None:
    now = of("swiss", 2)
    for act in (
        lambda: now.start("v1", 0.0),
        lambda: now.cancel("v1"),
        lambda: now.remove("v1", 2),
        lambda: now.enter_computer("v1", "level1", None, 0.0),
    ):
        assert refusal(act) == "Whoever set up the tournament does that."
    assert "No computers" in refusal(lambda: now.enter_computer("@org", "level1", None, 0.0))
    assert "Two are needed" in refusal(lambda: of("swiss", 1).start("@org", 0.0))
    without = now.remove("@org", 2)
    assert (len(without.entrants), without.revision) == (1, now.revision + 1)
    assert "removed you" in refusal(lambda: without.enter("v2", "V2", None, 0.0))
    left = now.start("@org", 0.0).withdraw("v2").remove("@org", 2)
    assert "removed you" in refusal(lambda: left.enter("v2", "V2", None, 0.0))
    assert left.remove("@org", 2) is left
    full = replace(of("swiss", 0, computers=True))
    for _ in range(MOST_COMPUTERS):
        full = full.enter_computer("@org", "level1", 900, 0.0)
    assert "computers take part at most" in refusal(
        lambda: full.enter_computer("@org", "level1", 900, 0.0)
    )
    crowd = of("robin", MOST_ENTRANTS["robin"])
    assert "places are taken" in refusal(lambda: crowd.enter("late", "", None, 0.0))
    begun = now.start("@org", 0.0)
    off = begun.cancel("@org")
    assert (off.status, off.playing) == ("cancelled", [])
    assert off.advanced(1.0) is off
    assert refusal(lambda: off.enter("v9", "", None, 0.0)) == "This tournament is over."


@pytest.mark.parametrize("kind", ["robin", "swiss", "arena"])
def test_who_is_gone_before_it_begins_takes_no_place_and_gives_no_points(kind: Kind) -> None:
    """As older Lindens kept whoever had deleted their account."""
    now = of(kind, MOST_ENTRANTS[kind])
    ghost = replace(now.entrants[0], gone=True)
    now = replace(now, entrants=(ghost, *now.entrants[1:]))
    assert now.remove("@org", ghost.number).entrants == now.entrants[1:]
    full = now.enter("late", "Late", None, 0.0)
    with pytest.raises(Refusal, match="places are taken"):
        full.enter("later", "Later", None, 0.0)
    begun = now.start("@org", 0.0)
    assert ghost.number not in begun.by_number
    assert ghost.number not in {number for one in begun.pairings for number in one.entrants}


def test_two_alone_in_an_arena_meet_again_and_others_after_a_while() -> None:
    two = of("arena", 2).start("@org", 0.0)
    assert len(round_over(two).playing) == 1
    three = of("arena", 3).start("@org", 0.0)
    (game,) = three.playing
    free = three.settled({game.table("t"): "drawn"}, (), 5.0).advanced(5.0)
    (then,) = free.playing
    assert set(then.entrants) != set(game.entrants), "who has waited plays"
    alone = replace(
        free,
        entrants=tuple(
            replace(one, gone=one.number not in then.entrants and one.number not in game.entrants)
            for one in free.entrants
        ),
    )
    later = alone.settled({then.table("t"): "drawn"}, (), 6.0).advanced(6.0 + AGAIN_SECONDS)
    assert later.playing
