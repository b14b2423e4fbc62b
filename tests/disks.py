"""A small disk of one's own, which can be filled: a file system in memory that nobody else sees."""

import subprocess
from pathlib import Path

import pytest

FILLER = "filler"


class Disk:
    """Mounted at a folder, for those who are run by ``command``; it is gone with this process."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        mount = f"mount -t tmpfs -o size={megabytes}m,mode=0700 tmpfs '{folder}'"
        self._holder = subprocess.Popen(
            [
                *("unshare", "--user", "--map-root-user", "--mount"),
                *("setpriv", "--pdeathsig=KILL", "sh", "-c"),
                f"{mount} && echo here && exec sleep infinity",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._holder.stdout is not None
        assert self._holder.stderr is not None
        if self._holder.stdout.readline() != "here\n":
            said = self._holder.stderr.read().strip()
            self.remove()
            pytest.fail(
                "This test fills a disk of its own, which needs user namespaces, and this system "
                f"does not allow them ({said}). Run it as root, or allow them to everybody: sysctl "
                "kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0",
                pytrace=False,
            )

    def command(self, *words: str) -> list[str]:
        """These words, as they are run where the disk is seen."""
        target = f"--target={self._holder.pid}"
        enter = ["nsenter", "--preserve-credentials", "--user", "--mount", target]
        return [*enter, "--", *words]

    def fill(self) -> None:
        """To the last byte."""
        words = ["sh", "-c", f"exec cat /dev/zero > '{self.folder / FILLER}'"]
        done = subprocess.run(self.command(*words), capture_output=True, text=True)
        assert "No space left" in done.stderr, done.stderr

    def make_room(self) -> None:
        subprocess.run(self.command("rm", "-f", str(self.folder / FILLER)), check=True)

    def remove(self) -> None:
        self._holder.kill()
        self._holder.communicate()
