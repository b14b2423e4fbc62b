"""The pictures of Linx's rules, in their order; one sees what Yellow sees."""

from linden.core.catalogues import key
from linden.core.figures import Figure


def _played(moves: str) -> tuple[str, ...]:
    """Moves from the start; a letter alone is a tile that is drawn."""
    return tuple(f"draw {move}" if len(move) == 1 else move for move in moves.split())


FIGURES = (
    Figure(
        name="start",
        caption=key(
            "The start for two: Yellow holds two tiles and sees them. Of Blue's three nobody else "
            "sees more than their backs."
        ),
        before=_played("R P R P S"),
    ),
    Figure(
        name="block",
        caption=key(
            "The start for three: nine neutral tiles, with each symbol once in every row and "
            "every column."
        ),
        before=_played("R P R S R P S"),
        options={"players": 3},
    ),
    Figure(
        name="laying",
        caption=key(
            "Laid face up: Yellow adds paper to the rock, side by side, and draws two tiles."
        ),
        before=_played("R P R P S Rd4 S R Sd5 R P"),
        moves=_played("Pe4 S P"),
    ),
    Figure(
        name="covering",
        caption=key(
            "Covered: Yellow's scissors beat Blue's paper and lie on it face down. There they stay "
            "to the end, and nobody draws."
        ),
        before=_played("R P R P S Rd4 S R Pe4 R S"),
        moves=_played("Sxe4"),
    ),
    Figure(
        name="passing",
        caption=key("An empty hand: Yellow has to pass, but draws two tiles for the next turn."),
        position="d3:.*y/*y*y/*b. 000+533 230+105 yellow play",
        moves=_played("pass P S"),
    ),
    Figure(
        name="face-up",
        caption=key(
            "Three face up in a row: Yellow has won. Which symbols they show does not matter."
        ),
        before=_played("R P R P S Rd4 S R Sd5 R P Pe4 S P Re6 R S"),
        moves=_played("Rf4"),
    ),
    Figure(
        name="face-down",
        caption=key(
            "Three face down in a column: Yellow covers Blue's scissors with a rock, and that "
            "makes three. Yellow has won."
        ),
        before=_played("R P R P S Rd4 S R Pe4 R S Sxe4 Re5 P P Pxe5 Se6 P R"),
        moves=_played("Rxe6"),
    ),
    Figure(
        name="counting",
        caption=key(
            "No line, and nobody can go on: what is in sight counts, face up or face down. Yellow "
            "has nine tiles, Blue seven. Yellow has won."
        ),
        before=_played(
            "R P P R P Pd4 S S Rc5 S P Sxd4 Pd5 P R Sxd5 Pe4 P S Rb6 R R Pxc5 Rb5 P R Sxe4 Pe3 P R "
            "Pxb5 Pxb6 Sxe3 Rc4 P P Pxc4 Rc6 S S Re6 R R Pxe6 Re5 R S Pxe5 Rc3 S S Rb4 S Sb3 Sd3 "
            "Rxb3 Sd6"
        ),
        moves=_played("pass pass"),
    ),
)
