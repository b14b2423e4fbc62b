"""A slow, plain Linos, written from the rules page alone: stones as sets of unit cubes."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

Cube = tuple[int, int, int]
Face = tuple[Cube, Cube]  # a cube of the stone and the direction the face looks in

CANVAS = 7  # LO-1
FIRST = (3, 3)  # d4, LO-1
LIST = "OXXOOXXOOXXO"
DIRECTIONS: tuple[Cube, ...] = (
    (1, 0, 0),
    (-1, 0, 0),
    (0, 1, 0),
    (0, -1, 0),
    (0, 0, 1),
    (0, 0, -1),
)
DICE = tuple(f"die {number}" for number in range(1, 7))


def _add(cube: Cube, step: Cube) -> Cube:
    return (cube[0] + step[0], cube[1] + step[1], cube[2] + step[2])


def _minus(step: Cube) -> Cube:
    return (-step[0], -step[1], -step[2])


def _name(x: int, y: int) -> str:
    return "abcdefg"[x] + str(y + 1)


class Stone(NamedTuple):
    """One stone: its colour (O or X) and its two unit cubes."""

    colour: str
    cubes: frozenset[Cube]

    def footprint(self) -> set[tuple[int, int]]:
        """The squares of the table the stone is above."""
        return {(x, y) for x, y, _ in self.cubes}

    def bottom(self) -> list[Cube]:
        """The cubes with no cube of the same stone below them."""
        return [cube for cube in self.cubes if _add(cube, (0, 0, -1)) not in self.cubes]

    def level(self) -> int:
        """The level of the highest part: flat on the table 1, standing on it 2."""
        return max(z for _, _, z in self.cubes) + 1


@cache
def _faces(stone: Stone) -> tuple[Face, ...]:
    """The ten outer unit faces."""
    return tuple(
        (cube, way)
        for cube in stone.cubes
        for way in DIRECTIONS
        if _add(cube, way) not in stone.cubes
    )


@cache
def _ends(stone: Stone) -> tuple[Face, ...]:
    """The two square ends: the outer faces looking away from the stone's other cube."""
    return tuple(
        (cube, way) for cube, way in _faces(stone) if _add(cube, _minus(way)) in stone.cubes
    )


@cache
def _sides(stone: Stone) -> tuple[frozenset[Face], ...]:
    """The four long sides, each of two unit faces looking the same way."""
    ends = _ends(stone)
    sides = []
    for way in DIRECTIONS:
        side = frozenset(face for face in _faces(stone) if face[1] == way and face not in ends)
        if side:
            assert len(side) == 2
            sides.append(side)
    return tuple(sides)


def _facing(face: Face) -> Face:
    """The face that lies against this one."""
    cube, way = face
    return (_add(cube, way), _minus(way))


def _is_jack(new: Stone, old: Stone) -> bool:
    """Square end against square end."""
    return any(_facing(end) in _ends(old) for end in _ends(new))


def _is_bale(new: Stone, old: Stone) -> bool:
    """Whole long side against whole long side; LO-11: on top too."""
    return any(frozenset(_facing(face) for face in side) in _sides(old) for side in _sides(new))


class Naive:
    """A game of Linos."""

    def __init__(self, **options: object) -> None:
        assert set(options) <= {"players", "basket", "pot", "scoring"}, options
        players = options.get("players", 2)
        basket = options.get("basket", "3x4")
        pot = options.get("pot", 25)
        scoring = options.get("scoring", "fire")
        assert isinstance(players, int)
        assert players in (2, 3, 4, 6)
        assert isinstance(basket, str)
        assert isinstance(pot, int)
        assert 1 <= pot <= 99
        assert isinstance(scoring, str)
        assert scoring in ("fire", "sheet", "bank")
        width, height = basket.split("x")
        self._players = players
        self._basket = (int(width), int(height))
        assert all(2 <= side <= 4 for side in self._basket)
        self._scoring = scoring
        self._list = list(LIST)
        self._hand: str | None = None  # the colour of the stone taken by the die
        self._stones: list[Stone] = []
        self._pot = pot if scoring == "fire" else 0  # LO-8
        self._coins = [pot if scoring == "bank" else 0] * players  # LO-8
        self._bust = False

    def to_move(self) -> int | None:
        """The seat to move, -1 for the die, None when over."""
        if self._bust or len(self._stones) == 12:
            return None
        if self._hand is None and len(set(self._list)) > 1:
            return -1  # LO-7: rolled whenever both colours are left
        return self._seat()

    def moves(self) -> list[str]:
        """All legal moves or die rolls."""
        mover = self.to_move()
        if mover is None:
            return []
        if mover == -1:
            return list(DICE)
        return list(self._legal())

    def chances(self) -> dict[str, Fraction]:
        """The die's outcomes; LO-7: six equal ones."""
        if self.to_move() != -1:
            return {}
        return {roll: Fraction(1, 6) for roll in DICE}

    def play(self, move: str) -> None:
        """Roll or place."""
        if self.to_move() == -1:
            assert move in DICE, move
            number = int(move.removeprefix("die "))
            index = number - 1 if number <= len(self._list) else 0  # past the end: the first
            self._hand = self._list.pop(index)
            return
        legal = self._legal() if self.to_move() is not None else {}
        assert move in legal, move
        stone = legal[move]
        if self._hand is None:
            self._list.pop(0)  # LO-7: the front stone, without a roll
        self._hand = None
        points = self._worth(stone)
        seat = self._seat()
        self._stones.append(stone)
        if len(self._stones) == 12:
            points //= 2  # also with more players: LO-10
        self._pay(seat, points)

    def copy(self) -> "Naive":
        """An independent copy."""
        other = Naive.__new__(Naive)
        other._players = self._players
        other._basket = self._basket
        other._scoring = self._scoring
        other._list = list(self._list)
        other._hand = self._hand
        other._stones = list(self._stones)
        other._pot = self._pot
        other._coins = list(self._coins)
        other._bust = self._bust
        return other

    def scores(self) -> list[float]:
        """The coins (or points) of each seat."""
        return [float(coins) for coins in self._coins]

    def returns(self) -> list[float]:
        """Most coins win; LO-6: equal coins are a draw."""
        if self.to_move() is not None:
            return [0.0] * self._players
        winners = self._coins.count(max(self._coins))
        losers = self._players - winners
        if losers == 0:
            return [0.0] * self._players
        return [losers / winners if coins == max(self._coins) else -1.0 for coins in self._coins]

    def _seat(self) -> int:
        return len(self._stones) % self._players

    def _colour(self) -> str:
        """The colour of the stone to place; LO-7: unrolled, the front stone."""
        return self._list[0] if self._hand is None else self._hand

    def _legal(self) -> dict[str, Stone]:
        """Every legal placement; royal plays only where there is nothing else, LO-3."""
        placements = dict(self._placements())
        plain = {move: stone for move, stone in placements.items() if not self._is_royal(stone)}
        return plain or placements

    def _is_royal(self, new: Stone) -> bool:
        return any(_is_jack(new, old) or _is_bale(new, old) for old in self._stones)

    def _placements(self) -> Iterator[tuple[str, Stone]]:
        """Every placement, royal or not, of the stone to place."""
        colour = self._colour()
        top = max((stone.level() for stone in self._stones), default=0)
        filled = {cube for stone in self._stones for cube in stone.cubes}
        for x in range(CANVAS):
            for y in range(CANVAS):
                if not self._stones and (x, y) != FIRST:
                    continue  # LO-1
                for step in ((0, 0, 1), (1, 0, 0), (0, 1, 0)):
                    far = (x + step[0], y + step[1])
                    move = _name(x, y)
                    if max(far) >= CANVAS:
                        continue
                    if far != (x, y):
                        move += _name(*far)
                    if not self._fits_basket({(x, y), far}):
                        continue
                    for z in range(top + 1):
                        cubes = frozenset({(x, y, z), _add((x, y, z), step)})
                        stone = Stone(colour, cubes)
                        if self._can_rest(stone, filled):
                            yield move, stone

    def _fits_basket(self, footprint: set[tuple[int, int]]) -> bool:
        """LO-1: the bounding box of all footprints fits in the basket, either way round."""
        squares = footprint.union(*(stone.footprint() for stone in self._stones))
        width = max(x for x, _ in squares) - min(x for x, _ in squares) + 1
        height = max(y for _, y in squares) - min(y for _, y in squares) + 1
        one, two = self._basket
        return (width <= one and height <= two) or (width <= two and height <= one)

    def _can_rest(self, stone: Stone, filled: set[Cube]) -> bool:
        """Free place, nothing above (LO-2), every bottom square on the table or a stone."""
        for x, y, z in stone.cubes:
            if any(a == x and b == y and c >= z for a, b, c in filled):
                return False
        return all(z == 0 or (x, y, z - 1) in filled for x, y, z in stone.bottom())

    def _worth(self, new: Stone) -> int:
        """Touching squares times height; zero is allowed, LO-4."""
        touching = 0
        for cube, way in _faces(new):
            beyond = _add(cube, way)
            if beyond[2] < 0:
                touching += 1
            for old in self._stones:
                if beyond in old.cubes and old.colour != new.colour:
                    touching += 1
        return touching * new.level()

    def _pay(self, seat: int, points: int) -> None:
        """Pay the scorer from the pot, then from the others."""
        if self._scoring == "sheet":
            self._coins[seat] += points  # LO-8
            return
        everything = self._pot + sum(self._coins)
        if points > everything - self._coins[seat]:  # LO-5, LO-9
            self._bust = True
            self._pot = 0
            self._coins = [0] * self._players
            self._coins[seat] = everything
            return
        for _ in range(points):
            if self._pot > 0:
                self._pot -= 1
            else:
                self._coins[self._richest_other(seat)] -= 1
            self._coins[seat] += 1

    def _richest_other(self, seat: int) -> int:
        """LO-9: the richest other player, ties to the next in turn order from the scorer."""
        others = [(seat + step) % self._players for step in range(1, self._players)]
        most = max(self._coins[other] for other in others)
        return next(other for other in others if self._coins[other] == most)
