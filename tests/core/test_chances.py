"""Chances: what curves may do to the shares that a search finds, and which games have them."""

import random

import pytest

import linden
from cases import NAMES, OWN
from linden import CHANCE
from linden.core.chances import USUAL_CURVE, Curve
from linden.core.playing import playing
from linden.core.registry import declaration
from linden.players.chance import roll
from linden.players.levels import LEVELS
from linden.players.registry import player


def curves() -> list[tuple[str, tuple[str, int], Curve]]:
    return [
        (name, which, curve)
        for name in NAMES
        for which, curve in playing(linden.load(name)).chances.curves.items()
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_chances_sum_to_one_and_keep_the_order_of_shares(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(200):
        parts = [rng.random() for _ in range(seats)]
        shares = [part / sum(parts) for part in parts]
        curve = Curve(rng.uniform(1.5, 4), rng.uniform(-0.5, 1), rng.uniform(-0.05, 0.05))
        chances = curve.chances(shares, rng.randrange(seats), rng.random(), rng.randrange(10**6))
        assert sum(chances) == pytest.approx(1)
        assert all(0 < chance < 1 for chance in chances)
        order = sorted(range(seats), key=lambda seat: shares[seat])
        assert order == sorted(range(seats), key=lambda seat: chances[seat])


def test_a_curve_is_not_asked_beyond_what_was_measured() -> None:
    curve = Curve(trust_deeper=1.0, nodes=(100, 1000))
    shares = (0.7, 0.3)
    assert curve.chances(shares, 0, 0, 1000) == curve.chances(shares, 0, 0, 10**9)
    assert curve.chances(shares, 0, 0, 1) == curve.chances(shares, 0, 0, 100)


def test_the_more_a_move_promises_the_more_is_told() -> None:
    for name, (_, seats), curve in curves():
        for progress in (0.0, 0.5, 1.0):
            for nodes in (50, 1000, 100_000):
                told = [
                    curve.chances(
                        (share, *[(1 - share) / (seats - 1)] * (seats - 1)), 0, progress, nodes
                    )[0]
                    for share in (0.02, 0.2, 0.5, 0.8, 0.98)
                ]
                assert told == sorted(told), name


@pytest.mark.parametrize("name", OWN)
def test_every_game_is_measured_with_every_number_of_seats(name: str) -> None:
    """Hints and reviews come from the strongest level."""
    counts = next(
        (it.kind.choices for it in declaration(name).options if it.name == "players"), (2,)
    )
    game = linden.load(name)
    strongest = playing(game).ladder[-1].kind
    for count in counts:
        assert (strongest, count) in playing(game).chances.curves


def test_a_game_without_curves_tells_what_its_search_finds() -> None:
    others = [name for name in NAMES if not playing(linden.load(name)).chances.curves]
    assert others, "the examples declare none"
    for name in others:
        game = linden.load(name)
        assert playing(game).chances.curve("guided", 2) == USUAL_CURVE
        choice = player(game, level=5, seed=1).choose(game.start(), nodes=100)
        assert sum(choice.win) == pytest.approx(1)


@pytest.mark.parametrize("name", NAMES)
def test_levels_tell_chances_of_all_seats_and_certainty_as_it_is(name: str) -> None:
    """Along a random game, at every level; what is proven is exactly 0, 1 or a draw's share where
    nothing is left to chance."""
    game = linden.load(name)
    rng = random.Random(name)
    position = game.start()
    progress = playing(game).chances.progress
    while not position.over:
        seat = position.to_move
        if seat == CHANCE or seat is None:
            position = position.play(roll(position, rng))
            continue
        assert -0.01 <= progress(position.view(seat)) <= 1.01
        level = rng.choice(LEVELS).number
        choice = player(game, level=level, seed=1).choose(position, nodes=60)
        assert sum(choice.win) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in choice.win)
        if choice.proven and not game.facts.chance:
            assert choice.win[seat] in (0.0, 0.5, 1.0)
        position = position.play(rng.choice(position.moves))
