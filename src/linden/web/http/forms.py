"""A game's declarations as the pages want them: cards, forms, levels."""

import logging
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache
from typing import Any, TypeVar

from linden.core import registry
from linden.core.errors import OptionError
from linden.core.game import Game, declaration, games, load
from linden.core.match import MatchRules
from linden.core.options import Between, Drawn, OneOf, Option, YesNo
from linden.puzzles.puzzle import path_of
from linden.web.compute import amounts
from linden.web.compute import tablebases as truth
from linden.web.compute.opponents import cards
from linden.web.errors import Refusal
from linden.web.http import showcase
from linden.web.messages import Checked, ClockCard, GameCard, GamePage, MatchForm, OptionForm
from linden.web.tables import rating, scene
from linden.web.tables.clock import PRESETS
from linden.web.tables.making import usual_seats
from linden.web.tables.view import control_told
from linden.web.texts import say

log = logging.getLogger(__name__)
Told = TypeVar("Told")

FORMS = {YesNo: "switch", OneOf: "choice", Between: "number", Drawn: "map"}


def game_named(name: str, /, **options: object) -> Game:
    """The game, or a refusal that names those there are."""
    try:
        return load(name, **options)
    except OptionError as error:
        raise Refusal(str(error), 404 if name not in games() else 422) from None


def of_each(tell: Callable[[str], Told | None]) -> list[Told]:
    """What there is to tell of the games, one after the other; one that fails is left out, which is
    no reason to keep the others back."""
    found = []
    for name in games():
        try:
            told = tell(name)
        except Exception as error:
            once(f"The game {name} is left out: {registry.blame(error) or registry.cause(error)}")
            continue
        if told is not None:
            found.append(told)
    return found


@lru_cache(1000)
def once(sentence: str) -> None:
    """Note what will be met with every page."""
    log.warning("%s", sentence)


def card(name: str, ready: bool) -> GameCard:
    game = load(name)
    facts = game.told
    return GameCard(
        name=name,
        title=facts.title,
        summary=facts.summary,
        designer=facts.designer,
        publisher=facts.publisher,
        year=facts.year,
        minutes=facts.minutes,
        players=player_counts(name),
        drawing=showcase.picture(name, showcase.middle(name)),
        ready=ready,
        lang=game.spoken,
    )


def player_counts(name: str) -> list[int]:
    """How many can play: the declared numbers, if there is an option for it."""
    for option in declaration(name).options:
        if option.name == "players":
            return [int(count) for count in option.kind.choices]
    return [load(name).players]


def option_form(option: Option, quick: dict[str, Any]) -> OptionForm:
    """An option as a form has it; with a value for quick play, that is the one to begin with."""
    kind: Any = option.kind
    choices, default, explanation = list(kind.choices), option.default, option.explanation
    if option.name in quick:
        default = quick[option.name]
        choices.insert(0, default)
        explanation = say(
            "{explanation}; fair is what makes both sides equal, as far as the computer knows",
            explanation=explanation,
        )
    return OptionForm.model_construct(
        name=option.name,
        label=option.label,
        kind=FORMS.get(type(kind), "text"),
        choices=choices,
        words=[option.word(value) for value in choices],
        maps=[list(kind.rows(value)) for value in choices] if isinstance(kind, Drawn) else [],
        low=getattr(kind, "low", None),
        high=getattr(kind, "high", None),
        default=default,
        help=explanation,
    )


def match_sentence(rules: MatchRules) -> str:
    if rules.starter == "loser":
        start = say("The loser starts the next game")
    else:
        start = say("The start passes on from game to game")
    counts = say("points are added up") if rules.counts == "points" else say("wins are counted")
    if rules.wins is not None:
        length = say.counting("{n} win decides.", "{n} wins decide.", rules.wins)
    elif rules.games == "players":
        length = say("as many games as players.")
    elif isinstance(rules.games, int):
        length = say.counting("{n} game.", "{n} games.", rules.games)
    else:
        length = say("as many games as you like.")
    return f"{start}; {counts}; {length}"


def game_page(name: str, ready: bool, known: bool, programs: list[str]) -> GamePage:
    game = game_named(name)
    facts, quick = game.told, amounts.quick(game)
    played = game_named(name, **amounts.for_now(game, quick))
    return GamePage(
        card=card(name, ready),
        chance=facts.chance,
        hidden=facts.hidden,
        draws=facts.draws(game.options),
        points=facts.points,
        options=[option_form(option, quick) for option in facts.options],
        quick=quick,
        levels=cards(played, known),
        programs=programs,
        match=MatchForm(offered=True, says=match_sentence(facts.match)),
        clocks=[ClockCard(**asdict(one), name=control_told(one)) for one in PRESETS],
        roles=list(played.roles),
        seats=usual_seats(played),
        puzzles=path_of(name).is_file(),
        rated=rateable(game, quick),
    )


def check(name: str, options: dict[str, Any]) -> Checked:
    """Whether these options go together, and which seats and levels they give."""
    usual = game_named(name)
    given = amounts.for_now(usual, options)
    try:
        game = load(name, **given)
    except OptionError as error:
        mistake = next(filter(None, (misread(one, given) for one in usual.told.options)), None)
        return Checked(
            seats=[], error=mistake or str(error), levels=[], rules=[], emblems=[], drawing=""
        )
    levels = cards(game, truth.known(game) is not None)
    start = game.start()
    return Checked(
        seats=list(game.roles),
        error=None,
        levels=levels,
        rules=game.chosen_rules,
        emblems=[start.emblem(seat) for seat in range(game.players)],
        drawing=scene.drawn(start, scene.Rendering()),
        rated=rateable(usual, options),
    )


def rateable(game: Game, options: dict[str, Any]) -> bool:
    """Whether a game with these options can be rated; they go together. What is fair is known for
    certain then, and not only found by a search."""
    declared = amounts.fixing(game)
    if declared is not None and amounts.asked(game, options):
        others = {name: value for name, value in options.items() if name != declared.option}
        amount = declared.known(load(game.name, **others))
        if amount is None:
            return False
        options = {**others, declared.option: amount}
    return rating.usual(load(game.name, **options))


def misread(option: Option, given: dict[str, Any]) -> str | None:
    """What is wrong with an option's value, for whoever reads the form."""
    if option.name not in given:
        return None
    try:
        option.kind.read(given[option.name])
    except ValueError as error:
        return say(
            "{option}: {allowed}.", option=option.label, allowed=str(error) or option.kind.allowed
        )
    return None
