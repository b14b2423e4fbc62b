"""Linage, ruling by ruling."""

import random
from typing import Any

import numpy as np
import pytest

import linden
from cases import option_sets
from linden import Position
from linden.games.linage.notation import FREE, STONE, owner_of, points_that_are, regions

FINAL = (
    "..#...#..#./#.#.###.#../#..###..#../##.####.#../..#..#####./.##.###...#/"
    "..#..#..#../####..####./...####..##/.#.#....#../...#...#..."
)


def at(board: str, then: str, **options: Any) -> Position:
    """A position given by its board and the rest of its text, komi 0 unless said otherwise."""
    rows = board.split("/")
    given = {"size": f"{len(rows[0])}x{len(rows)}", "komi": 0, **options}
    return linden.load("linage", **given).parse(f"{board} {then}")


def stones(position: Position) -> list[str]:
    """The placements among the moves."""
    return [move for move in position.moves if move != "pass"]


# -- terms and play ------------------------------------------------------------------------------


def test_the_known_final_position() -> None:
    final = at(FINAL, "komi 4.5 horizontal over", komi=4.5)
    assert final.scores == (32, 30.5)
    assert final.returns == (1, -1)
    assert final.state.room == 8
    assert "Vertical won by 1.5: both have passed. 8 points free" in str(final)


def test_sequences_of_stones_alone() -> None:
    """Counted on 5×5 without passes; positions that are alike are walked once."""
    rules = linden.load("linage", size=5, komi=0).rules
    state = linden.load("linage", size=5, komi=0).start().state
    out = np.zeros(rules.MOST_MOVES, np.int32)
    ways = {state.tobytes(): (state, 1)}
    counts = []
    for _ in range(4):
        following: dict[bytes, tuple[Any, int]] = {}
        counts.append(0)
        for state, n in ways.values():
            moves = out[: rules.legal(state, out) - 1].tolist()  # the last is the pass
            counts[-1] += n * len(moves)
            for move in moves:
                after = state.copy()
                rules.play(after, move)
                after.turn = 0
                known = following.get(after.tobytes(), (after, 0))[1]
                following[after.tobytes()] = (after, known + n)
        ways = {each: pair for each, pair in following.items() if pair[0].part == rules.PLAYING}
    assert counts == [25, 592, 13120, 268768]


def test_every_region_keeps_a_line() -> None:
    position = linden.load("linage", size=5, komi=0).start().play("b1")
    with pytest.raises(linden.IllegalMove, match="leave a region without a line of 3"):
        position.play("a2")  # a1 would be alone
    assert "b2" in position.moves, "a1 keeps the upright line above it"


def test_lines_far_away_count() -> None:
    """A long staircase has no line: whether it may be cut off depends on its far end."""
    stairs = {(i + j, 11 - i) for i in range(2, 8) for j in (0, 1)}
    room = {(column, row) for column in range(8, 12) for row in range(4)}
    closed = at(drawn(stairs | room), "komi 0 vertical")
    assert "i5" not in closed.moves
    tall = at(drawn(stairs | room | {(2, 10), (2, 11)}), "komi 0 vertical").play("i5")
    assert tall.scores == (13, 0)
    wide = at(drawn(stairs | room | {(0, 9), (1, 9)}), "komi 0 vertical").play("i5")
    assert wide.scores == (0, 13)
    assert wide.state.room == tall.state.room == 16


def drawn(empty: set[tuple[int, int]]) -> str:
    """A 12×12 board on which these points are empty."""
    rows = ("".join("#."[(column, row) in empty] for column in range(12)) for row in range(12))
    return "/".join(reversed(list(rows)))


def test_stones_go_into_free_regions_only() -> None:
    position = at("..#..../..#..../..#..../..#..../..#....", "komi 0 horizontal")
    assert position.scores == (10, 0)
    assert {move[0] for move in stones(position)} == set("defg")
    with pytest.raises(linden.IllegalMove, match="belongs to Vertical"):
        position.play("a1")
    with pytest.raises(linden.IllegalMove, match="there is a stone"):
        position.play("c3")
    low = at("...../...../#####/...../.....", "komi 0 horizontal over")
    assert low.scores == (0, 20)


# -- rulings -------------------------------------------------------------------------------------


def test_komi_and_side_are_moves() -> None:
    """LG-1: First names the komi, Second takes a side, Vertical begins; or the komi is fixed."""
    start = linden.load("linage").start()
    assert start.to_move == 0
    assert start.moves == [f"komi {n / 2:g}" for n in range(-40, 41)]
    for wrong in ("komi 20.5", "komi 0.25", "komi", "komi x", "d4", "vertical"):
        with pytest.raises(linden.IllegalMove, match="komi"):
            start.play(wrong)
    assert start.play("KOMI \u22120.50") == start.play("komi -0.5")
    named = start.play("komi 4.5")
    assert named.to_move == 1
    assert named.moves == ["vertical", "horizontal"]
    vertical, horizontal = named.play("vertical"), named.play("horizontal")
    assert (vertical.to_move, vertical.scores) == (1, (4.5, 0))
    assert (horizontal.to_move, horizontal.scores) == (0, (0, 4.5))
    with pytest.raises(linden.IllegalMove, match=r"it is 4\.5"):
        vertical.play("komi 3")
    fixed = linden.load("linage", komi=4.5)
    assert fixed.seats == ("Vertical", "Horizontal")
    assert (fixed.start().to_move, fixed.start().scores) == (0, (0, 4.5))
    assert len(fixed.start().moves) == 122


def test_choosing_and_the_first_stone_are_two_turns() -> None:
    """LG-1: Second may choose Vertical and then begin."""
    game = linden.load("linage")
    record = linden.Record(game, ("komi 4", "vertical", "d4", "e5"))
    assert record.turns() == [(0, ["komi 4"]), (1, ["vertical"]), (1, ["d4"]), (0, ["e5"])]


def test_passing_and_the_end() -> None:
    """LG-2: a pass is always legal, two end the game, and so does the last free region's end."""
    start = linden.load("linage", size=5, komi=0.5).start()
    once = start.play("pass")
    assert once.to_move == 1
    assert "after-pass" in once.text
    assert not once.play("c3").play("pass").over, "the two must follow each other"
    twice = once.play("pass")
    assert twice.over
    assert twice.returns == (-1, 1)
    divided = at("..#../..#../..#../..#../.....", "komi 0 vertical").play("c1")
    assert divided.over
    assert divided.scores == (20, 0)
    with pytest.raises(linden.IllegalMove, match="over"):
        divided.play("pass")


@pytest.mark.parametrize("options", option_sets("linage"), ids=str)
def test_a_free_region_always_takes_a_stone(options: dict[str, Any]) -> None:
    """LG-2: found so in every free region of every position of random games."""
    game = linden.load("linage", **options)
    for seed in range(6):
        rng = random.Random(seed)
        position = game.start()
        while not position.over:
            moves = stones(position)
            if position.state.part == game.rules.PLAYING:
                line = int(position.state.line)
                legal = {(code % 19, code // 19) for code in map(position.code, moves)}
                for region in regions(points_that_are(FREE, position.state)):
                    assert owner_of(region, line) == FREE
                    assert region & legal, position.text
            position = position.play(rng.choice(moves))


def test_what_is_still_free_counts_for_nobody() -> None:
    """LG-3: nor do stones."""
    position = at("..#..../..#..../..#..../..#..../..#....", "komi 0 horizontal after-pass")
    over = position.play("pass")
    assert over.over
    assert over.scores == (10, 0)
    assert over.state.room == 20


def test_equal_scores_are_a_draw() -> None:
    """LG-4: possible with whole komi."""
    board = "..#../..#../..#../..#../....."
    assert at(board, "komi 20 vertical", komi=20).play("c1").returns == (0, 0)
    assert at(board, "komi 20.5 vertical", komi=20.5).play("c1").returns == (-1, 1)
    assert at(board, "komi 19.5 vertical", komi=19.5).play("c1").returns == (1, -1)


def test_boards_and_lines_of_other_sizes() -> None:
    """LG-5: columns × rows from 3 to 19, lines of 2 to 5 that fit the shorter side."""
    tall = linden.load("linage", size="5x7", komi=0).start()
    assert len(stones(tall)) == 35
    assert "e7" in tall.moves
    with pytest.raises(linden.IllegalMove, match="the last is e7"):
        tall.play("f1")
    assert linden.load("linage", size="11x11") == linden.load("linage")
    for size, line in ((3, 4), ("19x4", 5)):
        with pytest.raises(linden.OptionError, match="shorter side"):
            linden.load("linage", size=size, line=line)
    two = linden.load("linage", size=5, komi=0, line=2).start().play("b1").play("a3")
    assert "b2" in two.moves, "a1 and a2 are a line of two"
    board = "...#.../...#.../...#.../...#.../......."
    assert at(board, "komi 0 vertical").play("d1").scores == (0, 0)
    assert at(board, "komi 0 vertical", line=4).play("d1").scores == (30, 0)


def test_the_largest_board() -> None:
    """LG-5: 19×19, from the first stone to the last, written, read and drawn."""
    position = linden.load("linage", size=19, komi=6.5).start()
    assert len(position.moves) == 362
    rng = random.Random(19)
    while not position.over:
        position = position.play(rng.choice(stones(position)))
    assert position.game.parse(position.text) == position
    assert max(map(len, str(position).splitlines())) <= 80
    assert sum(position.scores) == 19 * 19 - len(points_that_are(STONE, position.state)) + 6.5


def test_scores_before_and_during_play() -> None:
    """LG-6: nothing to nothing and no pass while choosing; then the land as it stands."""
    start = linden.load("linage", size=7).start()
    named = start.play("komi -2")
    for position in (start, named):
        assert position.scores == (0, 0)
        assert "pass" not in position.moves
        with pytest.raises(linden.IllegalMove, match=r"komi|side"):
            position.play("pass")
    position = named.play("vertical")
    assert position.scores == (-2, 0), "First is Horizontal and starts with the komi"
    for move in ("c7", "c6", "c5", "c4", "c3", "c2", "c1"):
        position = position.play(move)
    assert position.scores == (-2, 14)


# -- positions in writing ------------------------------------------------------------------------

EMPTY = "...../...../...../...../....."
WALL = "..#../..#../..#../..#../..#.."


@pytest.mark.parametrize(
    ("text", "komi", "reason"),
    [
        ("", 0, "looks like"),
        (f"{EMPTY} naming", 0, "only with komi=choose"),
        (f"{EMPTY} komi 0 choosing", 0, "only with komi=choose"),
        (f"{EMPTY} komi 0 first=vertical vertical", 0, "only with komi=choose"),
        (f"{EMPTY} komi 0 vertical", "choose", "which side First took"),
        (f"{EMPTY} komi 20.5 choosing", "choose", "from −20 to 20"),
        (f"{EMPTY} komi 0.3 choosing", "choose", "multiple of 0.5"),
        (f"{EMPTY} komi 1 vertical", 0, "fixed at 0, not 1"),
        (f"{WALL} naming", "choose", "settled"),
        (f"{EMPTY}/..... komi 0 vertical", 0, "5 rows of 5"),
        (f"{EMPTY[:-1]} komi 0 vertical", 0, "5 rows of 5"),
        (f"{EMPTY} komi 0 horizontal", 0, "Vertical begins"),
        (f"{EMPTY} komi 0 vertical after-pass", 0, "Vertical begins"),
        (f"{EMPTY} komi 0 vertical over", 0, "Vertical begins"),
        (f"{WALL} komi 0 vertical", 0, "must be over"),
        (f"{WALL} komi 0 vertical after-pass", 0, "must be over"),
        (".#.../#..../...../...../..... komi 0 vertical", 0, "region of a5 has no line of 3"),
        ("#####/#####/#####/#####/##### komi 0 vertical over", 0, "have been the last"),
        ("#####/####./####./####./##### komi 0 vertical over", 0, "have been the last"),
    ],
)
def test_positions_that_cannot_be(text: str, komi: object, reason: str) -> None:
    with pytest.raises(linden.NotationError, match=reason):
        linden.load("linage", size=5, komi=komi).parse(text)


def test_stories_of_moves() -> None:
    start = linden.load("linage", size=5).start()
    assert start.describe("komi 2.5") == "First names a komi of 2.5 for whoever plays Horizontal."
    named = start.play("komi 2.5")
    said = "Second plays Horizontal, First Vertical; Vertical begins."
    assert named.describe("horizontal") == said
    position = at("..#../..#../..#../..#../.....", "komi 0 vertical")
    said = "Vertical places a stone on c1: Vertical gains 20, nothing is free any more."
    assert position.describe("c1") == said
    assert position.describe("pass") == "Vertical passes."
    assert position.play("pass").describe("pass") == "Horizontal passes too, and the game is over."
