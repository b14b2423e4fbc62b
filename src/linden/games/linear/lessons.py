"""Linear Progression on its board, step by step."""

from linden.core.catalogues import key
from linden.core.lessons import Hint, Step, Task, Try, worth

SMALL = {"board": "6x6"}


def _taken(tried: Try) -> float:
    """How many of the other side's tokens a slide turned."""
    them = 1 - tried.before.turn
    return tried.before.scores[them] - tried.after.scores[them]


LESSON = (
    Step(
        name="slide",
        title=key("A slide"),
        position="#....#/....../.w..../....../....b./#....# white slide",
        options=SMALL,
        tasks=(
            Task(
                asks=key(
                    "You are White. A token slides like a chess queen: straight or slantwise, as "
                    "far as you like. Every square it enters gets a token of yours, and the first "
                    "stays where it was. Lay four tokens with one slide."
                ),
                right=worth(4),
                praise=key("Four new tokens along the row. Most tokens win."),
                otherwise=key(
                    "That lays {gain}. Touch your token, then the far end of the longest line."
                ),
            ),
        ),
    ),
    Step(
        name="turn",
        title=key("Turn them over"),
        position="#w..b#/.w..b./.bb.../.b..w./....../#....# white slide",
        options=SMALL,
        tasks=(
            Task(
                asks=key("Black tokens on your way turn white. Turn two of them with one slide."),
                right=lambda tried: _taken(tried) == 2,
                praise=key("Two turned: you have gained them, and Black has lost them."),
                hints=(
                    Hint(
                        lambda tried: _taken(tried) == 1,
                        key("That turns one. There is a line with two black tokens in it."),
                    ),
                ),
                otherwise=key("That turns none. Look for a line through black tokens."),
            ),
        ),
    ),
    Step(
        name="empty",
        title=key("An empty square"),
        position="#....#/.wbbb./.b..../.b..../.b..../#b...# white slide",
        options=SMALL,
        tasks=(
            Task(
                asks=key(
                    "A slide must enter at least one empty square. Down the column there is none, "
                    "so that way is closed. Turn three black tokens another way."
                ),
                right=lambda tried: _taken(tried) == 3,
                praise=key("Three turned, and the empty square at the end makes it a slide."),
                otherwise=key("That turns none. Where is a row of black with a gap behind it?"),
            ),
        ),
    ),
    Step(
        name="own",
        title=key("Your own tokens stop you"),
        position="#....#/....b./.w..w./....../....b./#....# white slide",
        options=SMALL,
        tasks=(
            Task(
                asks=key(
                    "A slide ends at the first token of your own. Between your two tokens there is "
                    "room for two. Find a slide that lays three."
                ),
                right=worth(3),
                praise=key("Free lines are long lines: keep your tokens out of each other's way."),
                hints=(
                    Hint(
                        lambda tried: tried.move in ("b4-d4", "e4-c4"),
                        key("Two, then your other token is in the way. Try another direction."),
                    ),
                ),
                otherwise=key("That lays {gain}. Try a longer line."),
            ),
        ),
    ),
    Step(
        name="last",
        title=key("The last token is safe"),
        position="#....#/....../.w.b../....../....../#....# white slide",
        options=SMALL,
        tasks=(
            Task(
                asks=key(
                    "Black has one token left, and the last one may not be entered. It bars your "
                    "row. Lay three tokens in another direction."
                ),
                right=worth(3),
                praise=key("Nobody is ever wiped off the board. You go around."),
                otherwise=key("That lays {gain}. Three are possible, downwards or slantwise."),
            ),
        ),
    ),
    Step(
        name="end",
        title=key("The end"),
        position="#.wwb#/wwbbbb/wwwbbb/wbbbbw/wwbbww/#wbbw# white slide",
        options=SMALL,
        tasks=(
            Task(
                asks=key(
                    "When no square is empty the game is over, and most tokens win. One is empty, "
                    "and Black leads with 16 to 15. Find the slide that wins."
                ),
                right=lambda tried: tried.after.returns[0] > 0,
                praise=key("One token laid and three turned: 19 to 13. You have won."),
                otherwise=key(
                    "That makes 16 all, a draw. Come from farther away and turn black tokens as "
                    "you go."
                ),
            ),
        ),
    ),
)
