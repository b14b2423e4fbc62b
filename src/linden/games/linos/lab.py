"""What is worth counting in a game of Linos."""

from linden.core.kernel import interpreted
from linden.core.measuring import Course, Measure
from linden.core.position import Position
from linden.games.linos.rules import BUST, placements


def is_closed(position: Position) -> bool:
    """Whether only royal plays are left (LO-3)."""
    return not any(interpreted(placements)(position.state, False))


def royal_plays(course: Course) -> float:
    return sum(is_closed(position) for position, _ in course.decisions())


MEASURES = (
    Measure(
        "busts", "games that end with a bust", lambda it: it.end.state.over == BUST, share=True
    ),
    Measure("closed", "games with a closed board", lambda it: royal_plays(it) > 0, share=True),
    Measure("royal_plays", "royal plays in a game", royal_plays),
    Measure("stones", "stones that are played", lambda it: 12 - int(it.end.state.left)),
)
