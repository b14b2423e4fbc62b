"""Tablebases on disk: one file each, read through a memory map, every page checksummed.

    page 0       "Linden table 1", a line of JSON that says what the tablebase is, a checksum
    then         the checksums (CRC-32) of all pages of the body, four bytes each
    then         the body: one byte a position

A page is checked when it is first looked at, so that opening two gigabytes takes no time and yet no
altered byte is ever believed. While a tablebase is built its file ends in ``.part`` and its head
says how many steps are done; a build that was stopped goes on from there.
"""

import json
import os
import shutil
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from linden.core.errors import TablebaseError

FIRST_LINE = b"Linden table 1\n"
PAGE = 4096
NO_POSITION = -128
"""What stands where the index names nothing that can be played."""


def home() -> Path:
    """Where tablebases are kept; ``LINDEN_SOLVED_DIR`` overrides it."""
    given = os.environ.get("LINDEN_SOLVED_DIR")
    if given:
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_data_dir("linden")) / "solved"


def pages(size: int) -> int:
    """How many pages hold so many bytes."""
    return -(-size // PAGE)


def _body_at(size: int) -> int:
    """Where the body begins in a file whose body has this size."""
    return PAGE * (1 + pages(4 * pages(size)))


def _head_page(head: Mapping[str, Any]) -> bytes:
    text = FIRST_LINE + json.dumps(head, sort_keys=True).encode() + b"\n"
    if len(text) > PAGE - 4:
        raise TablebaseError("The head of a tablebase does not fit its page.")
    page = text.ljust(PAGE - 4, b"\0")
    return page + zlib.crc32(page).to_bytes(4, "little")


def _read_head(path: Path, page: bytes) -> dict[str, Any]:
    if not page.startswith(FIRST_LINE):
        raise TablebaseError(
            f"{path} is no tablebase of Linden's; remove it, or name another file."
        )
    if len(page) < PAGE or zlib.crc32(page[:-4]) != int.from_bytes(page[-4:], "little"):
        raise _damaged(path, "its head does not match its checksum")
    head: dict[str, Any] = json.loads(page[len(FIRST_LINE) :].split(b"\n", 1)[0])
    return head


def _damaged(path: Path, how: str) -> TablebaseError:
    return TablebaseError(
        f"{path} is damaged: {how}. Remove it and build it again with linden solve."
    )


def _check_kind(path: Path, head: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    for name, value in expected.items():
        if head.get(name) != value:
            raise TablebaseError(
                f"{path} was made for {name} {head.get(name)!r}, and {value!r} is needed; "
                "remove it and build it again with linden solve."
            )


def _checksums(body: Any, low: int, high: int) -> list[int]:
    """The checksums of the pages that cover these bytes."""
    content = memoryview(body)
    return [
        zlib.crc32(content[at * PAGE : min((at + 1) * PAGE, len(content))])
        for at in range(low // PAGE, pages(high))
    ]


def unfinished(path: Path) -> Path:
    """The file in which a tablebase is built until it is whole."""
    return path.with_name(path.name + ".part")


def discard(path: Path) -> None:
    """Remove the unfinished file, unless somebody is at work on it."""
    part = unfinished(path)
    if part.exists():
        claimed = claim(part)
        part.unlink(missing_ok=True)
        claimed.release()


def claim(part: Path) -> FileLock:
    """Have an unfinished file to oneself until this is released, or the process ends."""
    lock = FileLock(part.with_name(part.name + ".lock"), thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise TablebaseError(f"{part} is being built by another process.") from None
    return lock


def steps_done(path: Path, expected: Mapping[str, Any]) -> int:
    """How many steps of this tablebase are done in its unfinished file; none if there is no such
    file, or none of this kind."""
    part = unfinished(path)
    try:
        with part.open("rb") as file:
            head = _read_head(part, file.read(PAGE))
        _check_kind(part, head, expected)
    except (OSError, TablebaseError):
        return 0
    return int(head["done"])


class Tablebase:
    """A finished tablebase, open for reading; any number of processes may read one file."""

    def __init__(self, path: Path, expected: Mapping[str, Any]) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self.head = _read_head(path, file.read(PAGE))
                actual = os.fstat(file.fileno()).st_size
        except FileNotFoundError:
            raise TablebaseError(f"There is no tablebase {path}; linden solve builds it.") from None
        _check_kind(path, self.head, expected)
        if not self.head.get("complete"):
            raise TablebaseError(f"{path} is not finished; linden solve goes on with it.")
        size = int(self.head["size"])
        if actual != _body_at(size) + size:
            raise _damaged(path, f"it has {actual:,} bytes instead of {_body_at(size) + size:,}")
        whole: Any = np.memmap(path, np.uint8, "r")
        self._sums: Any = whole[PAGE : PAGE + 4 * pages(size)].view("<u4")
        if zlib.crc32(self._sums) != self.head["checksum"]:
            raise _damaged(path, "the list of its checksums is not the one it was closed with")
        self.body: Any = whole[_body_at(size) :].view(np.int8)
        self._bytes = memoryview(self.body)
        self._checked = bytearray(pages(size))

    def __getitem__(self, index: int) -> int:
        """The value at this index; its page is checked the first time."""
        page = index // PAGE
        if not self._checked[page]:
            self._check(page)
        return int(self._bytes[index])

    def _check(self, page: int) -> None:
        content = self._bytes[page * PAGE : (page + 1) * PAGE]
        if zlib.crc32(content) != self._sums[page]:
            raise _damaged(self.path, f"page {page} of its values does not match its checksum")
        self._checked[page] = 1

    def check(self) -> None:
        """Check every page."""
        for page in range(len(self._checked)):
            self._check(page)


class Building:
    """A tablebase that is being built, in a file of its own until it is whole.

    ``body`` is the memory to work in: the file itself, mapped. What was finished before an
    interruption is checked and kept.
    """

    def __init__(self, path: Path, kind: Mapping[str, Any], size: int) -> None:
        self.path = path
        self.part = unfinished(path)
        self._size = size
        path.parent.mkdir(parents=True, exist_ok=True)
        self.head: dict[str, Any] = {**kind, "size": size, "done": 0, "upto": 0, "complete": False}
        self._claim = claim(self.part)
        try:
            self.part.touch()
            resumed = self.part.stat().st_size == _body_at(size) + size
            if not resumed:
                self._make()
            self._whole: Any = np.memmap(self.part, np.uint8, "r+")
            self._sums: Any = self._whole[PAGE : PAGE + 4 * pages(size)].view("<u4")
            self.body: Any = self._whole[_body_at(size) :].view(np.int8)
            if resumed:
                self._resume(kind)
        except BaseException:
            self._claim.release()
            raise

    def _make(self) -> None:
        os.truncate(self.part, 0)
        room = shutil.disk_usage(self.part.parent).free
        if room < self._size:
            self.abandon()
            raise TablebaseError(
                f"{self.path.parent} has {room / 1e9:.1f} GB left, and "
                f"{self._size / 1e9:.1f} are needed; LINDEN_SOLVED_DIR names another place."
            )
        os.truncate(self.part, _body_at(self._size) + self._size)
        with self.part.open("r+b") as file:
            file.write(_head_page(self.head))

    def _resume(self, kind: Mapping[str, Any]) -> None:
        head = _read_head(self.part, bytes(self._whole[:PAGE]))
        _check_kind(self.part, head, {**kind, "size": self._size})
        self.head = head
        upto = int(head["upto"])
        if _checksums(self.body, 0, upto) != self._sums[: pages(upto)].tolist():
            raise _damaged(self.part, "what was finished does not match its checksums")

    @property
    def done(self) -> int:
        """How many steps are finished."""
        return int(self.head["done"])

    def begin_again(self) -> None:
        """Count nothing as done; what was stays only until it is overwritten."""
        self.head.update(done=0, upto=0)
        self._write_head()

    def finish_step(self, upto: int | None = None) -> None:
        """One more step is done, and on disk before the head says so.

        Where a tablebase is filled from its front, ``upto`` says how far, and a build that is
        resumed checks that part.
        """
        if upto is not None:
            low = int(self.head["upto"])
            self._sums[low // PAGE : pages(upto)] = _checksums(self.body, low, upto)
            self.head["upto"] = upto
        self._whole.flush()
        self.head["done"] += 1
        self._write_head()

    def _write_head(self) -> None:
        self._whole[:PAGE] = np.frombuffer(_head_page(self.head), np.uint8)
        self._whole.flush()

    def finish(self, **facts: Any) -> Path:
        """Close the tablebase: all checksums, then the head, then its name."""
        low = int(self.head["upto"]) // PAGE * PAGE
        self._sums[low // PAGE :] = _checksums(self.body, low, self._size)
        self.head.update(facts, complete=True, checksum=zlib.crc32(self._sums))
        self._whole.flush()
        self._write_head()
        os.replace(self.part, self.path)
        self._claim.release()
        return self.path

    def leave(self) -> None:
        """Stop for now; what is done stays."""
        self._claim.release()

    def abandon(self) -> None:
        """Stop, and leave nothing behind."""
        self.part.unlink(missing_ok=True)
        self._claim.release()
