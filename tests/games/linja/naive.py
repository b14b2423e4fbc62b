"""Linja, played naively: one object a pawn, every rule looked up afresh."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

_BOTTOM, _TOP = 1, 8
_ROW_LIMIT = 6
_TURN_LIMIT = 200  # LJ-9
_GOAL = {0: _TOP, 1: _BOTTOM}  # Red (seat 0) goes up to row 8, Black (seat 1) down to row 1
_FORWARD = {0: 1, 1: -1}
_POINTS = {0: 5, 1: 3, 2: 2, 3: 1}  # by distance to the goal; further off is the own half


@dataclass
class _Pawn:
    colour: int  # the seat that owns it
    row: int

    def home(self) -> bool:
        """Whether the pawn stands in its goal."""
        return self.row == _GOAL[self.colour]

    def distance(self) -> int:
        """Rows left to the goal."""
        return abs(_GOAL[self.colour] - self.row)


@dataclass
class _Step:
    """One legal way to move one pawn."""

    pawn: _Pawn
    target: int


class Naive:
    """One game of Linja."""

    def __init__(self, **options: object) -> None:
        unknown = set(options) - {"bonus", "meddle", "own_side"}
        assert not unknown, unknown
        bonus = options.get("bonus", "followup")
        meddle = options.get("meddle", False)
        own_side = options.get("own_side", -1)
        assert bonus in ("followup", "any")
        assert isinstance(meddle, bool)
        assert isinstance(own_side, int)
        assert own_side in (-1, 0)
        self._any_bonus = bonus == "any"
        self._meddle = meddle
        self._own_side = own_side
        self._pawns: list[_Pawn] = []
        for _ in range(6):
            self._pawns.append(_Pawn(0, _BOTTOM))
            self._pawns.append(_Pawn(1, _TOP))
        for row in range(_BOTTOM + 1, _TOP):
            self._pawns.append(_Pawn(0, row))
            self._pawns.append(_Pawn(1, row))
        self._seat = 0
        self._part = "opening"  # or "followup", "bonus"
        self._reach = 0  # the k of a follow-up
        self._passed = False  # LJ-6: latched
        self._forced_passes = 0  # LJ-7: in a row, up to now
        self._turns = 0  # turns completed by either seat, forced passes counted
        self._over = False

    def copy(self) -> Naive:
        """A game of its own in the same state."""
        other = Naive.__new__(Naive)
        other.__dict__.update(self.__dict__)
        other._pawns = [_Pawn(pawn.colour, pawn.row) for pawn in self._pawns]
        return other

    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        return None if self._over else self._seat

    def moves(self) -> list[str]:
        """Every legal move."""
        if self._over:
            return []
        found: list[str] = []
        for step in self._steps(self._part):
            name = self._name(step)
            if name not in found:
                found.append(name)
        # LJ-1: a follow-up or bonus may be declined; LJ-7: an opening only if nothing can move.
        if self._part != "opening" or not found:
            found.append("pass")
        return found

    def chances(self) -> dict[str, Fraction]:
        """Linja has no chance nodes."""
        return {}

    def play(self, move: str) -> None:
        """Make one move."""
        assert move in self.moves(), move
        if move == "pass":
            if self._part == "opening":
                self._forced_passes += 1  # LJ-7; declining is no such pass
            self._end_turn()
            return
        step = next(step for step in self._steps(self._part) if self._name(step) == move)
        pawn = step.pawn
        rows_moved = abs(step.target - pawn.row)
        pawn.row = step.target
        if self._have_passed():
            self._passed = True  # LJ-6: never taken back
        if self._part == "opening":
            self._forced_passes = 0
            if pawn.home():
                # LJ-3: the bonus after an opening move only with bonus="any"; no follow-up.
                if self._any_bonus:
                    self._begin("bonus")
                else:
                    self._end_turn()
            else:
                self._reach = sum(
                    1 for other in self._pawns if other is not pawn and other.row == pawn.row
                )
                if self._reach >= 1:
                    self._begin("followup")
                else:
                    self._end_turn()
        elif self._part == "followup":
            # A clamped move has rows left over and earns nothing.
            if pawn.home() and rows_moved == self._reach:
                self._begin("bonus")
            else:
                self._end_turn()
        else:
            self._end_turn()  # LJ-4: a bonus never earns another

    def scores(self) -> list[float]:
        """Points of the position as it stands."""
        total = [0.0, 0.0]
        for pawn in self._pawns:
            total[pawn.colour] += _POINTS.get(pawn.distance(), self._own_side)
        return total

    def returns(self) -> list[float]:
        """+1 and -1, or zeros for a draw (LJ-8) and while the game is on."""
        red, black = self.scores()
        if not self._over or red == black:
            return [0.0, 0.0]
        return [1.0, -1.0] if red > black else [-1.0, 1.0]

    def _begin(self, part: str) -> None:
        """Go on to an optional part, which lapses if no pawn can use it (LJ-1)."""
        if self._steps(part):
            self._part = part
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        self._turns += 1
        self._part = "opening"
        self._reach = 0
        if self._passed:
            self._over = True  # LJ-6: the turn has been finished
        elif self._forced_passes == 2:
            self._over = True  # LJ-7
        elif self._any_bonus and self._turns >= _TURN_LIMIT:
            self._over = True  # LJ-9
        else:
            self._seat = 1 - self._seat

    def _steps(self, part: str) -> list[_Step]:
        """Every way the seat to move can use this part of its turn."""
        found: list[_Step] = []
        for pawn in self._pawns:
            own = pawn.colour == self._seat
            targets: list[int] = []
            if part == "opening":
                if own and not pawn.home():
                    targets = [pawn.row + _FORWARD[pawn.colour]]
            elif part == "followup":
                # LJ-2: the full k rows, or as far as the goal.
                if own and not pawn.home():
                    length = min(self._reach, pawn.distance())
                    targets = [pawn.row + _FORWARD[pawn.colour] * length]
            elif own:
                targets = [pawn.row + 1, pawn.row - 1]  # LJ-4: out of the goal too
            elif self._meddle and not pawn.home():
                targets = [pawn.row + 1, pawn.row - 1]  # LJ-10
            for target in targets:
                if self._has_room(target):
                    found.append(_Step(pawn, target))
        return found

    def _has_room(self, row: int) -> bool:
        """Whether a move may end in this row."""
        if row < _BOTTOM or row > _TOP:
            return False
        if row in (_BOTTOM, _TOP):
            return True
        return sum(1 for pawn in self._pawns if pawn.row == row) < _ROW_LIMIT

    def _have_passed(self) -> bool:
        """Whether every Red pawn is in a higher row than every Black pawn (LJ-5: strictly)."""
        for red in self._pawns:
            for black in self._pawns:
                if red.colour == 0 and black.colour == 1 and red.row <= black.row:
                    return False
        return True

    def _name(self, step: _Step) -> str:
        sign = "" if step.pawn.colour == self._seat else "x"
        return f"{sign}{step.pawn.row}-{step.target}"
