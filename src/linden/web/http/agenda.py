"""What concerns whoever asks: their running tables and who invites them; and inviting somebody."""

from fastapi import APIRouter

from linden.web import messages
from linden.web.errors import Refusal
from linden.web.http.profiles import account_named
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here
from linden.web.people import decency
from linden.web.people.ids import is_account
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)


@router.get("/agenda")
async def agenda(here: Here, caller: Calling) -> messages.Agenda:
    """One's running tables, at which of them it is one's turn, and who invites one. The same as a
    WebSocket, here too, tells it whenever it changes."""
    return await here.agendas.of(caller.visitor)


@router.post("/tables/{table}/invitations")
async def invite(table: str, wish: messages.Invite, here: Here, caller: Calling) -> messages.Done:
    """Offer a free seat of one's table to somebody with an account, a bot for instance."""
    here.limits.take("invitations", caller)
    if not is_account(caller.visitor):
        raise Refusal(say("Sign in to invite somebody by name; a link does it for anybody."), 403)
    await decency.check_not_suspended(here.store, caller.visitor)
    account = await account_named(here, wish.name)
    await decency.check_company(here.store, caller.visitor, [account.id])
    await here.tables.invite(table, caller.visitor, wish.seat, account.id, account.name)
    return messages.Done()
