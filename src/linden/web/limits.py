"""How much one visitor, and one address, may ask for in a while; beyond it is a sentence that says
when to come back. Who plays normally meets none of these.
"""

import ipaddress
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from linden.web.errors import Refusal
from linden.web.texts import say


@dataclass(frozen=True)
class Allowance:
    """So many at once, and one more every so many seconds."""

    burst: float
    seconds: float

    def times(self, factor: int) -> "Allowance":
        return Allowance(self.burst * factor, self.seconds / factor)


@dataclass(frozen=True)
class Limit:
    """What a visitor may do, and what all visitors of one address may do together."""

    visitor: Allowance
    address: Allowance


LIMITS = {
    "tables": Limit(Allowance(80, 15), Allowance(200, 3)),
    "rematches": Limit(Allowance(60, 5), Allowance(400, 1)),
    "imports": Limit(Allowance(30, 5), Allowance(120, 2)),
    "exports": Limit(Allowance(4, 60), Allowance(20, 10)),
    "lab": Limit(Allowance(20, 3), Allowance(100, 1)),
    "pictures": Limit(Allowance(40, 1), Allowance(200, 0.2)),
    "films": Limit(Allowance(8, 10), Allowance(40, 2)),
    "names": Limit(Allowance(12, 10), Allowance(120, 1)),
    "invitations": Limit(Allowance(20, 20), Allowance(200, 2)),
    "challenges": Limit(Allowance(12, 20), Allowance(120, 2)),
    "tournaments": Limit(Allowance(5, 300), Allowance(40, 20)),
    "entries": Limit(Allowance(40, 3), Allowance(300, 0.5)),
    "phrases": Limit(Allowance(5, 6), Allowance(60, 1)),
    "reasons": Limit(Allowance(30, 0.5), Allowance(300, 0.05)),
    "plans": Limit(Allowance(30, 4), Allowance(200, 0.5)),
    "vacations": Limit(Allowance(8, 300), Allowance(80, 10)),
    "transfers": Limit(Allowance(12, 10), Allowance(120, 1)),
    "hints": Limit(Allowance(20, 4), Allowance(100, 1)),
    "analyses": Limit(Allowance(15, 20), Allowance(60, 5)),
    "judgements": Limit(Allowance(40, 1), Allowance(150, 0.25)),
    "tries": Limit(Allowance(60, 1), Allowance(400, 0.2)),
    "lines": Limit(Allowance(400, 0.05), Allowance(2000, 0.01)),
    "sign-ups": Limit(Allowance(5, 120), Allowance(20, 60)),
    "sign-ins": Limit(Allowance(10, 30), Allowance(60, 5)),
    "reports": Limit(Allowance(6, 600), Allowance(60, 60)),
    "tokens": Limit(Allowance(30, 10), Allowance(60, 5)),
    "accounts": Limit(Allowance(30, 10), Allowance(200, 1)),
    "requests": Limit(Allowance(400, 0.02), Allowance(2000, 0.005)),
}
MOST_SOCKETS = Limit(Allowance(60, 0), Allowance(600, 0))
"""Open tabs."""
HOUSEHOLD = 25
"""How many times more the own machine may: whoever runs Linden, or a proxy before it."""
MEMBER = 5
"""How many times more one visitor there may, but for what takes all cores for seconds and for
guesses at a password, where the visitor is the name that is guessed at."""
HEAVY = ("judgements", "hints", "analyses", "exports", "films", "lab", "sign-ins")
EACH_NODES_OWN = ("lab", "pictures", "reasons", "lines", "requests")
"""What costs the node that is asked a moment, and nobody else; all else counts at every node."""
MOST_KNOWN = 50_000
"""Balances kept before those that are full again are forgotten."""


@dataclass(frozen=True)
class Caller:
    """Who asks for something, and from where."""

    visitor: str
    address: str

    @property
    def owner(self) -> str:
        """In whose name work is queued: visitors without a cookie share their address's."""
        return self.visitor or self.address


@lru_cache(4096)
def neighbourhood(address: str) -> str:
    """What counts as one address: with IPv6, the network that one customer gets."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        if not found.is_loopback:
            return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)


def is_own_machine(address: str) -> bool:
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return not address  # a socket file, or a test's client


def factors(address: str) -> tuple[int, int]:
    """How many times more an address may, and a visitor there."""
    return (HOUSEHOLD, MEMBER) if is_own_machine(address) else (1, 1)


class Balances:
    """What everybody has left of something, as token buckets."""

    def __init__(self) -> None:
        self._balances: dict[tuple[str, str], tuple[float, float, float]] = {}
        """What is left, when that was, and when it is full again."""
        self._most = MOST_KNOWN

    def left(self, what: str, who: str, allowance: Allowance) -> float:
        now = time.monotonic()
        balance, then, _ = self._balances.get((what, who), (allowance.burst, now, now))
        return min(allowance.burst, balance + (now - then) / allowance.seconds)

    def take(self, what: str, who: str, allowance: Allowance, cost: float) -> None:
        """Take it, whether there is so much or not."""
        now = time.monotonic()
        balance = self.left(what, who, allowance) - cost
        full = now + (allowance.burst - balance) * allowance.seconds
        self._balances[what, who] = (balance, now, full)
        if len(self._balances) > self._most:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Whose balance is full again is as good as new. Where few are, it is not looked again
        until there are twice as many: going through all of them takes everybody's time."""
        self._balances = {key: value for key, value in self._balances.items() if value[2] > now}
        self._most = max(MOST_KNOWN, 2 * len(self._balances))


class Limits:
    """Who asks for more than they may is refused."""

    def __init__(self, limits: dict[str, Limit] | None = None) -> None:
        self._limits = LIMITS if limits is None else limits
        self._balances = Balances()
        self._sockets: dict[str, int] = {}
        self.tell: Callable[[str, Caller, float], None] = lambda *_: None
        """Tells other nodes what was taken here."""

    def take(self, what: str, caller: Caller, cost: float = 1) -> None:
        """Take from the balances, or refuse and take nothing."""
        for who, allowance in self._allowances(what, caller):
            balance = self._balances.left(what, who, allowance)
            if balance < min(cost, allowance.burst):
                self._refuse(what, (cost - balance) * allowance.seconds)
        self.taken(what, caller, cost)
        if what not in EACH_NODES_OWN:
            self.tell(what, caller, cost)

    def taken(self, what: str, caller: Caller, cost: float) -> None:
        """Take from the balances what was granted already, perhaps at another node."""
        for who, allowance in self._allowances(what, caller):
            self._balances.take(what, who, allowance, cost)

    def _allowances(self, what: str, caller: Caller) -> list[tuple[str, Allowance]]:
        """From whose balances it is taken, and how much these may have."""
        limit = self._limits[what]
        household, member = factors(caller.address)
        if what in HEAVY:
            member = 1
        parts = [(_place(caller), limit.address.times(household))]
        if caller.visitor:
            parts.append((caller.visitor, limit.visitor.times(member)))
        return parts

    def _refuse(self, what: str, seconds: float) -> None:
        wait = max(1, math.ceil(seconds))
        sentences = {
            "tables": say(
                "That is a great many new tables; wait {seconds} s for the next.", seconds=wait
            ),
            "rematches": say(
                "That is a great many new games; wait {seconds} s for the next.", seconds=wait
            ),
            "names": say(
                "That is a great many names; wait {seconds} s for the next.", seconds=wait
            ),
            "imports": say(
                "That is a great many records; wait {seconds} s for the next.", seconds=wait
            ),
            "exports": say(
                "Your games were downloaded a moment ago; wait {seconds} s.", seconds=wait
            ),
            "invitations": say(
                "That is a great many invitations; wait {seconds} s for the next.", seconds=wait
            ),
            "challenges": say(
                "That is a great many challenges; wait {seconds} s for the next.", seconds=wait
            ),
            "tournaments": say(
                "That is a great many tournaments; wait {seconds} s for the next.", seconds=wait
            ),
            "phrases": say("That is a great many words; wait {seconds} s.", seconds=wait),
            "sign-ins": say(
                "So many have tried to sign in that a break is needed; try again in {seconds} s.",
                seconds=wait,
            ),
            "hints": say(
                "That is a great many hints; wait {seconds} s for the next.", seconds=wait
            ),
            "tries": say("That is a great many tries; wait {seconds} s.", seconds=wait),
            "analyses": say(
                "That is a great many analyses; wait {seconds} s for the next.", seconds=wait
            ),
        }
        usual = say("That is more than fits; wait {seconds} s and try again.", seconds=wait)
        raise Refusal(sentences.get(what, usual), 429, retry=wait)

    # -- open tabs

    def open_socket(self, caller: Caller) -> None:
        """Count one more open tab, or refuse."""
        household, member = factors(caller.address)
        most = [MOST_SOCKETS.address.burst * household, MOST_SOCKETS.visitor.burst * member]
        names = self._names(caller)
        if any(self._sockets.get(who, 0) >= n for who, n in zip(names, most, strict=False)):
            raise Refusal(
                say("So many tables are open here already; close one, then load this page again."),
                429,
                retry=10,
            )
        for who in names:
            self._sockets[who] = self._sockets.get(who, 0) + 1

    def close_socket(self, caller: Caller) -> None:
        for who in self._names(caller):
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]

    def _names(self, caller: Caller) -> list[str]:
        return [_place(caller), *([caller.visitor] if caller.visitor else [])]


def _place(caller: Caller) -> str:
    """Under which name the balance of an address is kept."""
    return f"address {neighbourhood(caller.address)}"
