"""The pictures of Linage's rules, in their order; on small grids, where all can be seen at once."""

from linden.core.catalogues import key
from linden.core.figures import Figure

FIGURES = (
    Figure(
        name="regions",
        caption=key(
            "Three regions: on the left no level line fits in, so it is Vertical's. At the bottom "
            "right no upright one does, so it is Horizontal's. At the top right there is room for "
            "both: that land is free."
        ),
        position="..#..../..#..../..#..../..#..../..#####/..#..../..#.... komi 0 vertical",
        options={"size": 7, "komi": 0},
    ),
    Figure(
        name="komi",
        caption=key(
            "The komi is named, 4.5 points for Horizontal. Now the other player takes the side "
            "that looks better with it."
        ),
        moves=("komi 4.5",),
        options={"size": 7},
    ),
    Figure(
        name="stone",
        caption=key(
            "A stone in the gap cuts the land in two. Both pieces are two points wide and five "
            "high: 20 points for Vertical."
        ),
        position="..#../..#../...../..#../..#.. komi 0 vertical",
        moves=("c3",),
        options={"size": 5, "komi": 0},
    ),
    Figure(
        name="smallest",
        caption=key(
            "The smallest piece there can be: three points with one line. One point lower the "
            "stone could not be placed, as two points have no line."
        ),
        position="...../...../.#.../.#.../.#... komi 0 vertical",
        moves=("a4",),
        options={"size": 5, "komi": 0},
    ),
    Figure(
        name="passing",
        caption=key(
            "Both have passed, and the game is over. Vertical has ten points. The land on the "
            "right is still free and counts for nobody."
        ),
        position="..#..../..#..../..#..../..#..../..#.... komi 0 vertical after-pass",
        moves=("pass",),
        options={"size": "7x5", "komi": 0},
    ),
    Figure(
        name="scoring",
        caption=key(
            "The last stone settles everything. Vertical has three pieces of 6, 3 and 6 points, "
            "Horizontal one of 14 and half a point of komi. Vertical wins by half a point."
        ),
        position="..#.#../..#..../..#.#../#######/......./....... komi 0.5 vertical",
        moves=("e5",),
        options={"size": "7x6", "komi": 0.5},
        sums=True,
    ),
)
