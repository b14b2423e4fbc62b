"""The pictures of Linear Progression's rules, in their order."""

from linden.core.catalogues import key
from linden.core.figures import Figure

START = {"start": "c3 f6"}
SMALL = {"board": "6x6"}

FIGURES = (
    Figure(
        name="start",
        caption=key(
            "The start: a board without corners, and one token of each colour, wherever it fell."
        ),
        options=START,
    ),
    Figure(
        name="slide",
        caption=key(
            "A slide: from c3 to g3. The token on c3 stays, and every square on the way gets a "
            "white one: four new tokens."
        ),
        moves=("c3-g3",),
        options=START,
    ),
    Figure(
        name="taking",
        caption=key(
            "Tokens on the way are swapped: White slides from b5 down to b1. Two black tokens turn "
            "white, and two empty squares are filled."
        ),
        position="#w..b#/.w..b./.bb.../.b..w./....../#....# white slide",
        moves=("b5-b1",),
        options=SMALL,
    ),
    Figure(
        name="own",
        caption=key(
            "Your own tokens stop you: between b4 and e4 there is room for two, and there the "
            "slide ends."
        ),
        position="#....#/....b./.w..w./....../....b./#....# white slide",
        moves=("b4-d4",),
        options=SMALL,
    ),
    Figure(
        name="last-token",
        caption=key(
            "The last token is safe: d4 is the only black one left, so White has to stop before "
            "it, on c4."
        ),
        position="#....#/....../.w.b../....../....../#....# white slide",
        moves=("b4-c4",),
        options=SMALL,
    ),
    Figure(
        name="scoring",
        caption=key(
            "The last empty square is filled, and the board is full. White lays one token and "
            "turns three: 15 + 1 + 3 = 19. Black has 16 − 3 = 13 left, and White has won."
        ),
        position="#.wwb#/wwbbbb/wwwbbb/wbbbbw/wwbbww/#wbbw# white slide",
        moves=("f2-b6",),
        options=SMALL,
    ),
    Figure(
        name="blocker",
        caption=key(
            "A blocker: after the slide White's tower leaves its corner and stands in Black's way. "
            "No token enters its square or crosses it."
        ),
        before=("*a1", "*h8", "c3-g3"),
        moves=("*a1-d4",),
        options={**START, "blockers": True},
    ),
    Figure(
        name="island",
        caption=key("A board with an island in the middle: slides end at its shore."),
        moves=("a4-c4",),
        options={"start": "a4 f6", "board": "center-isle"},
    ),
)
