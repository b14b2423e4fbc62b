"""A moderator's page: what was reported, what is done about it, and a log of that. Moderators are
named at the command line of whoever runs the server; what they do is written down with it."""

import secrets
import time
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from linden.web.errors import Refusal
from linden.web.http.my_games import place
from linden.web.http.profiles import account_named
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, SignedIn
from linden.web.messages import decency as messages
from linden.web.messages.people import Done
from linden.web.people import names
from linden.web.store.accounts import Account
from linden.web.store.decency import MOST_SHOWN, Deed
from linden.web.store.errors import NameTaken
from linden.web.tables.sitters import fresh_id
from linden.web.texts import say

router = APIRouter(prefix="/api/moderation", route_class=CarefulRoute)

DAY = 86_400.0


async def moderator(here: Here, session: SignedIn) -> Account:
    """Who asks, if they are a moderator; looked up each time, as that may end at any time."""
    account = await here.people.store.get(session.account)
    if account is None or not await here.store.decency.moderates(session.account):
        raise Refusal(say("This is for moderators."), 403)
    return account


Moderator = Annotated[Account, Depends(moderator)]


def deed(by: Account, about: str, what: str, why: str) -> Deed:
    return Deed(
        fresh_id(), by.name, about, what, names.one_line(why, messages.MOST_WORDS), time.time()
    )


@router.get("")
async def page(here: Here, who: Moderator, caller: Calling) -> messages.Moderation:
    """Open reports, who is paused, and what was done."""
    store = here.store.decency
    part = log_of(await store.deeds())
    return messages.Moderation(
        reports=[messages.ReportCard.model_validate(vars(one)) for one in await store.reports()],
        suspended=[messages.SuspendedCard(**vars(one)) for one in await store.suspended()],
        log=part.log,
        next=part.next,
    )


@router.get("/log")
async def log(
    here: Here,
    who: Moderator,
    caller: Calling,
    before: Annotated[str, Query(max_length=60)],
) -> messages.Log:
    """What was done before that: all of it can be read, a part at a time."""
    return log_of(await here.store.decency.deeds(place(before)))


def log_of(deeds: list[Deed]) -> messages.Log:
    last = deeds[-1] if len(deeds) == MOST_SHOWN else None
    return messages.Log(
        log=[messages.DeedCard.model_validate(vars(one)) for one in deeds],
        next=f"{last.done:.9f}-{last.id}" if last else None,
    )


@router.post("/accounts/{name}")
async def act(name: str, wish: messages.Deed, here: Here, who: Moderator, caller: Calling) -> Done:
    """Pause an account (no invitations, words or rated games), let it go on, or take away a name
    that nobody should have to read; a reason is written down."""
    here.limits.take("accounts", caller)
    about = await account_named(here, name)
    written = deed(who, about.name, wish.what, wish.why)
    whose = about.owner or about.id
    if whose == who.id or await here.store.decency.moderates(whose):
        raise Refusal(say("Moderators are named and dismissed by whoever runs the server."), 409)
    match wish.what:
        case "suspend":
            until = time.time() + wish.days * DAY
            await here.store.decency.suspend(about.id, until, written)
        case "lift":
            await here.store.decency.suspend(about.id, 0.0, written)
        case "rename":
            await rename(here, about, written)
    return Done()


async def rename(here: Here, about: Account, written: Deed) -> None:
    name = f"player{secrets.randbelow(10**8):08}"
    try:
        key, skeleton = names.key_of(name), names.skeleton(name)
        await here.store.decency.rename(about.id, name, key, skeleton, written)
    except NameTaken:
        raise Refusal(say("That did not work this time; please try again."), 409) from None
    await here.tables.rename(about.id, name)


@router.post("/reports/{report}")
async def close(
    report: str, wish: messages.Closing, here: Here, who: Moderator, caller: Calling
) -> Done:
    """Put a report aside, with what came of it."""
    if not await here.store.decency.close(report, deed(who, "", "close", wish.why)):
        raise Refusal(say("This report is closed already."), 404)
    return Done()
