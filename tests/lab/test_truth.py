"""What random play comes to exactly; and that whole experiments are honest about it."""

import math

import pytest

import linden
from linden.core.errors import GameError
from linden.lab import truth
from linden.lab.truth import of_random_play
from linden.lab.whole_coverage import covered

REPEATS = 60
SLACK = 4 * math.sqrt(0.95 * 0.05 / REPEATS)
"""Four standard deviations; 1,000 repeats are python -m linden.lab.whole_coverage pig goal=10."""


def test_the_end_of_a_game_by_hand() -> None:
    """Pig where either needs one more roll that is no one. Half of those who have it hold and win,
    half roll again, so a turn is won with the share w = 5/6 (1/2 + w/2) = 5/7; whoever is to play
    wins w + (1 - w)² w + … = w / (1 - (1 - w)²) = 7/9."""
    game = linden.load("pig", goal=10)
    eight = ["roll", "4", "roll", "4", "hold"]
    found = of_random_play(linden.replay(game, eight + eight))
    assert found.shares == pytest.approx((7 / 9, 2 / 9))
    assert found.draws == 0


def test_shares_make_one_and_agree_with_many_games() -> None:
    game = linden.load("linage", size=3, line=3, komi=4)
    found = of_random_play(game.start())
    assert sum(found.shares) == pytest.approx(1)
    played = linden.playouts(game.start(), 200_000, seed=1)
    shares = (played.returns.mean(axis=0) + 1) / 2
    assert found.shares == pytest.approx(tuple(shares), abs=0.006)
    assert found.draws == pytest.approx(played.draws / 200_000, abs=0.004)
    assert found.decisions == pytest.approx(played.lengths.mean(), abs=0.03)
    assert found.draws > 0.05


def test_large_games_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truth, "MOST_POSITIONS", 1000)
    with pytest.raises(GameError, match="more than 1,000 positions"):
        of_random_play(linden.load("linja").start())


@pytest.mark.parametrize("precision", [None, 0.03])
def test_whole_experiments_hold_the_truth(precision: float | None) -> None:
    game = linden.load("linage", size=3, line=3, komi=4)
    found = covered(game, of_random_play(game.start()), REPEATS, precision)
    assert set(found.inside) == {"wins_0", "wins_1", "draws", "decisions"}
    assert all(share >= 0.95 - SLACK for share in found.inside.values())


def test_a_wrong_truth_is_noticed() -> None:
    game = linden.load("linage", size=3, line=3, komi=4)
    found = of_random_play(game.start())
    wrong = truth.Truth((found.shares[0] + 0.05, found.shares[1]), found.draws, found.decisions)
    assert covered(game, wrong, 20, None).inside["wins_0"] < 0.5
