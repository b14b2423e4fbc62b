"""Signing up, in and out; which browsers are signed in; and what becomes of what was theirs."""

import asyncio
import hashlib
import logging
import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import replace

from linden.web.errors import Refusal
from linden.web.limits import Caller, Limits
from linden.web.people import names
from linden.web.people.ids import fresh_account, fresh_gone
from linden.web.people.passwords import Passwords
from linden.web.store.accounts import SEEN_SECONDS, Account, Passkey, Signed
from linden.web.store.errors import NameTaken, Stale, StoreUnavailable, TooMany
from linden.web.store.handing_over import Moved
from linden.web.store.models import TableRow
from linden.web.store.store import Store
from linden.web.store.tokens import Token
from linden.web.tables.lobby import Lobby
from linden.web.texts import say

log = logging.getLogger(__name__)

CONFIRM_SECONDS = 900.0
"""How long somebody who has shown who they are need not do it again."""
LOOK_SECONDS = 2.0
"""How often a node looks whether sessions with open tables still hold."""
ALONE_SECONDS = 60.0
"""How long what was looked up is known; where other nodes may end a session, not at all."""
MOST_REMEMBERED = 10_000
SHOWN = 16
"""Letters of the hash of a session or a token by which its owner names it."""
BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
CALLED = {"Edg": "Edge", "OPR": "Opera"}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def digest(token: str) -> str:
    """A token as it is kept."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_of(agent: str) -> str:
    """The browser and the system that a ``User-Agent`` names.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox · Linux'
    """
    browser = next((name for name in BROWSERS if re.search(rf"\b{name}\w*/", agent)), "")
    system = next((told for mark, told in SYSTEMS.items() if mark in agent), "")
    return " · ".join(filter(None, (CALLED.get(browser, browser), system)))


class People:
    """Accounts, and the browsers that are signed in to them."""

    def __init__(self, store: Store, lobby: Lobby, limits: Limits) -> None:
        self.store = store.accounts
        self.passwords = Passwords()
        self._tokens = store.tokens
        self._lobby = lobby
        self._limits = limits
        self._store = store
        self._fresh = 0.0 if store.database.shared else ALONE_SECONDS
        self._known: dict[str, tuple[Signed, float]] = {}
        """Sessions that were looked up, and when."""
        self.known_tokens: dict[str, tuple[Token, float]] = {}
        """Programs' tokens likewise (``tokens``)."""
        self.endings = 0
        """How often sessions or tokens have ended here: what was looked up before may be one."""
        self._watch: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._watch = asyncio.create_task(self._look())

    async def close(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)

    # -- who is signed in

    async def signed(self, token: str) -> Signed | None:
        """The session behind a cookie, while it holds."""
        session, now = digest(token), time.time()
        found, looked = self._known.get(session, (None, 0.0))
        if found is None or not 0 <= now - looked < self._fresh:
            endings = self.endings
            found = await self.store.session(session)
            if found is None:
                self._known.pop(session, None)
                return None
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            if endings == self.endings:
                self._known[session] = found, now
        if not found.holds(now):
            return None
        if now - found.seen > SEEN_SECONDS:
            self._known.pop(session, None)
            await self.store.seen(session, now)
        return found

    async def check_confirmed(self, session: Signed) -> None:
        """Whoever has a browser in their hands for a moment cannot take an account away."""
        long_ago = time.time() - CONFIRM_SECONDS
        if session.confirmed >= long_ago:
            return
        kept = await self.store.session(session.id)  # another node may know more
        if kept is None or kept.confirmed < long_ago:
            raise Refusal(say("Show once more that it is you."), 428)

    async def confirm(self, session: Signed) -> None:
        await self.store.confirm(session.id, time.time())
        self._known.pop(session.id, None)

    # -- signing up, in and out

    async def sign_up(
        self,
        name: str,
        device: str,
        guest: str | None,
        *,
        password: str | None = None,
        account: str | None = None,
        passkey: Passkey | None = None,
    ) -> str:
        """Make an account of a name that was checked, with a way in; the token of its first
        session. What the guest had is the account's from now on."""
        now = time.time()
        hashed = None if password is None else await self.passwords.hashed(password)
        made = Account(account or fresh_account(), name, hashed, {}, now)
        token, session = self._begun(made.id, device, now)

        async def create() -> list[Moved]:
            try:
                return await self.store.create(made, names.key_of(name), session, passkey, guest)
            except NameTaken:
                raise taken() from None

        await self._lobby.hand_over(create())
        await self._dismiss_guest(guest)
        return token

    async def by_password(self, name: str, password: str, address: str) -> Account:
        """Whose name and password these are. Wrong ones cost time, whether or not there is such a
        name, and the answer does not tell which of the two is wrong."""
        key = names.key_of(name)
        asking = Caller(f"sign-in {digest(key)[:32]}", address)
        self._limits.take("sign-ins", asking)
        found = await self.store.named(key)
        if not await self.passwords.fits(found.password if found else None, password):
            raise wrong()
        assert found is not None
        assert found.password is not None
        self._limits.take("sign-ins", asking, cost=-1)
        if self.passwords.outdated(found.password):
            renewed = await self.passwords.hashed(password)
            await self.store.renew_password(found, renewed)
            found = replace(found, password=renewed)
        return found

    async def sign_in(
        self, account: Account, device: str, guest: str | None, old: Signed | None
    ) -> str:
        """The token of a new session; an older one of the same browser ends."""
        token, session = self._begun(account.id, device, time.time())

        async def keep() -> list[Moved]:
            try:
                return await self.store.sign_in(session, guest, account)
            except Stale:
                raise wrong() from None

        await self._lobby.hand_over(keep())
        if old is not None:
            await self.end(old.account, old.id)
        await self._dismiss_guest(guest)
        return token

    def _begun(self, account: str, device: str, now: float) -> tuple[str, Signed]:
        token = secrets.token_urlsafe(32)
        return token, Signed(digest(token), account, device[:80], now, now, now)

    async def end(self, account: str, session: str) -> bool:
        """End a session; its open tables are closed to it."""
        ended = await self.store.end(account, session)
        self.dismiss([session])
        return ended

    async def end_others(self, account: str, session: str) -> int:
        ended = await self.store.end_others(account, session)
        self.dismiss(ended)
        return len(ended)

    def dismiss(self, sessions: Iterable[str]) -> None:
        """Close open tables to sessions and tokens that have ended."""
        ended = set(sessions)
        self.endings += bool(ended)
        for session in ended:
            self._known.pop(session, None)
            self.known_tokens.pop(session, None)
        for live in self._lobby.open_tables:
            for tab in live.tabs:
                if tab.session in ended:
                    tab.hang_up()

    async def _look(self) -> None:
        """Close open tables to sessions and tokens that have ended: elsewhere, or by themselves."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            tabs = {tab.session for live in self._lobby.open_tables for tab in live.tabs}
            shown = sorted(session for session in tabs if session is not None)
            try:
                if shown:
                    living = await self.store.living(shown) | await self._tokens.living(shown)
                    self.dismiss(set(shown) - living)
            except StoreUnavailable as error:
                log.warning("%s", error)
            except Exception:
                log.exception("Whether sessions have ended could not be found out.")

    # -- what is theirs

    async def _dismiss_guest(self, guest: str | None) -> None:
        """Whoever was a guest here has tables open as somebody else from now on."""
        if guest is not None:
            await self._lobby.forget_name(guest)
        for live in self._lobby.open_tables:
            for tab in live.tabs:
                if guest and tab.viewer.visitor == guest and tab.session is None:
                    tab.hang_up()

    async def change_password(self, session: Signed, password: str) -> None:
        """From now on this one; all other browsers are signed out."""
        await self.store.set_password(session.account, await self.passwords.hashed(password))
        await self.end_others(session.account, session.id)

    async def add_passkey(self, passkey: Passkey) -> None:
        try:
            await self.store.add_passkey(passkey)
        except NameTaken:
            raise Refusal(say("This passkey is known already."), 409) from None
        except TooMany:
            raise Refusal(say("No more passkeys fit; remove one first."), 409) from None

    async def delete(self, account: str) -> None:
        """Forget an account, and its bots. Running games with others are resigned; all games stay,
        without the person."""
        for bot in await self._tokens.bots(account):
            await self.delete(bot.id)
        shown = [one.id for one in await self.store.sessions(account)]
        shown += [one.id for one in await self._tokens.of([account])]
        for row in await self._store.running(account):
            await self._leave(account, row)
        await self._lobby.hand_over(self.store.delete(account, fresh_gone()))
        self.dismiss(shown)

    async def _leave(self, account: str, row: TableRow) -> None:
        """Resign where others play, or are waited for: at the table, or in its tournament."""
        alone = all(seat.visitor == account or seat.kind == "computer" for seat in row.seats)
        if alone and row.tournament is None:
            return
        if row.seek is not None and row.host == account:
            await self._withdraw(account, row.id)
        for seat in row.seats:
            if seat.visitor == account:
                try:
                    await self._lobby.resign(row.id, account, seat.number)
                except Refusal as refusal:  # it has ended meanwhile, or its rules are not here
                    log.info("%s", refusal.sentence)

    async def _withdraw(self, account: str, table: str) -> None:
        """Nobody waits for whoever has left for good."""
        try:
            await self._lobby.change(table, lambda now: now.withdraw(account))
        except Refusal as refusal:
            log.info("%s", refusal.sentence)


def wrong() -> Refusal:
    return Refusal(say("This name and this password do not belong together."), 403)


def taken() -> Refusal:
    return Refusal(say("Somebody has this name, or one that looks like it; choose another."), 409)
