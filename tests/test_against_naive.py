"""Every game against its naive second implementation, move by move over whole random games.

``LINDEN_COMPARE_GAMES=10000 pytest tests/test_against_naive.py`` plays that many for each option
set.
"""

import random
from typing import Any

import pytest

import linden
from cases import CASES, IDS, how_many, part
from linden import CHANCE

USUAL_GAMES = 12


# A game from outside may come without a second implementation; Linden's own may not.
TWICE = [(case, it) for case, it in zip(CASES, IDS, strict=True) if part(case[0], "naive")]


@pytest.mark.parametrize(
    ("name", "number", "options"), [case for case, _ in TWICE], ids=[it for _, it in TWICE]
)
def test_agrees_with_the_naive_rules(name: str, number: int, options: dict[str, Any]) -> None:
    game = linden.load(name, **options)
    new = part(name, "naive").Naive
    for seed in range(how_many(USUAL_GAMES)):
        rng = random.Random(f"{number} {seed}")
        position, naive = game.start(), new(**options)
        played: list[str] = []
        while True:
            assert position.to_move == naive.to_move(), played
            moves = sorted(position.moves)
            assert moves == sorted(naive.moves()), played
            assert list(position.scores) == naive.scores(), played
            assert list(position.returns) == pytest.approx(naive.returns()), played
            if position.to_move == CHANCE:
                chances = {text: float(chance) for text, chance in naive.chances().items()}
                assert position.outcomes == pytest.approx(chances), played
            if not moves:
                break
            played.append(rng.choice(moves))
            position = position.play(played[-1])
            naive.play(played[-1])
