"""Matches: who starts next, totals, and when they are decided."""

import pytest

import linden
from linden.core.match import Match, MatchRules


def test_linja_the_loser_starts_and_after_a_draw_the_other() -> None:
    match = Match(linden.load("linja").facts.match, 2)
    assert match.seating() == [0, 1]
    match.add([50, 30], [1, -1])
    assert match.seating() == [1, 0], "player 1 lost and starts"
    match.add([40, 20], [1, -1])
    assert match.totals == [70, 70]
    assert match.seating() == [0, 1], "player 0 lost as second seat and starts"
    match.add([33, 33], [0, 0])
    assert match.seating() == [1, 0], "after a draw whoever did not start it"
    match.add([20, 40], [-1, 1])
    assert match.seating() == [1, 0], "player 1 started, lost, and starts again"
    assert match.totals == [143, 123]
    assert match.leaders == [0]
    assert not match.over


def test_a_fixed_number_of_games_rotates_the_start() -> None:
    match = Match(MatchRules(starter="rotate", counts="points", games="players"), 3)
    seatings = []
    for _ in range(3):
        seatings.append(match.seating())
        match.add([5, 3, 1], [2, -1, -1])
    assert seatings == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert match.totals == [9, 9, 9]
    assert match.leaders == [0, 1, 2]
    assert match.over
    with pytest.raises(ValueError, match="decided"):
        match.add([5, 3, 1], [2, -1, -1])


def test_first_to_some_wins() -> None:
    match = Match(MatchRules(starter="rotate", counts="wins", wins=2), 2)
    match.add([4, 2], [1, -1])
    match.add([4, 2], [1, -1])
    assert match.wins == [1, 1]
    assert not match.over
    match.add([2, 2], [0, 0])
    assert match.totals == [1.5, 1.5]
    match.add([4, 2], [1, -1])
    assert match.over
    assert match.wins == [1, 2]


def test_a_game_with_the_wrong_seats_is_refused() -> None:
    match = Match(MatchRules(starter="rotate", counts="wins"), 2)
    with pytest.raises(ValueError, match="2 seats"):
        match.add([1, 2, 3], [0, 0, 0])
