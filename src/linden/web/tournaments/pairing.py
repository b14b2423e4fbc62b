"""Who plays whom next: pure functions over what was played. No input or output.

Swiss and arena are matchings of least cost (``matching``), in which a greater aim counts before any
number of lesser ones.
"""

from collections.abc import Iterable, Mapping, Sequence

from linden.web.tournaments.games import History
from linden.web.tournaments.matching import perfect_matching

Pair = tuple[int, int | None]
"""Who sits on the first seat, and on the second; nobody there: a bye."""
ARENA_WINDOW = 64
"""So many are paired at a time in an arena; the rest a moment later."""


# -- round robin


def round_robin(entrants: Sequence[int], number: int) -> list[Pair]:
    """Round ``number`` (from 1 on) by the circle method: in as many rounds as there are others,
    everybody meets everybody once and sits on either seat as often, or once more on one of them.
    With an odd number, one sits out in each round."""
    seats: list[int | None] = list(entrants)
    if len(seats) % 2:
        seats.append(None)
    count, turn = len(seats), number - 1
    if count < 2:
        return []
    fixed, circle = seats[-1], seats[:-1]
    pairs = []
    for at in range(count // 2):
        one = circle[(turn + at) % (count - 1)]
        other = fixed if at == 0 else circle[(turn - at) % (count - 1)]
        # Who stays in place changes seats every round; round the circle seats alternate.
        swapped = turn % 2 == 1 if at == 0 else at % 2 == 1
        pairs.append((other, one) if swapped else (one, other))
    return [_with_somebody(first, second) for first, second in pairs]


def _with_somebody(first: int | None, second: int | None) -> Pair:
    """Whoever has nobody to play with stands first."""
    one, other = (second, None) if first is None else (first, second)
    assert one is not None
    return one, other


def rounds_of_robin(entrants: int) -> int:
    """
    >>> [rounds_of_robin(entrants) for entrants in (2, 5, 6)]
    [1, 5, 5]
    """
    return entrants - 1 + entrants % 2


# -- Swiss


def swiss(
    ranked: Sequence[int], points: Mapping[int, int], history: History, number: int
) -> list[Pair]:
    """A round among those who are ``ranked`` so far, the best first. In this order: as few as
    possible meet again or have a second bye; the bye goes to whoever has the fewest points; points
    of opponents are as near as possible; seats are in balance; within equal points the upper half
    meets the lower."""
    nobody = len(ranked)
    count = nobody + nobody % 2
    meetings, seats, byes = history.meetings(), history.imbalances(), history.byes()
    places = _places(ranked, points)

    def cost(a: int, b: int) -> int:
        one = ranked[a]
        if b == nobody:
            return _weighed(int(one in byes), points.get(one, 0), 0, 0, nobody - a)
        other = ranked[b]
        apart = points.get(one, 0) - points.get(other, 0)
        return _weighed(
            meetings.get(frozenset((one, other)), 0),
            0,
            apart * apart,
            _strain(seats.get(one, 0), seats.get(other, 0)),
            0 if apart else abs(places[other][0] - places[one][0] - places[one][1] // 2),
        )

    partners = perfect_matching(count, cost)
    last = history.last_seats()
    pairs: list[Pair] = []
    for a, b in enumerate(partners):
        if a < b:
            one = ranked[a]
            turn = (number + len(pairs)) % 2 == 1
            pairs.append(
                (one, None) if b == nobody else seated(one, ranked[b], seats, last, turn=turn)
            )
    return sorted(pairs, key=lambda pair: pair[1] is None)


_UNITS = (1 << 80, 1 << 64, 1 << 40, 1 << 20, 1)
"""What one more is worth in each aim: more than a whole round of the lesser ones."""


def _weighed(*aims: int) -> int:
    return sum(unit * aim for unit, aim in zip(_UNITS, aims, strict=True))


def _places(ranked: Iterable[int], points: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """For everybody, the place among those of equal points, and how many these are."""
    groups: dict[int, list[int]] = {}
    for one in ranked:
        groups.setdefault(points.get(one, 0), []).append(one)
    return {
        one: (place, len(group)) for group in groups.values() for place, one in enumerate(group)
    }


def _strain(one: int, other: int) -> int:
    """How far from balance two are who had the first seat so often more than the second, once they
    have played, seated as well as can be."""
    return min((one + 1) ** 2 + (other - 1) ** 2, (one - 1) ** 2 + (other + 1) ** 2)


def seated(
    one: int, other: int, seats: Mapping[int, int], last: Mapping[int, int], *, turn: bool
) -> tuple[int, int]:
    """Two on their seats: who had the first less often has it now; else who did not have it last;
    else whose ``turn`` it is."""
    by_balance = seats.get(one, 0) - seats.get(other, 0)
    by_last = last.get(one, 0) - last.get(other, 0)
    first = by_balance < 0 if by_balance else by_last < 0 if by_last else turn
    return (one, other) if first else (other, one)


# -- arena


def arena(
    waiting: Sequence[int],
    points: Mapping[int, int],
    history: History,
    *,
    again: Iterable[int] = (),
) -> list[tuple[int, int]]:
    """Who of those that wait, the longest first, plays now. Nobody meets at once whom they have
    just played, but for those who would play ``again`` rather than wait. Then points are as near
    as possible, people meet whom they met less often, and seats are in balance. Who is left over
    has waited least."""
    among = list(waiting[:ARENA_WINDOW])
    last, content = history.last_opponents(), set(again)
    meetings, seats = history.meetings(), history.imbalances()
    ready, count = len(among), len(among) + len(among) % 2

    def refused(one: int, other: int) -> bool:
        just = last.get(one) == other and last.get(other) == one
        return just and not {one, other} <= content

    def cost(a: int, b: int) -> int:
        if b == ready:
            return _weighed(0, ready - a, 0, 0, 0)
        one, other = among[a], among[b]
        apart = points.get(one, 0) - points.get(other, 0)
        return _weighed(
            int(refused(one, other)),
            0,
            apart * apart,
            meetings.get(frozenset((one, other)), 0) ** 2,
            _strain(seats.get(one, 0), seats.get(other, 0)),
        )

    partners, turns = perfect_matching(count, cost), history.last_seats()
    return [
        seated(among[a], among[b], seats, turns, turn=len(history.pairings) % 2 == 0)
        for a, b in enumerate(partners)
        if a < b < ready and not refused(among[a], among[b])
    ]
