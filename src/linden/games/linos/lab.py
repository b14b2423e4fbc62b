"""What is worth counting in a game of Linos."""

from linden.core.measuring import Course, Measure
from linden.games.linos.puzzles import closed
from linden.games.linos.rules import BUST


def royal_plays(course: Course) -> float:
    return sum(closed(position) for position, _ in course.decisions())


MEASURES = (
    Measure(
        "busts", "games that end with a bust", lambda it: it.end.state.over == BUST, share=True
    ),
    Measure("closed", "games with a closed board", lambda it: royal_plays(it) > 0, share=True),
    Measure("royal_plays", "royal plays in a game", royal_plays),
    Measure("stones", "stones that are played", lambda it: 12 - int(it.end.state.left)),
)
