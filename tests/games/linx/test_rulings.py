"""Linx, ruling by ruling."""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
import pytest

import linden
from cases import walk
from linden import CHANCE, Position
from linden.core import kernel
from linden.core.kernel import OVER
from linden.core.stream import seek
from linden.games.linx.rules import COVERED, LINE, STUCK


def at(text: str, players: int = 2) -> Position:
    return linden.load("linx", players=players).parse(text)


def played(moves: Sequence[str], players: int = 2) -> Position:
    return linden.replay(linden.load("linx", players=players), moves)


THREE_TILES = "d4:RySbPy 121+324 202+352 blue play"


def dealt(players: int, *hands: str) -> Position:
    """After the deal of these opening hands, written ``RP``."""
    return played([f"draw {symbol}" for hand in hands for symbol in hand], players)


# -- set-up, moves, lines ------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "hands"), [(2, [2, 3]), (3, [2, 2, 3]), (4, [2, 2, 3, 3])])
def test_set_up(players: int, hands: list[int]) -> None:
    position = linden.load("linx", players=players).start()
    drawn = [0] * players
    while position.to_move == CHANCE:
        drawn[position.turn] += 1
        position = position.play(position.moves[-1])
    assert drawn == hands
    assert position.to_move == 0
    assert position.scores == (0,) * players


def test_what_beats_what() -> None:
    position = at(THREE_TILES)
    assert [move for move in position.moves if "x" in move] == ["Rxe4", "Sxf4"]
    with pytest.raises(linden.IllegalMove, match="no paper in hand"):
        position.play("Pxd4")
    after = position.play("Rxe4")
    assert after.text == "d4:Ry*bPy 121+324 102+352 yellow play"
    assert [move for move in after.moves if "x" in move] == ["Pxd4", "Sxf4"]
    with pytest.raises(linden.IllegalMove, match="never covered"):
        after.play("Pxe4")
    with pytest.raises(linden.IllegalMove, match="beats scissors, not the paper"):
        after.play("Rxf4")
    with pytest.raises(linden.IllegalMove, match="no tile on c3 to cover"):
        after.play("Sxc3")
    with pytest.raises(linden.IllegalMove, match="covering is written Sxf4"):
        after.play("Sf4")
    with pytest.raises(linden.IllegalMove, match="touches no tile"):
        after.play("Sa1")
    with pytest.raises(linden.IllegalMove, match="no tile is to be drawn"):
        after.play("draw R")
    with pytest.raises(linden.IllegalMove, match="yet to draw two"):
        after.play("Re5").play("Rd4")


@pytest.mark.parametrize(
    "moves",
    [
        ("d4", "e4", "f4"),
        ("d4", "d5", "d6"),
        ("d4", "e5", "f6"),
        ("d4", "e3", "f2"),
    ],
)
def test_three_face_up_in_any_direction_win(moves: tuple[str, ...]) -> None:
    position = dealt(2, "RR", "PPP")
    for mine, theirs in zip(moves[:-1], ("c3", "c5"), strict=True):
        position = position.play(f"R{mine}").play("draw R").play("draw P")
        position = position.play(f"P{theirs}").play("draw S").play("draw S")
    won = position.play(f"R{moves[-1]}")
    assert won.over
    assert won.returns == (1, -1)


# -- rulings -------------------------------------------------------------------------------------


def test_the_grid_floats() -> None:
    """LX-1: the box is limited, not the place; the first tile has one place only."""
    assert dealt(2, "RP", "RPS").moves == ["Rd4", "Pd4"]
    assert {move[1:] for move in dealt(4, "RP", "RP", "RPS", "RPS").moves} == {"e5"}
    with pytest.raises(linden.IllegalMove, match="first tile goes to d4"):
        dealt(2, "RP", "RPS").play("Re4")
    position = dealt(2, "RR", "PPP")
    for move in ("Rd4", "draw R", "draw S", "Pc3", "draw R", "draw R", "Rb2", "draw R", "draw P"):
        position = position.play(move)
    assert position.play("Pa1").over is False
    assert "Pe5" in position.moves
    full = position.play("Pa1").play("draw R").play("draw S")
    with pytest.raises(linden.IllegalMove, match="4 by 4"):
        full.play("Re5")
    assert {move[1:] for move in full.moves if move[0] == "S" and "x" not in move} == {
        *("a2", "a3", "b1", "b3", "b4", "c1", "c2", "c4", "d2", "d3"),
    }
    # The far corners of both tables can be reached.
    for players, corners in ((2, ("a1", "a7", "g1", "g7")), (4, ("a1", "a9", "i1", "i9"))):
        size = 7 if players == 2 else 9
        for corner in corners:
            position = linden.load("linx", players=players).start()
            while not position.over and corner not in {move[1:] for move in position.moves}:
                position = position.play(min(position.moves, key=lambda move: _way(move, corner)))
            assert f"{corner}" in {move[1:] for move in position.moves}, size


def _way(move: str, corner: str) -> tuple[int, str]:
    """How far a move ends from a corner; covering comes last."""
    if move.startswith("draw") or move == "pass" or "x" in move:
        return (99, move)
    return (max(abs(ord(move[1]) - ord(corner[0])), abs(int(move[2]) - int(corner[1]))), move)


def test_the_neutral_block() -> None:
    """LX-2: a Latin square around e5, to be covered like any tile; it never wins or scores."""
    start = linden.load("linx", players=3).start()
    assert start.text.startswith("d4:RgPgSg/PgSgRg/SgRgPg ")
    position = dealt(3, "PS", "RR", "PSS")
    assert "Pxd6" in position.moves
    assert "Sxd5" in position.moves
    assert position.scores == (0, 0, 0)
    covered = position.play("Pxd6")
    assert covered.to_move == 1
    assert covered.scores == (1, 0, 0)
    assert len(covered.returns) == 3
    assert "Linden's own choice" in start.game.rules_text


ONE_LEFT = "b3:..*bRy/PyPbPy./Rb.*bRb/Ry*ySy. 223+100 213+011 yellow play"
NONE_LEFT = "b3:SySb*bRy/PyPbPy./Rb.*bRb/Ry*ySy. 322+000 223+000 yellow play"


def test_a_short_pile() -> None:
    """LX-3: a draw takes what is there."""
    after = at(ONE_LEFT).play("Re5")
    assert after.text.endswith("yellow draw 1")
    assert after.moves == ["draw R"]
    assert after.play("draw R").to_move == 1
    assert at(NONE_LEFT).play("Re5").to_move == 1
    assert at(ONE_LEFT).play("Rxd3").to_move == 1, "covering draws nothing"


def test_draws_are_chance() -> None:
    """LX-4: one node a tile, by the symbols' shares of the pile; others read `draw ?`."""
    start = linden.load("linx").start()
    assert start.turn == 0
    assert start.outcomes == pytest.approx({"draw R": 1 / 3, "draw P": 1 / 3, "draw S": 1 / 3})
    second = start.play("draw R")
    assert second.outcomes == pytest.approx({"draw R": 4 / 14, "draw P": 5 / 14, "draw S": 5 / 14})
    assert second.play("draw R").turn == 1
    assert second.view(0).outcomes == second.outcomes
    assert second.view(1).outcomes == {"draw ?": 1}
    one = at(ONE_LEFT).play("Re5")
    assert one.outcomes == {"draw R": 1}
    assert one.to_move == CHANCE
    assert start.game.notation.masked("draw R", 0, 1) == "draw ?"
    assert start.game.notation.masked("draw R", 1, 1) == "draw R"
    assert start.game.notation.masked("Rxd4", 0, 1) == "Rxd4"


def test_what_is_public() -> None:
    """LX-5: numbers of tiles, and the symbol that covers; not hands and piles."""
    position = at(THREE_TILES)
    yellow = position.view(0)
    assert yellow.text == "d4:RySbPy 121+324 ?4+554 blue play"
    assert "hand 4" in str(yellow)
    assert "pile 10" in str(yellow)
    assert yellow.play("Rxe4").text == "d4:Ry*bPy 121+324 ?3+454 yellow play"
    assert yellow.play("Rxe4") == position.play("Rxe4").view(0)
    assert yellow.view(1).text == "d4:RySbPy ?4+445 ?4+554 blue play"


ALL_STUCK = "c3:RySb*y*y/Sb*y*y*b/*b*bSy*b/*b*b*y*y 002+000 000+000 yellow play"


def test_passes_all_round_end_the_game() -> None:
    """LX-6: (b) as many passes in a row as players, none drawing; ties go to the later seat."""
    once = at(ALL_STUCK).play("pass")
    assert once.text.endswith("blue play idle 1")
    over = once.play("pass")
    assert over.text.endswith("blue over stuck")
    assert over.scores == (8, 8)
    assert over.returns == (-1, 1)
    # A tile placed in between begins the count anew.
    text = "b2:*y*b*b*y/Ry*y*y*b/*y*bRbRy/*b*yRy*y 001+000 010+000 yellow play"
    placed = at(text).play("pass").play("Pxd3")
    assert placed.text.endswith("000+000 yellow play")
    over = placed.play("pass").play("pass")
    assert over.scores == (10, 6)
    assert over.returns == (1, -1)
    # So does a pass that draws.
    text = (
        "b4:*y*y*g*y*b/Pg*b*y*p*p/*b*b*p*b*b/*y*y*p*g*p/*y*p*g*g*p "
        "110+010 101+000 111+000 120+000 yellow play idle 1"
    )
    assert at(text, 4).play("pass").play("draw P").text.endswith("blue play")


def test_a_covered_box_ends_the_game() -> None:
    """LX-6: (a) full-size, no gap, all face down; the most visible tiles win."""
    text = (
        "d2:*p*b*b*p*p/*b*b*y*yRy/*y*y*b*b*p/*b*p*y*p*p/*y*p*b*b*y "
        "101+000 010+010 001+000 blue play idle 2"
    )
    over = at(text, 3).play("Pxh5")
    assert over.text.endswith("blue over covered")
    assert over.scores == (7, 10, 8)
    assert over.returns == (-1, 2, -1)
    text = (
        "b4:*y*y*g*y*b/Pg*b*y*p*p/*b*b*p*b*b/*y*y*p*g*p/*y*p*g*g*p "
        "120+000 101+000 111+000 120+000 blue play"
    )
    over = at(text, 4).play("Sxb7")
    assert over.scores == (7, 7, 7, 4)
    assert over.returns == (-1, -1, 3, -1), "among equals the later seat"
    # All face down is not enough while the box can grow.
    small = dealt(2, "RR", "PPP").play("Rd4").play("draw S").play("draw S").play("Pxd4")
    assert not small.over


@numba.njit  # type: ignore[untyped-decorator]
def count_ends(states: Any, games: Any, rng: Any, ends: Any) -> None:
    """Play random games and count why they ended."""
    for game in range(games):
        seek(rng, np.uint64(2026), np.uint64(game))
        states[1] = states[0]
        state = states[1]
        while kernel.mover(state) != OVER:
            kernel.play(state, kernel.sample(state, rng))
        ends[state.over] += 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_which_ends_occur(players: int) -> None:
    """LX-6: by play, (a) never ends a game of two, and every other end does happen."""
    start = linden.load("linx", players=players).start().state
    states = np.zeros(2, start.dtype)
    states[0] = start
    ends = np.zeros(4, np.int64)
    count_ends(states, 200_000, np.zeros(1, np.uint64), ends)
    assert ends.sum() == 200_000
    assert ends[LINE] > 0
    assert ends[STUCK] > 0
    assert (ends[COVERED] == 0) == (players == 2)


def test_longer_lines_win() -> None:
    """LX-7: four in a line win too; nobody completes another seat's line."""
    four = at("c3:...Rb/Sy.PySy/RbPyPb./.*bSb. 421+102 123+220 yellow play").play("Rd5")
    assert four.over
    assert four.returns == (1, -1)
    for players in (2, 3, 4):
        for seed in range(10):
            end = list(walk(linden.load("linx", players=players), seed))[-1]
            if end.state.over == LINE:
                assert end.returns.index(players - 1) == end.turn


def test_no_voluntary_pass() -> None:
    """LX-8: `pass` is for those who can place nothing, and then the only move."""
    with pytest.raises(linden.IllegalMove, match="must do so"):
        dealt(2, "RP", "RPS").play("pass")
    assert at(ALL_STUCK).moves == ["pass"]
    empty_hand = at("c2:*yPb*yRb/*b*y*yRb/PbRbRy*y/*ySb*ySb 000+012 012+000 yellow play")
    assert empty_hand.moves == ["pass"]
    assert empty_hand.play("pass").play("draw S").play("draw P").to_move == 1
    no_use = at("b2:*y*yRy*b/Ry*bSy*y/Rb*y*b*y/*y*ySbRb 001+100 002+000 yellow play")
    assert no_use.moves == ["pass"]
    assert no_use.play("pass").moves == ["draw R"]


def test_a_line_ends_at_once() -> None:
    """LX-9: no draw after it, and no counting; scores are visible tiles all along."""
    behind = at("a3:Ry*bPbPb/*b.Sb*b/.*bRy*b/*y*b*yRb 031+000 002+011 yellow play").play("Pb5")
    assert behind.over
    assert behind.scores == (5, 10)
    assert behind.returns == (1, -1)
    drawn = at("c3:...Rb/Sy.PySy/RbPyPb./.*bSb. 421+102 123+220 yellow play").play("Rd5")
    assert drawn.to_move is None
    assert drawn.text.endswith("321+102 123+220 yellow over line")
    # The last covering tile of a full box: its line counts, not the tiles.
    text = (
        "a4:*y*g*b*g*b/*p*pPp*y*g/*b*y*g*b*g/*b*p*p*y*b/*p*y*b*y*g "
        "011+000 110+100 012+000 210+000 pink play"
    )
    line = at(text, 4).play("Sxc7")
    assert line.text.endswith("pink over line")
    assert line.scores == (6, 7, 6, 6)
    assert line.returns == (-1, -1, 3, -1)
    # Another seat's legal moves are hidden too.
    view = at(THREE_TILES).view(0)
    assert {move[0] for move in view.moves} == {"R", "P", "S"}


def test_a_line_is_all_face_up_or_all_face_down() -> None:
    down = at("d3:*bRy*b*b/*bRy*b*b/Py*ySySy/Ry*yRb*b 002+000 001+110 blue play").play("Sxd4")
    assert down.text.endswith("blue over line")
    assert down.returns == (-1, 1)
    mixed = at("c3:RySb*y*y/Sb*y*y*b/*b*bSy*b/*b*b*y*y 002+000 000+000 yellow play")
    assert not mixed.over


# -- positions that cannot be --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "players", "reason"),
    [
        ("nonsense", 2, "looks like"),
        ("d4:Ry 110+344 021+432", 2, "looks like"),
        ("d4:Ry 100+355 021+534 yellow draw 2 idle 1", 2, "not idle"),
        ("empty 200+355 000+555 pink deal 3", 2, "does not play"),
        ("empty 200+355 000+555 000+555 blue deal 3", 2, "3 hands and piles"),
        ("empty 300+255 000+555 blue deal 3", 2, "wrong number"),
        ("empty 200+355 000+555 blue deal 2", 2, "wrong number"),
        ("empty 200+354 000+555 blue deal 3", 2, "five of each"),
        ("d4:Ry 200+355 000+555 blue deal 3", 2, "before all opening hands"),
        ("empty 200+355 021+534 yellow draw 2", 2, "before the first tile"),
        ("empty 200+355 021+534 blue play", 2, "before the first tile"),
        ("empty 220+335 021+534 yellow play", 2, "before the first tile"),
        ("e4:Ry 100+355 021+534 yellow draw 2", 2, "d4"),
        ("d4:Rp 100+355 021+534 yellow draw 2", 2, "Rp"),
        ("d4:Ry 200+355 021+534 yellow draw 2", 2, "6 tiles with rock"),
        ("d4:*y 100+355 021+534 yellow draw 2", 2, "add up"),
        ("d4:*b 110+433 011+534 yellow play", 2, "add up"),
        ("d4:Ry.Sb 100+355 011+533 yellow play", 2, "cut off"),
        ("d4:RySbSbSbSb 100+355 011+511 yellow play", 2, "4 by 4"),
        ("g4:RySb 100+355 011+511 yellow play", 2, "ends at g7"),
        ("d4:Ry./.. 100+355 021+534 yellow draw 2", 2, "without empty rows"),
        ("d4:Ry/RySb 100+355 021+534 yellow draw 2", 2, "equally long"),
        ("d4:RyR 100+355 021+534 yellow draw 2", 2, "a square is"),
        ("d4:RySbPy 121+324 202+352 yellow play", 2, "order"),
        ("d4:Ry 100+355 021+534 blue play", 2, "too few"),
        ("d4:Ry 100+355 021+534 yellow over line", 2, "no line"),
        ("d4:Ry 100+355 021+534 yellow over covered", 2, "full box"),
        ("d4:Ry 100+355 021+534 yellow over stuck", 2, "cannot have passed"),
        ("d4:RyRyRy 100+155 021+534 yellow play", 2, "has won"),
        ("d4:Ry ?9+155 021+534 yellow play", 2, "five|turn|add up|drawn"),
        ("d4:Ry ?15+155 021+534 yellow play", 2, "more tiles than"),
        ("d4:RgPgSg/PgSg./SgRgPg 200+355 000+555 000+555 blue deal 2", 3, "block is broken"),
        ("d4:RgPgSg/PgSgPg/SgRgPg 200+355 000+555 000+555 blue deal 2", 3, "neither"),
        ("d4:RgPgSgRg/PgSgRg./SgRgPg. 200+355 000+555 000+555 blue deal 2", 3, "no neutral"),
        ("d4:*gPgSg/PgSgRg/SgRgPg 200+355 000+555 000+555 blue deal 2", 3, "cannot be a tile"),
        (ALL_STUCK.replace("yellow play", "blue play idle 2"), 2, "all have passed"),
        (ALL_STUCK.replace("002+", "001+"), 2, "add up"),
        (ONE_LEFT.replace("play", "draw 2"), 2, "cannot draw 2"),
        (ONE_LEFT.replace("play", "play idle 1"), 2, "cannot have passed"),
        (ONE_LEFT.replace("play", "over line idle 1"), 2, "no line"),
    ],
)
def test_impossible_positions_are_refused(text: str, players: int, reason: str) -> None:
    with pytest.raises(linden.NotationError, match=reason):
        at(text, players)
