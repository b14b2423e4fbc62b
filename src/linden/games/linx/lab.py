"""What is worth counting in a game of Linx."""

from linden.core.kernel import interpreted
from linden.core.measuring import Course, Measure
from linden.games.linx.bits import in_line
from linden.games.linx.rules import LINE


def line_up(course: Course) -> bool:
    """Won by three tiles face up; laying one is what completes it."""
    state = course.end.state
    return bool(state.over == LINE and interpreted(in_line)(state.face_up[state.turn]))


def line_down(course: Course) -> bool:
    """Won by three tiles face down."""
    state = course.end.state
    return bool(state.over == LINE and interpreted(in_line)(state.face_down[state.turn]))


MEASURES = (
    Measure("lines_up", "games won by a line face up", line_up, share=True),
    Measure("lines_down", "games won by a line face down", line_down, share=True),
    Measure("no_line", "games without a line", lambda it: it.end.state.over != LINE, share=True),
)
