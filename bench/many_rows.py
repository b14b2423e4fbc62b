"""Whether games that are over slow those that are not: the store's calls with so many made-up games
in the database, on PostgreSQL.

    python bench/many_rows.py --games 10000000

The games are made by PostgreSQL itself, each with two seats and a few moves; hosts and people are
spread so that some have a handful of games and one has a hundred thousand.
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from linden.web.store.listings import Wanted
from linden.web.store.models import SeatRow, TableRow
from linden.web.store.store import Change, Store
from postgres import Postgres, kept

AT_ONCE = 250_000
LARGE = {"shared_buffers": "1GB", "max_wal_size": "8GB", "checkpoint_timeout": "30min"}
BUSY, EAGER, EAGER_GAMES = "busy", "eager", 100_000
FILL = [
    """INSERT INTO tables (id, game, options, host, created, updated, version, plies, turn, ended,
       result, number, seating, revision, asked)
       SELECT 'x' || n, 'linja', '{{}}',
       CASE WHEN n <= {eager} THEN 'eager' ELSE 'h' || (n % 999983) END,
       1e9 + n, 1e9 + n, {moves}, {moves}, 0, 'played', 'Red wins.', 1, '[0, 1]', {moves}, '[]'
       FROM generate_series({first}, {last}) AS n""",
    """INSERT INTO seats (table_id, number, kind, visitor, name, own)
       SELECT 'x' || n, seat, 'person', 'h' || ((n + seat) % 999983), '', false
       FROM generate_series({first}, {last}) AS n, generate_series(0, 1) AS seat""",
    """INSERT INTO listings (visitor, table_id, game, ended, outcome, opponent)
       SELECT 'h' || ((n + seat) % 999983), 'x' || n, 'linja', 1e9 + n, 'won', 'people'
       FROM generate_series({first}, {last}) AS n, generate_series(0, 1) AS seat
       UNION ALL SELECT 'eager', 'x' || n, 'linja', 1e9 + n, 'won', 'people'
       FROM generate_series({first}, least({last}, {eager})) AS n""",
    """INSERT INTO moves (table_id, ply, move, made)
       SELECT 'x' || n, ply, '3-4', 1e9 FROM generate_series({first}, {last}) AS n,
       generate_series(1, {moves}) AS ply""",
]


def row(name: str) -> TableRow:
    seats = [SeatRow(number=n, kind="person", visitor=f"p{n}", name="") for n in (0, 1)]
    return TableRow(id=name, game="linja", options={}, host=BUSY, seating=[0, 1], seats=seats)


async def timed(what: str, count: int, call: Callable[[int], Awaitable[object]]) -> None:
    taken = []
    for number in range(count):
        began = time.perf_counter()
        await call(number)
        taken.append(1000 * (time.perf_counter() - began))
    taken.sort()
    print(
        f"    {what}: median {statistics.median(taken):.1f} ms, p99 "
        f"{taken[int(0.99 * count)]:.1f} ms",
        flush=True,
    )


async def measure(store: Store, label: str, run: int) -> None:
    print(f"{label}:", flush=True)
    names = [f"live{run}-{number}" for number in range(20)]
    for name in names:
        await store.create(row(name), [])

    async def change(number: int) -> None:
        ply = number // len(names)
        facts = {"version": ply + 1, "plies": ply + 1}
        await store.change(Change(names[number % len(names)], ply, facts, ply, ["3-4"]))

    await timed("a move is kept", 1000, change)
    await timed("a table is loaded", 400, lambda n: store.load(names[n % len(names)]))
    await timed("an old table is loaded", 400, lambda n: store.load(f"x{n * 7919 + 1}"))
    await timed("a new table", 100, lambda n: store.create(row(f"new{run}-{n}"), []))
    for who in ("h12345", EAGER, BUSY, "nobody"):
        for over in (False, True):
            await timed(
                f"the {'last' if over else 'running'} games of {who}",
                20,
                lambda _, who=who, over=over: store.tables_of(who, over=over, most=12),  # type: ignore[misc]
            )
        await timed(f"a page of the list of {who}", 20, lambda _, who=who: page(store, who))  # type: ignore[misc]
        await timed(f"what {who} has won", 20, lambda _, who=who: store.counts(who))  # type: ignore[misc]
    await timed("work of dead nodes", 20, lambda _: store.nodes.orphans())


async def page(store: Store, who: str) -> None:
    """The second page of somebody's list, of the games they have won."""
    first = await store.listed(who, Wanted(most=24))
    before = first[-1].place if first else None
    await store.listed(who, Wanted(outcome="won", before=before, most=24))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--moves", type=int, default=2)
    options = parser.parse_args()
    with kept(Postgres(settings=LARGE)) as server:
        address = server.fresh()
        store = Store(address)
        asyncio.run(measure(store, "no games", 0))
        began = time.monotonic()
        with server.connect(address.rpartition("/")[2]) as connection:
            connection.execute("SET synchronous_commit = off")
            connection.execute("SET session_replication_role = replica")  # what is made up fits
            for first in range(1, options.games + 1, AT_ONCE):
                last = min(first + AT_ONCE - 1, options.games)
                for statement in FILL:
                    text = statement.format(
                        first=first, last=last, moves=options.moves, eager=EAGER_GAMES
                    )
                    connection.execute(text.encode())
                if last % 1_000_000 == 0:
                    print(f"  {last:,} made, {time.monotonic() - began:.0f} s", flush=True)
            connection.execute("ANALYZE")
            connection.execute("CHECKPOINT")
            size = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert size is not None
        print(f"{options.games:,} games, {size[0] / 2**30:.1f} GiB")
        asyncio.run(measure(store, f"{options.games:,} games", 1))
        store.close()


if __name__ == "__main__":
    main()
