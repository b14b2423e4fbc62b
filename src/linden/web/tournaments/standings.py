"""Who stands where in a tournament: points, and what decides between equals. No input or output.

Points are counted in halves: a win is two of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linden.web.tournaments.games import Pairing

WIN, DRAW, LOSS = 2, 1, 0


@dataclass(frozen=True)
class Standing:
    """What an entrant has reached."""

    entrant: int
    place: int
    """From 1 on; equals share one."""
    points: int
    """In halves."""
    buchholz: int
    """The points of all opponents, in halves."""
    sonneborn_berger: int
    """The points of those one has beaten, and half of those one drew with, in quarters."""
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


def points_of(pairings: Sequence[Pairing]) -> dict[int, int]:
    """The points of everybody who has any, in halves."""
    found: dict[int, int] = {}
    for pairing in pairings:
        for entrant, points in pairing.points().items():
            found[entrant] = found.get(entrant, 0) + points
    return found


def standings(
    entrants: Sequence[int],
    pairings: Sequence[Pairing],
    *,
    arena: bool = False,
    seeds: Mapping[int, int] | None = None,
) -> list[Standing]:
    """Everybody, the best first. Between equals decide the Buchholz score and then the score of
    Sonneborn and Berger, in which a round without an opponent counts as a game with somebody who
    has as many points as oneself; in an arena, where people play as often as they like, more wins
    and then fewer games. Who is equal in all of it shares the place, in the order of ``seeds``."""
    points = dict.fromkeys(entrants, 0) | points_of(pairings)
    played: dict[int, list[Pairing]] = {entrant: [] for entrant in entrants}
    for pairing in pairings:
        for entrant in pairing.entrants if pairing.result else ():
            played[entrant].append(pairing)
    rows = [_row(entrant, points, played[entrant]) for entrant in entrants]

    def rank(row: Standing) -> tuple[int, int, int]:
        if arena:
            return -row.points, -row.won, row.played
        return -row.points, -row.buchholz, -row.sonneborn_berger

    known = seeds or {}
    rows.sort(key=lambda row: (*rank(row), known.get(row.entrant, 0), row.entrant))
    placed: list[Standing] = []
    for number, row in enumerate(rows, 1):
        same = placed and rank(rows[number - 2]) == rank(row)
        placed.append(_with_place(row, placed[-1].place if same else number))
    return placed


def _with_place(row: Standing, place: int) -> Standing:
    return Standing(**{**vars(row), "place": place})


def _row(entrant: int, points: Mapping[int, int], mine: Sequence[Pairing]) -> Standing:
    """What somebody has reached by these pairings of theirs."""
    buchholz = sonneborn_berger = 0
    results = []
    for pairing in mine:
        got = pairing.points()[entrant]
        other = pairing.opponent(entrant)
        # Whoever had no opponent is taken to have met somebody as strong.
        theirs = points[entrant if other is None or not pairing.played else other]
        buchholz += theirs
        sonneborn_berger += got * theirs
        if pairing.played:
            results.append(got)
    return Standing(
        entrant=entrant,
        place=0,
        points=points[entrant],
        buchholz=buchholz,
        sonneborn_berger=sonneborn_berger,
        won=results.count(WIN),
        drawn=results.count(DRAW),
        lost=results.count(LOSS),
    )
