"""The log: what happens again and again is written a few times and then counted, so that nobody
can fill a disk by repeating a mistake."""

import json
import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime

MOST = 5
"""How often one complaint is written in a minute."""
MOST_KINDS = 100
"""How many different ones; all others count as one."""
WINDOW = 60.0

LIVES = ("linden.web.app", "linden.web.tables.neighbours", "linden.web.workers")
"""Who tells programs that gather logs when a process, or another node, comes and goes."""

Kind = tuple[str, int, str, str]
OTHERS: Kind = ("", 0, "", "")


class Repeats(logging.Filter):
    """Lets a complaint through a few times a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._since = clock()
        self._heard: Counter[Kind] = Counter()
        self._missed: Counter[Kind] = Counter()
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = (record.name, record.levelno, str(record.msg)[:200], _where(record))
        with self._lock:
            now = self._clock()
            if now - self._since >= WINDOW:
                self._since = now
                self._heard.clear()
            if kind not in self._heard and len(self._heard) >= MOST_KINDS:
                kind = OTHERS
            self._heard[kind] += 1
            if self._heard[kind] > MOST:
                if kind in self._missed or len(self._missed) < MOST_KINDS:
                    self._missed[kind] += 1
                return False
            missed = self._missed.pop(kind, 0)
        if missed:
            record.msg = f"{record.getMessage().rstrip()} (and {missed} more like it before)"
            record.args = ()
        return True


def _where(record: logging.LogRecord) -> str:
    """What went wrong and where, so that one fault does not silence another."""
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    kind, _, trace = record.exc_info
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    return f"{kind.__name__} {place}"


class Structured(logging.Formatter):
    """A line of JSON for each complaint, for programs that gather logs."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def listen() -> None:
    """Write what is worth a warning to the standard error, of all loggers alike: sentences, or with
    ``LINDEN_LOG=json`` a line of JSON each, and then also who comes and goes."""
    handler = logging.StreamHandler()
    structured = os.environ.get("LINDEN_LOG") == "json"
    plain = logging.Formatter("%(levelname)s: %(message)s")
    handler.setFormatter(Structured() if structured else plain)
    handler.addFilter(Repeats())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    for name in LIVES if structured else ():
        logging.getLogger(name).setLevel(logging.INFO)
