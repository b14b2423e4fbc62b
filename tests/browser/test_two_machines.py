"""A friend at another machine: comes by the link that is shown, and plays a game to its end; the
server restarts in between."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, Playwright, expect

from hands import Player, open_table
from machines import Machine, two_machines
from servers import PATIENCE

PORT = 8421
SEATS = [{"kind": "me"}, {"kind": "friend"}]


@contextmanager
def serving(machine: Machine, folder: Path) -> Iterator[None]:
    """``linden serve`` on a machine, until it is killed without a word."""
    environment = {
        **os.environ,
        "LINDEN_DATA_DIR": str(folder),
        "LINDEN_NO_BROWSER": "1",
        "LINDEN_PREPARE": "0",
    }
    words = [sys.executable, "-m", "linden", "serve", "--port", str(PORT)]
    with (folder / "log").open("ab") as log:
        served = subprocess.Popen(machine.command(*words), env=environment, stdout=log, stderr=log)
    asks = f"import urllib.request as u; u.urlopen('http://127.0.0.1:{PORT}/api/health', timeout=5)"
    began = time.monotonic()
    try:
        while not answers(machine.command(sys.executable, "-c", asks)):
            assert served.poll() is None, (folder / "log").read_text()
            assert time.monotonic() - began < PATIENCE, "the server does not answer"
            time.sleep(0.1)
        yield
    finally:
        served.kill()
        served.wait()


def answers(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True).returncode == 0


def browse(playwright: Playwright, machine: Machine, folder: Path, executable: str) -> Page:
    """A page of a browser that runs on a machine."""
    program = machine.program(folder / f"chromium-{machine.pid}", executable)
    browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
    return browser.new_context(reduced_motion="reduce").new_page()


def test_a_friend_comes_by_the_link_and_plays_to_the_end(
    tmp_path: Path, playwright: Playwright, chromium_path: str
) -> None:
    with two_machines() as (here, there):
        host = browse(playwright, here, tmp_path, chromium_path)
        friend = browse(playwright, there, tmp_path, chromium_path)
        players = [Player(page, "mouse", random.Random(7)) for page in (host, friend)]
        with serving(here, tmp_path):
            friend.goto(invited(host, here, tmp_path))
            friend.get_by_label("You sit down as").fill("Bob")
            friend.get_by_role("button", name="Sit down").click()
            friend.wait_for_selector(".board svg")
            expect(host.locator(".seat-name").filter(has_text="Bob")).to_be_visible()
            for _ in range(4):
                mover = next_to_move(players)
                assert mover is not None
                mover.move()
        for page in (host, friend):
            expect(page.locator(".notice")).to_contain_text("Connecting again")
        with serving(here, tmp_path):
            for page in (host, friend):
                expect(page.locator(".notice")).to_be_hidden()
            while mover := next_to_move(players):
                mover.move()
            for page in (host, friend):
                expect(page.locator(".table")).to_have_attribute("data-turn", "over")
        moves = [page.locator(".moves .move").all_inner_texts() for page in (host, friend)]
        assert moves[0] == moves[1]
        assert len(moves[0]) > 4


def invited(host: Page, machine: Machine, folder: Path) -> str:
    """The link that is shown to whoever runs the server, once the network may come in."""
    key = (folder / "serving").read_text(encoding="utf-8").splitlines()[1]
    host.goto(f"http://127.0.0.1:{PORT}/keeper/{key}")
    path = open_table(host, "linage", SEATS, size=5, komi=1.5)
    host.goto(f"http://127.0.0.1:{PORT}{path}")
    expect(host.get_by_text("May friends in your network come?")).to_be_visible()
    host.get_by_role("button", name="Let them in").click()
    link = host.locator("dialog .copy-link input").first.input_value()
    assert link.startswith(f"http://{machine.address}:{PORT}/join/")
    expect(host.locator("dialog .qr-code")).to_be_visible()
    host.keyboard.press("Escape")
    return link


def next_to_move(players: list[Player]) -> Player | None:
    """Whose page says that it is their turn; nobody's when the game is over."""
    while True:
        for player in players:
            turn = player.page.locator(".table").get_attribute("data-turn")
            if turn in ("you", "over"):
                return player if turn == "you" else None
        time.sleep(0.02)
