"""What is missed in Linear Progression: tokens taken and lost, squares filled, room to slide."""

from linden.core.catalogues import key
from linden.core.coaching import Miss, Remark, Theme, when, wins
from linden.core.position import Position
from linden.games.linear.notation import say
from linden.games.linear.rules import CHOOSE, CORNER, EXTRA, PASS, SLIDE

THEMES = {
    "taking": Theme(key("Tokens to be taken"), puzzles="best"),
    "filling": Theme(key("Squares to be filled"), puzzles="best"),
    "exposed": Theme(key("Tokens left to be taken"), puzzles="best"),
    "room": Theme(key("Room to slide"), puzzles="best"),
}


def remark(miss: Miss) -> Remark | None:
    """Tokens first, then what the next slide of the other side does, then who has more ways."""
    if wins(miss.after_better, miss.seat) or miss.before.state.part in (CHOOSE, CORNER):
        return None
    took, taken = (_taken(miss, after) for after in (miss.after_better, miss.after_played))
    filled, less = (_filled(miss, after) for after in (miss.after_better, miss.after_played))
    exposed, safer = (_exposed(miss, after) for after in (miss.after_played, miss.after_better))
    them = miss.before.game.role(1 - miss.seat)
    if took > taken and took + filled >= taken + less:
        said = say.counting(
            "{better} takes {n} token of {them}, {played} {fewer}.",
            "{better} takes {n} tokens of {them}, {played} {fewer}.",
            took,
            fewer=taken,
            them=them,
            **miss.moves,
        )
        return Remark("taking", said)
    if exposed > safer:
        said = say.counting(
            "After {played}, {them} can take {n} token with the next slide, "
            "after {better} at most {fewer}.",
            "After {played}, {them} can take {n} tokens with the next slide, "
            "after {better} at most {fewer}.",
            exposed,
            fewer=safer,
            them=them,
            **miss.moves,
        )
        return Remark("exposed", said)
    if filled > less and took >= taken:
        said = say.counting(
            "{better} fills {n} square, {played} {fewer}.",
            "{better} fills {n} squares, {played} {fewer}.",
            filled,
            fewer=less,
            **miss.moves,
        )
        return Remark("filling", said)
    wide, narrow = (_ways(after, miss.seat) for after in (miss.after_played, miss.after_better))
    if wide > narrow:
        said = say(
            "Ways to slide for {them}: {fewer} after {better}, {more} after {played}.",
            more=wide,
            fewer=narrow,
            them=them,
            **miss.moves,
        )
        return Remark("room", said)
    return None


def remark_later(miss: Miss) -> Remark | None:
    """Who has more tokens some turns later; else who then has more ways to slide."""
    found = miss.most_more(miss.lead)
    if found is not None:
        later, more, fewer = found
        said = say.counting(
            "{who} would have been better off by {n} token {when} with {better} than with "
            "{played}.",
            "{who} would have been better off by {n} tokens {when} with {better} than with "
            "{played}.",
            int(more - fewer),
            when=when(later),
            who=miss.who,
            **miss.moves,
        )
        return Remark("taking", said)
    found = miss.most_more(lambda position: _ways(position, 1 - miss.seat))
    if found is None:
        return None
    later, more, fewer = found
    said = say(
        "Ways to slide for {who} {when}: {more} with {better}, {fewer} with {played}.",
        when=when(later),
        who=miss.who,
        more=int(more),
        fewer=int(fewer),
        **miss.moves,
    )
    return Remark("room", said)


def _taken(miss: Miss, after: Position) -> int:
    """How many tokens of the other side a move swaps."""
    them = 1 - miss.seat
    return int(miss.before.scores[them] - after.scores[them])


def _filled(miss: Miss, after: Position) -> int:
    """How many empty squares a move fills."""
    return int(sum(after.scores) - sum(miss.before.scores))


def _slides(after: Position, seat: int) -> list[str]:
    """The slides that the other side has next; while the turn goes on, none are known yet."""
    if after.over or after.turn == seat or after.state.part not in (SLIDE, EXTRA):
        return []
    return [move for move, code in after.codes.items() if code != PASS]


def _exposed(miss: Miss, after: Position) -> int:
    """The most tokens that the other side can take with its next slide."""
    mine = after.scores[miss.seat]
    lost = (mine - after.play(move).scores[miss.seat] for move in _slides(after, miss.seat))
    return int(max(lost, default=0))


def _ways(after: Position, seat: int) -> int:
    return len(_slides(after, seat))
