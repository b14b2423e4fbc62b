"""What Linage tells searches of how a game may end, beside the value of every position of small
boards, found by a search of this file's own that knows nothing of it."""

from functools import cache

import numpy as np
import pytest

import linden
from linden import Position
from linden.core import kernel

BOARDS = [("3", 2), ("3", 3), ("3x4", 3), ("4x3", 2)]


def outlook(position: Position) -> tuple[int, list[float]]:
    out = np.full(3, np.nan)
    return int(kernel.outlook(position.state, out)), out.tolist()


@pytest.mark.parametrize(("size", "line"), BOARDS)
def test_the_end_is_as_the_outlook_says(size: str, line: int) -> None:
    """The lead in the end lies between its bounds, and what comes to the settled lead is the same
    wherever the hash is; mirrored boards have one."""
    game = linden.load("linage", size=size, line=line, komi=0.5)

    @cache
    def lead(position: Position) -> float:
        if position.over:
            first, second = position.scores
            return first - second
        leads = [lead(position.play(move)) for move in position.moves]
        return max(leads) if position.turn == 0 else min(leads)

    lead(game.start())
    rests: dict[int, float] = {}
    seen, left = {game.start()}, [game.start()]
    while left:
        position = left.pop()
        key, (settled, least, most) = outlook(position)
        rest = lead(position) - settled
        assert least <= rest <= most, position
        if position.over:
            assert (least, most) == (0, 0)
        else:
            assert rests.setdefault(key, rest) == rest, position
            fresh = {position.play(move) for move in position.moves} - seen
            seen |= fresh
            left += fresh
    assert len(rests) < len(seen) / 2, "positions share what they have in common"


def test_lines_of_every_length_are_counted() -> None:
    """On an empty board: of every line beside or above another each side can lose one point."""
    for width, height, line in [(7, 5, 2), (7, 5, 3), (9, 6, 4), (11, 12, 5), (19, 19, 3)]:
        game = linden.load("linage", size=f"{width}x{height}", line=line, komi=0)
        _, (settled, least, most) = outlook(game.start())
        assert settled == 0
        assert most == height * (width - width // line)
        assert least == -width * (height - height // line)


def test_sides_that_are_chosen_turn_the_bounds_round() -> None:
    game = linden.load("linage", size="5x4", line=3)
    first = outlook(linden.replay(game, ["komi 2", "vertical"]))
    second = outlook(linden.replay(game, ["komi 2", "horizontal"]))
    # Whoever chose Vertical is seat 1: the other seat is given the komi.
    assert first[1] == [2, -4 * (5 - 1), 5 * (4 - 1)]
    assert second[1] == [-2, -5 * (4 - 1), 4 * (5 - 1)]
    assert first[0] != second[0]
    before = outlook(game.start())[1]
    assert before == [0, -np.inf, np.inf]
