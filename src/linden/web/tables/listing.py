"""What came of a table for those on whose lists of games it is."""

from typing import Literal

from linden.web.compute.opponents import TEXTS
from linden.web.tables.table import Table

Outcome = Literal["", "won", "lost", "drawn", "none"]
PEOPLE, HERE = "people", "here"
"""Opponents who are no computers: elsewhere, or at the same screen."""


def listings(table: Table) -> dict[str, dict[str, str]]:
    """For everybody on whose list it is, what came of it."""
    return {
        visitor: {"outcome": outcome(table, visitor), "opponent": opponent(table, visitor)}
        for visitor in table.people | ({table.host} if table.tournament is None else set())
    }


def changed(before: Table, after: Table) -> dict[str, dict[str, str]]:
    """What is new on people's lists. Whoever has left their seat to a computer has lost."""
    if after.seats == before.seats and after.ended == before.ended:
        return {}
    known = listings(before)
    new = {who: facts for who, facts in listings(after).items() if facts != known.get(who)}
    for old, now in zip(before.seats, after.seats, strict=True):
        if old.visitor is not None and now.kind == "computer" and old.kind == "person":
            new[old.visitor] = {"outcome": "lost", "opponent": opponent(before, old.visitor)}
    return new


def stood_up(before: Table, after: Table) -> list[str]:
    """Who has left a game by a change before it began."""
    seats = zip(before.seats, after.seats, strict=True)
    gone = [old.visitor for old, now in seats if old.kind == "person" and now.kind == "open"]
    return [one for one in gone if one is not None and one != after.host]


def joined(before: Table, after: Table) -> list[str]:
    """Those at a table where somebody sits down by a change: they play there from now on."""
    seats = zip(before.seats, after.seats, strict=True)
    came = any(old.kind == "open" and now.kind == "person" for old, now in seats)
    return sorted(after.people) if came else []


def seat_that_counts(table: Table, visitor: str) -> int | None:
    """The seat that is the visitor in person; ``None`` if there is none."""
    mine = table.seats_of(visitor)
    if len(mine) > 1:
        mine = [seat for seat in mine if table.seats[seat].own]
    return mine[0] if len(mine) == 1 else None


def outcome(table: Table, visitor: str) -> Outcome:
    """What came of it for a visitor; nothing while the game runs."""
    if not table.over:
        return ""
    seat = seat_that_counts(table, visitor)
    if seat is None or table.ended == "aborted":
        return "none"
    if not any(table.returns):
        return "drawn"
    return "won" if table.returns[seat] > 0 else "lost"


def opponent(table: Table, visitor: str) -> str:
    """Against whom a visitor plays: people, somebody at the same screen, or the strongest of the
    computers."""
    seat = seat_that_counts(table, visitor)
    others = [sitter for number, sitter in enumerate(table.seats) if number != seat]
    if seat is None:
        return ""
    if any(sitter.kind == "open" or sitter.visitor not in (None, visitor) for sitter in others):
        return PEOPLE
    if any(sitter.kind == "person" for sitter in others):
        return HERE
    return max((sitter.player or "" for sitter in others), key=_strength, default="")


def _strength(player: str) -> int:
    return TEXTS.index(player) if player in TEXTS else -1
