"""How long a newcomer waits on a machine that has compiled nothing yet.

    python bench/web_cold.py [--level 3 8] [--cold] [GAME ...]

For each game: an empty kernel cache, a fresh server, its first page, a table against a computer,
a move, and the computer's first reply; then, unless only ``--cold`` is asked for, the same with
what the first run has left.
"""

import argparse
import os
import sys
import tempfile
import time
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import linden
from servers import ME, Server


def cpu_seconds(process: int) -> float:
    """Processor time used so far: what an idle machine would need at most."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(
    game: str, level: int, folder: Path, cache: Path
) -> tuple[float, float, float, float, str]:
    """Seconds to the home page (by the clock, and of the server's processor), to the first state,
    to the first decision after one's own turn; and what the table said about it."""
    server = Server(
        folder,
        LINDEN_CACHE_DIR=str(cache),
        LINDEN_PREPARE="1",
        LINDEN_PAUSES="1",
        LINDEN_STEP_BACK="1",
    )
    began = time.perf_counter()
    server.start()
    try:
        person = server.person()
        home, busy = time.perf_counter() - began, cpu_seconds(server.pid)
        person.get(f"/api/games/{game}")
        opened = time.perf_counter()
        tab = person.sit(person.table(game, [ME, {"kind": "computer", "level": level}]))
        shown = time.perf_counter() - opened
        said = ""
        while tab.state["turn"]["kind"] in ("you", "chance"):
            if tab.can_act:
                tab.play(tab.legal[0])
            else:
                tab.next_state()
        moved = time.perf_counter()
        plies = len(tab.moves)
        while all(entry["chance"] for entry in tab.state["history"][plies:]) and not tab.over:
            if tab.state["turn"]["preparing"]:
                said = ", prepared"
            tab.next_state()
        reply = time.perf_counter() - moved
        if "glance" in (tab.state["note"] or ""):
            said = ", at a glance"
        return home, busy, shown, reply, said
    finally:
        server.dismiss()
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--level", type=int, nargs="+", default=[3])
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("game", nargs="*")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores; load {os.getloadavg()[0]:.1f}")
    for game, level in product(options.game or linden.games(), options.level):
        with tempfile.TemporaryDirectory() as folder:
            cache = Path(folder) / "cache"
            for state in ("cold",) if options.cold else ("cold", "warm"):
                tables = Path(folder) / state
                tables.mkdir()
                home, busy, shown, reply, said = measure(game, level, tables, cache)
                first = f"first page {home:.1f} s ({busy:.1f} s of work)"
                rest = f"table {shown * 1000:.0f} ms, first reply {reply:.1f} s{said}"
                print(f"{game:7} level {level} {state}: {first}, {rest}", flush=True)


if __name__ == "__main__":
    main()
