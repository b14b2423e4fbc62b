"""What a page tells whoever plays a game that says nothing of it."""

from collections.abc import Mapping, Sequence

from linden.core.position import Position

__all__ = ["prompts", "refusal", "standing"]


def standing(position: Position) -> Sequence[tuple[str, str]]:
    """Points win."""
    return ()


def prompts(position: Position) -> Mapping[str, str]:
    """What can be touched is outlined, and that is all."""
    return {}


def refusal(position: Position, touched: Sequence[str]) -> str:
    """What the notation says of a move that is written as it is touched."""
    state, notation = position.state, position.game.notation
    try:
        move = notation.read_move(state, "".join(touched))
    except ValueError:
        return ""
    if move in position.codes.values():
        return ""
    return notation.why_not(state, move)
