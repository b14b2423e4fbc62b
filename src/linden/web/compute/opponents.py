"""Computers that people choose to play against, written as text: ``level3``, ``perfect``.

Pages number them: the levels, and ``perfect`` after the last where a game is known completely.
"""

from linden.core.game import Game
from linden.players.levels import LEVELS
from linden.players.registry import parse
from linden.rating.games import level_rating
from linden.web.messages import LevelCard
from linden.web.texts import say

PERFECT = "perfect"
USUAL = "level3"
TEXTS = (*(level.text for level in LEVELS), PERFECT)
STRONGEST = LEVELS[-1].text
AT_A_GLANCE = "greedy"
"""Who stands in for an opponent whose search is not compiled yet."""


def numbered(number: int) -> str | None:
    """The opponent that a page numbers so."""
    return TEXTS[number - 1] if 1 <= number <= len(TEXTS) else None


def number_of(text: str | None) -> int | None:
    """How a page numbers an opponent."""
    return TEXTS.index(text) + 1 if text in TEXTS else None


def called(text: str) -> str:
    """What people call an opponent, in the reader's language."""
    return say(parse(text).name)


def cards(game: Game, known: bool) -> list[LevelCard]:
    """Those that can be chosen, whether or not the game is ``known`` completely."""
    chosen = [parse(text) for text in (TEXTS if known else TEXTS[:-1])]
    return [
        LevelCard(
            number=number,
            player=one.text,
            name=say(one.name),
            description=say(one.description),
            rating=found.rating if (found := level_rating(game, number)) else None,
        )
        for number, one in enumerate(chosen, 1)
    ]
