"""Passwords: Argon2id with the library's usual cost, in threads, a few at a time."""

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from linden.web.errors import Refusal
from linden.web.texts import say

LEAST, MOST = 10, 200
AT_ONCE = 2
"""Each takes 64 MiB and a twentieth of a second of all cores."""


class Passwords:
    """Makes hashes, and compares."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._nobodys: str | None = None

    async def hashed(self, password: str) -> str:
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, _plain(password))

    async def fits(self, known: str | None, password: str) -> bool:
        """Whether it is the password behind this hash. Where there is none, or nobody, it takes as
        long to say no."""
        if self._nobodys is None:
            self._nobodys = await self.hashed("nobody has this password")
        async with self._turn:
            same = await asyncio.to_thread(self._verify, known or self._nobodys, password)
        return same and known is not None

    def outdated(self, known: str) -> bool:
        """Whether a hash was made at less cost than is usual now."""
        return self._hasher.check_needs_rehash(known)

    def _verify(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, _plain(password))
        except (VerificationError, InvalidHashError):
            return False


def checked(password: str, name: str) -> str:
    """A new password, or a refusal that says what is asked of one."""
    if not LEAST <= len(password) <= MOST:
        raise Refusal(say("A password has {least} to {most} characters.", least=LEAST, most=MOST))
    if password.casefold() == name.casefold() or len(set(password)) < 4:
        raise Refusal(say("This password is guessed too easily; take a longer or stranger one."))
    return password


def _plain(password: str) -> str:
    """The same however a keyboard writes its accents."""
    return unicodedata.normalize("NFC", password)
