"""Two nodes on this machine, PostgreSQL on another, and people who play while the cable between
them is pulled; run by ``test_cables.py`` on one of two machines.

    python -m attacks.apart FOLDER PID ADDRESS COUNT

``PID`` is a process of the other machine, ``ADDRESS`` that machine's.
"""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

from attacks.enduring import Company, company
from postgres import Postgres, kept
from servers import kept_running
from sites import Site

LASTING = (0.5, 2.0, 12.0)
"""Seconds: less than anybody notices, and more than a line is waited for."""


async def pull(site: Site, there: list[str], count: int) -> Company:
    rng = random.Random(3)
    async with company(*(node.host for node in site.nodes)) as people:
        await people.go_on()
        for number in range(count):
            lasts = LASTING[number % len(LASTING)] * rng.uniform(0.8, 1.2)
            subprocess.run([*there, "ip", "link", "set", "cable", "down"], check=True)
            await asyncio.sleep(lasts)
            subprocess.run([*there, "ip", "link", "set", "cable", "up"], check=True)
            took = await people.go_on()
            print(f"pulled for {lasts:.1f} s; all went on after {took:.1f} s", flush=True)
        await people.stop()
    return people


def main(folder: Path, pid: int, address: str, count: int) -> None:
    there = ["nsenter", f"--net=/proc/{pid}/ns/net", "--"]
    with (
        kept(Postgres(enter=there, address=address)) as postgres,
        kept_running(Site(folder, proxied=False, postgres=postgres)) as site,
    ):
        people = asyncio.run(pull(site, there, count))
        site.stop()
        assert people.check(site.place, site.log) > len(people.players)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
