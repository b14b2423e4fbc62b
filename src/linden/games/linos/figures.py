"""The pictures of Linos's rules, in their order."""

from linden.core.catalogues import key
from linden.core.figures import Figure

TWO_TOWERS = "Xe3,Xd4 OXOOOOXXO first holds-X 2.2+21"
"""In a basket of four squares: nothing but royal plays is left."""
SMALL = {"basket": "2x2"}

FIGURES = (
    Figure(
        name="start",
        caption=key(
            "The start: twelve stones in the list, 25 coins in the pot and nothing on the table."
        ),
    ),
    Figure(
        name="roll",
        caption=key(
            "A 2 is rolled: the second stone of the list is taken, a dark one. The others close up."
        ),
        moves=("die 2",),
    ),
    Figure(
        name="upright",
        caption=key("Upright: one square on the table, level 2. That is worth 1 × 2 = 2 coins."),
        before=("die 1",),
        moves=("d4",),
    ),
    Figure(
        name="flat",
        caption=key("Flat: two squares on the table, level 1. That is worth 2 × 1 = 2 coins."),
        before=("die 1",),
        moves=("d4e4",),
    ),
    Figure(
        name="counting",
        caption=key(
            "Worth nine: the dark stone touches light stones with three squares, below it and on "
            "two sides, and reaches level 3. 3 × 3 = 9 coins."
        ),
        position="Od4d5,Oc4,Oe4,Xd6 XXOOXXO first holds-X 4.6+15",
        moves=("d4",),
    ),
    Figure(
        name="jack",
        caption=key(
            "A Jack: one stone stands exactly on the end of another, and both make one long line."
        ),
        position=TWO_TOWERS,
        moves=("e3",),
        options=SMALL,
    ),
    Figure(
        name="bale",
        caption=key(
            "A Bale: a stone stands right beside another, long side exactly on long side. It may "
            "here, since a basket of four squares has no other place left."
        ),
        position=TWO_TOWERS,
        moves=("d3",),
        options=SMALL,
    ),
    Figure(
        name="half",
        caption=key(
            "Not royal: these two lie side by side, but overlap by half only. The dark stone "
            "touches three squares at level 1: three coins."
        ),
        position="Od4d5 XOOXXOOXXO second holds-X 2.0+23",
        moves=("c5c6",),
    ),
    Figure(
        name="closed-board",
        caption=key(
            "A closed board: nothing but Jacks and Bales is left, so they are free. This light "
            "stone earns 6 × 2 = 12 coins: nine from the pot, which is empty now, and three from "
            "the opponent."
        ),
        position="Xb4,Xd4,Ob5c5,Xb6,Xd6,Xc7d7,Oc5,Xd7 OOO first holds-O 8.8+9",
        moves=("c6",),
    ),
    Figure(
        name="bust",
        caption=key(
            "Bust: this stone is worth 5 × 3 = 15 coins, but the pot and the opponent have only 14 "
            "between them. Whoever placed it gets all 25, and the game is over."
        ),
        position="Oc3,Xe3,Xd4d5,Oe4f4,Oc5,Of5,Xe4,Xd5 XOX first holds-O 11.12+2",
        moves=("d4",),
    ),
    Figure(
        name="last-stone",
        caption=key(
            "The twelfth stone counts half: 1 × 5 = 5, so two coins. The pot is empty, and they "
            "come from the opponent: 18 − 2 = 16 coins against 7 + 2 = 9."
        ),
        position=(
            "Xd4d5,Xe4f4,Oe5,Xf5f6,Og5,Od6e6,Oe4,Xd5,Xf5,Oe6f6,Oe5e6 - second holds-X 18.7+0"
        ),
        moves=("e5",),
    ),
)
