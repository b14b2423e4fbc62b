"""Who can reach a Linden: which addresses are offered, and doors that follow the computer."""

import asyncio
import errno
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from linden.web import network
from linden.web.errors import Refusal
from linden.web.http.hosts import Hosts, origin_of, written
from linden.web.network import Network

HOME, OFFICE, TAKEN = "192.168.1.20", "10.0.0.7", "172.16.0.9"


class Doors:
    """What listens at which addresses."""

    def __init__(self) -> None:
        self.open: list[str] = []

    async def listen(self, address: str) -> Callable[[], None]:
        if address == TAKEN:
            raise OSError(errno.EADDRINUSE, "Address already in use")
        self.open.append(address)
        return lambda: self.open.remove(address)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of this computer, to be changed."""
    addresses = [HOME]
    monkeypatch.setattr(network, "own_addresses", lambda: list(addresses))
    return addresses


def built(folder: Path | None = None) -> tuple[Network, Doors]:
    doors = Doors()
    made = Network(Hosts(["laptop"], None, ["table.example"]), folder, "127.0.0.1", 8421)
    made.listen = doors.listen
    return made, doors


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


def test_doors_follow_the_computer(here: list[str], tmp_path: Path) -> None:
    found, doors = built(tmp_path)
    run(found.renew())
    assert doors.open == [], "nobody has said yes"
    run(found.let_in(True))
    assert doors.open == [HOME]
    assert found.origins("http", "localhost:8421") == [f"http://{HOME}:8421"]
    here[:] = [OFFICE]
    run(found.renew())
    assert doors.open == [OFFICE]
    assert found.hosts.doors == {OFFICE}
    here[:] = []
    run(found.renew())
    assert doors.open == []
    assert found.origins("http", "127.0.0.1:8421") == []
    here[:] = [HOME, OFFICE]
    run(found.renew())
    assert sorted(doors.open) == [OFFICE, HOME]
    run(found.let_in(False))
    assert doors.open == []
    assert found.hosts.doors == frozenset()
    assert built(tmp_path)[0].wish is False


def test_an_address_that_is_taken_is_not_offered(here: list[str]) -> None:
    found, doors = built()
    here[:] = [TAKEN, HOME]
    run(found.let_in(True))
    assert doors.open == [HOME]
    assert found.origins("http", "localhost") == [f"http://{HOME}:8421"]
    alone, doors = built()
    here[:] = [TAKEN]
    with pytest.raises(Refusal, match="no other program use port 8421"):
        run(alone.let_in(True))
    assert alone.wish is None
    assert doors.open == []


def test_a_server_without_doors_says_so(here: list[str]) -> None:
    for made in (Network(Hosts()), Network(Hosts(), None, "0.0.0.0", 80)):
        with pytest.raises(Refusal, match="when this Linden was started"):
            run(made.let_in(True))
        assert made.possible() == []
    assert made.origins("http", "localhost") == [f"http://{HOME}"], "without the usual port"
    assert Network(Hosts(), None, "10.1.2.3", 8421).origins("http", "localhost") == [
        "http://10.1.2.3:8421"
    ]


def test_at_a_door_only_its_own_address_and_given_names_count(here: list[str]) -> None:
    found, _ = built()
    hosts = found.hosts
    assert hosts.allows("laptop", HOME), "there is no door yet"
    run(found.let_in(True))
    for name, arrived, answered in (
        (f"{HOME}:8421", HOME, True),
        ("table.example", HOME, True),
        ("laptop", HOME, False),
        ("localhost", HOME, False),
        (OFFICE, HOME, False),
        ("evil.example", HOME, False),
        ("laptop", "127.0.0.1", True),
        ("localhost", "127.0.0.1", True),
        ("evil.example", "127.0.0.1", False),
    ):
        assert hosts.allows(name, arrived) is answered, (name, arrived)
    assert found.at_a_door({"server": (HOME, 8421)})
    assert not found.at_a_door({"server": ("127.0.0.1", 8421)})
    assert not found.at_a_door({})


def test_only_addresses_of_a_network_are_doors() -> None:
    for address, near in (
        ("192.168.178.20", True),
        ("10.0.0.1", True),
        ("172.16.3.4", True),
        ("100.64.1.2", True),
        ("8.8.8.8", False),
        ("127.0.0.1", False),
        ("169.254.1.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
    ):
        assert network.in_a_network(address) is near, address
    assert all(map(network.in_a_network, network.own_addresses()))


@pytest.mark.parametrize(
    "address", ["http://a.example", "https://a.example:8421", "http://[::1]:80", "http://[::1]:81"]
)
def test_origins_are_written_as_browsers_do(address: str) -> None:
    scheme, _, authority = address.partition("://")
    found = origin_of(scheme, authority)
    assert found is not None
    assert written(found) == address.removesuffix(":80")
