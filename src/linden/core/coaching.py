"""Coaching: what was missed with a move, told in the game's own terms.

A game's ``coach.py`` may declare ``THEMES``, what can be missed there, and ``remark``, which tells
in a sentence what the better move has and the played one lacks. Where nothing differs yet right
after the moves, ``remark_later``, which it may declare too, tells what differs some turns on
(``Miss.later``, which ``players/foresight.py`` plays). Where a game has nothing to say, and for
games without that file, the plain remark is made (``plain_coach``): who wins at once, who gets more
points, now or later, who has the better chances.

A miss knows no more than its mover did: ``Miss.before`` is that seat's view, and what is played on
from there is dealt by it.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, stdev
from types import ModuleType
from typing import TYPE_CHECKING, cast

from linden.core import registry
from linden.core.catalogues import Sentences, key, sentences
from linden.core.errors import GameError
from linden.core.language import figure
from linden.core.seats import CHANCE

if TYPE_CHECKING:
    from linden.core.contract import Coach
    from linden.core.game import Game
    from linden.core.position import Position
    from linden.core.wording import Named

say = sentences(__file__)

LONGEST_NAME = 20
"""Letters of a theme's name, by which misses are kept."""


@dataclass(frozen=True)
class Theme:
    """Something that can be missed, time and again."""

    title: str
    """An English key, such as "A bonus to be had"."""
    puzzles: str = ""
    """The theme of the game's puzzles that practise it, where there are some."""


@dataclass(frozen=True)
class Remark:
    """What was missed."""

    theme: str
    """The name of one of the themes; it stays when texts change."""
    says: str
    """A sentence that compares both moves; its seats may be marked (``core.wording``)."""


@dataclass(frozen=True)
class Later:
    """How a game stands some turns after either move, played on alike."""

    turns: int
    """How often the mover's turn has come again; fewer where the game has ended before."""
    better: tuple["Position", ...]
    """One for each course that chance may take; the luck is the same after both moves."""
    played: tuple["Position", ...]

    @property
    def over(self) -> bool:
        return all(position.over for position in (*self.better, *self.played))

    def surely_more(self, count: "Callable[[Position], float]") -> float:
        """How many more the better move has led to, less the standard error of that: a few courses
        may differ by luck. One course has none."""
        pairs = zip(self.better, self.played, strict=True)
        more = [float(count(better)) - count(played) for better, played in pairs]
        return fmean(more) - (stdev(more) / len(more) ** 0.5 if len(more) > 1 else 0)

    def means(self, count: "Callable[[Position], float]") -> tuple[float, float]:
        """What is counted, on average: after the better move, and after the played one."""
        return fmean(map(count, self.better)), fmean(map(count, self.played))


@dataclass(frozen=True)
class Miss:
    """A move that was played where another is better."""

    before: "Position"
    """As whoever moved could know it."""
    played: str
    better: str
    gain: float = 1.0
    """The share of the win that the better move promises."""
    loss: float = 1.0
    """How much of it the played one gives away."""
    later: tuple[Later, ...] = ()
    """How it goes on after each, turn by turn, where that was played."""

    @property
    def seat(self) -> int:
        return self.before.turn

    @cached_property
    def after_played(self) -> "Position":
        return self.before.play(self.played)

    @cached_property
    def after_better(self) -> "Position":
        return self.before.play(self.better)

    @property
    def moves(self) -> dict[str, str]:
        """Both, to be filled into a sentence."""
        return {"better": self.better, "played": self.played}

    @property
    def points(self) -> tuple[float, float]:
        """What the better move adds to the mover's points at once, and what the played one does."""
        mine = self.before.scores[self.seat]
        after = self.after_better, self.after_played
        return after[0].scores[self.seat] - mine, after[1].scores[self.seat] - mine

    @property
    def who(self) -> "Named":
        """The mover, in a sentence."""
        return self.before.game.role(self.seat)

    def lead(self, position: "Position") -> float:
        """By how many points the mover is ahead of the best of the others."""
        others = (it for seat, it in enumerate(position.scores) if seat != self.seat)
        return position.scores[self.seat] - max(others)

    def most_more(
        self, count: "Callable[[Position], float]", least: float = 1.0
    ) -> tuple[Later, float, float] | None:
        """When the better move has led to most more of something, by so much at ``least``, with
        what it has led to by then and what the played one has."""
        later = max(self.later, key=lambda it: it.surely_more(count), default=None)
        if later is None or later.surely_more(count) <= 0:
            return None
        more, fewer = later.means(count)
        return (later, more, fewer) if more - fewer >= least else None


def when(later: Later) -> str:
    """How far on that is, within a sentence.

    >>> from linden.core.game import load
    >>> start = load("linja").start()
    >>> when(Later(2, (start,), (start,)))
    'two turns later'
    """
    if later.over:
        return say("at the end of the game")
    return say(WHEN[min(later.turns, len(WHEN)) - 1])


WHEN = (
    key("one turn later"),
    key("two turns later"),
    key("three turns later"),
)


def written(points: float) -> str:
    """Points as the reader's language writes them."""
    return figure(f"{points:g}")


def about(later: Later, points: float) -> str:
    """Points some turns on as the reader's language writes them; on average, with a decimal.

    >>> start = None
    >>> about(Later(1, (start,), (start,)), 2), about(Later(1, (start, start), ()), 2.25)
    ('2', '2.2')
    """
    return written(points) if len(later.better) == 1 else figure(f"{points:.1f}")


def wins(position: "Position", seat: int) -> bool:
    """Whether the game is over, and ``seat`` has won it."""
    return position.over and position.returns[seat] > 0


def threat(after: "Position", seat: int) -> tuple["Position", str] | None:
    """Where somebody else can win at once after a move of ``seat``, and by which move; with some
    hand that is possible, where hands are hidden. What ``seat`` itself draws first makes no
    difference to the others.

    >>> from linden.core.game import load
    >>> start = load("linja").start()
    >>> threat(start.play("1-2"), 0) is None
    True
    """
    while after.to_move == CHANCE and after.turn == seat:
        after = after.play(after.moves[0])
    them = after.to_move
    if them is None or them in (CHANCE, seat):
        return None
    return next(((after, move) for move in after.moves if wins(after.play(move), them)), None)


def coach_of(game: "Game", module: ModuleType) -> "Coach":
    """What a game's ``coach.py`` declares, or a ``GameError`` that says what is wrong."""
    themes, remark = getattr(module, "THEMES", None), getattr(module, "remark", None)
    named = isinstance(themes, Mapping) and all(
        isinstance(name, str)
        and 0 < len(name) <= LONGEST_NAME
        and isinstance(theme, Theme)
        and isinstance(theme.title, str)
        for name, theme in themes.items()
    )
    if not named:
        raise GameError(
            f"{game.title}'s coach.py must declare THEMES: Themes by their names, "
            f"which have {LONGEST_NAME} letters at most."
        )
    if not callable(remark) or len(inspect.signature(remark).parameters) != 1:
        raise GameError(f"{game.title}'s coach.py must have remark(miss), which tells what it was.")
    later = getattr(module, "remark_later", remark)
    if not callable(later) or len(inspect.signature(later).parameters) != 1:
        raise GameError(f"{game.title}'s coach.py has a remark_later that takes no miss.")
    return cast("Coach", module)


def themes_of(game: "Game") -> dict[str, Theme]:
    """All that can be missed in a game, its own words before the plain ones."""
    from linden.core import plain_coach

    return {**plain_coach.THEMES, **game.coach.THEMES}


def title_of(game: "Game", theme: Theme) -> str:
    """A theme in the reader's words: the game's own, or those for all games."""
    told = Sentences(registry.folder(game.name))(theme.title)
    return say(theme.title) if told == theme.title else told


def remark_on(miss: Miss) -> Remark:
    """What was missed, as the game tells it, else plainly: what differs at once before what differs
    later.

    >>> from linden.core.game import load
    >>> before = load("linja").parse("6.1.1.1.1.1.1.0/0.1.1.1.1.1.1.6 red opening")
    >>> remark_on(Miss(before, "7-8", "1-2")).says
    '1-2 gives a follow-up of 2, 7-8 gives none.'
    """
    from linden.core import plain_coach

    found = remark_at_once(miss)
    remark_later = getattr(miss.before.game.coach, "remark_later", None)
    if found is None and remark_later is not None and miss.later:
        found = _checked(miss, remark_later(miss))
    return plain_coach.remark(miss) if found is None else found


def remark_at_once(miss: Miss) -> Remark | None:
    """What can be told without playing on."""
    from linden.core import plain_coach

    own = miss.before.game.coach
    found = None
    if own.THEMES is not plain_coach.THEMES:
        found = _checked(miss, own.remark(miss))
    return plain_coach.remark_at_once(miss) if found is None else found


def _checked(miss: Miss, found: object) -> Remark | None:
    game = miss.before.game
    if found is None:
        return None
    if (
        not isinstance(found, Remark)
        or found.theme not in themes_of(game)
        or not isinstance(found.says, str)
        or not found.says
    ):
        raise GameError(
            f"{game.title}'s coach.py answered {found!r}, no Remark on one of its themes."
        )
    return found
