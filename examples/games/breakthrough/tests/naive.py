"""Breakthrough a second time, in another manner: two sets of squares and no bookkeeping."""

Square = tuple[int, int]


class Naive:
    def __init__(self, side: int = 8) -> None:
        self.side = side
        columns = range(side)
        self.pawns: list[set[Square]] = [
            {(column, row) for column in columns for row in (0, 1)},
            {(column, row) for column in columns for row in (side - 1, side - 2)},
        ]
        self.turn = 0

    def to_move(self) -> int | None:
        return None if any(self.returns()) else self.turn

    def moves(self) -> list[str]:
        if self.to_move() is None:
            return []
        ours, theirs = self.pawns[self.turn], self.pawns[1 - self.turn]
        found = []
        for column, row in ours:
            forward = row + (1, -1)[self.turn]
            for to in ((column + way, forward) for way in (-1, 0, 1)):
                inside = all(0 <= it < self.side for it in to)
                taken = to in theirs
                if inside and to not in ours and not (taken and to[0] == column):
                    found.append(f"{name((column, row))}{'x' if taken else '-'}{name(to)}")
        return found

    def play(self, text: str) -> None:
        origin, to = read(text[:2]), read(text[3:])
        self.pawns[self.turn].remove(origin)
        self.pawns[self.turn].add(to)
        self.pawns[1 - self.turn].discard(to)
        self.turn = 1 - self.turn

    def scores(self) -> list[float]:
        return [float(gain > 0) for gain in self.returns()]

    def returns(self) -> list[float]:
        white, black = self.pawns
        if not black or any(row == self.side - 1 for _, row in white):
            return [1.0, -1.0]
        if not white or any(row == 0 for _, row in black):
            return [-1.0, 1.0]
        return [0.0, 0.0]


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def read(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1
