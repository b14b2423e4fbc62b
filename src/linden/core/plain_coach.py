"""What was missed in a game that says nothing of it."""

from linden.core.catalogues import key, sentences
from linden.core.coaching import Miss, Remark, Theme, about, threat, when, wins, written

__all__ = ["THEMES", "remark", "remark_at_once"]

say = sentences(__file__)

THEMES = {
    "win": Theme(key("A win at once"), puzzles="win"),
    "guard": Theme(key("A win for the others"), puzzles="guard"),
    "points": Theme(key("More points at once"), puzzles="most"),
    "ahead": Theme(key("A look further ahead"), puzzles="best"),
    "chances": Theme(key("Better chances"), puzzles="best"),
}


def remark(miss: Miss) -> Remark:
    """By what any game tells of itself: who has won, who has more points, at once or some turns
    later; else by the chances."""
    return remark_at_once(miss) or _later(miss) or _chances(miss)


def remark_at_once(miss: Miss) -> Remark | None:
    """What can be seen right after the moves."""
    if wins(miss.after_better, miss.seat):
        return Remark("win", say("{better} wins at once, {played} does not.", **miss.moves))
    found = threat(miss.after_played, miss.seat)
    if found and not threat(miss.after_better, miss.seat):
        view, answer = found
        them = view.game.role(view.turn)
        return Remark(
            "guard",
            say(
                "After {played}, {them} can win at once with {answer}; {better} prevents it.",
                them=them,
                answer=answer,
                **miss.moves,
            ),
        )
    more, fewer = miss.points
    if miss.before.game.points_win and more > fewer:
        return Remark(
            "points",
            say(
                "In points, {better} brings {more} at once, {played} {fewer}.",
                more=written(more),
                fewer=written(fewer),
                **miss.moves,
            ),
        )
    return None


def _later(miss: Miss) -> Remark | None:
    if not miss.before.game.points_win:
        return None
    found = miss.most_more(miss.lead)
    if found is None:
        return None
    later, more, fewer = found
    said = say(
        "{who} would have been {points} better off in points {when} with {better} than with "
        "{played}.",
        when=when(later),
        who=miss.who,
        points=about(later, more - fewer),
        **miss.moves,
    )
    return Remark("ahead", said)


def _chances(miss: Miss) -> Remark:
    return Remark(
        "chances",
        say(
            "{better} wins about {best} games of 100, {played} about {worse}.",
            best=round(100 * miss.gain),
            worse=round(100 * max(miss.gain - miss.loss, 0)),
            **miss.moves,
        ),
    )
