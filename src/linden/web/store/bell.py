"""How nodes call each other: PostgreSQL's LISTEN and NOTIFY, on lines of their own.

Every node listens on one channel, its own. A commit with a NOTIFY pending takes a lock for the
whole server, so nothing is rung within the transaction of a change: it is rung afterwards, in a
statement of its own that keeps nothing and therefore waits for no disk. What is rung may be lost;
whoever listens is told when that may have been, by whoever could not ring or by its own line that
was gone, and looks for itself.
"""

import asyncio
import json
import logging
import queue
import threading
from collections.abc import Callable, Iterable
from typing import Any

import psycopg
from sqlalchemy.engine import URL

from linden.web.store.database import detail
from linden.web.store.nodes import LINES
from linden.web.store.postgres import dial

log = logging.getLogger(__name__)

Word = list[Any]
"""One thing a node says: what it is, and what belongs to it; as JSON."""

LARGEST_CALL = 7000
"""Bytes; PostgreSQL takes less than 8000."""
MOST_WORDS = 500
"""Words rung by one statement."""
LISTEN_SECONDS = 0.5
RETRY_SECONDS = 0.25
GATHER_SECONDS = 0.04
"""Words that come sooner after the last are told together: each telling wakes up every listener."""
LOST = "lost"
"""The word that others could not be told."""


def channel_of(node: str) -> str:
    return f"linden_{node}"


class Bell:
    """Rings for other nodes, and listens for this one. Both callbacks run on the event loop."""

    def __init__(
        self,
        url: URL,
        node: str,
        heard: Callable[[Word], None],
        maybe_missed: Callable[[], None],
    ) -> None:
        self._url = url
        self._node = node
        self._heard = heard
        self._maybe_missed = maybe_missed
        self._loop = asyncio.get_running_loop()
        self._closing = threading.Event()
        self._words: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=work, name=f"linden-{name}", daemon=True)
            for name, work in (("listen", self._listen), ("ring", self._ring))
        ]
        for thread in self._threads:
            thread.start()

    def ring(self, nodes: Iterable[str], word: Word) -> None:
        """Say something to these nodes, soon."""
        text = json.dumps(word, ensure_ascii=False, separators=(",", ":"))
        if len(text.encode()) <= LARGEST_CALL:
            for node in nodes:
                self._words.put((channel_of(node), text))

    @property
    def waiting(self) -> int:
        """How many words wait to be rung."""
        return self._words.qsize()

    def close(self) -> None:
        """Ring what waits, and end; this takes a moment."""
        self._closing.set()
        self._words.put(None)
        for thread in self._threads:
            thread.join(2)

    # -- in threads

    def _post(self, call: Callable[..., None], *arguments: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                with dial(self._url) as line:
                    line.execute(f'LISTEN "{channel_of(self._node)}"'.encode())
                    line.execute(  # as long as this line stands, others see that it does
                        "SELECT pg_advisory_lock_shared(%s, hashtext(%s))", (LINES, self._node)
                    )
                    self._post(self._maybe_missed)
                    while not self._closing.is_set():
                        for call in line.notifies(timeout=LISTEN_SECONDS):
                            for word in json.loads(call.payload):
                                self._post(self._heard, word)
            except psycopg.Error as error:
                log.warning("Other nodes are not heard just now: %s.", detail(error))
                self._closing.wait(RETRY_SECONDS)

    def _ring(self) -> None:
        line: psycopg.Connection[Any] | None = None
        unheard: set[str] = set()
        """Channels of those whom something could not be told."""
        lost = json.dumps([self._node, LOST])
        while (words := self._next_words(RETRY_SECONDS if unheard else None)) is not None:
            words += [(channel, lost) for channel in unheard]
            calls = [json_list(group) for group in grouped(words)]
            for again in (True, False):
                try:
                    if line is None:
                        line = dial(self._url)
                        line.execute("SET synchronous_commit = off")
                    with line.cursor() as cursor:
                        cursor.execute(
                            "SELECT pg_notify(channel, call) FROM "
                            "unnest(%s::text[], %s::text[]) AS calls (channel, call)",
                            ([channel for channel, _ in calls], [call for _, call in calls]),
                        )
                    unheard.clear()
                    self._closing.wait(GATHER_SECONDS)
                    break
                except psycopg.Error as error:
                    if line is not None:
                        line.close()
                    line = None
                    if not again:
                        log.warning("Other nodes could not be told: %s.", detail(error))
                        unheard.update(channel for channel, _ in words)
        if line is not None:
            line.close()

    def _next_words(self, seconds: float | None) -> list[tuple[str, str]] | None:
        """All that wait: at least one, unless none comes within so long; ``None`` at the end."""
        words: list[tuple[str, str]] = []
        try:
            word = self._words.get(timeout=seconds)
        except queue.Empty:
            return words
        while word is not None:
            words.append(word)
            if len(words) >= MOST_WORDS:
                return words
            try:
                word = self._words.get_nowait()
            except queue.Empty:
                return words
        if words:
            self._words.put(None)
        return words or None


def grouped(words: list[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Words to the same channel together, in their order, as many as fit into a call."""
    calls: list[tuple[str, list[str]]] = []
    latest: dict[str, tuple[int, list[str]]] = {}
    for channel, word in words:
        size = len(word.encode()) + 1
        taken, together = latest.get(channel, (LARGEST_CALL, []))
        if taken + size > LARGEST_CALL:
            taken, together = 0, []
            calls.append((channel, together))
        together.append(word)
        latest[channel] = taken + size, together
    return calls


def json_list(call: tuple[str, list[str]]) -> tuple[str, str]:
    channel, words = call
    return channel, f"[{','.join(words)}]"
