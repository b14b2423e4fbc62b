"""Which puzzles a visitor has tried, on a connection. What their tries come to is worked out from
these rows each time, so that there is nothing beside them that could disagree."""

import time
from dataclasses import dataclass

from sqlalchemy import select, text
from sqlalchemy.engine import Connection

from linden.web.store.models import TryRow

SOLVED, LATER, MISSED = "solved", "later", "missed"


@dataclass(frozen=True)
class Try:
    """What came of a puzzle."""

    game: str
    puzzle: str
    grade: int
    outcome: str


_FIRST = text(
    "INSERT INTO tries (visitor, game, puzzle, grade, outcome, made) "
    "VALUES (:visitor, :game, :puzzle, :grade, :outcome, :made) "
    "ON CONFLICT (visitor, game, puzzle) DO NOTHING"
)
_LATER = text(
    "UPDATE tries SET outcome = 'later' WHERE visitor = :visitor AND game = :game "
    "AND puzzle = :puzzle AND outcome = 'missed'"
)


def tries(connection: Connection, visitor: str) -> list[Try]:
    """All of a visitor's, the earliest first."""
    wanted = select(TryRow.game, TryRow.puzzle, TryRow.grade, TryRow.outcome)
    found = wanted.where(TryRow.visitor == visitor).order_by(TryRow.made, TryRow.puzzle)
    return [Try(*row) for row in connection.execute(found)]


def tried(connection: Connection, visitor: str, what: Try) -> None:
    """Keep what came of a try: the first counts, and solving it later is remembered."""
    named = {"visitor": visitor, "game": what.game, "puzzle": what.puzzle}
    facts = {"grade": what.grade, "outcome": what.outcome, "made": time.time()}
    first = connection.execute(_FIRST, {**named, **facts}).rowcount
    if not first and what.outcome != MISSED:
        connection.execute(_LATER, named)
