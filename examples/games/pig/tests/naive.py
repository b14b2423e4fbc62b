"""Pig a second time, in another manner: everything follows from the list of moves so far."""

from fractions import Fraction


class Naive:
    def __init__(self, players: int = 2, goal: int = 100) -> None:
        self.players, self.goal = players, goal
        self.played: list[str] = []

    def _story(self) -> tuple[list[int], int, int]:
        """Safe points, whose turn it is, and the points at risk."""
        safe, turn, risk = [0] * self.players, 0, 0
        for move in self.played:
            if move == "hold":
                safe[turn] += risk
                if safe[turn] >= self.goal:
                    return safe, turn, 0
                turn, risk = (turn + 1) % self.players, 0
            elif move == "die 1":
                turn, risk = (turn + 1) % self.players, 0
            elif move.startswith("die"):
                risk += int(move[4:])
        return safe, turn, risk

    def to_move(self) -> int | None:
        safe, turn, _ = self._story()
        if max(safe) >= self.goal:
            return None
        return -1 if self.played and self.played[-1] == "roll" else turn

    def moves(self) -> list[str]:
        who = self.to_move()
        if who is None:
            return []
        if who == -1:
            return [f"die {face}" for face in range(1, 7)]
        return ["roll", "hold"] if self._story()[2] else ["roll"]

    def chances(self) -> dict[str, Fraction]:
        return dict.fromkeys(self.moves(), Fraction(1, 6))

    def play(self, text: str) -> None:
        self.played.append(text)

    def scores(self) -> list[float]:
        return [float(points) for points in self._story()[0]]

    def returns(self) -> list[float]:
        if self.to_move() is not None:
            return [0.0] * self.players
        safe = self._story()[0]
        return [self.players - 1.0 if points >= self.goal else -1.0 for points in safe]
