"""Programs that come by a token: made by whoever owns the account, shown once, known by its hash.

A program shows it with every request, ``Authorization: Bearer …``. Then cookies are not looked at,
and none are set.
"""

import secrets
import time
from dataclasses import replace
from typing import Literal

from linden.web.errors import Refusal
from linden.web.limits import Caller, Limits
from linden.web.people import names
from linden.web.people.ids import fresh_bot, is_bot
from linden.web.people.people import ALONE_SECONDS, People, digest, taken
from linden.web.store.accounts import Account
from linden.web.store.errors import NameTaken, TooMany
from linden.web.store.store import Store
from linden.web.store.tokens import MOST_BOTS, MOST_TOKENS, Token
from linden.web.texts import say

Scope = Literal["read", "play"]
MARK = "linden_"
"""What tokens begin with, so that people and programs that look for leaked secrets know them."""
LONGEST = 200
USED_SECONDS = 60.0
"""How often it is written down that a token is used."""
MOST_REMEMBERED = 10_000
DAY = 86_400.0


class Tokens:
    """Gives out tokens, and knows them again."""

    def __init__(self, store: Store, people: People, limits: Limits) -> None:
        self.store = store.tokens
        self._people = people
        self._limits = limits
        self._fresh = 0.0 if store.database.shared else ALONE_SECONDS
        self._known = people.known_tokens

    async def held(self, text: str, address: str) -> Token:
        """The token that a program shows, or a refusal. Whoever guesses has to wait."""
        now = time.time()
        found = None
        if text.startswith(MARK) and len(text) <= LONGEST and text.isascii():
            found = await self._look_up(digest(text), now)
        if found is None:
            self._limits.take("tokens", Caller("", address))
            raise Refusal(
                say("This token is not known here, or was revoked; its owner can make another."),
                401,
            )
        if now >= found.until:
            raise Refusal(say("This token has ended; its owner can make another."), 401)
        if now - (found.used or 0.0) > USED_SECONDS:
            if found.id in self._known:
                self._known[found.id] = replace(found, used=now), now
            await self.store.used(found.id, now)
        return found

    async def _look_up(self, token: str, now: float) -> Token | None:
        found, looked = self._known.get(token, (None, 0.0))
        if found is None or not 0 <= now - looked < self._fresh:
            endings = self._people.endings
            found = await self.store.get(token)
            if found is None:
                self._known.pop(token, None)
                return None
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            if endings == self._people.endings:
                self._known[token] = found, now
        return found

    async def make(self, account: str, name: str, scope: Scope, days: int) -> tuple[str, Token]:
        """A new token of an account, to be shown once."""
        if scope == "play" and not is_bot(account):
            raise Refusal(say("Programs play under a bot's name; people's tokens only read."), 403)
        now, text = time.time(), MARK + secrets.token_urlsafe(32)
        token = Token(digest(text), account, name, scope, now, None, now + days * DAY)
        try:
            await self.store.add(token)
        except TooMany:
            sentence = say("There are {most} tokens already; revoke one first.", most=MOST_TOKENS)
            raise Refusal(sentence, 409) from None
        return text, token

    async def revoke(self, token: Token) -> None:
        """From now on it is refused; its open tables are closed to it."""
        await self.store.revoke(token.account, token.id)
        self._people.dismiss([token.id])

    async def make_bot(self, owner: str, name: str) -> None:
        """An account for a program, with a name that was checked."""
        bot = Account(fresh_bot(), name, None, {}, time.time(), owner)
        try:
            await self.store.create_bot(bot, names.key_of(name))
        except NameTaken:
            raise taken() from None
        except TooMany:
            sentence = say("You have {most} bots already; remove one first.", most=MOST_BOTS)
            raise Refusal(sentence, 409) from None
