"""What people may do with each other: asked before somebody invites, sits down, speaks or plays for
a rating."""

import time
from collections.abc import Collection

from linden.web.errors import Refusal
from linden.web.people.ids import is_account
from linden.web.store.errors import StoreUnavailable
from linden.web.store.store import Store
from linden.web.texts import say

FREE_LEAVES = 2
"""So many rated games may be left in a day before it costs time,"""
FIRST_WAIT = 300.0
"""then the next one begins so many seconds after that, and with each further one twice as late,"""
LONGEST_WAIT = 86_400.0
"""at most so much."""
RETRY_SECONDS = 3


async def check_company(store: Store, visitor: str, people: Collection[str]) -> None:
    """Refuse somebody whom one of these people has blocked."""
    if await store.decency.blocked(visitor, set(people) - {visitor}):
        raise Refusal(say("Somebody there does not wish to play with you."), 403)


async def check_apart(store: Store, visitor: str, people: Collection[str]) -> None:
    """Refuse strangers of whom one has blocked the other."""
    if await store.seeks.apart(visitor, sorted(set(people) - {visitor})):
        raise Refusal(say("You and somebody there do not play with each other."), 403)


async def check_heard(store: Store, visitor: str, people: Collection[str]) -> None:
    """Refuse to pass on what is said by somebody who is blocked or paused."""
    try:
        await check_not_suspended(store, visitor)
        unheard = await store.decency.blocked(visitor, people)
    except StoreUnavailable:
        sentence = say("The tables cannot be read just now; try again in a moment.")
        raise Refusal(sentence, 503, retry=RETRY_SECONDS) from None
    if unheard:
        raise Refusal(say("What you say is not passed on at this table."), 403)


async def check_not_suspended(store: Store, visitor: str) -> None:
    if not is_account(visitor):
        return
    left = await store.decency.suspended_until(visitor) - time.time()
    if left > 0:
        sentence = say.counting(
            "Your account is paused for {n} more hour: no invitations, words or rated games.",
            "Your account is paused for {n} more hours: no invitations, words or rated games.",
            max(1, round(left / 3600)),
        )
        raise Refusal(sentence, 403, retry=left)


async def check_rated(store: Store, visitor: str) -> None:
    """Whoever has often left rated games waits longer for the next one. What was left while a
    clock was wrong, and is still to come, does not count."""
    await check_not_suspended(store, visitor)
    now = time.time()
    leaves = await store.decency.leaves(visitor, now - LONGEST_WAIT, now)
    wait = wait_after(len(leaves))
    left = wait - (now - leaves[0]) if wait > 0 else 0.0
    if left > 0:
        sentence = say(
            "You have left {count} rated games within a day; the next one can begin in "
            "{minutes} min.",
            count=len(leaves),
            minutes=max(1, round(left / 60)),
        )
        raise Refusal(sentence, 429, retry=left)


async def check_strangers(store: Store, visitor: str, people: Collection[str]) -> None:
    """Refuse a rated game with one's own bot: points are not given to oneself."""
    if await store.decency.kin(visitor, set(people) - {visitor}):
        raise Refusal(say("A bot and its owner play for fun; rated games are with others."), 409)


def wait_after(leaves: int) -> float:
    """Seconds from the last game that was left to the next rated one.

    >>> [wait_after(leaves) for leaves in (0, 2, 3, 4, 20)]
    [0.0, 0.0, 300.0, 600.0, 86400.0]
    """
    if leaves <= FREE_LEAVES:
        return 0.0
    return float(min(LONGEST_WAIT, FIRST_WAIT * 2 ** (leaves - FREE_LEAVES - 1)))
