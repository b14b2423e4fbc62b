"""What helps a person at the table: every game says what to touch first, and why something cannot
be touched."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import linden
from cases import OWN
from linden import Position
from linden.core.seats import CHANCE

VARIANTS: dict[str, dict[str, Any]] = {
    "linear": {"blockers": True},
    "linja": {"meddle": True},
    "linx": {"players": 3},
}


def positions(name: str, games: int = 3, **options: Any) -> Iterator[Position]:
    for seed in range(games):
        position, rng = linden.load(name, **options).start(), random.Random(seed)
        while not position.over:
            if position.to_move != CHANCE:
                yield position.view(position.turn)
            position = position.play(rng.choice(position.moves))


@pytest.mark.parametrize("name", OWN)
def test_every_position_says_what_to_touch_first(name: str) -> None:
    for position in positions(name):
        prompts = position.game.guidance.prompts(position)
        assert prompts[""].endswith("."), position.text
        assert all(said[0].isupper() and said.endswith(".") for said in prompts.values())


@pytest.mark.parametrize("name", OWN)
def test_whatever_cannot_be_touched_says_why(name: str) -> None:
    """Every mark that ever begins a move, and none of this position's: alone, and after each mark
    that can be touched."""
    seen = list(positions(name))
    marks = sorted({mark for one in seen for move in one.moves for mark in one.touches(move)})
    rng = random.Random(8)
    for position in rng.sample(seen, min(25, len(seen))):
        paths = [position.touches(move) for move in position.moves]
        known = {mark for path in paths for mark in path}
        for mark in marks:
            if mark in known or mark == "pass":
                continue
            said = position.game.guidance.refusal(position, [mark])
            assert said, (position.text, mark)


@pytest.mark.parametrize("name", OWN)
def test_any_touch_after_any_other_is_answered(name: str) -> None:
    """Moves may be touched from either end, so whatever a move touches may come first."""
    rng = random.Random(9)
    seen = [*positions(name, 2), *positions(name, 2, **VARIANTS.get(name, {}))]
    for position in rng.sample(seen, min(50, len(seen))):
        drawn = sorted(set(re.findall(r'data-at="([^"]+)"', position.svg())))
        paths = [path for path in map(position.touches, position.moves) if len(path) > 1]
        first = sorted({mark for path in paths for mark in path})
        for before, mark in [(rng.choice(first), rng.choice(drawn)) for _ in first][:20]:
            said = position.game.guidance.refusal(position, [before, mark])
            assert isinstance(said, str), (position.text, before, mark)


def test_a_pawn_of_the_other_side_is_not_ours() -> None:
    start = linden.load("linja").start()
    told = start.game.guidance.refusal
    assert told(start, ["black-5"]) == "this pawn is [1:Black]'s; move one of your own"
    assert told(start, ["1"]) == "touch a pawn first, then the row it goes to"
    assert told(start, ["red-1", "4"]) == "an opening move goes forward one row"


def test_linos_says_how_a_stone_is_touched_down() -> None:
    rolled = linden.load("linos").start().play("die 1")
    told = rolled.game.guidance
    assert told.prompts(rolled)["d4"] == (
        "Touch it again for an upright stone, a square beside it for a lying one."
    )
    assert told.prompts(rolled)["e4"] == "Touch a square beside it for a lying one."
    assert "d4" in told.refusal(rolled, ["a1"])
    assert "neighbouring" in told.refusal(rolled, ["d4", "f4"])


def test_linx_counts_lines_that_can_still_be() -> None:
    game = linden.load("linx")
    position, rng = game.start(), random.Random(1)
    while not position.over:
        position = position.play(rng.choice(position.moves))
    ended = game.guidance.standing(position)
    won = position.returns.index(max(position.returns))
    assert ended[won][0] == "3 of 3" or "nobody has three in a line" in position.status
    assert all(says == "in a line" for _, says in ended)
