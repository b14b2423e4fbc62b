"""Linear Progression, ruling by ruling."""

import pytest

import linden
from linden import CHANCE, Position
from linden.core.record import replay


def at(text: str, **options: object) -> Position:
    return linden.load("linear", **options).parse(text)


def from_a(squares: str) -> set[str]:
    """The slides from a1 to these columns of a board of one row."""
    return {f"a1-{column}1" for column in squares}


def test_set_up_and_slides() -> None:
    start = linden.load("linear", start="c3 f6").start()
    assert start.scores == (1, 1)
    assert start.to_move == 0
    assert len(start.moves) == 21
    assert "c3-c8" in start.moves
    assert "c3-a1" not in start.moves
    assert "c3-f6" not in start.moves
    slid = start.play("c3-c5")
    assert slid.scores == (3, 1)
    assert slid.to_move == 1
    taken = slid.play("f6-c3")
    assert taken.scores == (2, 4)
    with pytest.raises(linden.IllegalMove, match="empty square"):
        taken.play("c4-c3")
    for move, reason in {
        "a1-b2": "no White token on a1",
        "c3-d5": "queen's line",
        "c3-a1": "a1 is not in use",
        "pass": "must be made",
        "d4": "down already",
        "*a1": "option blockers",
        "c3-c9": "no square c9",
        "c3": "down already",
        "hello": "look like c3-f6",
    }.items():
        with pytest.raises(linden.IllegalMove, match=reason):
            start.play(move)


def test_where_first_tokens_lie() -> None:
    """LP-1: dropped by chance on free squares, chosen, or given."""
    drop = linden.load("linear").start()
    assert drop.to_move == CHANCE
    assert len(drop.moves) == 60
    assert set(drop.outcomes.values()) == {1 / 60}
    second = drop.play("drop c3")
    assert second.to_move == CHANCE
    assert len(second.moves) == 59
    assert "drop c3" not in second.moves
    with pytest.raises(linden.IllegalMove, match="lies on c3"):
        second.play("drop c3")
    with pytest.raises(linden.IllegalMove, match="not in use"):
        second.play("drop a8")
    dropped = second.play("drop f6")
    assert dropped.to_move == 0
    choose = linden.load("linear", start="choose").start()
    assert choose.to_move == 0
    assert choose.play("c3").to_move == 1
    assert choose.play("c3").play("f6").text == dropped.text
    given = linden.load("linear", start="c3 f6").start()
    assert given.text == dropped.text


def test_the_last_token_is_safe() -> None:
    """LP-2: judged square by square; a slide takes several tokens, never the last one."""
    row = "............"
    lone = at("w.b......... white slide", board=row)
    assert set(lone.moves) == from_a("b")
    with pytest.raises(linden.IllegalMove, match="last token, on c1"):
        lone.play("a1-d1")
    three = at("w.b.bb...... white slide", board=row)
    assert set(three.moves) == from_a("bcde")
    assert three.play("a1-e1").scores == (5, 1)
    between = at("b.w.bb...... white slide", board=row)
    assert set(between.moves) == {f"c1-{column}1" for column in "abdefghijkl"}
    own_between = at("w.bwb....... white slide", board=row)
    assert set(own_between.moves) == {
        "a1-b1",
        "a1-c1",
        *(f"d1-{column}1" for column in "bfghijkl"),
    }
    # Off the line one token is left, wherever the slide ends.
    two_rows = at("............/w.b.b....... white slide", board=f"{row}/{row}")
    assert "a1-d1" in two_rows.moves
    assert "a1-e1" not in two_rows.moves
    spared = at("b.........../w.b.b....... white slide", board=f"{row}/{row}")
    assert "a1-l1" in spared.moves
    slanted = at(
        "#......#/......../.....b../....b.../......../..w...../......../#......# white slide"
    )
    assert "c3-e5" in slanted.moves
    assert "c3-f6" not in slanted.moves
    assert "c3-g7" not in slanted.moves


def test_the_shorter_form_is_listed() -> None:
    """LP-3: without blockers the longer form is read as the shorter one; with them both count."""
    row = "......"
    position = at("w..wbb white slide", board=row)
    assert set(position.moves) == {"a1-b1", "a1-c1", "d1-c1", "d1-b1"}
    assert position.play("a1-d1") == position.play("a1-c1")
    assert position.play("d1-a1") == position.play("d1-b1")
    assert position.play("a1-d1").last == position.play("a1-c1").last
    with pytest.raises(linden.IllegalMove, match="first own token it comes to, here d1"):
        position.play("a1-e1")
    near = at("ww.bb. white slide", board=row)
    with pytest.raises(linden.IllegalMove, match="empty square"):
        near.play("a1-b1")
    past_a_token = at("wbw.b. white slide", board=row)
    with pytest.raises(linden.IllegalMove, match="empty square"):
        past_a_token.play("a1-c1")
    walled = at("#w..wbb.# white slide blockers a1 i1 ends e1 f1", board="#.......#", blockers=True)
    assert set(walled.moves) == {"b1-c1", "b1-d1", "b1-e1", "e1-d1", "e1-c1", "e1-b1"}
    longer, shorter = (walled.play(move).play("pass").text for move in ("b1-e1", "b1-d1"))
    assert longer.endswith("ends e1 f1")
    assert shorter.endswith("ends d1 f1")


def test_forced_passes() -> None:
    """LP-4: `pass` only for want of a slide; two in a row end the game."""
    islands = linden.load("linear", board="..#...", start="a1 b1").start()
    assert islands.moves == ["pass"]
    once = islands.play("pass")
    assert once.text == "wb#... black slide after-pass"
    assert once.moves == ["pass"]
    twice = once.play("pass")
    assert twice.over
    assert twice.text == "wb#... black over"
    assert twice.scores == (1, 1)
    # A slide in between begins the count anew.
    one_sided = linden.load("linear", board="..#....", start="a1 g1").start()
    stuck = one_sided.play("a1-b1").play("g1-f1")
    assert stuck.moves == ["pass"]
    slid = stuck.play("pass").play("f1-e1")
    assert slid.text == "ww#.bbb white slide"
    assert not slid.play("pass").over


def test_equal_counts_are_a_draw() -> None:
    """LP-5: and more tokens win."""
    even = at("w.b white slide", board="...").play("a1-b1")
    assert even.over
    assert even.returns == (1, -1)
    drawn = at("w.bb white slide", board="....").play("a1-b1")
    assert drawn.over
    assert drawn.returns == (0, 0)


def test_equal_moves() -> None:
    """LP-6: when White fills the board, Black has one more slide or passes."""
    board = ".../..."
    text = "wb./bbw white slide"
    assert at(text, board=board).play("c1-c2").over
    extra = at(text, board=board, equal_moves=True).play("c1-c2")
    assert extra.to_move == 1
    assert extra.text == "wbw/bbw black extra"
    assert set(extra.moves) == {
        "b2-a2",
        "b2-c2",
        "b2-c1",
        "a1-a2",
        "b1-a2",
        "b1-c2",
        "b1-c1",
        "pass",
    }
    # The longer form is read; what changes nothing is not a move.
    with pytest.raises(linden.IllegalMove, match="change nothing"):
        extra.play("a1-b1")
    ended = extra.play("b2-c2")
    assert ended.over
    assert ended.text == "wbb/bbw black over"
    assert extra.play("pass").over
    assert extra.play("pass").scores == (3, 3)
    # Black filling the board ends the game, and so do two passes.
    assert at("wbw/bb. black slide", board=board, equal_moves=True).play("b1-c1").over
    stuck = linden.load("linear", board="..#.", start="a1 b1", equal_moves=True).start()
    assert stuck.play("pass").play("pass").over
    # A slide never takes the last token; pass may be the only move.
    safe = at("w.b white slide", board="...", equal_moves=True).play("a1-b1")
    assert safe.moves == ["c1-b1", "pass"]
    with pytest.raises(linden.IllegalMove, match="last token, on a1"):
        safe.play("c1-a1")
    # The longer form of an extra slide is read as the shorter.
    longer = at("bw.bw white slide", board=".....", equal_moves=True).play("b1-c1")
    assert set(longer.moves) == {"a1-b1", "a1-c1", "d1-c1", "d1-b1", "d1-e1", "pass"}
    assert longer.play("a1-d1") == longer.play("a1-c1")
    # With blockers White's blocker part comes first, and the shorter form alone is listed.
    blocked = at(
        "#w.b# white slide blockers a1 e1 ends - -", board="#...#", blockers=True, equal_moves=True
    ).play("b1-c1")
    assert blocked.text == "#wwb# white blocker blockers a1 e1"
    moved = blocked.play("pass")
    assert moved.text == "#wwb# black extra blockers a1 e1"
    assert moved.moves == ["d1-c1", "pass"]


def test_blockers_begin_and_move() -> None:
    """LP-7: into free corners; then a turn is a slide and, optionally, the blocker's move."""
    start = linden.load("linear", blockers=True, start="c3 f6").start()
    assert start.moves == ["*a1", "*h1", "*a8", "*h8"]
    with pytest.raises(linden.IllegalMove, match=r"free corner: \*a1"):
        start.play("*c4")
    black = start.play("*a1")
    assert black.to_move == 1
    assert black.moves == ["*h1", "*a8", "*h8"]
    turn = black.play("*h8")
    assert turn.to_move == 0
    assert "pass" not in turn.moves
    slid = turn.play("c3-d4")
    assert slid.to_move == 0
    assert "pass" in slid.moves
    assert "*a1-g7" in slid.moves
    assert slid.play("pass").to_move == 1
    moved = slid.play("*a1-b2")
    assert moved.to_move == 1
    assert "blockers b2 h8" in moved.text
    # A blocker without a move lapses: here White's has islands all around it.
    boxed = linden.load("linear", board="##...../##...../.....##", blockers=True, start="c3 a1")
    lapsed = replay(boxed, ["*a3", "*g1", "c3-d3"])
    assert lapsed.to_move == 1
    assert lapsed.play("a1-b1").to_move == 1
    # With no slide the token part is passed, and the blocker may still move.
    stuck = linden.load("linear", board="#..#..#", blockers=True, start="b1 c1").start()
    passed = replay(stuck.game, ["*a1", "*g1", "pass"])
    assert passed.to_move == 1, "White's blocker sees only the two last tokens and lapses"
    assert passed.moves == ["pass"]


def test_where_blockers_may_go() -> None:
    """LP-8: over everything but the other blocker and unused squares; some squares are barred."""
    board = "#......#"
    over = at("#wwb.b.# white blocker blockers a1 h1 ends c1 f1", board=board, blockers=True)
    # f1 is where Black's latest slide ended.
    assert over.moves == ["*a1-b1", "*a1-c1", "*a1-d1", "*a1-e1", "*a1-g1", "pass"]
    with pytest.raises(linden.IllegalMove, match="latest slide ended on f1"):
        over.play("*a1-f1")
    with pytest.raises(linden.IllegalMove, match="h1 is not in use"):
        over.play("*a1-h1")
    with pytest.raises(linden.IllegalMove, match="blocker stands on a1"):
        over.play("*b1-c1")
    other = at("#wwbbb.# white blocker blockers a1 e1 ends c1 f1", board=board, blockers=True)
    # Not through the other blocker, and not onto the only empty square.
    assert other.moves == ["*a1-b1", "*a1-c1", "*a1-d1", "pass"]
    with pytest.raises(linden.IllegalMove, match="other blocker stands on e1"):
        other.play("*a1-f1")
    only = at("#wwbb.b# white blocker blockers a1 h1 ends c1 e1", board=board, blockers=True)
    with pytest.raises(linden.IllegalMove, match="only empty square"):
        only.play("*a1-f1")
    last = at("#w.bb..# black blocker blockers a1 h1 ends - d1", board=board, blockers=True)
    assert last.moves == ["*h1-c1", "*h1-d1", "*h1-e1", "*h1-f1", "*h1-g1", "pass"]
    with pytest.raises(linden.IllegalMove, match="White's last token lies on b1"):
        last.play("*h1-b1")
    assert last.play("*h1-d1").scores == (1, 2), "no token changes"
    island = at(
        "#w#...b# black slide after-pass blockers a1 h1", board="#.#....#", blockers=True
    ).play("g1-f1")
    assert set(island.moves) == {"*h1-d1", "*h1-e1", "*h1-f1", "*h1-g1", "pass"}


def test_what_blockers_block() -> None:
    """LP-9: no token enters, crosses or leaves a blocker's square; the board counts as it lies."""
    board = "#......#"
    position = at("#ww.bb.# white slide blockers a1 d1 ends c1 e1", board=board, blockers=True)
    assert position.moves == ["pass"]
    with pytest.raises(linden.IllegalMove, match="blocker stands on d1"):
        position.play("c1-d1")
    held = at("#ww.bb.# white slide blockers a1 c1 ends c1 e1", board=board, blockers=True)
    assert held.moves == ["pass"]
    assert held.scores == (2, 2)
    with pytest.raises(linden.IllegalMove, match="under a blocker"):
        held.play("c1-d1")
    # An empty square under a blocker keeps the game going.
    empty = at("#wwbbb.# black slide blockers a1 g1 ends c1 f1", board=board, blockers=True)
    assert not empty.over
    assert empty.moves == ["pass"]


def test_how_games_with_blockers_end() -> None:
    """LP-10: at the second token pass in a row, or when a slide fills the board."""
    board = "#......#"
    position = at("#ww.bb.# white slide blockers g1 d1 ends c1 e1", board=board, blockers=True)
    passed = position.play("pass")
    assert passed.text == "#ww.bb.# white blocker after-pass blockers g1 d1 ends c1 e1"
    black = passed.play("pass")
    assert black.text == "#ww.bb.# black slide after-pass blockers g1 d1 ends c1 e1"
    assert black.moves == ["pass"]
    assert black.play("pass").text == "#ww.bb.# black over blockers g1 d1"
    # A blocker's move in between changes nothing about that.
    assert passed.play("*g1-f1").play("pass").over
    filled = at("#wwwbb.# black slide blockers a1 h1 ends c1 e1", board=board, blockers=True)
    assert filled.play("f1-g1").text == "#wwwbbb# black over blockers a1 h1"


def test_boards() -> None:
    """LP-11: sizes without corners, named boards, maps with islands."""
    assert len(linden.load("linear", board="4x4").start().moves) == 12
    assert len(linden.load("linear", board="12x12").start().moves) == 140
    assert linden.load("linear", board=" 10X8 ").options["board"] == "10x8"
    isle = linden.load("linear", board="center-isle").start()
    assert len(isle.moves) == 56
    assert not {"drop d4", "drop d5", "drop e4", "drop e5"} & set(isle.moves)
    whole = linden.load("linear", board="../..").start()
    assert whole.moves == ["drop a1", "drop b1", "drop a2", "drop b2"]
    top_first = linden.load("linear", board="..#/...").start()
    assert "drop c2" not in top_first.moves
    with pytest.raises(linden.OptionError, match="unused corners, and this board has 1"):
        linden.load("linear", board="#../...", blockers=True)
    assert linden.load("linear", board="#../..#", blockers=True, start="b1 b2").start().moves == [
        "*c1",
        "*a2",
    ]
    for blockers in (False, True):
        tiny = linden.load("linear", board="#..#", blockers=blockers, equal_moves=True).start()
        ended = tiny.play("drop c1").play("drop b1")
        assert ended.over
        assert ended.returns == (0, 0)
        assert ended.text == "#bw# black over"
    assert linden.load("linear", board="..", start="a1 b1").start().over


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "looks like"),
        ("#......# white slide", "8 rows of 8"),
        ("w......#" + "/........" * 6 + "/#......# white slide", "a8 is not in use"),
        ("##.....#" + "/........" * 6 + "/#......# white slide", "b8 is in use"),
        ("#w.....#" + "/........" * 6 + "/#......# white slide", "Black has no token"),
        ("#w....b#" + "/........" * 6 + "/#......# black slide", "two tokens"),
        ("#w....b#" + "/........" * 6 + "/#......# white choose", "not chosen"),
        ("#w....b#" + "/........" * 6 + "/#......# white drop", "first token"),
        ("#w....b#" + "/........" * 6 + "/#......# white over", "can slide"),
        ("#w....b#" + "/........" * 6 + "/#......# white corner", "option blockers"),
        ("#w....b#" + "/........" * 6 + "/#......# white slide blockers a1 h8", "option blockers"),
        ("#w....b#" + "/........" * 6 + "/#......# white slide ends b8 g8", "slides ended"),
        ("#w....b#" + "/........" * 6 + "/#......# black slide after-pass", "White can slide"),
        ("#wwwwwb#" + "/wwwwwwww" * 6 + "/#wwwwww# white slide", "board is full"),
        ("#wwwwwb#" + "/wwwwwwww" * 6 + "/#wwwwww# black extra", "equal_moves"),
        ("#w.....#" + "/........" * 6 + "/#......# black drop after-pass", "after-pass"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(linden.NotationError, match=reason):
        at(text)
