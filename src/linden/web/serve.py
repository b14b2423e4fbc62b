"""Starting the server: where things are kept, which address, and opening the page."""

import fcntl
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import IO

PORT = 8421
TRIES = 20
"""Ports tried, from the wanted one upwards, where none was asked for."""
LARGEST_MESSAGE = 20_000
"""Bytes of a message from a browser, at most."""


class ServeError(RuntimeError):
    """The server cannot start; the sentence says what to do."""


class AlreadyServing(ServeError):  # noqa: N818 - what is so, not what went wrong
    """Another process serves the same tables."""

    def __init__(self, address: str) -> None:
        super().__init__(f"Linden is being served already, at {address}.")
        self.address = address


def data_directory() -> Path:
    """Where tables are kept; ``LINDEN_DATA_DIR`` overrides it."""
    chosen = os.environ.get("LINDEN_DATA_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("linden"))


def claim(folder: Path) -> IO[str]:
    """Make sure that one process alone serves the tables in a folder, for as long as the answer
    is kept open."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "serving").open("a+", encoding="utf-8")
    except OSError as error:
        raise ServeError(
            f"Tables cannot be kept in {folder}: {error.strerror}. "
            "Set LINDEN_DATA_DIR to a folder that can be written."
        ) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        raise AlreadyServing(file.read().strip() or "an address not known yet") from None
    return file


def bind(host: str, port: int | None) -> socket.socket:
    """A socket on the wanted port, or on the next free one where none was asked for."""
    first = PORT if port is None else port
    last_error: OSError | None = None
    for number in [first] if port is not None else [*range(first, first + TRIES), 0]:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            bound = socket.socket(family, socket.SOCK_STREAM)
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind((host, number))
            return bound
        except OSError as error:
            bound.close()
            last_error = error
    reason = last_error.strerror if last_error else "none is free"
    raise ServeError(
        f"{host}:{first} cannot be used: {reason}. Choose another with --host and --port."
    )


def address_of(host: str, bound: socket.socket) -> str:
    """What to type into a browser."""
    port = bound.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def may_open_browser(wanted: bool) -> bool:
    """Whether there is a screen to open a page on."""
    if not wanted or os.environ.get("LINDEN_NO_BROWSER"):
        return False
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    )


def open_when_up(address: str) -> None:
    """Open the page as soon as the server answers."""

    def wait() -> None:
        for _ in range(200):
            try:
                urllib.request.urlopen(address + "api/health", timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                webbrowser.open(address)
                return

    threading.Thread(target=wait, daemon=True).start()


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    browser: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Serve Linden until it is interrupted."""
    folder = data_directory()
    try:
        claimed = claim(folder)
    except AlreadyServing as other:
        if may_open_browser(browser) and other.address.startswith("http"):
            say(str(other))
            webbrowser.open(other.address)
            return
        raise
    with claimed, bind(host, port) as bound:
        address = address_of(host, bound)
        claimed.truncate(0)
        claimed.write(address)
        claimed.flush()
        run(folder, bound, address, browser, say)


def run(
    folder: Path, bound: socket.socket, address: str, browser: bool, say: Callable[[str], None]
) -> None:
    import uvicorn

    from linden.web.app import create_app
    from linden.web.store.errors import StoreError
    from linden.web.store.store import Store

    try:
        Store(folder / "tables.db").close()  # says what is wrong before anything else happens
    except StoreError as error:
        raise ServeError(str(error)) from None
    config = uvicorn.Config(
        create_app(
            folder / "tables.db",
            prepare=os.environ.get("LINDEN_PREPARE") != "0",
            pauses=float(os.environ.get("LINDEN_PAUSES", "1")),
        ),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    say(f"Linden is at {address}")
    say("Press Ctrl+C to stop; every table is kept.")
    if may_open_browser(browser):
        open_when_up(address)
    uvicorn.Server(config).run(sockets=[bound])
