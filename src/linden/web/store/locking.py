"""One process a database: a lock that ends with the process that holds it."""

from pathlib import Path

from filelock import FileLock, Timeout

from linden.web.store.errors import StoreError


class InUse(StoreError):  # noqa: N818 - what is so, not what went wrong
    """Another process has the file."""


def claim(path: Path) -> FileLock:
    """The lock on a database, held until it is released or the process ends."""
    lock = FileLock(path.with_name(path.name + ".lock"), mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InUse(
            f"The tables in {path} are in use by another Linden. Stop that one, or set "
            "LINDEN_DATA_DIR to another folder."
        ) from None
    return lock
