"""Linos, ruling by ruling."""

import random

import pytest

import linden
from linden import CHANCE, Position


def at(text: str, **options: object) -> Position:
    return linden.load("linos", **options).parse(text)


def after(moves: str, **options: object) -> Position:
    """The position after moves separated by commas."""
    return linden.replay(linden.load("linos", **options), moves.split(", "))


def gains(position: Position) -> dict[str, float]:
    """What each legal move brings the seat to move."""
    us = position.turn
    return {move: position.play(move).scores[us] - position.scores[us] for move in position.moves}


def test_set_up() -> None:
    start = linden.load("linos").start()
    assert start.text == "- OXXOOXXOOXXO first roll 0.0+25"
    assert start.to_move == CHANCE
    assert start.game.seats == ("First", "Second")
    six = linden.load("linos", players=6).start()
    assert six.game.seats[-1] == "Sixth"
    assert six.text == "- OXXOOXXOOXXO first roll 0.0.0.0.0.0+25"


def test_baskets_have_one_name() -> None:
    names = {
        f"{one}x{two}": linden.load("linos", basket=f"{one}x{two}").options["basket"]
        for one in (2, 3, 4)
        for two in (2, 3, 4)
    }
    assert {names["4x3"], names["3x4"]} == {"3x4"}
    assert {names["2x3"], names["3x2"]} == {"3x2"}
    assert {names["4x2"], names["2x4"]} == {"2x4"}
    assert linden.load("linos", basket=" 4 × 3 ") == linden.load("linos")


def test_the_first_play_is_always_worth_two() -> None:
    """A claim of the rule sheet: one touching at level 2, or two at level 1."""
    for roll in range(1, 7):
        assert gains(after(f"die {roll}")) == {"d4": 2, "d4e4": 2, "d4d5": 2}


def test_larger_pots_bust_less() -> None:
    """A claim of the rule sheet, and that the first player wins about half, in random play."""
    busts = []
    for pot in (15, 25, 35):
        ends = linden.playouts(linden.load("linos", pot=pot).start(), 4000)
        busts.append(int((ends.scores.max(axis=1) == pot).sum()))
        assert 0.4 < ends.wins[0] / 4000 < 0.6
    assert busts == sorted(busts, reverse=True)
    assert busts[0] > busts[-1]


def test_counting_into_the_list() -> None:
    assert after("die 1").text == "- XXOOXXOOXXO first holds-O 0.0+25"
    assert after("die 3").text == "- OXOOXXOOXXO first holds-X 0.0+25"
    assert after("die 6").text == "- OXXOOXOOXXO first holds-X 0.0+25"
    assert linden.load("linos").start().describe("die 6") == "First rolls 6 and takes a dark stone."


def test_touching_times_level() -> None:
    """The table is a third colour; each unit face counts; the level is the highest part's."""
    dark = after("die 1, d4, die 1")  # light stands on d4, Second holds a dark stone
    worth = gains(dark)
    assert worth["e4f4"] == (2 + 1) * 1
    assert worth["e3e4"] == (2 + 1) * 1
    assert worth["e5"] == 1 * 2  # a corner touches nothing
    light = after("die 1, d4, die 1, e4f4, die 3")  # dark lies on e4f4, First holds a light stone
    worth = gains(light)
    assert worth["e4"] == 1 * 3  # dark below; beside it d4 is light
    assert worth["f4"] == 1 * 3
    assert worth["e5"] == (1 + 1) * 2
    assert worth["f5g5"] == (2 + 1) * 1
    assert light.describe("e5") == (
        "First stands a light stone on e5: 2 touching × level 2 = 4 coins from the pot."
    )


def test_the_basket_floats() -> None:
    """LO-1: the first stone goes to d4; then the box around all footprints is what counts."""
    first = after("die 1")
    assert first.moves == ["d4", "d4e4", "d4d5"]
    with pytest.raises(linden.IllegalMove, match="first stone goes to d4"):
        first.play("e4")
    second = after("die 1, d4, die 1")
    for move in ("a4", "g4", "d1", "d7", "a3", "b2", "f7", "f6f7", "a4b4"):
        assert move in second.moves
    for move in ("a1", "a7", "g7", "g1"):  # four by four squares with d4
        with pytest.raises(linden.IllegalMove, match="not fit in a basket of 3x4"):
            second.play(move)
    assert "a1" in after("die 1, d4, die 1", basket="4x4").moves
    third = second.play("a4").play("die 1")  # four columns are used: three rows are left
    assert "a6" in third.moves
    assert "a7" not in third.moves
    small = after("die 1, d4, die 1, e5, die 1", basket="2x2")
    assert sorted(small.moves) == ["d4", "d5", "e4", "e5"]


def test_stones_come_from_above() -> None:
    """LO-2: a placement rests on top of its columns, which are equally high."""
    position = after("die 1, d4, die 1, e4f4, die 3")
    with pytest.raises(linden.IllegalMove, match="d4 is 2 high, e4 1"):
        position.play("d4e4")
    with pytest.raises(linden.IllegalMove, match="e4 is 1 high, e5 0"):
        position.play("e4e5")
    on_top = position.play("e4")
    assert on_top.text.startswith("Od4,Xe4f4,Oe4 ")


def test_royals_need_a_closed_board() -> None:
    """LO-3: as long as anything else can be placed, royals cannot."""
    position = after("die 1, d4, die 1")
    with pytest.raises(linden.IllegalMove, match="Jack with the stone on d4, and the board is not"):
        position.play("d4")
    with pytest.raises(linden.IllegalMove, match="Bale with the stone on d4, and the board is not"):
        position.play("e4")


def test_closed_boards() -> None:
    """LO-3: two stones standing corner to corner in a 2x2 basket leave nothing but royals."""
    closed = after("die 1, d4, die 1, c5, die 1", basket="2x2")
    assert sorted(closed.moves) == ["c4", "c5", "d4", "d5"]
    assert "a Jack on a closed board" in closed.describe("d4")
    assert "a Bale on a closed board" in closed.describe("d5")
    one = after(
        "die 1, d4d5, die 1, e4, die 1, d5, die 2, e5, die 2", basket="2x2", scoring="sheet"
    )
    assert one.moves == ["e4e5"], "a single placement is still a move"


def test_the_closed_board_test_is_made_every_turn() -> None:
    """LO-3: either no legal placement is royal or all are, and there always is one."""
    seen = {True: 0, False: 0}
    for seed in range(30):
        rng = random.Random(seed)
        position = linden.load("linos", basket="2x2", scoring="sheet").start()
        while not position.over:
            if position.to_move != CHANCE:
                told = [position.describe(move) for move in position.moves]
                royal = ["on a closed board" in sentence for sentence in told]
                assert all(royal) or not any(royal)
                assert royal
                seen[all(royal)] += 1
            position = position.play(rng.choice(position.moves))
    assert min(seen.values()) > 0


def test_zero_is_legal() -> None:
    """LO-4: a stone that touches neither the other colour nor the table may be placed."""
    position = after("die 1, d4e4, die 3")
    assert position.describe("d4") == (
        "Second stands a light stone on d4: 0 touching × level 3 = 0 coins."
    )
    assert position.play("d4").scores == (2, 0)


def test_busts() -> None:
    """LO-5: more than can be paid ends the game; paying the last coin does not."""
    exact = after("die 1, d4, die 1", pot=3)
    last_coin = exact.play("e4f4")  # three coins: one from the pot and both of First's
    assert last_coin.scores == (0, 3)
    assert not last_coin.over
    assert exact.describe("e4f4").endswith("= 3 coins, 1 from the pot and 2 from First.")
    short = after("die 1, d4, die 1", pot=2)
    assert short.describe("e4f4").endswith(
        "= 3 coins, more than the 2 to be had: a bust, and Second takes all 2."
    )
    bust = short.play("e4f4")
    assert bust.over
    assert bust.text == "Od4,Xe4f4 XOOXXOOXXO second bust 0.2+0"
    assert bust.returns == (-1, 1)
    first = after("die 1, d4", pot=1)
    assert first.over
    assert first.scores == (1, 0)
    banks = after("die 1, d4", pot=1, players=3, scoring="bank")
    assert banks.scores == (3, 0, 0), "both others could pay"
    assert not banks.over
    assert banks.play("die 1").play("e4f4").scores == (0, 3, 0)
    lone = after("die 1, d4", pot=1, players=2, scoring="bank")
    assert lone.over
    assert lone.scores == (2, 0)


def test_a_bust_on_the_twelfth_stone_counts_half() -> None:
    """LO-5: what is compared with the coins is the halved score."""
    ends = set()
    for seed in range(150):
        position = before_the_twelfth(seed, basket="3x2", pot=30)
        if position is None:
            continue
        us = position.turn
        for move in position.moves:
            points, half = told_scores(position, move)
            can_be_paid = 30 - position.scores[us]
            over = position.play(move)
            assert over.over
            assert over.text.split()[3] == ("bust" if half > can_be_paid else "over")
            ends.add((points > can_be_paid, half > can_be_paid))
    assert ends == {(False, False), (True, False), (True, True)}


def before_the_twelfth(seed: int, **options: object) -> Position | None:
    """A position in which the last stone is to be placed, unless the game went bust before."""
    rng = random.Random(seed)
    position = linden.load("linos", **options).start()
    while not position.over:
        if position.text.split()[1] == "-":
            return position
        position = position.play(rng.choice(position.moves))
    return None


def told_scores(position: Position, move: str) -> tuple[int, int]:
    """The whole and the halved score in the description of a twelfth stone."""
    whole, half = position.describe(move).split(" = ")[1].split(", halved to ")
    return int(whole), int(half.split()[0])


FULL = "Xd4d5,Oe4,Xf4f5,Xd6,Og6,Od4,Xf5,Og4,Xe5,Oe6f6,Xe6f6,Og5"


def test_draws() -> None:
    """LO-6: equal coins are a draw."""
    assert at(f"{FULL} - second over 12.12+0", pot=24).returns == (0, 0)
    assert at(f"{FULL} - second over 12.13+0").returns == (-1, 1)
    three = at(f"{FULL} - third over 10.10.5+0", players=3)
    assert three.returns == (0.5, 0.5, -1)
    drawn = at(f"{FULL} - third over 8.8.8+0", players=3, pot=24)
    assert drawn.returns == (0, 0, 0)


def test_the_die() -> None:
    """LO-7: six equal outcomes while both colours are listed, whatever stones they give."""
    start = linden.load("linos").start()
    assert start.outcomes == pytest.approx({f"die {n}": 1 / 6 for n in range(1, 7)})
    rolls = "die 1, d4, die 3, e5, die 3, d6, die 5, c5, die 5, e3"
    late = after(rolls, scoring="sheet")
    assert late.text.split()[1] == "XXXXXXO"
    assert late.to_move == CHANCE
    assert len(late.outcomes) == 6
    assert len({late.play(move) for move in late.moves}) == 1


def test_no_roll_for_one_colour() -> None:
    """LO-7: the front stone is taken; a roll past the end of the list means the front too."""
    seen = set()
    for seed in range(60):
        rng = random.Random(seed)
        position = linden.load("linos", scoring="sheet").start()
        while not position.over:
            _, listed, _, phase, _ = position.text.split()
            if position.to_move == CHANCE:
                assert set(listed) == {"O", "X"}
                assert position.moves == [f"die {n}" for n in range(1, 7)]
                if len(listed) < 6:
                    assert position.play("die 6") == position.play("die 1")
                    assert "past the end" in position.describe("die 6")
                    seen.add("past the end")
            elif not position.last or not position.last.moves[-1].startswith("die"):
                assert set(listed) <= {phase[-1], "-"}
                seen.add("no roll")
            position = position.play(rng.choice(position.moves))
    assert seen == {"past the end", "no roll"}


def test_sheet_and_bank() -> None:
    """LO-8: sheet only counts, without busts; bank takes from the others at once."""
    sheet = after("die 1, d4, die 1", scoring="sheet", pot=1)
    assert sheet.play("e4f4").scores == (2, 3)
    assert sheet.describe("e4f4").endswith("3 touching × level 1 = 3 points.")
    bank = linden.load("linos", scoring="bank", pot=10).start()
    assert bank.text == "- OXXOOXXOOXXO first roll 10.10"
    paid = after("die 1, d4", scoring="bank", pot=10)
    assert paid.scores == (12, 8)
    assert paid.play("die 1").describe("e4f4").endswith("= 3 coins from First.")
    with pytest.raises(linden.NotationError, match="pot"):
        at("- OXXOOXXOOXXO first roll 10.10+25", scoring="bank", pot=10)


def test_who_pays_among_many() -> None:
    """LO-9: coin by coin from the richest other, ties to the next in turn order."""
    one = after("die 1, d4", scoring="bank", players=4, pot=5)
    assert one.scores == (7, 4, 4, 5)  # Second and Third pay first, being next
    two = one.play("die 1").play("e4f4")  # First pays two, then Fourth as the next of two equals
    assert two.scores == (5, 7, 4, 4)
    pots = after("die 1, d4, die 1", pot=4, players=3)
    assert pots.play("e4f4").scores == (1, 3, 0)
    assert pots.describe("e4f4").endswith("= 3 coins, 2 from the pot and 1 from First.")
    short = after("die 1, d4, die 1", pot=2, players=3).play("e4f4")
    assert short.text.endswith("second bust 0.2.0+0")


def test_only_the_twelfth_stone_is_halved() -> None:
    """LO-10: with more players too."""
    for players in (2, 3, 4, 6):
        for seed in range(10):
            position = before_the_twelfth(seed, players=players, scoring="sheet")
            assert position is not None
            assert position.turn == players - 1
            gained = gains(position)
            for move in position.moves:
                points, half = told_scores(position, move)
                assert gained[move] == half == points // 2
    earlier = after("die 1, d4, die 1", players=6, scoring="sheet")
    assert not any("halved" in earlier.describe(move) for move in earlier.moves)


def test_royals() -> None:
    """LO-11: end on end is a Jack, whole side on whole side a Bale, on top too."""
    lying = after("die 1, d4e4, die 3")
    royal = {"d4e4": "Bale", "d5e5": "Bale", "d3e3": "Bale", "f4g4": "Jack", "b4c4": "Jack"}
    for move, kind in royal.items():
        with pytest.raises(linden.IllegalMove, match=f"a {kind} with the stone on d4e4"):
            lying.play(move)
    for move in ("e5f5", "c5d5", "d5", "d4", "f4", "f4f5", "d5d6"):
        assert move in lying.moves
    upright = after("die 1, d4d5, die 1")  # colours do not matter
    royal = {"d4d5": "Bale", "e4e5": "Bale", "c4c5": "Bale", "d6d7": "Jack", "d2d3": "Jack"}
    for move, kind in royal.items():
        with pytest.raises(linden.IllegalMove, match=f"a {kind} with the stone on d4d5"):
            upright.play(move)
    assert "e5e6" in upright.moves
    standing = after("die 1, d4, die 1")
    for move, kind in {"d4": "Jack", "c4": "Bale", "e4": "Bale", "d3": "Bale"}.items():
        with pytest.raises(linden.IllegalMove, match=f"a {kind} with the stone on d4"):
            standing.play(move)
    # One level higher than a standing neighbour is half-offset: no Bale.
    offset = after("die 1, d4, die 1, e4f4, die 1")
    assert "e4" in offset.moves


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Od4", "it looks like"),
        ("Od4 XXOOXXOOXXO second roll 2+23", "wanted for 2 seats and given for 1"),
        ("Od4 XXOOXXOOXXO second roll 2.0", "pot"),
        ("Od4 XXOOXXOOXXO second roll 2.0+24", "26 instead of 25"),
        ("Od4 XXOOXXOOXXO second roll 0.2+23", "placed no stone"),
        ("Od4 XXOOXXOOXXO second roll 3.0+22", "scored 2 in all, not 3"),
        ("Od4 XXOOXXOOXXO first roll 2.0+23", "turn of second"),
        ("Od4 XXOOXXOOXX second roll 2.0+23", "of light stones there are 5"),
        ("Od4 XXOOXOOXXOX second roll 2.0+23", "no rolls leave the list"),
        ("Oe4 XXOOXXOOXXO second roll 2.0+23", "d4"),
        ("Od4 XXOOXXOOXXO first over 2.0+23", "over after 12 stones"),
        ("Od4 XXOOXXOOXXO second over 2.0+23", "with 1 stone placed it was the last turn of first"),
        ("Od4 XXOOXXOOXXO first bust 25.0+0", "too little for a bust"),
        ("Od4 XXOOXXOOXXO first bust 2.0+23", "the scorer has all"),
        ("- OXXOOXXOOXXO first over 0.0+25", "before the first stone"),
        ("Od4,Xd5e5,Xd4e4 OOXXOOXXO second roll 2.3+20", "equal height"),
        ("Od4,Xa1 XOOXXOOXXO first roll 2.2+21", "the pile covers 4x4 and the basket is 3x4"),
        ("Od4,Xh4 XOOXXOOXXO first roll 2.2+21", "it looks like"),
        ("Od4,Xd9 XOOXXOOXXO first roll 2.2+21", "it looks like"),
        ("Od4,Xd4f4 XOOXXOOXXO first roll 2.2+21", "neighbouring"),
        ("Od4,X3 XOOXXOOXXO first roll 2.2+21", "names no square"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(linden.NotationError, match=reason):
        at(text)


def test_the_order_of_stones_does_not_matter() -> None:
    one = after("die 1, d4, die 1, e4f4, die 1, d5e5, die 1, f5")
    two = at(one.text.replace("Od4,Xe4f4", "Xe4f4,Od4"))
    assert one == two
    assert one.key == two.key


def test_drawings_turn_and_can_be_touched() -> None:
    position = after("die 1, d4, die 1, e4f4, die 1")
    views = [position.svg(turn=turn) for turn in range(4)]
    assert len(set(views)) == 4
    for view in views:
        assert view.count('data-at="d4"') == 2, "on the pile and on the plan"
        assert 'id="stone-e4f4-1"' in view
    assert position.touches("e4") == ("e4", "e4")
    assert position.touches("d5e5") == ("d5", "e5")
