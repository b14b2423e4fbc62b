"""Who can reach this Linden: this computer alone, its network, or everybody by a public address.

A server that listens at 127.0.0.1 is reached from nowhere else. Where whoever runs it says so, it
opens *doors*: one more listening socket at each address that the computer has in its networks, on
the same port. Doors rather than a socket for all addresses, so that nothing listens that was not
offered to somebody. The answer lies beside the tables and holds after a restart.
"""

import asyncio
import ipaddress
import json
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path

from starlette.types import Scope

from linden.web.errors import Refusal
from linden.web.http.hosts import Hosts, Origin, arrival, is_loopback, split, written
from linden.web.texts import say

log = logging.getLogger(__name__)

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of the machine."""

Listen = Callable[[str], Awaitable[Callable[[], None]]]
"""Begin to listen at an address; the answer stops it."""


class Network:
    """The addresses by which friends come, and the doors at them."""

    def __init__(
        self,
        hosts: Hosts,
        folder: Path | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        doors: bool = True,
    ) -> None:
        self.hosts = hosts
        self.host = host
        self.port = port
        self.listen: Listen | None = None
        """Given by the server that runs; without it no door can be opened."""
        self._may_have_doors = doors
        self._file = folder / "network.json" if folder else None
        self._doors: dict[str, Callable[[], None]] = {}
        self._turn = asyncio.Lock()
        self.wish = self._kept()
        """Whether the network may come in; ``None`` until somebody was asked."""

    # -- what is so

    @property
    def has_doors(self) -> bool:
        """Whether it takes doors to let the network in, and there can be some."""
        return self._may_have_doors and self.listen is not None and is_loopback(self.host)

    def at_a_door(self, scope: Scope) -> bool:
        """Whether this came in from the network, through a door."""
        return arrival(scope) in self._doors

    def origins(self, scheme: str, authority: str) -> list[str]:
        """Where friends open links, the likeliest first, told to who asks by this name; none if
        all that there is leads to this computer alone."""
        if self.hosts.public is not None:
            return [written(self.hosts.public)]
        found = split(authority)
        if found is not None and not is_loopback(found[0]):
            return [f"{'https' if scheme in ('https', 'wss') else 'http'}://{authority.lower()}"]
        if self.host in EVERYWHERE:
            return self._at(own_addresses())
        return self._at(self._doors) if is_loopback(self.host) else self._at([self.host])

    def possible(self) -> list[str]:
        """Where the network could come in, if it were let."""
        return self._at(own_addresses()) if self.has_doors else []

    def _at(self, addresses: Iterable[str]) -> list[str]:
        return [written(Origin("http", address, self.port)) for address in addresses]

    # -- opening and closing

    async def let_in(self, wish: bool) -> None:
        """Let the network come in, or not any more; kept for the next time."""
        if not self.has_doors:
            raise Refusal(say("Who can come here was decided when this Linden was started."), 409)
        async with self._turn:
            if wish and not await self._open():
                raise Refusal(
                    say(
                        "No door to the network could be opened. Is this computer connected, and "
                        "does no other program use port {port}?",
                        port=self.port,
                    ),
                    409,
                )
            if not wish:
                self._close(self._doors)
            self.wish = wish
            self._keep()

    async def renew(self) -> None:
        """Follow the computer from one network to another; the doors of the last one are shut."""
        if self.wish and self.has_doors:
            async with self._turn:
                await self._open()

    async def _open(self) -> bool:
        """Have a door at each address there is now; whether there is one at all."""
        assert self.listen is not None
        here = own_addresses()
        self._close([address for address in self._doors if address not in here])
        for address in here:
            if address not in self._doors:
                try:
                    self._doors[address] = await self.listen(address)
                except OSError as error:
                    log.warning("Nobody can come by %s:%d: %s", address, self.port, error.strerror)
        self._doors = {address: self._doors[address] for address in here if address in self._doors}
        self.hosts.doors = frozenset(self._doors)
        return bool(self._doors)

    def _close(self, addresses: Iterable[str]) -> None:
        for address in list(addresses):
            self._doors.pop(address)()
        self.hosts.doors = frozenset(self._doors)

    # -- the answer, beside the tables

    def _kept(self) -> bool | None:
        if self._file is None:
            return None
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        answer = kept.get("open") if isinstance(kept, dict) else None
        return answer if isinstance(answer, bool) else None

    def _keep(self) -> None:
        if self._file is None:
            return
        fresh = self._file.with_suffix(".new")
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            with os.fdopen(os.open(fresh, flags, 0o600), "w", encoding="utf-8") as file:
                json.dump({"open": self.wish}, file)
            os.replace(fresh, self._file)
        except OSError as error:  # the door is as was wished; only the next start asks again
            log.error("Who may come cannot be kept in %s: %s", self._file, error.strerror)


def own_addresses() -> list[str]:
    """The addresses by which a friend in the same network reaches this machine, the likeliest
    first. Those that all the world could reach are left out: a table is opened to the world by
    ``--host`` alone."""
    import ifaddr  # it is rarely asked

    found = [str(ip.ip) for card in ifaddr.get_adapters() for ip in card.ips if ip.is_IPv4]
    near = [address for address in dict.fromkeys(found) if in_a_network(address)]
    usual = outward_address()
    return sorted(near, key=lambda address: (address != usual, found.index(address)))


def in_a_network(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    special = ip.is_loopback or ip.is_link_local or ip.is_multicast or ip.is_unspecified
    return not (special or ip.is_global)


def outward_address() -> str:
    """The machine's address on its way to others; nothing is sent to find it. Empty without a
    way."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("198.51.100.1", 9))  # an address for examples: somewhere else
        return str(probe.getsockname()[0])
    return ""
