"""What is worth counting in a game of Linage."""

from linden.core.kernel import interpreted
from linden.core.measuring import Course, Measure
from linden.games.linage.rules import HORIZONTAL, VERTICAL, points_of


def land(course: Course, side: int) -> float:
    """The points of a side, without komi."""
    return int(interpreted(points_of)(course.end.state, side))


def margin(course: Course) -> float:
    """What Horizontal lacked: the komi that would have made this game a draw."""
    return land(course, VERTICAL) - land(course, HORIZONTAL)


MEASURES = (
    Measure("vertical_land", "points of Vertical", lambda it: land(it, VERTICAL)),
    Measure("horizontal_land", "points of Horizontal", lambda it: land(it, HORIZONTAL)),
    Measure("margin", "points by which Vertical is ahead, without komi", margin),
)
