"""What is missed in Linage: land that is settled, for either side, and lines in free land."""

from linden.core.catalogues import key
from linden.core.coaching import Miss, Remark, Theme, when, wins
from linden.core.position import Position
from linden.core.types import StateRecord
from linden.core.wording import Named
from linden.games.linage.notation import (
    FREE,
    NAMES,
    move_text,
    points_that_are,
    say,
    seat_of,
    side_of,
)
from linden.games.linage.rules import CHOOSING, HORIZONTAL, NAMING, PASS, VERTICAL

THEMES = {
    "komi": Theme(key("A fair komi")),
    "side": Theme(key("The better side")),
    "pass": Theme(key("Passing too early"), puzzles="best"),
    "land": Theme(key("Land of one’s own"), puzzles="win"),
    "given": Theme(key("Land for the other side"), puzzles="best"),
    "lines": Theme(key("Lines in free land"), puzzles="best"),
}


def remark(miss: Miss) -> Remark | None:
    state = miss.before.state
    if state.part == NAMING:
        said = say("{better} is nearer to even than {played}.", **miss.moves)
        return Remark("komi", said)
    if state.part == CHOOSING:
        return Remark("side", say("With this komi {better} is the side to take.", **miss.moves))
    if wins(miss.after_better, miss.seat):
        return None
    ours = side_of(state, miss.seat)
    theirs = 1 - ours
    more, fewer = (_settled(miss, after, ours) for after in (miss.after_better, miss.after_played))
    if more > fewer:
        said = say.counting(
            "{better} settles {n} point of land for {who}, {played} {fewer}.",
            "{better} settles {n} points of land for {who}, {played} {fewer}.",
            more,
            fewer=fewer,
            who=_called(state, ours),
            **miss.moves,
        )
        return Remark("land", said)
    kept, lost = (_settled(miss, after, theirs) for after in (miss.after_better, miss.after_played))
    if lost > kept:
        said = say.counting(
            "{played} settles {n} point of land for {them}, {better} {kept}.",
            "{played} settles {n} points of land for {them}, {better} {kept}.",
            lost,
            kept=kept,
            them=_called(state, theirs),
            **miss.moves,
        )
        return Remark("given", said)
    if miss.played == move_text(state, PASS):
        said = say("There is free land to fight for: {better} goes there.", **miss.moves)
        return Remark("pass", said)
    return _on_lines(miss, ours) or _on_answers(miss, theirs)


def remark_later(miss: Miss) -> Remark | None:
    """Land that is settled some stones later, or else the lines that there still are in free
    land."""
    ours = side_of(miss.before.state, miss.seat)
    found = miss.most_more(miss.lead)
    if found is not None:
        later, more, fewer = found
        said = say.counting(
            "{who} would have been better off by {n} point of land {when} with {better} than "
            "with {played}.",
            "{who} would have been better off by {n} points of land {when} with {better} than "
            "with {played}.",
            int(more - fewer),
            when=when(later),
            who=_called(miss.before.state, ours),
            **miss.moves,
        )
        mine, less = later.means(lambda position: position.scores[miss.seat])
        return Remark("land" if mine > less else "given", said)
    found = miss.most_more(lambda position: _lines_ahead(position, ours))
    if found is None:
        return None
    later, *_ = found
    better, played = _lines(later.better[0]), _lines(later.played[0])
    said = say(
        "With {better} the free land would have had {upright} upright and {level} level lines "
        "{when}; with {played} {old_upright} and {old_level}.",
        when=when(later),
        upright=better[VERTICAL],
        level=better[HORIZONTAL],
        old_upright=played[VERTICAL],
        old_level=played[HORIZONTAL],
        **miss.moves,
    )
    return Remark("lines", said)


def _lines_ahead(position: Position, ours: int) -> int:
    """How many more lines of one's own the free land has than of the other side's."""
    found = _lines(position)
    return found[ours] - found[1 - ours]


def _called(state: StateRecord, side: int) -> Named:
    return Named(say.seat(seat_of(state, side), NAMES[side]))


def _settled(miss: Miss, after: Position, side: int) -> int:
    """How many points of land a move settles for a side."""
    before = points_that_are(side, miss.before.state)
    return len(points_that_are(side, after.state)) - len(before)


def _on_lines(miss: Miss, ours: int) -> Remark | None:
    """Which lines the free land has left: those of one's own are what it can still be won by."""
    better, played = (_lines(after) for after in (miss.after_better, miss.after_played))
    if better[ours] - better[1 - ours] <= played[ours] - played[1 - ours]:
        return None
    said = say(
        "After {better} the free land has {upright} upright and {level} level lines; "
        "after {played} {old_upright} and {old_level}.",
        upright=better[VERTICAL],
        level=better[HORIZONTAL],
        old_upright=played[VERTICAL],
        old_level=played[HORIZONTAL],
        **miss.moves,
    )
    return Remark("lines", said)


def _on_answers(miss: Miss, theirs: int) -> Remark | None:
    """What the other side's next stone can settle."""
    most, least = (_answer(miss, after) for after in (miss.after_played, miss.after_better))
    if most <= least:
        return None
    said = say.counting(
        "After {played}, {them} can settle {n} point of land with the next stone, "
        "after {better} at most {kept}.",
        "After {played}, {them} can settle {n} points of land with the next stone, "
        "after {better} at most {kept}.",
        most,
        kept=least,
        them=_called(miss.before.state, theirs),
        **miss.moves,
    )
    return Remark("given", said)


def _answer(miss: Miss, after: Position) -> int:
    """The most land that the other side can settle for itself at once."""
    if after.over or after.turn == miss.seat:
        return 0
    them = after.turn
    return int(max(after.play(move).scores[them] for move in after.moves) - after.scores[them])


def _lines(position: Position) -> dict[int, int]:
    """How many upright and level lines there are in free land."""
    points, line = points_that_are(FREE, position.state), int(position.state.line)
    return {
        VERTICAL: sum(all((c, r + i) in points for i in range(line)) for c, r in points),
        HORIZONTAL: sum(all((c + i, r) in points for i in range(line)) for c, r in points),
    }
