"""The pictures of Linja's rules, in their order."""

from linden.core.catalogues import key
from linden.core.figures import Figure

FIGURES = (
    Figure(
        name="start",
        caption=key(
            "The start: six pawns of each colour on their own start line, and one of each in every "
            "row between. Red runs up, Black runs down."
        ),
    ),
    Figure(
        name="opening",
        caption=key(
            "The opening move: a red pawn steps from row 2 into row 3. Two pawns were there, so "
            "Red may go on by two rows."
        ),
        moves=("2-3",),
    ),
    Figure(
        name="follow-up",
        caption=key(
            "The follow-up: any red pawn may go these two rows. Here one jumps from row 4 into "
            "row 6, and the turn is over."
        ),
        before=("2-3",),
        moves=("4-6",),
    ),
    Figure(
        name="bonus",
        caption=key(
            "A bonus: the follow-up takes a pawn from row 6 exactly into the goal. As a reward "
            "another pawn may step one row, and it steps home, too."
        ),
        before=("2-3",),
        moves=("6-8", "7-8"),
    ),
    Figure(
        name="full-row",
        caption=key(
            "A full row: six pawns stand in row 5, so nobody may stop there. But a jump of two "
            "rows leads over them, from row 4 into row 6."
        ),
        position="3.1.1.2.2.1.1.1/1.1.1.0.4.1.1.3 red opening",
        before=("2-3",),
        moves=("4-6",),
    ),
    Figure(
        name="scoring",
        caption=key(
            "The end: Red has won by 4. Five red pawns are home, four have one row to go and three "
            "have two. The black pawn in row 5 has not left its own half and costs a point."
        ),
        position="0.0.0.0.2.2.3.5/5.3.3.0.1.0.0.0 red opening",
        moves=("5-6", "5-7"),
        sums=True,
    ),
    Figure(
        name="meddling",
        caption=key(
            "A bonus that meddles: instead of a step of its own, Red pushes a black pawn back, "
            "from row 3 into row 4."
        ),
        before=("2-3", "6-8"),
        moves=("x3-4",),
        options={"meddle": True},
    ),
)
