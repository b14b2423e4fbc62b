"""How computers play Linear Progression. Each setting was kept because it won;
``docs/players.md`` tells."""

from linden.core.chances import Chances
from linden.core.playing import Playing, Rung, Style
from linden.core.position import Position
from linden.games.linear.chances import CURVES


def progress(position: Position) -> float:
    """The share of the squares that have a token."""
    state = position.state
    squares = sum(int(word).bit_count() for word in state.board)
    tokens = sum(int(word).bit_count() for words in state.tokens for word in words)
    return tokens / squares


PLAYING = Playing(
    ladder=(
        Rung(1, 0.25, "greedy"),
        Rung(1, 0.13, "greedy"),
        Rung(1, 0.06, "greedy"),
        Rung(1, kind="greedy", variety=0.3),
        Rung(60, 0.02),
        Rung(400),
        Rung(3000),
        Rung(40_000),
    ),
    style=Style(exploration=0.3, prior_visits=20, evaluation_scale=4),
    alphabeta_endgame=True,
    chances=Chances(CURVES, progress),
    elo=(247, 436, 693, 1141, 1371, 1691, 2000, 2287),  # docs/players.md
    shares={2: (0.494, 0.506)},  # level 4, docs/findings.md
)
