"""Plain minimax over positions, for games small enough: nothing shared with the solvers."""

from linden import CHANCE, Position


def lead(position: Position, known: dict[Position, float]) -> float:
    """By how much seat 0 will lead when both play for that; where chance acts, on average."""
    if position.over:
        return position.scores[0] - position.scores[1]
    if position not in known:
        after = [lead(position.play(move), known) for move in position.moves]
        if position.to_move == CHANCE:
            shares = position.outcomes.values()
            known[position] = sum(s * value for s, value in zip(shares, after, strict=True))
        else:
            known[position] = max(after) if position.to_move == 0 else min(after)
    return known[position]
