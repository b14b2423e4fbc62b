"""Accounts: signing up, in and out, one's passkeys and sessions, taking one's data along, leaving.

What changes something is never a GET, and is refused to pages of other servers by the guard, as
everywhere. What could take an account away asks first for who one is, once in a while.
"""

import json
import time
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from linden.web.errors import Refusal
from linden.web.http import taking_along
from linden.web.http.answers import file
from linden.web.http.bots import bot_cards, token_cards
from linden.web.http.decency import block_cards
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services, SignedIn, address_of
from linden.web.messages import people as messages
from linden.web.people import names, passkeys, passwords
from linden.web.people.ids import fresh_account
from linden.web.people.passkeys import Party
from linden.web.people.people import SHOWN, device_of, taken
from linden.web.store.accounts import Account, Passkey, Signed
from linden.web.store.errors import TooMany
from linden.web.texts import say

router = APIRouter(prefix="/api/account", route_class=CarefulRoute)

LARGEST_PREFERENCES = 4000
"""Letters of what a browser has settled."""


def party(here: Services, request: Request) -> Party:
    host = request.headers.get("host", "")
    found = passkeys.party(here.network.hosts, request.scope["scheme"], host)
    if found is None:
        raise Refusal(
            say("Passkeys need a name such as localhost or games.example, not a bare address.")
        )
    return found


def device(request: Request) -> str:
    return device_of(request.headers.get("user-agent", "")[:400])


async def own(here: Services, session: Signed) -> Account:
    account = await here.people.store.get(session.account)
    if account is None:
        raise Refusal(say("You are not signed in here any more; sign in again."), 401)
    return account


# -- who one is ------------------------------------------------------------------------------------


@router.get("")
async def me(here: Here, caller: Calling, request: Request) -> messages.Me:
    """The account of whoever asks, with its passkeys and sessions; none for a guest."""
    host = request.headers.get("host", "")
    possible = passkeys.party(here.network.hosts, request.scope["scheme"], host) is not None
    session = await here.visitors.session(request)
    account = await here.people.store.get(session.account) if session else None
    if session is None or account is None:
        return messages.Me(account=None, passkeys=possible)
    page = messages.AccountPage(
        name=account.name,
        created=account.created,
        password=account.password is not None,
        passkeys=[
            messages.PasskeyCard(id=key.id, name=key.name, created=key.created, used=key.used)
            for key in await here.people.store.passkeys(account.id)
        ],
        sessions=[
            messages.SessionCard(
                id=one.id[:SHOWN],
                device=one.device,
                created=one.created,
                seen=one.seen,
                here=one.id == session.id,
            )
            for one in await here.people.store.sessions(account.id)
        ],
        bots=await bot_cards(here, account.id),
        tokens=await token_cards(here, account.id),
        blocks=await block_cards(here, account.id),
        moderator=await here.store.decency.moderates(account.id),
        preferences=account.preferences,
    )
    return messages.Me(account=page, passkeys=possible)


@router.put("/preferences")
async def prefer(
    wish: messages.Preferences, here: Here, caller: Calling, session: SignedIn
) -> messages.Done:
    """What a browser has settled goes along to the others."""
    here.limits.take("accounts", caller)
    if len(json.dumps(wish.preferences)) > LARGEST_PREFERENCES:
        raise Refusal(say("That is too much at once."), 413)
    await here.people.store.set_preferences(session.account, wish.preferences)
    return messages.Done()


# -- with a password -------------------------------------------------------------------------------


@router.post("")
async def sign_up(
    wish: messages.SignUp, here: Here, caller: Calling, request: Request, response: Response
) -> messages.Done:
    """Make an account of this guest, with a password."""
    await check_guest(here, request)
    name = names.checked(wish.name)
    password = passwords.checked(wish.password, name)
    here.limits.take("sign-ups", caller)
    guest = await here.visitors.browser(request)
    token = await here.people.sign_up(name, device(request), guest, password=password)
    here.visitors.welcome(request, response, token)
    return messages.Done()


async def check_guest(here: Services, request: Request) -> None:
    if await here.visitors.session(request) is not None:
        raise Refusal(say("You have an account already; sign out first."), 409)


@router.post("/session")
async def sign_in(
    wish: messages.SignIn, here: Here, caller: Calling, request: Request, response: Response
) -> messages.Done:
    """Be one's account in this browser."""
    here.limits.take("accounts", caller)  # the right password takes as long to hash as a guess
    address = address_of(request)
    account = await here.people.by_password(wish.name, wish.password, address)
    await enter(here, account, request, response)
    return messages.Done()


async def enter(here: Services, account: Account, request: Request, response: Response) -> None:
    guest, old = await here.visitors.browser(request), await here.visitors.session(request)
    token = await here.people.sign_in(account, device(request), guest, old)
    here.visitors.welcome(request, response, token)


@router.delete("/session")
async def sign_out(
    here: Here, caller: Calling, request: Request, response: Response
) -> messages.Done:
    """Be a guest in this browser again."""
    session = await here.visitors.session(request)
    if session is not None:
        await here.people.end(session.account, session.id)
    here.visitors.part(request, response)
    return messages.Done()


@router.post("/confirm")
async def confirm(
    wish: messages.Confirm, here: Here, caller: Calling, session: SignedIn, request: Request
) -> messages.Done:
    """Show once more who one is, by the password."""
    here.limits.take("accounts", caller)
    account = await own(here, session)
    await here.people.by_password(account.name, wish.password, address_of(request))
    await here.people.confirm(session)
    return messages.Done()


@router.put("/password")
async def change_password(
    wish: messages.NewPassword, here: Here, caller: Calling, session: SignedIn
) -> messages.Done:
    """Another password, or a first one; all other browsers are signed out."""
    await here.people.check_confirmed(session)
    account = await own(here, session)
    password = passwords.checked(wish.password, account.name)
    here.limits.take("accounts", caller)
    await here.people.change_password(session, password)
    return messages.Done()


# -- with a passkey --------------------------------------------------------------------------------


async def asked(
    here: Services, options: Any, purpose: str, subject: str
) -> messages.PasskeyRequest:
    """Write down what is asked, so that it can be answered once."""
    challenge, until = passkeys.digest(options["challenge"]), time.time() + passkeys.SECONDS
    try:
        await here.people.store.challenge(challenge, purpose, subject, until)
    except TooMany:
        busy = say("That is more than fits; try again in a minute.")
        raise Refusal(busy, 429, retry=60) from None
    return messages.PasskeyRequest(options=options)


async def answered(here: Services, credential: dict[str, Any], purpose: str) -> tuple[str, str]:
    """The challenge that is answered, and whom it is about."""
    challenge = passkeys.challenge_of(credential)
    subject = await here.people.store.answered(passkeys.digest(challenge), purpose)
    if subject is None:
        raise passkeys.unfit()
    return challenge, subject


@router.post("/passkeys/begin")
async def begin_passkey(
    wish: messages.PasskeyWish, here: Here, caller: Calling, request: Request
) -> messages.PasskeyRequest:
    """What a browser needs to make a passkey: for a new account of this name, or for one's own."""
    here.limits.take("accounts", caller)
    site, session = party(here, request), await here.visitors.session(request)
    if session is None:
        name, account, known = names.checked(wish.name), fresh_account(), []
        if await here.people.store.named(names.key_of(name)) is not None:
            raise taken()
        purpose = "sign up"
    else:
        await here.people.check_confirmed(session)
        found = await own(here, session)
        name, account, purpose = found.name, found.id, "add"
        known = await here.people.store.passkeys(account)
    options = passkeys.registration(site, account, name, known)
    return await asked(here, options, purpose, account)


@router.post("/passkeys")
async def add_passkey(
    wish: messages.WithPasskey, here: Here, caller: Calling, request: Request, response: Response
) -> messages.Done:
    """Keep the passkey that a browser has made: with a new account, or beside the others."""
    site, session = party(here, request), await here.visitors.session(request)
    if session is not None:
        here.limits.take("accounts", caller)
        await here.people.check_confirmed(session)
        challenge, account = await answered(here, wish.credential, "add")
        if account != session.account:
            raise passkeys.unfit()
        called = names.one_line(wish.name, 40) or device(request)
        key = made(site, wish.credential, challenge, account, called)
        await here.people.add_passkey(key)
        return messages.Done()
    name = names.checked(wish.name)
    here.limits.take("sign-ups", caller)
    challenge, account = await answered(here, wish.credential, "sign up")
    key = made(site, wish.credential, challenge, account, device(request))
    guest = await here.visitors.browser(request)
    token = await here.people.sign_up(name, device(request), guest, account=account, passkey=key)
    here.visitors.welcome(request, response, token)
    return messages.Done()


def made(
    site: Party, credential: dict[str, Any], challenge: str, account: str, name: str
) -> Passkey:
    return passkeys.registered(site, credential, challenge, account, name, time.time())


@router.delete("/passkeys/{key}")
async def remove_passkey(key: str, here: Here, caller: Calling, session: SignedIn) -> messages.Done:
    """Forget a passkey, unless it is the only way in."""
    await here.people.check_confirmed(session)
    removed = await here.people.store.remove_passkey(session.account, key)
    if removed is None:
        raise Refusal(say("There is no such passkey."), 404)
    if not removed:
        raise Refusal(
            say("This passkey is the only way into your account; add another or a password first."),
            409,
        )
    return messages.Done()


@router.post("/session/passkey/begin")
async def begin_passkey_sign_in(
    here: Here, caller: Calling, request: Request
) -> messages.PasskeyRequest:
    """What a passkey is to sign. It names nobody: the browser knows whose keys it has."""
    here.limits.take("accounts", caller)
    site, session = party(here, request), await here.visitors.session(request)
    known = await here.people.store.passkeys(session.account) if session else []
    purpose, subject = ("confirm", session.account) if session else ("sign in", "")
    return await asked(here, passkeys.authentication(site, known), purpose, subject)


@router.post("/session/passkey")
async def passkey_sign_in(
    wish: messages.WithPasskey, here: Here, caller: Calling, request: Request, response: Response
) -> messages.Done:
    """Sign in by a passkey; or show once more who one is, where one is signed in already."""
    here.limits.take("accounts", caller)
    session = await here.visitors.session(request)
    purpose = "sign in" if session is None else "confirm"
    challenge, subject = await answered(here, wish.credential, purpose)
    key = await here.people.store.passkey(str(wish.credential.get("id", ""))[:2000])
    if key is None or (subject and subject != key.account):
        raise passkeys.unfit()
    uses = passkeys.signed(party(here, request), wish.credential, challenge, key)
    await here.people.store.used_passkey(key.id, uses, time.time())
    if session is not None:
        if subject != session.account:
            raise passkeys.unfit()
        await here.people.confirm(session)
        return messages.Done()
    account = await here.people.store.get(key.account)
    if account is None:
        raise passkeys.unfit()
    await enter(here, account, request, response)
    return messages.Done()


# -- sessions --------------------------------------------------------------------------------------


@router.delete("/sessions/{shown}")
async def end_session(shown: str, here: Here, caller: Calling, session: SignedIn) -> messages.Done:
    """Sign a browser out from here."""
    for one in await here.people.store.sessions(session.account):
        if one.id[:SHOWN] == shown:
            await here.people.end(session.account, one.id)
            return messages.Done()
    raise Refusal(say("That browser is signed out already."), 404)


@router.delete("/sessions")
async def end_sessions(here: Here, caller: Calling, session: SignedIn) -> messages.Done:
    """Sign all other browsers out."""
    await here.people.end_others(session.account, session.id)
    return messages.Done()


# -- taking along, and leaving ---------------------------------------------------------------------


@router.get("/export", **file("application/zip"))
async def export(here: Here, caller: Calling, session: SignedIn) -> StreamingResponse:
    """All that is kept of an account and its bots: facts as JSON, tables a line each, games as
    records that can be imported."""
    here.limits.take("exports", caller)
    account = await own(here, session)
    name = {"Content-Disposition": 'attachment; filename="linden-account.zip"'}
    content = taking_along.packed(taking_along.files(here, account))
    return StreamingResponse(content, media_type="application/zip", headers=name)


@router.delete("")
async def leave(
    here: Here, caller: Calling, session: SignedIn, request: Request, response: Response
) -> messages.Done:
    """Delete one's account: games stay, the person goes."""
    await here.people.check_confirmed(session)
    here.limits.take("accounts", caller)
    await here.people.delete(session.account)
    here.visitors.part(request, response)
    return messages.Done()
