"""The coach: what each game says was missed, at positions where it can be counted by hand."""

import random
from types import ModuleType

import pytest

import linden
from cases import OWN
from linden.core.coaching import Miss, Remark, Theme, coach_of, remark_on, themes_of, title_of
from linden.core.errors import GameError
from linden.core.game import Game
from linden.core.language import speaking
from linden.core.seats import CHANCE
from linden.core.wording import plain
from linden.games.linos.puzzles import closed
from linden.puzzles.puzzle import kept

LATE = "0.0.0.0.1.0.2.9/7.2.0.0.2.1.0.0 red bonus"
EARLY = "6.0.2.1.1.1.1.0/0.1.1.1.1.1.1.6 red follow-2"
WAITING = "####/##.#/.#.#/...#/#### komi 0 vertical"
OPEN_BOARD = "#...#/...b./...../.w.../#...# white slide"

Case = tuple[str, dict[str, object], str, str, str, str, str]
"""Game, options, position, the move played, the better one, the theme, and the sentence."""

CASES: list[Case] = [
    # Row 7 holds two others; the goal gives no follow-up.
    *[
        ("linja", {}, position, played, better, theme, says)
        for position, played, better, theme, says in (
            (
                "0.0.0.0.0.1.2.9/7.1.2.0.1.0.0.1 red opening",
                "7-8",
                "6-7",
                "follow-up",
                "6-7 gives a follow-up of 2, 7-8 gives none.",
            ),
            # Two rows from row 6 is the goal exactly.
            (
                EARLY,
                "1-3",
                "6-8",
                "bonus",
                "6-8 reaches the goal with nothing left over and earns a bonus, 1-3 does not.",
            ),
            (
                EARLY,
                "pass",
                "3-5",
                "declined",
                "There were 2 rows more to go, with 3-5; pass gave them away.",
            ),
            (
                LATE,
                "pass",
                "5-4",
                "declined",
                "5-4 makes something of the bonus, pass declines it.",
            ),
            # From 1 point to 3, against two rows on one's own half.
            (EARLY, "1-3", "5-7", "rows", "5-7 moves up for 2 points, 1-3 for 0."),
            # Black's pawn in row 6 joins three in row 5, or two once Red has left it.
            (
                LATE,
                "7-8",
                "5-6",
                "speed",
                "After 7-8, Black can follow up by 3; after 5-6 by at most 2.",
            ),
            (
                "0.0.0.0.1.0.2.9/7.3.1.0.1.0.0.0 red opening",
                "7-8",
                "5-6",
                "win",
                "5-6 wins at once, 7-8 does not.",
            ),
        )
    ],
    # b5 cuts off a column of three with one beside it.
    (
        "linage",
        {"size": "4x5", "komi": 0},
        "#.../###./#.#./...#/.#.. komi 0 vertical",
        "pass",
        "b5",
        "land",
        "b5 settles 4 points of land for Vertical, pass 0.",
    ),
    (
        "linage",
        {"size": "4x5", "komi": 0},
        WAITING,
        "c4",
        "pass",
        "given",
        "c4 settles 5 points of land for Horizontal, pass 0.",
    ),
    # Nothing is settled by c3, nor by passing.
    (
        "linage",
        {"size": "5", "komi": 0},
        "...../...../...../...../..... komi 0 vertical",
        "pass",
        "c3",
        "pass",
        "There is free land to fight for: c3 goes there.",
    ),
    (
        "linage",
        {"size": "4x5", "komi": 0},
        "##.#/##.#/...#/#.../###. komi 0 vertical",
        "c5",
        "b2",
        "lines",
        "After b2 the free land has 2 upright and 1 level lines; after c5 1 and 2.",
    ),
    (
        "linage",
        {},
        "/".join(["." * 11] * 11) + " naming",
        "komi 20",
        "komi 4.5",
        "komi",
        "komi 4.5 is nearer to even than komi 20.",
    ),
    (
        "linage",
        {},
        "/".join(["." * 11] * 11) + " komi 20 choosing",
        "vertical",
        "horizontal",
        "side",
        "With this komi horizontal is the side to take.",
    ),
    (
        "linear",
        {"board": "5x5", "start": "b2 d4"},
        OPEN_BOARD,
        "b2-a3",
        "b2-d2",
        "filling",
        "b2-d2 fills 2 squares, b2-a3 1.",
    ),
    # Black comes down the diagonal onto b2, unless c3 stops it there.
    (
        "linear",
        {"board": "5x5", "start": "b2 d4"},
        OPEN_BOARD,
        "b2-a2",
        "b2-c3",
        "exposed",
        "After b2-a2, Black can take 1 token with the next slide, after b2-c3 at most 0.",
    ),
    (
        "linear",
        {"board": "5x5", "start": "b2 d4"},
        "#...#/...b./...../.w.../#w..# black slide",
        "d4-c5",
        "d4-b2",
        "taking",
        "d4-b2 takes 1 token of White, d4-c5 0.",
    ),
    (
        "linear",
        {"board": "5x5", "start": "b2 d4"},
        "#...#/...b./...../.w.../#.w.# black slide",
        "d4-e4",
        "d4-c3",
        "room",
        "Ways to slide for White: 17 after d4-c3, 19 after d4-e4.",
    ),
    (
        "linx",
        {},
        "c2:SbPy/Rb./.Sy 220+324 ?5+454 yellow play",
        "Pb2",
        "Rd3",
        "line",
        "Rd3 completes a line of three and wins at once.",
    ),
    # Four rows are as many as there may be: below e2 there is none above d5 any more.
    (
        "linx",
        {},
        "d3:Sy/Ry/Rb ?4+454 022+433 blue play",
        "Se3",
        "Se2",
        "block",
        "After Se3, Yellow may complete a line with Rd6; Se2 prevents it.",
    ),
    (
        "linx",
        {},
        "b4:RyRbPy ?4+445 121+334 blue play",
        "Sxd4",
        "Pc5",
        "twos",
        "A further tile would complete a line on 2 squares after Pc5, on 0 after Sxd4.",
    ),
    (
        "linx",
        {},
        "d4:Py ?3+545 111+444 blue play",
        "Sxd4",
        "Rc5",
        "tiles",
        "Rc5 lays a tile and draws two, Sxd4 draws none.",
    ),
    (
        "linx",
        {},
        "d4:Py ?3+545 102+453 blue play",
        "Rd5",
        "Sd3",
        "kinds",
        "Kinds of tiles left in hand: 2 after Sd3, 1 after Rd5.",
    ),
    # Two on the table and an end that touches the dark stone, against two on the table.
    (
        "linos",
        {},
        "Xd4 OXOXXOOXXO second holds-O 2.0+23",
        "d6d7",
        "d2d3",
        "worth",
        "d2d3 pays 3, d6d7 2.",
    ),
    # Upright beside a flat stone: (1 table + 1 dark) × 2. Beside an upright one that is a Bale.
    (
        "linos",
        {},
        "- OXOOXXOOXXO first holds-X 0.0+25",
        "d4d5",
        "d4",
        "left",
        "After d4d5, Second can place a stone for 4; after d4 for at most 3.",
    ),
    (
        "linos",
        {},
        "Xd2,Of2f3,Oe3e4,Xd4d5,Of5,Xf3,Xd5 OOXX second holds-O 6.8+11",
        "d4e4",
        "e4",
        "closing",
        "After e4 nothing but royal plays is left: the board is closed. After d4e4 it is open.",
    ),
    (
        "linos",
        {},
        "Oe3,Of3f4,Xg3,Xd4,Oe5,Xg5,Xf3,Of4,Of3f4,Of4 X first holds-X 13.12+0",
        "g3",
        "e4",
        "bust",
        "e4 is worth more than can be paid: a bust, and all coins.",
    ),
    (
        "linos",
        {},
        "Xd4,Xc5d5,Xe5,Oc6,Od7e7,Xc5,Oe7,Xe5,Oc6 OO second holds-X 14.4+7",
        "e7",
        "e4",
        "risk",
        "After e7 a roll can let First bust the game, after e4 none can.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case[0]}-{case[5]}" for case in CASES])
def test_what_was_missed_is_told_in_the_games_terms(case: Case) -> None:
    name, options, position, played, better, theme, says = case
    before = linden.load(name, **options).parse(position)
    remark = remark_on(Miss(before.view(before.turn), played, better))
    assert (remark.theme, plain(remark.says)) == (theme, says)


def test_every_theme_of_a_game_is_found_in_some_position() -> None:
    found = {(case[0], case[5]) for case in CASES}
    for name in OWN:
        for theme in linden.load(name).coach.THEMES:
            assert (name, theme) in found


def test_the_closed_board_is_closed_by_the_rules_own_word() -> None:
    case = next(case for case in CASES if case[5] == "closing")
    before = linden.load("linos").parse(case[2])
    after = before.play(case[4])
    while after.to_move == CHANCE:
        after = after.play(after.moves[0])
    assert all("on a closed board" in after.describe(move) for move in after.moves)
    assert not closed(before.play(case[3]))


@pytest.mark.parametrize("name", linden.games())
def test_every_pair_of_moves_gets_a_remark_in_every_language(name: str) -> None:
    """Games from outside among them, which declare nothing."""
    game, rng = linden.load(name), random.Random(5)
    themes, position, asked = themes_of(game), game.start(), 0
    while not position.over and asked < 12:
        if position.to_move != CHANCE and len(position.moves) > 1:
            played, better = rng.sample(position.moves, 2)
            view = position.view(position.turn)
            for language in ("en", "de", "fr", "it"):
                with speaking(language):
                    remark = remark_on(Miss(view, played, better, 0.7, 0.3))
                    assert remark.theme in themes
                    said = plain(remark.says)
                    assert said.endswith(".")
                    assert not set("[]{}|") & set(said), said
                    assert title_of(game, themes[remark.theme])
            asked += 1
        position = position.play(rng.choice(position.moves))
    assert asked


def test_themes_lead_to_puzzles_that_there_are() -> None:
    for name in OWN:
        there = {puzzle.theme for puzzle in kept(name)} | {""}
        for theme in linden.load(name).coach.THEMES.values():
            assert theme.puzzles in there


def test_nobody_reads_the_others_hands_in_a_remark() -> None:
    """States that a seat cannot tell apart give the same remark."""
    game = linden.load("linx")
    first = game.parse("d3:Sy/Ry/Rb 004+450 022+433 blue play")
    second = game.parse("d3:Sy/Ry/Rb 400+054 022+433 blue play")
    assert first != second
    views = [position.view(1) for position in (first, second)]
    told = [remark_on(Miss(view, "Se3", "Se2")) for view in views]
    assert told[0] == told[1]


# -- games from outside --------------------------------------------------------------------------


def test_breakthrough_is_coached_plainly() -> None:
    game = linden.load("breakthrough")
    assert themes_of(game) == game.coach.THEMES
    position, rng, seen = game.start(), random.Random(1), set()
    for _ in range(400):
        if position.over:
            position = game.start()
        seat = position.turn
        wins = [it for it in position.moves if position.play(it).returns[seat] > 0]
        others = [it for it in position.moves if it not in wins]
        if wins and others:
            remark = remark_on(Miss(position, others[0], wins[0]))
            assert remark == Remark("win", f"{wins[0]} wins at once, {others[0]} does not.")
            seen.add("win")
        position = position.play(rng.choice(others or wins))
    assert seen


def test_pig_is_coached_by_points_and_chances() -> None:
    position = linden.load("pig").start().play("roll").play("die 6")
    held = remark_on(Miss(position, "roll", "hold", 0.62, 0.21))
    assert held == Remark("points", "In points, hold brings 6 at once, roll 0.")
    rolled = remark_on(Miss(position, "hold", "roll", 0.62, 0.21))
    assert rolled == Remark("chances", "roll wins about 62 games of 100, hold about 41.")


def test_a_coach_that_breaks_its_word_is_named() -> None:
    game, module = Game(linden.load("linja").facts, {}), ModuleType("coach")
    with pytest.raises(GameError, match="must declare THEMES"):
        coach_of(game, module)
    module.THEMES = {"a" * 21: Theme("Too long")}  # type: ignore[attr-defined]
    with pytest.raises(GameError, match="must declare THEMES"):
        coach_of(game, module)
    module.THEMES = {"one": Theme("One")}  # type: ignore[attr-defined]
    with pytest.raises(GameError, match=r"must have remark\(miss\)"):
        coach_of(game, module)
    module.remark = lambda miss: Remark("other", "Hm.")  # type: ignore[attr-defined]
    module.remark_later = "soon"  # type: ignore[attr-defined]
    with pytest.raises(GameError, match="remark_later"):
        coach_of(game, module)
    del module.remark_later
    game.__dict__["coach"] = coach_of(game, module)
    start = game.start()
    miss = Miss(linden.core.position.Position(game, start.state), "1-2", "2-3")
    with pytest.raises(GameError, match="no Remark on one of its themes"):
        remark_on(miss)
