"""What the coach tells of later turns: counted by hand, the same every time, and no luck taken for
skill."""

import linden
from linden.core.coaching import Later, Miss, Remark, remark_on
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.core.wording import plain
from linden.players.foresight import COURSES, TURNS, with_foresight


def told_later(before: Position, better: Position, played: Position, courses: int = 1) -> Remark:
    """What a game says where both moves, of which nothing is said at once, lead there."""
    first, second = before.moves[:2]
    later = Later(1, (better,) * courses, (played,) * courses)
    miss = Miss(before.view(before.turn), first, second, later=(later,))
    found: Remark | None = before.game.coach.remark_later(miss)  # type: ignore[attr-defined]
    assert found is not None
    said = plain(found.says).replace(first, "PLAYED").replace(second, "BETTER")
    return Remark(found.theme, said)


def test_linja_tells_of_points_and_rows_later() -> None:
    game = linden.load("linja")
    before = game.start()
    stands = "0.{}.0.0.0.0.{}.{}/7.2.0.0.2.1.0.0 red opening"
    # A pawn in the last row but one is worth 3, in the goal 5.
    goal, short = game.parse(stands.format(1, 1, 10)), game.parse(stands.format(1, 2, 9))
    assert told_later(before, goal, short) == Remark(
        "rows",
        "Red would have been better off by 2 points one turn later with BETTER than with PLAYED.",
    )
    near = "{}.{}.0.0.0.0.2.9/7.2.0.0.2.1.0.0 red opening"
    second, first = game.parse(near.format(0, 1)), game.parse(near.format(1, 0))
    assert told_later(before, second, first) == Remark(
        "rows",
        "Red would have been 1 row further on one turn later, set against Black, with "
        "BETTER than with PLAYED.",
    )


def test_linage_tells_of_land_and_lines_later() -> None:
    game = linden.load("linage", size="4x5", komi=0)
    before = game.parse("####/##.#/.#.#/...#/#### komi 0 vertical")
    assert told_later(before, before.play("pass"), before.play("c4")) == Remark(
        "given",
        "Vertical would have been better off by 5 points of land one turn later with "
        "BETTER than with PLAYED.",
    )
    before = game.parse("##.#/##.#/...#/#.../###. komi 0 vertical")
    assert told_later(before, before.play("b2"), before.play("c5")) == Remark(
        "lines",
        "With BETTER the free land would have had 2 upright and 1 level lines one turn "
        "later; with PLAYED 1 and 2.",
    )


def test_linear_tells_of_tokens_and_room_later() -> None:
    game = linden.load("linear", board="5x5", start="b2 d4")
    before = game.parse("#...#/...b./...../.w.../#...# white slide")
    assert told_later(before, before.play("b2-d2"), before.play("b2-a3")) == Remark(
        "taking",
        "White would have been better off by 1 token one turn later with BETTER than with PLAYED.",
    )
    black = game.parse("#...#/...b./...../.w.../#.w.# black slide")
    assert told_later(before, black.play("d4-e4"), black.play("d4-c3")) == Remark(
        "room", "Ways to slide for White one turn later: 19 with BETTER, 17 with PLAYED."
    )


def test_linx_tells_of_games_and_tiles_later() -> None:
    game = linden.load("linx")
    before = game.parse("c2:SbPy/Rb./.Sy 220+324 ?5+454 yellow play")
    won, on = before.play("Rd3"), before
    assert told_later(before, won, on, courses=4) == Remark(
        "line",
        "Of 4 games played on with the same draws, Yellow would have won 4 with BETTER, "
        "0 with PLAYED.",
    )
    blue = game.parse("d3:Sy/Ry/Rb ?4+454 022+433 blue play")
    assert told_later(blue, on, won, courses=4) == Remark(
        "block",
        "Of 4 games played on with the same draws, Blue would soon have lost 4 with "
        "PLAYED, 0 with BETTER.",
    )


def test_linos_tells_of_coins_and_busts_later() -> None:
    game = linden.load("linos")
    before = game.parse("Xd4 OXOXXOOXXO second holds-O 2.0+23")
    assert told_later(before, before.play("d2d3"), before.play("d6d7"), courses=4) == Remark(
        "ahead",
        "Second would have been better off by about 1.0 coins one turn later with "
        "BETTER than with PLAYED.",
    )
    rich = game.parse("Oe3,Of3f4,Xg3,Xd4,Oe5,Xg5,Xf3,Of4,Of3f4,Of4 X first holds-X 13.12+0")
    assert told_later(before, rich, rich.play("e4"), courses=4) == Remark(
        "risk",
        "Of 4 games played on with the same rolls, Second would have lost 4 to a bust "
        "with PLAYED, 0 with BETTER.",
    )


def test_playing_on_is_the_same_every_time_and_comes_turn_by_turn() -> None:
    for name, played, better, courses in (
        ("linja", "1-2", "7-8", 1),
        ("linos", "d4", "d4d5", COURSES),
        ("linx", "Sd4", "Rd4", COURSES),
    ):
        before = linden.load(name).start()
        while before.to_move == CHANCE:
            before = before.play(before.moves[0])
        if played not in before.moves:
            played, better = before.moves[0], before.moves[-1]
        miss = Miss(before.view(before.turn), played, better)
        first, second = with_foresight(miss), with_foresight(miss)
        assert first == second
        assert [later.turns for later in first.later] == list(range(1, len(first.later) + 1))
        assert 0 < len(first.later) <= TURNS
        for later in first.later:
            assert len(later.better) == len(later.played) == courses
            assert all(at.over or at.turn == miss.seat for at in later.better + later.played)


def test_moves_that_are_alike_differ_by_luck_alone_and_nothing_is_told_of_it() -> None:
    """In Linos rows and columns change places: the first stone lies as well along either."""
    before = linden.load("linos").start()
    while before.to_move == CHANCE:
        before = before.play(before.moves[0])
    for played, better in (("d4d5", "d4e4"), ("d4e4", "d4d5")):
        remark = remark_on(with_foresight(Miss(before, played, better, 0.5, 0.05)))
        assert remark.theme == "chances"


def test_nobody_plays_on_with_the_others_hands() -> None:
    game = linden.load("linx")
    told = []
    for hands in ("004+450 022+433", "400+054 022+433"):
        view = game.parse(f"d3:Sy/Ry/Rb {hands} blue play").view(1)
        told.append(with_foresight(Miss(view, "Se3", "Se2")))
    assert told[0] == told[1]


def test_a_game_that_declares_nothing_tells_of_points_later() -> None:
    before = linden.load("pig").start().play("roll").play("die 6")
    held = Later(1, (before.play("hold"),) * 3, (before,) * 3)
    remark = remark_on(Miss(before, "hold", "roll", 0.62, 0.21, (held,)))
    assert remark.theme == "ahead"
    said = "{} would have been 6.0 better off in points one turn later with roll than with hold."
    assert plain(remark.says) == said.format(before.game.roles[0])
    even = Later(1, (before,) * 3, (before,) * 3)
    assert remark_on(Miss(before, "hold", "roll", 0.62, 0.21, (even,))).theme == "chances"
    # Where points do not win, they are nothing to tell of.
    start = linden.load("breakthrough").start()
    played, better = start.moves[:2]
    miss = with_foresight(Miss(start, played, better, 0.6, 0.1))
    assert miss.later
    assert remark_on(miss).theme == "chances"
