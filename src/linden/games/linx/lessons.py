"""Linx on its table, step by step. The tiles are drawn as a step needs them."""

from linden.core.catalogues import key
from linden.core.lessons import Hint, Step, Task, Try, among


def _played(moves: str) -> tuple[str, ...]:
    """Moves from the start; a letter alone is a tile that is drawn."""
    return tuple(f"draw {move}" if len(move) == 1 else move for move in moves.split())


def _covers(tried: Try) -> bool:
    return "x" in tried.move


def _square(tried: Try) -> str:
    return tried.move[-2:]


def _wins(tried: Try) -> bool:
    return tried.after.over


LESSON = (
    Step(
        name="lay",
        title=key("Lay a tile"),
        moves=_played("R P R P S"),
        tasks=(
            Task(
                asks=key(
                    "You are Yellow, and only you see your hand: a rock and a paper. Lay the rock "
                    "on the table, face up."
                ),
                right=among("Rd4"),
                praise=key("After laying a tile you draw two. Blue has answered with scissors."),
                otherwise=key("That is the paper. Touch the rock in your hand first."),
                reply=_played("S S Se4 R P"),
            ),
            Task(
                asks=key(
                    "A tile goes on an empty square beside any other, at a side or at a corner. "
                    "Lay one so that it touches your rock."
                ),
                right=lambda tried: not _covers(tried) and _square(tried)[0] in "cde",
                praise=key("Two of yours side by side. Three in a line would win."),
                hints=(
                    Hint(
                        _covers,
                        key("That would cover your own rock. Lay a tile beside it instead."),
                    ),
                ),
                otherwise=key("That touches only Blue's tile. Stay closer to your rock."),
            ),
        ),
    ),
    Step(
        name="cover",
        title=key("Cover a tile"),
        moves=_played("R P R P S Rd4 S R Pe4 R S"),
        tasks=(
            Task(
                asks=key(
                    "Rock beats scissors, scissors beat paper, paper beats rock. What your tile "
                    "beats, it may cover. Cover Blue's paper."
                ),
                right=among("Sxe4"),
                praise=key(
                    "Your tile lies there face down, and nobody can ever cover it. You draw "
                    "nothing for that."
                ),
                hints=(
                    Hint(
                        _covers,
                        key("That covers your own rock, which is allowed. But take Blue's paper."),
                    ),
                ),
                otherwise=key(
                    "That lays a tile beside the others. Touch your scissors, then Blue's paper."
                ),
            ),
        ),
    ),
    Step(
        name="line",
        title=key("Three face up"),
        moves=_played("R P R P S Rd4 S R Sd5 R P Pe4 S P Re6 R S"),
        tasks=(
            Task(
                asks=key(
                    "Three neighbouring tiles of yours in a row, a column or a diagonal win, if "
                    "all are face up. You have two. Win."
                ),
                right=_wins,
                praise=key(
                    "Three in a line, all face up. Which symbols they show does not matter."
                ),
                hints=(
                    Hint(_covers, key("What covers lies face down. Here you need it face up.")),
                ),
                otherwise=key("That is no line of three. Where do your two tiles point?"),
            ),
        ),
    ),
    Step(
        name="down",
        title=key("Three face down"),
        moves=_played("R P R P S Rd4 S R Pe4 R S Sxe4 Re5 P P Pxe5 Se6 P R"),
        tasks=(
            Task(
                asks=key(
                    "Three face-down tiles of yours in a line win as well. Two of them lie one "
                    "above the other. You hold a rock. Win."
                ),
                right=_wins,
                praise=key("Three face down in a column, and nobody can undo them."),
                hints=(
                    Hint(
                        among("Re3", "Re7"),
                        key("In line, but face up: a mixed three is worth nothing."),
                    ),
                ),
                otherwise=key("Rock beats scissors: cover the scissors above your two tiles."),
            ),
        ),
    ),
    Step(
        name="block",
        title=key("Stop Blue"),
        moves=_played("R P R P S Rd4 S R Pe4 R S Rf5 P S Re5 P P"),
        tasks=(
            Task(
                asks=key(
                    "Blue has two in a column and can add a third above or below. Stop both with "
                    "one tile."
                ),
                right=among("Sxe4", "Pxe5"),
                praise=key("Covered, and the line is broken for good."),
                hints=(
                    Hint(
                        lambda tried: _square(tried) in ("e3", "e6"),
                        key("That closes one end, and Blue wins at the other."),
                    ),
                    Hint(_covers, key("That covers your own tile. Cover one of Blue's two.")),
                ),
                otherwise=key("Then Blue lays the third tile and wins. Cover one of the two."),
            ),
        ),
    ),
    Step(
        name="own",
        title=key("Cover your own"),
        moves=_played("R P R P S Rd4 S P Pe4 R S Sxe4 Re5 P P Pxe5 Sd6 P R Pe6 S R Rf4 S S"),
        tasks=(
            Task(
                asks=key(
                    "You may cover your own tiles, too. Two of yours lie face down, and your paper "
                    "lies face up above them. You hold rock and scissors. Win."
                ),
                right=_wins,
                praise=key(
                    "Scissors on your own paper, and the column is yours. Remember that all tiles "
                    "must fit in a square of four by four."
                ),
                hints=(
                    Hint(
                        _covers,
                        key("Covered, but not in line with your face-down tiles."),
                    ),
                ),
                otherwise=key("Face up it makes no line with face-down tiles. Cover your paper."),
            ),
        ),
    ),
)
