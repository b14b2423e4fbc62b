"""The names this server answers to, and the pages that are its own.

A page elsewhere can let its own name point at this machine ("DNS rebinding") and would then speak
to Linden as if it were Linden's own page. So only names are answered that nobody else can bend: IP
addresses, ``localhost``, the machine's own name, and what whoever runs it has named. Who comes in
from the network through a door (``linden.web.network``) uses the address that was offered to them,
or a name that whoever runs this Linden has given it.
"""

import ipaddress
import os
import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from starlette.types import Scope

AUTHORITY = re.compile(
    r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.-]+))(?::(?P<port>\d{1,5}))?", re.A
)
PORTS = {"http": 80, "https": 443}
PLAIN = {"ws": "http", "wss": "https"}
"""The scheme of the page that a WebSocket belongs to."""


LONGEST_NAME = 300
"""Letters of a name or origin: more than there can be, little enough to be remembered."""


class Origin(NamedTuple):
    """Where a page comes from, as browsers compare it."""

    scheme: str
    host: str
    port: int


def split(authority: str) -> tuple[str, int | None] | None:
    """The host, in small letters, and the port of a ``Host`` header; ``None`` if it is none."""
    found = AUTHORITY.fullmatch(authority)
    if found is None:
        return None
    host = (found["six"] or found["name"]).lower().removesuffix(".")
    port = int(found["port"]) if found["port"] else None
    numeric = found["six"] is None or is_address(host)
    if not host or not numeric or (port is not None and port > 65535):
        return None
    return host, port


def origin_of(scheme: str, authority: str) -> Origin | None:
    scheme = PLAIN.get(scheme.lower(), scheme.lower())
    found = split(authority)
    if scheme not in PORTS or found is None:
        return None
    host, port = found
    return Origin(scheme, host, PORTS[scheme] if port is None else port)


def written(origin: Origin) -> str:
    """As browsers write it: without the usual port."""
    host = f"[{origin.host}]" if ":" in origin.host else origin.host
    port = "" if origin.port == PORTS[origin.scheme] else f":{origin.port}"
    return f"{origin.scheme}://{host}{port}"


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether a name means the very computer that asks."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def arrival(scope: Scope) -> str:
    """The address of this machine by which a request came."""
    server = scope.get("server")
    return server[0] if server else ""


def _plain(names: Iterable[str]) -> set[str]:
    return {name.strip().lower() for name in names} - {""}


class Hosts:
    """Which names are ours: those of the machine, and those that were given to it."""

    def __init__(
        self, names: Iterable[str] = (), public: Origin | None = None, given: Iterable[str] = ()
    ) -> None:
        self.public = public
        self.given = _plain(given) | ({public.host} if public is not None else set())
        self.names = _plain(names) | self.given
        self._doors: frozenset[str] = frozenset()
        self._allowed = lru_cache(1000)(self._allows)  # it is asked with every request
        self._compared = lru_cache(1000)(self._same)

    @property
    def doors(self) -> frozenset[str]:
        """The addresses where the network comes in, each known by its own."""
        return self._doors

    @doors.setter
    def doors(self, addresses: frozenset[str]) -> None:
        self._doors = addresses
        self._allowed.cache_clear()

    @classmethod
    def of_this_machine(cls, public: Origin | None = None, *more: str) -> "Hosts":
        """The machine's own name, as it is and on the local network, ``more``, and those in
        ``LINDEN_HOSTS``."""
        own = socket.gethostname()
        short = own.partition(".")[0]
        named = os.environ.get("LINDEN_HOSTS", "").split(",")
        given = [name for name in (*more, *named) if not is_loopback(name.strip())]
        return cls([own, short, f"{short}.local"], public, given)

    def allows(self, authority: str, arrived: str = "") -> bool:
        """Whether this is a name of ours for who came by the address ``arrived``."""
        return len(authority) <= LONGEST_NAME and self._allowed(authority, arrived)

    def same(self, scheme: str, authority: str, origin: str) -> bool:
        """Whether a page of ``origin`` is of the server that was asked."""
        return len(origin) <= LONGEST_NAME and self._compared(scheme, authority, origin)

    def _allows(self, authority: str, arrived: str) -> bool:
        found = split(authority)
        if found is None:
            return False
        host = found[0]
        if arrived in self._doors:
            return host == arrived or host in self.given
        return (
            host in self.names
            or host == "localhost"
            or host.endswith(".localhost")
            or is_address(host)
        )

    def _same(self, scheme: str, authority: str, origin: str) -> bool:
        page = origin_of(*origin.split("://", 1)) if "://" in origin else None
        if page is None:
            return False
        return page in (origin_of(scheme, authority), self.public)

    def secure(self, scheme: str, authority: str) -> bool:
        """Whether whoever asks by this name does so through https."""
        if scheme in ("https", "wss"):
            return True
        found = split(authority)
        public = self.public
        return (
            public is not None
            and public.scheme == "https"
            and found is not None
            and found[0] == public.host
        )
