"""Linja on its board, step by step."""

from linden.core.catalogues import key
from linden.core.lessons import Hint, Step, Task, Try, among, worth


def _reach(tried: Try) -> int:
    """How many rows the follow-up has that an opening move earns."""
    return int(tried.after.state.reach)


def _origin(tried: Try) -> int:
    return int(tried.move.partition("-")[0])


_passes = among("pass")

LESSON = (
    Step(
        name="open",
        title=key("The opening move"),
        tasks=(
            Task(
                asks=key(
                    "You are Red, and your pawns run up to row 8. Every turn begins with one of "
                    "them going one row ahead. Take the pawn in row 7 into the goal."
                ),
                right=among("7-8"),
                praise=key("That pawn is home: five points. It stays in the goal."),
                otherwise=key(
                    "You could open with that pawn, too. But try the one in row 7: it has a "
                    "single row to go."
                ),
            ),
        ),
    ),
    Step(
        name="company",
        title=key("Company is speed"),
        tasks=(
            Task(
                asks=key(
                    "Step into a row where others stand, of either colour. A pawn of yours may "
                    "then go on as many rows as there were pawns. Open into an inner row, 2 to 7."
                ),
                right=lambda tried: _reach(tried) == 2,
                praise=key("Two pawns were there, so you have a follow-up of two rows."),
                otherwise=key(
                    "The goal is no inner row: nothing follows from there. Choose another pawn."
                ),
            ),
            Task(
                asks=key(
                    "Now any one of your pawns may go exactly two rows, the same or another. "
                    "Choose one."
                ),
                right=lambda tried: tried.move != "pass",
                praise=key("A turn is the opening move and the follow-up. Then Black has theirs."),
                otherwise=key("You may do without, but two rows are too good to give away."),
            ),
        ),
    ),
    Step(
        name="bonus",
        title=key("Four rows and a bonus"),
        position="5.1.1.2.1.1.1.0/0.1.1.1.3.1.0.5 red opening",
        tasks=(
            Task(
                asks=key("The fuller the row, the longer the jump. Make a follow-up of four rows."),
                right=lambda tried: _reach(tried) == 4,
                praise=key("Four were there already. Now for the long jump."),
                hints=(
                    Hint(
                        lambda tried: _reach(tried) == 0,
                        key("The goal earns no follow-up. Look for an inner row with four pawns."),
                    ),
                ),
                otherwise=key(
                    "That makes a shorter jump. Count the pawns in each row: one row has four."
                ),
            ),
            Task(
                asks=key(
                    "Reach the goal with exactly four rows, none left over: that earns a bonus."
                ),
                right=among("4-8"),
                praise=key("Exactly four. The bonus is yours."),
                hints=(
                    Hint(_passes, key("Jump rather than pass: four rows take a pawn home.")),
                    Hint(
                        lambda tried: _origin(tried) > 4,
                        key("It would get home, but with rows left over. That earns no bonus."),
                    ),
                ),
                otherwise=key(
                    "That pawn does not get home. Which one has exactly four rows to go?"
                ),
            ),
            Task(
                asks=key(
                    "As a bonus one of your pawns may step one row, forwards or backwards. Bring "
                    "another one home."
                ),
                right=among("7-8"),
                praise=key("Three parts and two pawns home. A turn can hardly be better."),
                hints=(Hint(_passes, key("The bonus is a present: use it.")),),
                otherwise=key("A step like that is allowed, but row 7 is next to the goal."),
            ),
        ),
    ),
    Step(
        name="full",
        title=key("A full row"),
        position="3.1.1.2.2.1.1.1/1.1.1.0.4.1.1.3 red opening",
        moves=("2-3",),
        tasks=(
            Task(
                asks=key(
                    "An inner row has room for six pawns. Row 5 is full: nobody may stop there, "
                    "but you may jump over it. Do so with your two rows."
                ),
                right=among("4-6"),
                praise=key("Over all six, and out of your own half."),
                hints=(
                    Hint(_passes, key("Jump rather than pass: row 5 only stops those who stop.")),
                ),
                otherwise=key("That pawn does not cross row 5. Start right below it, in row 4."),
            ),
        ),
    ),
    Step(
        name="points",
        title=key("What a row is worth"),
        position="2.1.0.2.1.2.2.2/2.3.1.2.1.2.1.0 red opening",
        tasks=(
            Task(
                asks=key(
                    "In the goal a pawn counts 5, one row before it 3, then 2, then 1. In your own "
                    "half, rows 1 to 4, it costs one point. Find an opening move that earns two "
                    "points."
                ),
                right=worth(2),
                praise=key("Into the goal, or out of your own half: these steps earn two."),
                hints=(Hint(worth(1), key("One point. There is a step that earns two.")),),
                otherwise=key("No points yet: that pawn is still in your own half."),
            ),
        ),
    ),
    Step(
        name="end",
        title=key("The end"),
        position="0.0.0.0.2.2.3.5/5.3.3.0.1.0.0.0 red opening",
        tasks=(
            Task(
                asks=key(
                    "The game ends when the colours have passed each other: all of yours above all "
                    "of Black's. Two of yours still share row 5 with Black. Take the first one out."
                ),
                right=among("5-6"),
                praise=key("Two pawns were in row 6, so two rows follow."),
                otherwise=key("Both pawns in row 5 have to leave it. Begin with one of them."),
            ),
            Task(
                asks=key("Now the other one, and you win."),
                right=lambda tried: tried.after.over,
                praise=key("Every red pawn is past every black one. The game is over, and yours."),
                hints=(Hint(_passes, key("Then Black would go on. Use your two rows.")),),
                otherwise=key("One pawn would still stand beside Black, in row 5. Move that one."),
            ),
        ),
    ),
)
