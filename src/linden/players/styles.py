"""What suits each game: how a tree search plays it, and whether alpha-beta plays it better.

Each setting was kept because it won against the search without it; ``docs/players.md`` has the
results. A game without an entry is searched plainly.
"""

from linden.core.game import Game
from linden.players.mcts import PLAIN, Style

STYLES = {
    "linage": Style(explore=0.2, prior=20, scale=3, echo=500),
    "linear": Style(explore=0.3, prior=20, scale=4),
    "linos": Style(explore=0.4, tries=3, prior=3, scale=6, echo=200),
    "linx": Style(explore=0.4, tries=2, prior=8, scale=1.5, echo=200, worlds=16),
}
COUNTED_OUT = frozenset({"linear"})
"""Games whose end alpha-beta looks through before the tree search is asked."""


def style_of(game: Game) -> Style:
    """How to search this game."""
    return STYLES.get(game.name, PLAIN)
