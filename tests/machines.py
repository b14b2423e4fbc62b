"""Two computers in one: network namespaces with a cable between them."""

import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

NEEDED = ("ip", "nsenter", "unshare")


@dataclass(frozen=True)
class Machine:
    """One of them, with the address that it has for the other."""

    pid: int
    address: str

    def command(self, *words: str) -> list[str]:
        """These words, as they are run on this machine."""
        enter = ["nsenter", "--preserve-credentials", "--user", "--net", f"--target={self.pid}"]
        return [*enter, "--", *words]

    def run(self, *words: str) -> None:
        subprocess.run(self.command(*words), check=True, capture_output=True, text=True)

    def program(self, path: Path, executable: str) -> str:
        """A file that runs a program on this machine."""
        path.write_text(f'#!/bin/sh\nexec {shlex.join(self.command(executable))} "$@"\n')
        path.chmod(0o755)
        return str(path)


@contextmanager
def two_machines() -> Iterator[tuple[Machine, Machine]]:
    """Two machines in a network of their own; nothing else can be reached from there."""
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        pytest.fail(
            f"This test needs {', '.join(missing)}; on Debian: apt-get install iproute2 util-linux",
            pytrace=False,
        )
    holders: list[subprocess.Popen[str]] = []

    def hold(*words: str) -> int:
        """A process that keeps its namespaces until it is ended."""
        started = subprocess.Popen(
            [*words, "sh", "-c", "echo here; exec sleep 3600"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        holders.append(started)
        assert started.stdout is not None
        assert started.stderr is not None
        if started.stdout.readline() != "here\n":
            raise OSError(started.stderr.read().strip())
        return started.pid

    try:
        try:
            one = hold("unshare", "--user", "--map-root-user", "--net")
            owner = ["nsenter", "--preserve-credentials", "--user", f"--target={one}"]
            two = hold(*owner, "unshare", "--net")
            machines = Machine(one, "10.77.0.1"), Machine(two, "10.77.0.2")
            machines[0].run(*f"ip link add cable type veth peer name cable netns {two}".split())
            for machine in machines:
                machine.run("ip", "link", "set", "lo", "up")
                machine.run("ip", "address", "add", f"{machine.address}/24", "dev", "cable")
                machine.run("ip", "link", "set", "cable", "up")
        except (OSError, subprocess.CalledProcessError) as error:
            said = getattr(error, "stderr", None) or error
            pytest.fail(
                "This test makes two machines of network namespaces, which this system does not "
                f"allow ({said}). Run it as root, or allow them to everybody: sysctl "
                "kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0",
                pytrace=False,
            )
        yield machines
    finally:
        for holder in holders:
            holder.kill()
            holder.communicate()
