"""What is worth counting in a game of Linear Progression."""

from linden.core.measuring import Course, Measure
from linden.games.linear.rules import PASS, WHITE


def last_seat(course: Course) -> int | None:
    """Who made the last move that was no pass."""
    seats = [
        position.to_move for position, move in course.decisions() if position.codes[move] != PASS
    ]
    return seats[-1] if seats else None


def last_by_white(course: Course) -> float | None:
    seat = last_seat(course)
    return None if seat is None else float(seat == WHITE)


def last_by_winner(course: Course) -> float | None:
    seat = last_seat(course)
    drawn = not any(course.end.returns)
    return None if seat is None or drawn else float(course.end.returns[seat] > 0)


MEASURES = (
    Measure("last_by_white", "games in which White made the last move", last_by_white, share=True),
    Measure(
        "last_by_winner",
        "won games in which the winner made the last move",
        last_by_winner,
        share=True,
    ),
)
