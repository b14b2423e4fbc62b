"""Several computers in one: network namespaces with cables between them."""

import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

NEEDED = ("ip", "nsenter", "unshare")


@dataclass(frozen=True)
class Machine:
    """One of them, with the address that it has for the others."""

    pid: int
    address: str
    mounts: bool = False
    """Whether it has mounts of its own."""

    def command(self, *words: str) -> list[str]:
        """These words, as they are run on this machine."""
        enter = ["nsenter", "--preserve-credentials", "--user", "--net", f"--target={self.pid}"]
        return [*enter, *(["--mount"] if self.mounts else []), "--", *words]

    def run(self, *words: str) -> None:
        subprocess.run(self.command(*words), check=True, capture_output=True, text=True)

    def program(self, path: Path, executable: str) -> str:
        """A file that runs a program on this machine."""
        path.write_text(f'#!/bin/sh\nexec {shlex.join(self.command(executable))} "$@"\n')
        path.chmod(0o755)
        return str(path)


class Holders:
    """Processes that keep namespaces until they are ended."""

    def __init__(self) -> None:
        self._started: list[subprocess.Popen[str]] = []

    def hold(self, *words: str, first: str = "true") -> int:
        """One more, which does something there first."""
        started = subprocess.Popen(
            [*words, "sh", "-c", f"{first} && echo here && exec sleep 3600"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._started.append(started)
        assert started.stdout is not None
        assert started.stderr is not None
        if started.stdout.readline() != "here\n":
            raise OSError(started.stderr.read().strip())
        return started.pid

    def end(self) -> None:
        for holder in self._started:
            holder.kill()
            holder.communicate()


Made = TypeVar("Made")


@contextmanager
def made(make: Callable[[Holders], Made]) -> Iterator[Made]:
    """What is made of such processes; what cannot be had is told in a sentence."""
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        pytest.fail(
            f"This test needs {', '.join(missing)}; on Debian: apt-get install iproute2 util-linux",
            pytrace=False,
        )
    holders = Holders()
    try:
        try:
            machines = make(holders)
        except (OSError, subprocess.CalledProcessError) as error:
            said = getattr(error, "stderr", None) or error
            pytest.fail(
                "This test makes machines of network namespaces, which this system does not allow "
                f"({said}). Run it as root, or allow them to everybody: sysctl "
                "kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0",
                pytrace=False,
            )
        yield machines
    finally:
        holders.end()


def two_machines() -> AbstractContextManager[tuple[Machine, Machine]]:
    """Two machines in a network of their own; nothing else can be reached from there."""
    return made(_two)


def _two(holders: Holders) -> tuple[Machine, Machine]:
    one = holders.hold("unshare", "--user", "--map-root-user", "--net")
    two = holders.hold(*_owned(one), "--net")
    machines = Machine(one, "10.77.0.1"), Machine(two, "10.77.0.2")
    machines[0].run(*f"ip link add cable type veth peer name cable netns {two}".split())
    for machine in machines:
        _plug_in(machine)
    return machines


def _owned(owner: int) -> list[str]:
    """Words that make another machine, by whoever owns the first."""
    enter = ["nsenter", "--preserve-credentials", "--user", f"--target={owner}"]
    return [*enter, "unshare"]


def _plug_in(machine: Machine) -> None:
    machine.run("ip", "link", "set", "lo", "up")
    machine.run("ip", "address", "add", f"{machine.address}/24", "dev", "cable")
    machine.run("ip", "link", "set", "cable", "up")


def named_machines(
    names: Sequence[str], network: str, hosts: Path, empty: Sequence[str] = ()
) -> AbstractContextManager[dict[str, Machine]]:
    """Machines that know each other by name, at one switch, which is the first of them;
    ``network`` is what their addresses begin with. Each has empty folders of its own at ``empty``,
    and all else in common."""

    def make(holders: Holders) -> dict[str, Machine]:
        addresses = {name: f"{network}.{number}" for number, name in enumerate(names, 1)}
        known = {"localhost": "127.0.0.1", **addresses}
        hosts.write_text("".join(f"{to} {name}\n" for name, to in known.items()))
        first = f"mount --bind {shlex.quote(str(hosts))} /etc/hosts" + "".join(
            f" && mkdir -p {place} && mount -t tmpfs -o mode=1777 tmpfs {place}" for place in empty
        )
        found: dict[str, Machine] = {}
        switch: Machine | None = None
        for number, (name, address) in enumerate(addresses.items()):
            words = (
                ["unshare", "--user", "--map-root-user"] if switch is None else _owned(switch.pid)
            )
            pid = holders.hold(*words, "--net", "--mount", first=first)
            found[name] = machine = Machine(pid, address, mounts=True)
            if switch is None:
                switch = machine
                switch.run("ip", "link", "add", "cable", "type", "bridge")
            else:
                port = f"port{number}"
                switch.run(*f"ip link add {port} type veth peer name cable netns {pid}".split())
                switch.run("ip", "link", "set", port, "master", "cable", "up")
            _plug_in(machine)
        return found

    return made(make)
