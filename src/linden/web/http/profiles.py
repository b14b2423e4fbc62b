"""What everybody may know of people: profiles and rankings."""

from typing import Literal

from fastapi import APIRouter

from linden.core.game import Game, declaration, games
from linden.players.levels import LEVELS
from linden.rating.games import level_ratings
from linden.web.errors import Refusal
from linden.web.http import forms
from linden.web.http.home import card
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services
from linden.web.messages import people as messages
from linden.web.people import names
from linden.web.people.ids import is_account, is_bot
from linden.web.store.accounts import Account
from linden.web.store.ratings import SURE, Point, Standing
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)

RECENT = 12
MOST_RANKED = 50
LONGEST_NAME = 100


async def account_named(here: Services, name: str) -> Account:
    found = None
    if len(name) <= LONGEST_NAME and name.isprintable():
        found = await here.people.store.named(names.key_of(name))
    if found is None:
        raise Refusal(say("Nobody has this name here."), 404)
    return found


@router.get("/people/{name}")
async def profile(name: str, here: Here, caller: Calling) -> messages.Profile:
    """An account as everybody may see it: its ratings and its latest rated games."""
    account = await account_named(here, name)
    store = here.store.ratings
    points = await store.points(account.id)
    rows = await store.tables(account.id, RECENT)
    owner = await here.people.store.get(account.owner) if account.owner else None
    now = here.tables.timekeeper.now()
    return messages.Profile(
        name=account.name,
        created=account.created,
        owner=owner.name if owner else None,
        ratings=[
            rating_card(standing, points)
            for standing in await store.standings(account.id)
            if standing.game in games()
        ],
        games=[it for row in rows if (it := card(row, caller.visitor, None, now)) is not None],
        you=caller.visitor == account.id,
        known=is_account(caller.visitor),
        blocked=is_account(caller.visitor)
        and await here.store.decency.has_blocked(caller.visitor, account.id),
    )


def rating_card(standing: Standing, points: list[Point]) -> messages.RatingCard:
    mine = [one for one in points if (one.game, one.pool) == (standing.game, standing.pool)]
    first = [messages.RatingPoint(played=one.played, rating=one.before) for one in mine[:1]]
    return messages.RatingCard(
        game=standing.game,
        title=declaration(standing.game).title,
        pool="two" if standing.pool == "two" else "more",
        rating=standing.rating,
        deviation=standing.deviation,
        sure=standing.deviation <= SURE,
        games=standing.games,
        with_levels=standing.with_levels,
        points=first
        + [
            messages.RatingPoint(played=one.played, rating=one.rating, level=one.level)
            for one in mine
        ],
    )


@router.get("/ranking/{name}")
async def ranking(
    name: str, here: Here, caller: Calling, pool: Literal["two", "more"] | None = None
) -> messages.Ranking:
    """The best of a game, and where the levels stand among them."""
    game = forms.game_named(name)
    pools = pools_of(game)
    wanted = pool if pool in pools else pools[0]
    found = await here.store.ratings.ranking(name, wanted, MOST_RANKED)
    return messages.Ranking(
        game=name,
        title=game.title,
        pool=wanted,
        pools=pools,
        players=[
            messages.RankedPlayer(
                name=one.name,
                bot=is_bot(one.account),
                rating=one.rating,
                deviation=one.deviation,
                games=one.games,
            )
            for one in found
        ],
        levels=levels(game) if wanted == "two" else [],
    )


def pools_of(game: Game) -> list[Literal["two", "more"]]:
    """By how many a game is played, as far as ratings are concerned."""
    counts = forms.player_counts(game.name)
    found: list[Literal["two", "more"]] = []
    if 2 in counts:
        found.append("two")
    if any(count > 2 for count in counts):
        found.append("more")
    return found


def levels(game: Game) -> list[messages.RankedLevel]:
    return [
        messages.RankedLevel(number=level.number, name=say(level.name), rating=rating)
        for level, rating in zip(LEVELS, level_ratings(game), strict=False)
    ]
