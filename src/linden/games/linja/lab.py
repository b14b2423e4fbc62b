"""What is worth counting in a game of Linja."""

from linden.core.measuring import Course, Measure
from linden.games.linja.rules import BONUS, OPENING, PASS, PASSED


def bonuses(course: Course) -> float:
    """Bonus steps that were to be had, taken or not."""
    return sum(int(position.state.part) == BONUS for position, _ in course.decisions())


def blocked_turns(course: Course) -> float:
    """Turns in which nothing could make the opening move (LJ-7)."""
    return sum(
        int(position.state.part) == OPENING and position.codes[move] == PASS
        for position, move in course.decisions()
    )


MEASURES = (
    Measure("bonuses", "bonuses in a game", bonuses),
    Measure("blocked_turns", "turns in a game that are blocked", blocked_turns),
    Measure(
        "passed",
        "games that end when the colours have passed",
        lambda it: it.end.state.over == PASSED,
        share=True,
    ),
)
