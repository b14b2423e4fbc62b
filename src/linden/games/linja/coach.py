"""What is missed in Linja: follow-ups, bonuses, rows, and the speed that one lends to others."""

from linden.core.catalogues import key
from linden.core.coaching import Miss, Remark, Theme, when, wins, written
from linden.core.position import Position
from linden.games.linja.notation import move_text, say, split
from linden.games.linja.rules import BONUS, FOLLOW_UP, OPENING, PASS, RED, ROWS

THEMES = {
    "bonus": Theme(key("A bonus to be had"), puzzles="best"),
    "follow-up": Theme(key("A longer follow-up"), puzzles="best"),
    "declined": Theme(key("A step that was declined"), puzzles="best"),
    "rows": Theme(key("Points for rows"), puzzles="best"),
    "speed": Theme(key("Speed lent to the other side"), puzzles="best"),
}


def remark(miss: Miss) -> Remark | None:
    """The nearest thing first: what the turn itself brings, then what it leaves the others."""
    if wins(miss.after_better, miss.seat):
        return None
    better, played = miss.after_better, miss.after_played
    if better.state.part == BONUS != played.state.part:
        said = say(
            "{better} reaches the goal with nothing left over and earns a bonus, "
            "{played} does not.",
            **miss.moves,
        )
        return Remark("bonus", said)
    if miss.before.state.part == OPENING and _reach(better) > _reach(played):
        return Remark("follow-up", _follow_ups(miss, _reach(better), _reach(played)))
    if miss.played == move_text(miss.before.state, PASS):
        return Remark("declined", _declined(miss))
    more, fewer = miss.points
    if more > fewer:
        said = say.counting(
            "{better} moves up for {n} point, {played} for {fewer}.",
            "{better} moves up for {n} points, {played} for {fewer}.",
            int(more),
            fewer=written(fewer),
            **miss.moves,
        )
        return Remark("rows", said)
    if _lends(played, miss.seat) > _lends(better, miss.seat):
        said = say(
            "After {played}, {them} can follow up by {far}; after {better} by at most {near}.",
            them=miss.before.game.role(1 - miss.seat),
            far=_lends(played, miss.seat),
            near=_lends(better, miss.seat),
            **miss.moves,
        )
        return Remark("speed", said)
    return None


def remark_later(miss: Miss) -> Remark | None:
    """Who is ahead in points; else whose pawns have come further, which is worth points yet."""
    found = miss.most_more(miss.lead)
    if found is not None:
        later, more, fewer = found
        said = say.counting(
            "{who} would have been better off by {n} point {when} with {better} than with "
            "{played}.",
            "{who} would have been better off by {n} points {when} with {better} than with "
            "{played}.",
            int(more - fewer),
            when=when(later),
            who=miss.who,
            **miss.moves,
        )
        return Remark("rows", said)
    found = miss.most_more(lambda position: _gone(position, miss.seat))
    if found is not None:
        later, more, fewer = found
        said = say.counting(
            "{who} would have been {n} row further on {when}, set against {them}, with "
            "{better} than with {played}.",
            "{who} would have been {n} rows further on {when}, set against {them}, with "
            "{better} than with {played}.",
            int(more - fewer),
            when=when(later),
            who=miss.who,
            them=miss.before.game.role(1 - miss.seat),
            **miss.moves,
        )
        return Remark("rows", said)
    return None


def _gone(position: Position, seat: int) -> int:
    """By how many rows a seat's pawns, all together, are ahead of the others' on their way."""
    up, down = (int(word).to_bytes(ROWS, "little") for word in position.state.pawns)
    red = sum(count * row for row, count in enumerate(up))
    black = sum(count * (ROWS - 1 - row) for row, count in enumerate(down))
    return red - black if seat == RED else black - red


def _reach(position: Position) -> int:
    """The rows of the follow-up that an opening move has earned; 0 without one."""
    return int(position.state.reach) if position.state.part == FOLLOW_UP else 0


def _follow_ups(miss: Miss, far: int, near: int) -> str:
    if near == 0:
        return say(
            "{better} gives a follow-up of {far}, {played} gives none.", far=far, **miss.moves
        )
    return say(
        "{better} gives a follow-up of {far}, {played} one of {near}.",
        far=far,
        near=near,
        **miss.moves,
    )


def _declined(miss: Miss) -> str:
    if miss.before.state.part == BONUS:
        return say("{better} makes something of the bonus, {played} declines it.", **miss.moves)
    _, origin, to = split(miss.before.code(miss.better))
    return say.counting(
        "There was one row more to go, with {better}; {played} gave it away.",
        "There were {n} rows more to go, with {better}; {played} gave them away.",
        abs(to - origin),
        **miss.moves,
    )


def _lends(after: Position, seat: int) -> int:
    """The longest follow-up that the other side can open next; 0 while the turn goes on."""
    if after.over or after.turn == seat:
        return 0
    return max((_reach(after.play(move)) for move in after.moves), default=0)
