"""Linja, ruling by ruling."""

import pytest

import linden
from linden import Position


def at(text: str, **options: object) -> Position:
    return linden.load("linja", **options).parse(text)


def test_set_up_and_scores() -> None:
    start = linden.load("linja").start()
    assert start.text == "6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening"
    assert start.scores == (-3, -3)
    assert linden.load("linja", own_side=0).start().scores == (6, 6)
    example = at("0.0.0.0.1.2.3.6/8.2.1.1.0.0.0.0 red over passed")
    assert example.scores == (44, 49)


def test_follow_up_and_bonus_are_optional() -> None:
    """LJ-1: `pass` declines; a part that no pawn can use lapses without a decision."""
    opened = linden.load("linja").start().play("1-2")
    assert opened.to_move == 0
    assert "pass" in opened.moves
    assert opened.play("pass").to_move == 1
    # One row ahead of Red's pawns, rows 4 and 5 are full: the follow-up of 1 lapses.
    lapsed = at("0.1.1.6.0.0.0.4/3.0.0.0.6.3.0.0 red opening").play("2-3")
    assert lapsed.text == "0.0.2.6.0.0.0.4/3.0.0.0.6.3.0.0 black opening"


def test_follow_up_is_the_full_distance_or_to_the_goal() -> None:
    """LJ-2: exactly k rows by one pawn, or clamped at the goal."""
    position = at("6.1.1.0.0.2.2.0/0.1.1.2.2.0.0.6 red opening").play("3-4")
    assert position.text.endswith("red follow-2")
    assert position.moves == ["1-3", "2-4", "4-6", "6-8", "7-8", "pass"]


def test_only_a_follow_up_earns_the_bonus_by_default() -> None:
    """LJ-3: an opening move into the goal earns nothing, but with bonus=any it does."""
    text = "6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening"
    assert at(text).play("7-8").to_move == 1
    earned = at(text + " t0", bonus="any").play("7-8")
    assert earned.to_move == 0
    assert earned.text.endswith("red bonus t0")
    follow = at("6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening").play("2-3").play("6-8")
    assert follow.text.endswith("red bonus")
    clamped = at("6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening").play("2-3").play("7-8")
    assert clamped.to_move == 1


def test_what_a_bonus_may_do() -> None:
    """LJ-4: out of the goal, into it, back to the start line; never into a full row."""
    position = at("5.1.1.1.1.1.1.1/0.1.1.1.1.1.1.6 red bonus")
    assert "8-7" in position.moves
    assert "2-1" in position.moves
    assert "7-8" in position.moves
    assert position.play("7-8").to_move == 1
    full = at("5.1.1.1.1.0.2.1/0.1.1.1.1.0.4.4 red bonus")
    assert "8-7" not in full.moves
    assert "7-6" in full.moves


def test_passing_is_strict() -> None:
    """LJ-5: pawns sharing a row, start lines included, have not passed."""
    sharing = at("0.0.0.0.0.0.1.11/11.0.0.0.0.0.0.1 red opening").play("7-8")
    assert not sharing.over
    assert sharing.moves == ["8-7"]
    one_row = at("0.0.0.0.1.0.0.11/11.0.0.0.1.0.0.0 red opening").play("5-6")
    assert one_row.over


def test_the_end_is_latched() -> None:
    """LJ-6: settled in mid-turn; a bonus step back does not undo it."""
    position = at("0.0.0.0.1.1.1.9/11.0.0.0.1.0.0.0 red opening").play("5-6")
    assert not position.over
    assert position.to_move == 0
    bonus = position.play("7-8")
    assert bonus.text.endswith("red bonus")
    back = bonus.play("6-5")
    assert back.over
    assert back.to_move is None
    assert linden.load("linja").parse(back.text) == back


def test_forced_passes() -> None:
    """LJ-7: without a legal opening `pass` is the only move; two in a row end the game."""
    locked = at("0.0.0.6.0.0.0.6/6.0.0.0.6.0.0.0 red opening")
    assert locked.moves == ["pass"]
    once = locked.play("pass")
    assert once.text.endswith("black opening after-pass")
    assert once.moves == ["pass"]
    twice = once.play("pass")
    assert twice.over
    assert twice.text.endswith("over stuck")
    assert twice.scores == (6 * 5 - 6, 6 * 5 - 6)
    # Declining a follow-up is no such pass.
    declined = at("6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening").play("1-2").play("pass")
    assert declined.text.endswith("black opening")


def test_equal_points_are_a_draw() -> None:
    """LJ-8: and more points win."""
    drawn = at("0.0.0.6.0.0.0.6/6.0.0.0.6.0.0.0 red over stuck")
    assert drawn.returns == (0, 0)
    won = at("0.0.0.0.0.0.5.7/6.0.1.1.0.4.0.0 red over passed")
    assert won.returns == (1, -1)


def test_turn_limit() -> None:
    """LJ-9: with bonus=any the game ends after 200 turns, forced passes counted."""
    text = "6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 black opening t199"
    last = at(text, bonus="any").play("2-1")
    assert last.to_move == 1, "an opening into the goal earns the bonus, still in turn 200"
    assert last.play("pass").text.endswith("black over limit t200")
    locked = "0.0.0.6.0.0.0.6/6.0.0.0.6.0.0.0 red opening t199"
    assert at(locked, bonus="any").play("pass").text.endswith("red over limit t200")
    with pytest.raises(linden.NotationError, match="200"):
        at("6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening t201", bonus="any")


def test_meddling() -> None:
    """LJ-10: a bonus may move an opponent's pawn, not out of its goal, not into a full row."""
    position = at("5.1.1.1.1.1.1.1/1.1.1.1.1.1.1.5 red bonus", meddle=True)
    assert "x2-1" in position.moves
    assert "x1-2" not in position.moves
    assert "x7-8" in position.moves
    pushed = position.play("x2-1")
    assert pushed.text == "5.1.1.1.1.1.1.1/2.0.1.1.1.1.1.5 black opening"
    full = at("5.0.1.1.1.0.2.2/0.1.1.1.1.0.4.4 red bonus", meddle=True)
    assert "x8-7" not in full.moves
    assert all(
        not move.startswith("x") for move in at("5.1.1.1.1.1.1.1/1.1.1.1.1.1.1.5 red bonus").moves
    )
