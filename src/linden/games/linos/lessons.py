"""Linos on its table, step by step."""

from linden.core.catalogues import key
from linden.core.lessons import Hint, Step, Task, Try, among, worth


def _flat(tried: Try) -> bool:
    return len(tried.move) == 4


LESSON = (
    Step(
        name="first",
        title=key("The first stone"),
        position="- XXOOXXOOXXO first holds-O 0.0+25",
        tasks=(
            Task(
                asks=key(
                    "The die has brought you a light stone, as long as two cubes. It may lie flat "
                    "or stand upright. Stand it up."
                ),
                right=among("d4"),
                praise=key(
                    "One square touches the table, and it reaches level 2: 1 × 2 = 2 coins."
                ),
                otherwise=key(
                    "Flat it would touch the table with two squares at level 1, which makes two "
                    "coins as well. But stand it up this time."
                ),
            ),
        ),
    ),
    Step(
        name="touch",
        title=key("Touch the other colour"),
        position="Od4d5 XOOXXOOXXO second holds-X 2.0+23",
        tasks=(
            Task(
                asks=key(
                    "Squares that touch the table or the other colour count, times the level the "
                    "stone reaches. Your stone is dark. Find a place worth four coins."
                ),
                right=worth(4),
                praise=key("One square on the table, one on the light stone, level 2: 2 × 2 = 4."),
                hints=(
                    Hint(
                        worth(3),
                        key("Three coins: it touches the light stone. Could it reach higher?"),
                    ),
                ),
                otherwise=key("Two coins: it touches the table alone. Go up to the light stone."),
            ),
        ),
    ),
    Step(
        name="nine",
        title=key("Higher pays more"),
        position="Od4d5,Oc4,Oe4,Xd6 XXOOXXO first holds-X 4.6+15",
        tasks=(
            Task(
                asks=key(
                    "Stones go onto stones, too, if everything below is solid. Find the place "
                    "worth nine coins: three touching squares at level 3."
                ),
                right=worth(9),
                praise=key("Below and on two sides it touches light, up to level 3: 3 × 3 = 9."),
                otherwise=key(
                    "That is worth {gain}. Look for the hollow between the two upright light "
                    "stones."
                ),
            ),
        ),
    ),
    Step(
        name="royal",
        title=key("Royal plays"),
        position="Od4d5 XOOXXOOXXO second holds-X 2.0+23",
        tasks=(
            Task(
                asks=key(
                    "Two plays are royal, and forbidden as a rule: end to end in one line, a Jack; "
                    "long side exactly along long side, a Bale. Half an overlap is neither. Lay "
                    "your stone flat along the light one, shifted by one square."
                ),
                right=among("c3c4", "c5c6", "e3e4", "e5e6"),
                praise=key("They overlap by half, so it is no Bale: three squares, three coins."),
                hints=(
                    Hint(
                        lambda tried: not _flat(tried), key("That one stands. Lay it flat instead.")
                    ),
                ),
                otherwise=key(
                    "It should lie the same way as the light stone and touch one square of its "
                    "long side."
                ),
            ),
        ),
    ),
    Step(
        name="closed",
        title=key("A closed board"),
        position="Xb4,Xd4,Ob5c5,Xb6,Xd6,Xc7d7,Oc5,Xd7 OOO first holds-O 8.8+9",
        tasks=(
            Task(
                asks=key(
                    "Nothing but Jacks and Bales is left: the board is closed, and now they are "
                    "free. The pot has nine coins; what it lacks, your opponent pays. Find the "
                    "place worth twelve."
                ),
                right=worth(12),
                praise=key("Nine from the pot and three from your opponent."),
                hints=(
                    Hint(
                        lambda tried: tried.gain >= 9,
                        key("{gain} coins, and the pot is empty. But there is more."),
                    ),
                ),
                otherwise=key(
                    "That is worth {gain}. Look for a gap where dark stones stand around you."
                ),
            ),
        ),
    ),
    Step(
        name="bust",
        title=key("Bust"),
        position="Oc3,Xe3,Xd4d5,Oe4f4,Oc5,Of5,Xe4,Xd5 XOX first holds-O 11.12+2",
        tasks=(
            Task(
                asks=key(
                    "The pot holds two coins and your opponent twelve. A stone worth more than all "
                    "of these is a bust: you take everything, and the game ends at once. Find it."
                ),
                right=lambda tried: tried.after.over,
                praise=key("Nobody can pay that. All 25 coins are yours, and the game with them."),
                hints=(
                    Hint(
                        lambda tried: tried.gain == 0,
                        key("Worth nothing here: it touches no dark stone. Keep looking."),
                    ),
                ),
                otherwise=key("{gain} coins are good, but they can be paid. Fifteen cannot."),
            ),
        ),
    ),
)
