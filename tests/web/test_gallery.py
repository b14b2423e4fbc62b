"""Those who only watch: told at once where there is time, at a pace where there is none."""

import asyncio

import pytest

from linden.web.tables import gallery
from linden.web.tables.gallery import Gallery

CROWD = 200
PATIENCE = 30.0


def told(rounds: int, monkeypatch: pytest.MonkeyPatch, pace: float) -> None:
    """A crowd comes, and the event loop is busy for so many of the times it is asked."""
    asked = 0

    async def busy() -> bool:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        return asked <= rounds

    async def come() -> None:
        place = Gallery()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(place.turn(f"visitor {number}") for number in range(CROWD)))

    monkeypatch.setattr(gallery, "busy", busy)
    monkeypatch.setattr(gallery, "WATCHER_SECONDS", pace)
    asyncio.run(come())


def test_a_crowd_waits_no_longer_than_somebody_needs_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of them come to a busy server; from then on it is not."""
    told(CROWD, monkeypatch, pace=3600)


def test_however_busy_the_server_is_everybody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told(10**9, monkeypatch, pace=0.001)
