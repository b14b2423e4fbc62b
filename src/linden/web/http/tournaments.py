"""Tournaments: which there are, setting one up, taking part, and what its organiser does."""

from fastapi import APIRouter

from linden.core.errors import OptionError
from linden.core.game import Game, load
from linden.web import messages
from linden.web.compute import amounts
from linden.web.errors import Refusal
from linden.web.http import forms
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services
from linden.web.messages import Done, NewTournament, TournamentId
from linden.web.people import decency
from linden.web.tables import rating
from linden.web.tables.clock import TimeControl
from linden.web.tables.making import control_of, plain_name
from linden.web.tables.showing_seeks import rating_of
from linden.web.texts import say
from linden.web.tournaments.showing import check_kind
from linden.web.tournaments.terms import Terms
from linden.web.tournaments.tournament import Tournament

router = APIRouter(prefix="/api/tournaments", route_class=CarefulRoute)

MOST_TURN_SECONDS = 600.0
"""Time for one turn, at most: everybody else in the round may be waiting for it."""


@router.get("")
async def tournaments(here: Here, caller: Calling) -> messages.TournamentList:
    """The tournaments that are open or running, and the latest that are over."""
    return await here.followers.listed(caller.visitor)


@router.post("")
async def create(wish: NewTournament, here: Here, caller: Calling) -> TournamentId:
    """Set up a tournament; one takes part oneself unless one says otherwise."""
    here.limits.take("tournaments", caller)
    visitor = caller.visitor
    await decency.check_not_suspended(here.store, visitor)
    options = wish.options
    if amounts.FAIR in options.values():
        game = forms.game_named(wish.game)
        options = await amounts.fixed(game, options, here.compiling, here.searches, caller.owner)
    game = game_for_two(wish.game, options)
    terms = Terms(
        name=plain_name(wish.name) or say("{game} tournament", game=game.title),
        kind=wish.kind,
        game=game.name,
        options=game.changed_options,
        clock=clock_of(wish),
        rated=wish.rated,
        computers=wish.computers,
        rounds=wish.rounds,
        minutes=wish.minutes,
    )
    if wish.rated:
        rating.check_rules(game)
    joins = wish.join and terms.clock is not None
    if joins:
        await check_fit(here, visitor, Tournament("", visitor, terms))
    made = await here.tournaments.create(visitor, terms)
    if joins:
        await enter(here, visitor, made)
    return TournamentId(id=made)


def game_for_two(name: str, options: dict[str, object]) -> Game:
    """The game that is played, by two at a time."""
    try:
        game = load(name, **options)
        if game.players != 2 and "players" in game.options and "players" not in options:
            game = load(name, **options, players=2)
    except OptionError as error:
        raise Refusal(str(error)) from None
    if game.players != 2:
        raise Refusal(say("Games of a tournament are for two."))
    return game


def clock_of(wish: NewTournament) -> TimeControl | None:
    """The clock of a tournament: one must be, so that nobody is waited for for ever."""
    if wish.clock is None:
        if wish.computers:
            return None
        raise Refusal(say("A tournament has a clock, so that nobody has to wait for ever."))
    control = control_of(wish.clock)
    if control.kind == "turn" and control.seconds > MOST_TURN_SECONDS:
        raise Refusal(
            say("A tournament is played at a sitting: choose a clock that counts minutes.")
        )
    return control


@router.get("/{tournament}")
async def state(tournament: str, here: Here, caller: Calling) -> messages.TournamentState:
    """Standings, games and what one can do. The same as a WebSocket, at ``…/live``, tells it
    whenever it changes."""
    return await here.followers.of(caller.visitor, await here.tournaments.get(tournament))


@router.post("/{tournament}/entry")
async def join(tournament: str, here: Here, caller: Calling) -> Done:
    """Take part, or come back."""
    here.limits.take("entries", caller)
    await enter(here, caller.visitor, tournament)
    return Done()


async def check_fit(here: Services, visitor: str, tournament: Tournament) -> None:
    """Refuse whoever cannot take part with those who do."""
    check_kind(tournament, visitor)
    await decency.check_not_suspended(here.store, visitor)
    others = tournament.people | {tournament.organiser}
    await decency.check_apart(here.store, visitor, others)
    if tournament.terms.rated:
        await decency.check_rated(here.store, visitor)
        await decency.check_strangers(here.store, visitor, tournament.people)


async def enter(here: Services, visitor: str, tournament: str) -> None:
    found = await here.tournaments.get(tournament)
    name = await here.store.name_of(visitor)
    kind = (found.terms.game, "two")
    standings = await here.store.ratings.standings(visitor)
    mine = rating_of(visitor, next((it for it in standings if (it.game, it.pool) == kind), None))
    strength = None if mine is None else round(mine)
    now = here.tournaments.now
    await here.tournaments.change(
        tournament,
        lambda it: it.enter(visitor, name, strength, now),
        lambda it: check_fit(here, visitor, it),
    )


@router.delete("/{tournament}/entry")
async def withdraw(tournament: str, here: Here, caller: Calling) -> Done:
    """Take part no more. A game that one is playing is played to its end."""
    here.limits.take("entries", caller)
    await here.tournaments.change(tournament, lambda it: it.withdraw(caller.visitor))
    return Done()


@router.post("/{tournament}/computers")
async def add_computers(
    tournament: str, wish: messages.NewComputers, here: Here, caller: Calling
) -> Done:
    """Let computers take part, as the organiser."""
    here.limits.take("entries", caller)
    for level in wish.levels:
        await here.tournaments.enter_computer(tournament, caller.visitor, level)
    return Done()


@router.delete("/{tournament}/entrants/{number}")
async def remove(tournament: str, number: int, here: Here, caller: Calling) -> Done:
    """Let somebody go on no more, as the organiser."""
    here.limits.take("entries", caller)
    await here.tournaments.change(tournament, lambda it: it.remove(caller.visitor, number))
    return Done()


@router.post("/{tournament}/start")
async def start(tournament: str, here: Here, caller: Calling) -> Done:
    """Begin, as the organiser."""
    here.limits.take("entries", caller)
    now = here.tournaments.now
    await here.tournaments.change(tournament, lambda it: it.start(caller.visitor, now))
    return Done()


@router.delete("/{tournament}")
async def cancel(tournament: str, here: Here, caller: Calling) -> Done:
    """Call it off, as the organiser."""
    here.limits.take("entries", caller)
    await here.tournaments.cancel(tournament, caller.visitor)
    return Done()
