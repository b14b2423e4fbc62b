"""Programs that play: one's bots and tokens, which a browser that is signed in makes and revokes;
and who a token stands for, which a program may ask."""

from fastapi import APIRouter, Request

from linden.web.errors import Refusal
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services, SignedIn, bearer
from linden.web.messages import people as messages
from linden.web.people import names
from linden.web.people.ids import is_bot
from linden.web.people.people import SHOWN
from linden.web.store.accounts import Account, Signed
from linden.web.store.tokens import Token
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)


async def own_bot(here: Services, session: Signed, name: str) -> Account:
    key = names.key_of(name)
    for bot in await here.tokens.store.bots(session.account):
        if names.key_of(bot.name) == key:
            return bot
    raise Refusal(say("You have no bot of this name."), 404)


@router.post("/account/bots")
async def make_bot(
    wish: messages.NewBot, here: Here, caller: Calling, session: SignedIn
) -> messages.Done:
    """An account for a program of one's own. It says that it is a bot wherever its name is shown,
    and nobody signs in there: the program comes by a token."""
    await here.people.check_confirmed(session)
    name = names.checked(wish.name)
    here.limits.take("sign-ups", caller)
    await here.tokens.make_bot(session.account, name)
    return messages.Done()


@router.delete("/account/bots/{name}")
async def remove_bot(name: str, here: Here, caller: Calling, session: SignedIn) -> messages.Done:
    """Forget a bot, with its tokens and ratings; games stay."""
    await here.people.check_confirmed(session)
    here.limits.take("accounts", caller)
    await here.people.delete((await own_bot(here, session, name)).id)
    return messages.Done()


@router.post("/account/tokens")
async def make_token(
    wish: messages.NewToken, here: Here, caller: Calling, session: SignedIn
) -> messages.MadeToken:
    """A token of a bot, or one that reads what its owner may see. It is shown this once."""
    await here.people.check_confirmed(session)
    here.limits.take("accounts", caller)
    account = session.account
    if wish.bot:
        account = (await own_bot(here, session, wish.bot)).id
    called = names.one_line(wish.name, 40)
    text, _ = await here.tokens.make(account, called, wish.scope, wish.days)
    return messages.MadeToken(token=text)


@router.delete("/account/tokens/{shown}")
async def revoke_token(shown: str, here: Here, caller: Calling, session: SignedIn) -> messages.Done:
    """Refuse a token from now on, and close what it has open."""
    for token in await own_tokens(here, session.account):
        if token.id[:SHOWN] == shown:
            await here.tokens.revoke(token)
            return messages.Done()
    raise Refusal(say("That token is revoked already."), 404)


async def own_tokens(here: Services, owner: str) -> list[Token]:
    """Those of an account and of its bots."""
    bots = await here.tokens.store.bots(owner)
    return await here.tokens.store.of([owner, *(bot.id for bot in bots)])


async def bot_cards(here: Services, owner: str) -> list[messages.BotCard]:
    return [
        messages.BotCard(name=bot.name, created=bot.created)
        for bot in await here.tokens.store.bots(owner)
    ]


async def token_cards(here: Services, owner: str) -> list[messages.TokenCard]:
    """Without the tokens themselves, which nobody knows any more."""
    called = {bot.id: bot.name for bot in await here.tokens.store.bots(owner)}
    return [
        messages.TokenCard(
            id=token.id[:SHOWN],
            bot=called.get(token.account, ""),
            name=token.name,
            scope="play" if token.scope == "play" else "read",
            created=token.created,
            used=token.used,
            until=token.until,
        )
        for token in await own_tokens(here, owner)
    ]


@router.get("/token")
async def holder(here: Here, caller: Calling, request: Request) -> messages.Holder:
    """Who a token stands for, and what it may."""
    token = await bearer(request, here)
    account = await here.people.store.get(token.account) if token else None
    if token is None or account is None:
        raise Refusal(say("This is asked with a token: Authorization: Bearer and the token."), 401)
    return messages.Holder(
        name=account.name,
        bot=is_bot(account.id),
        scope="play" if token.scope == "play" else "read",
        until=token.until,
    )
