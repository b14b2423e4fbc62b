"""Linage on its grid, step by step."""

from linden.core.catalogues import key
from linden.core.lessons import Hint, Step, Task, Try, among, worth

SMALL = {"size": 5, "komi": 0}
_passes = among("pass")


def _threatened(tried: Try) -> bool:
    """Whether the other side could take land with its next stone."""
    after, them = tried.after, 1 - tried.before.turn
    return any(after.play(move).scores[them] > after.scores[them] for move in after.moves)


LESSON = (
    Step(
        name="vertical",
        title=key("Tall land"),
        position="..#../..#../...../..#../..#.. komi 0 vertical",
        options=SMALL,
        tasks=(
            Task(
                asks=key(
                    "You are Vertical. Empty points that hang together make a region. One that is "
                    "too narrow for three points side by side is yours. Place the one stone that "
                    "wins you twenty points."
                ),
                right=worth(20),
                praise=key(
                    "Two regions, each two points wide and five high: no level line fits in, so "
                    "both are yours."
                ),
                hints=(
                    Hint(
                        worth(9),
                        key("That wins you nine points on one side. One stone can win both sides."),
                    ),
                    Hint(_passes, key("Passing wins nothing here. Put a stone into the gap.")),
                ),
                otherwise=key("The two halves still hang together. Where is the gap in the wall?"),
            ),
        ),
    ),
    Step(
        name="horizontal",
        title=key("Wide land"),
        position="...../...../##.##/...../..... komi 0 horizontal",
        options=SMALL,
        tasks=(
            Task(
                asks=key(
                    "Now you are Horizontal: regions without three points one above the other are "
                    "yours. The stones belong to nobody. Take all the land at once."
                ),
                right=worth(20),
                praise=key(
                    "Two rows above, two below: no upright line fits in. All of it is yours."
                ),
                hints=(
                    Hint(
                        worth(9),
                        key("That wins you nine points. Close the gap itself to win twenty."),
                    ),
                    Hint(_passes, key("Passing wins nothing here. Put a stone into the gap.")),
                ),
                otherwise=key("Above and below still hang together. Close the wall."),
            ),
        ),
    ),
    Step(
        name="piece",
        title=key("Every piece keeps a line"),
        position="...../...../.#.../.#.../.#... komi 0 vertical",
        options=SMALL,
        tasks=(
            Task(
                asks=key(
                    "A stone may cut off a piece, but each piece must keep three points in a line, "
                    "upright or level. You are Vertical: cut off the smallest piece there can be."
                ),
                right=worth(3),
                praise=key(
                    "Three points, one above the other: yours. A piece without a line is not "
                    "allowed, and land that has an owner is closed to stones."
                ),
                hints=(Hint(_passes, key("Do not pass yet: there are three points to be had.")),),
                otherwise=key(
                    "Nothing is cut off yet. Look at the narrow strip on the left, beside the wall."
                ),
            ),
        ),
    ),
    Step(
        name="prevent",
        title=key("Spoil a plan"),
        position="...../...../.#.../.#.../.#... komi 0 horizontal",
        options=SMALL,
        tasks=(
            Task(
                asks=key(
                    "The same board, but you are Horizontal, and Vertical is about to cut off "
                    "those three points. Place a stone so that Vertical cannot take any land next "
                    "turn."
                ),
                right=lambda tried: (
                    tried.gain == 0 and tried.after.scores[0] == 0 and not _threatened(tried)
                ),
                praise=key(
                    "Now a cut would leave two points without a line, and that is forbidden. The "
                    "rule protects you, too."
                ),
                hints=(
                    Hint(
                        lambda tried: tried.after.scores[0] > 0,
                        key("That cuts the strip off yourself: Vertical gets the three points."),
                    ),
                    Hint(_passes, key("Then Vertical closes the strip. A stone can stop that.")),
                ),
                otherwise=key(
                    "Vertical can still take land next turn. What if the strip were one shorter?"
                ),
            ),
        ),
    ),
    Step(
        name="pass",
        title=key("The end"),
        position="..#..../..#..../..#..../..#..../..#.... komi 0 vertical after-pass",
        options={"size": "7x5", "komi": 0},
        tasks=(
            Task(
                asks=key(
                    "The game ends when both sides pass, one after the other. What is still free "
                    "then counts for nobody. Horizontal has passed, and you lead with ten points "
                    "to none. Win."
                ),
                right=lambda tried: tried.after.over,
                praise=key("Ten to nothing. A game also ends when no land is free any more."),
                otherwise=key(
                    "Then the game goes on, and the land on the right can still be won. You lead: "
                    "pass, too."
                ),
            ),
        ),
    ),
    Step(
        name="komi",
        title=key("Fair from the start"),
        position="...../...../...../...../..... komi 12.5 choosing",
        options={"size": 5},
        tasks=(
            Task(
                asks=key(
                    "Vertical moves first, so Horizontal gets points for it, the komi. One player "
                    "names it, the other picks a side. On this small board somebody has named "
                    "12.5. Which side do you take?"
                ),
                right=among("horizontal"),
                praise=key(
                    "Half of all points before the first stone: gladly. So name a komi that you "
                    "would be content with on either side."
                ),
                otherwise=key(
                    "There are only 25 points here, and Horizontal would begin with half of them."
                ),
            ),
        ),
    ),
)
