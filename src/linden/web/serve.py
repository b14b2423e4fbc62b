"""Starting the server: where things are kept, which address, and opening the page."""

import gc
import ipaddress
import os
import secrets
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from linden.core.catalogues import quoted
from linden.core.language import ENGLISH, language
from linden.web.texts import say

if TYPE_CHECKING:
    from linden.web.compute.programs import Named
    from linden.web.http.hosts import Origin
    from linden.web.network import Network

PORT = 8421
TRIES = 20
"""Ports tried, from the wanted one upwards, where none was asked for."""
LARGEST_MESSAGE = 20_000
"""Bytes of a message from a browser, at most."""
MOST_WAITING = 2048
"""Connections that wait to be answered, as far as the system allows it."""
MOST_FILES = 65_536
"""Files and connections that may be open at once, if the system allows it."""


class ServeError(RuntimeError):
    """The server cannot start; the sentence says what to do."""


class AlreadyServing(ServeError):  # noqa: N818 - what is so, not what went wrong
    """Another process serves the same tables."""

    def __init__(self, address: str, key: str = "") -> None:
        super().__init__(say("Linden is being served already, at {address}.", address=address))
        self.page = keeper_page(address, key)
        """What its keeper opens; empty if it is not known."""


def data_directory() -> Path:
    """Where tables are kept; ``LINDEN_DATA_DIR`` overrides it."""
    chosen = os.environ.get("LINDEN_DATA_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("linden"))


def database_address() -> str | None:
    """The PostgreSQL that keeps the tables, as ``LINDEN_DATABASE_URL`` names it; ``None`` where
    they are in a file."""
    return os.environ.get("LINDEN_DATABASE_URL") or None


def place_of_tables() -> Path | str:
    """Where the tables of this machine's Linden are kept."""
    return database_address() or data_directory() / "tables.db"


class Claim:
    """One process alone serves the tables in a folder, and says where; ``claim`` makes it.

    The lock has a file of its own, as on some systems nobody can read a file that is locked.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "serving"
        self._lock = FileLock(folder / "serving.lock", mode=0o600, thread_local=False)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise AlreadyServing(*self._told()) from None
        os.chmod(self._lock.lock_file, 0o600)  # it may lie there with another mode
        self.tell("")

    def tell(self, lines: str) -> None:
        """Write down where the tables are served; only their owner reads it."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(os.open(self._file, flags, 0o600), "w", encoding="utf-8") as file:
            file.write(lines)

    def _told(self) -> tuple[str, str]:
        """The address that the other process has written down, and its key."""
        try:
            address, _, key = self._file.read_text(encoding="utf-8").strip().partition("\n")
        except FileNotFoundError:
            address, key = "", ""
        return address or say("an address not known yet"), key

    def __enter__(self) -> "Claim":
        return self

    def __exit__(self, *how: object) -> None:
        self._lock.release()


def claim(folder: Path) -> Claim:
    """Make sure that one process alone serves the tables in a folder, until the answer is left;
    and that its owner alone can read them."""
    try:
        make_private(folder)
        tighten(folder)
        return Claim(folder)
    except OSError as error:
        raise ServeError(
            say(
                "Tables cannot be kept in {folder}: {why}. Set LINDEN_DATA_DIR to a folder that "
                "can be written.",
                folder=folder,
                why=error.strerror,
            )
        ) from None


def make_private(folder: Path) -> None:
    """A folder for its owner alone. One that was there before and named by its owner may hold other
    things, and is left as it is."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if not os.environ.get("LINDEN_DATA_DIR"):
        folder.chmod(0o700)


def tighten(folder: Path) -> None:
    """Files that an older Linden has made for everybody's eyes; not those that belong to somebody
    else, or that a running one has just removed."""
    for path in (folder / "serving", *folder.glob("tables.db*")):
        with suppress(FileNotFoundError, PermissionError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def socket_at(host: str, port: int) -> socket.socket:
    """A socket that listens at an address: whoever opens it as soon as it is told waits for the
    answer, and is not refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP: on others asyncio leaves Nagle's algorithm on, and answers wait 40 ms.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # there it would share the port with another server
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(MOST_WAITING)
    except OSError:
        bound.close()
        raise
    return bound


def bind(host: str, port: int | None) -> socket.socket:
    """A socket on the wanted port, or on the next free one where none was asked for."""
    first = PORT if port is None else port
    last_error: OSError | None = None
    for number in [first] if port is not None else [*range(first, first + TRIES), 0]:
        try:
            return socket_at(host, number)
        except OSError as error:
            last_error = error
    raise ServeError(
        say(
            "{place} cannot be used: {why}. Choose another with --host and --port.",
            place=f"{host}:{first}",
            why=last_error.strerror if last_error else "",
        )
    )


def address_of(host: str, bound: socket.socket) -> str:
    """What to type into a browser."""
    port = bound.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def keeper_page(address: str, key: str) -> str:
    """What whoever runs the server opens."""
    if not address.startswith("http"):
        return ""
    return f"{address}keeper/{key}" if key else address


def public_address(address: str) -> "Origin":
    """The address by which people reach this server, as ``--public-url`` names it."""
    from linden.web.http.hosts import origin_of

    scheme, _, rest = address.partition("://")
    origin = (
        origin_of(scheme, rest.removesuffix("/")) if scheme.lower().startswith("http") else None
    )
    if origin is None:
        raise ServeError(
            say(
                "--public-url takes an address such as https://games.example, not {address}.",
                address=quoted(address),
            )
        )
    return origin


def proxies(named: Iterable[str]) -> list[str]:
    """The proxies whose word is taken, as ``--trust-proxy`` and ``FORWARDED_ALLOW_IPS`` name
    them."""
    for address in named:
        try:
            ipaddress.ip_network(address, strict=False)
        except ValueError:
            raise ServeError(
                say(
                    "--trust-proxy takes an address such as 127.0.0.1 or 10.0.0.0/8, not "
                    "{address}.",
                    address=quoted(address),
                )
            ) from None
    others = os.environ.get("FORWARDED_ALLOW_IPS", "").split(",")
    return [*named, *filter(None, map(str.strip, others))]


def named_programs(texts: Sequence[str]) -> "list[Named]":
    """The programs that ``--engine`` names."""
    from linden.web.compute.programs import read

    try:
        named = [read(text) for text in texts]
    except ValueError as error:
        raise ServeError(str(error)) from None
    for one in named:
        if sum((one.name, one.game) == (other.name, other.game) for other in named) > 1:
            raise ServeError(
                say(
                    "--engine names {name} twice; every program needs its own name.",
                    name=quoted(one.name),
                )
            )
    return named


def may_open_browser(wanted: bool) -> bool:
    """Whether there is a screen to open a page on."""
    if not wanted or os.environ.get("LINDEN_NO_BROWSER"):
        return False
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    )


def open_when_up(address: str, page: str) -> None:
    """Open the page as soon as the server answers."""

    def wait() -> None:
        for _ in range(200):
            try:
                urllib.request.urlopen(address + "api/health", timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                webbrowser.open(page)
                return

    threading.Thread(target=wait, daemon=True).start()


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    public_url: str | None = None,
    trust_proxy: Sequence[str] = (),
    engines: Sequence[str] = (),
    workers: int = 1,
    browser: bool = True,
    tell: Callable[[str], None] = print,
) -> None:
    """Serve Linden until it is interrupted. ``engines`` are programs that visitors may choose as
    players by their names: ``NAME=COMMAND``."""
    from linden.web.http import connections
    from linden.web.http.hosts import Hosts
    from linden.web.network import Network

    programs = named_programs(engines)
    public = public_address(public_url) if public_url else None
    if database := database_address():
        from linden.web.workers import Node, serve_nodes

        node = Node(database, host, public, tuple(proxies(trust_proxy)), tuple(programs))
        serve_nodes(node, port, workers, browser=browser, tell=tell)
        return
    if workers > 1:
        raise ServeError(
            say(
                "Tables in a file are served by one process. For --workers let "
                "LINDEN_DATABASE_URL name a PostgreSQL database: "
                "postgresql://linden@localhost/linden."
            )
        )
    hosts = Hosts.of_this_machine(public, host)
    connections.trust(proxies(trust_proxy))
    folder = data_directory()
    try:
        claimed = claim(folder)
    except AlreadyServing as other:
        if may_open_browser(browser) and other.page:
            tell(str(other))
            webbrowser.open(other.page)
            return
        raise
    with claimed, bind(host, port) as bound:
        address, key = address_of(host, bound), secrets.token_urlsafe(24)
        claimed.tell(f"{address}\n{key}\n")
        network = Network(hosts, folder, host, bound.getsockname()[1])
        check_store(folder / "tables.db")
        greet(address, key, browser, tell)
        run(folder / "tables.db", bound, network, key, programs, tell)


def check_store(place: Path | str) -> bytes:
    """Say what is wrong with the tables before anything else happens; else the secret that signs
    the visitors' tokens."""
    import asyncio

    from linden.web.store.errors import StoreError
    from linden.web.store.store import Store

    # The database is made for its owner alone; what SQLite makes beside it follows its mode.
    before = os.umask(0o077)
    try:
        store = Store(place)
        try:
            return asyncio.run(store.secret())
        finally:
            store.close()
    except StoreError as error:
        raise ServeError(str(error)) from None
    finally:
        os.umask(before)


def greet(address: str, key: str, browser: bool, tell: Callable[[str], None]) -> None:
    """Say where Linden is, and open the page."""
    page = keeper_page(address, key)
    tell(say("Linden is at {address}", address=address))
    tell(say("To manage this Linden, open {address}", address=page))
    tell(say("Press Ctrl+C to stop; every table is kept."))
    if may_open_browser(browser):
        open_when_up(address, page)


def run(
    place: Path | str,
    bound: socket.socket,
    network: "Network",
    key: str,
    programs: "Sequence[Named]",
    tell: Callable[[str], None],
) -> None:
    """One process that serves."""
    import uvicorn

    from linden.web import logs
    from linden.web.app import create_app
    from linden.web.http import connections
    from linden.web.http.connections import HttpConnection, SocketConnection
    from linden.web.http.listening import Server

    spoken = language.get()
    language.set(ENGLISH)  # visitors have languages of their own, and what is kept is English
    logs.listen()
    allow_many_files()
    config = uvicorn.Config(
        create_app(
            place,
            prepare=os.environ.get("LINDEN_PREPARE") != "0",
            pauses=float(os.environ.get("LINDEN_PAUSES", "1")),
            hosts=network.hosts,
            network=network,
            keeper=key,
            programs=programs,
            runs=data_directory() / "lab",
        ),
        log_config=None,
        log_level="warning",
        access_log=False,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=bool(connections.proxies),
        forwarded_allow_ips=list(connections.proxies),
    )
    collect_less()
    Server(config, network, socket_at, tell, spoken).run(sockets=[bound])


def allow_many_files() -> None:
    """Every connection is a file; many systems allow a thousand unless asked for more. Windows
    has no such limit."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def collect_less() -> None:
    """Look for garbage that refers to itself so that nobody waits for it. What a server holds, it
    holds for long: going through all of it would stop every table for a quarter of a second, and is
    done more rarely. What is new is gone through in small portions. A portion is as many objects as
    are more than before, and may hold many times as many where old ones went meanwhile: portions of
    10,000 stopped a thousand busy tables for 86 ms, ten of them for 227. All of it costs the same.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 5, 10_000)
