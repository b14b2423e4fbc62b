"""A tournament between people: one sets it up, others join, they play, and all see who stands
where."""

import random
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.test_lobby import be, fits
from findings import findings
from hands import Player
from linden.client import Client
from linden.client.bot import Bot
from linden.client.errors import Refused
from owners import Owner
from programs import program
from servers import PATIENCE, Server
from web.test_bot import Running
from web.test_tournaments_played import check_swiss_of_eight, is_over, new, post, wait_for


def at_tournaments(page: Page, name: str) -> Page:
    """Somebody who has opened the page of tournaments."""
    return be(page, name, ".tournaments")


SLOW_TO_ADD = """() => {
  const { fetch } = window;
  const later = () => new Promise((done) => setTimeout(done, 1000));
  window.fetch = (path, how) =>
    path.endsWith("/computers") ? later().then(() => fetch(path, how)) : fetch(path, how);
}"""


def give_up(page: Page) -> None:
    """Resign at the table that is open, as people do."""
    page.wait_for_selector(".board svg")
    page.evaluate(
        """() => new Promise((done) => {
          const id = location.pathname.split("/").at(-1);
          const socket = new WebSocket(`ws://${location.host}/api/tables/${id}/live`);
          socket.onmessage = ({ data }) => {
            const said = JSON.parse(data);
            if (said.type !== "state") return;
            if (said.turn.kind === "over") return (socket.close(), done());
            socket.send(JSON.stringify({ type: "resign" }));
          };
        })"""
    )


def test_people_play_a_round_robin_from_its_form_to_its_end(opens: Any) -> None:
    ada = at_tournaments(opens("/tournaments"), "Ada")
    bob = at_tournaments(opens("/tournaments", phone=True, color_scheme="dark"), "Bob")
    eve = at_tournaments(opens("/tournaments"), "Eve")
    expect(ada.locator(".tournaments")).to_contain_text("There is no tournament just now.")
    assert findings(ada) == []
    # Ada sets one up by the keyboard.
    ada.get_by_label("Round robin").focus()
    ada.keyboard.press("Space")
    expect(ada.locator(".tournament-form")).to_contain_text("Everybody meets everybody once.")
    ada.get_by_label("Name").fill("Evening cup")
    ada.get_by_label("Game").select_option(label="Linja")
    ada.get_by_label("Time").select_option(label="5 min each + 3 s a turn")
    ada.get_by_role("button", name="Set up the tournament").focus()
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/tournaments/*")
    expect(ada.get_by_role("button", name="Begin")).to_be_disabled()
    assert findings(ada) == []
    # The others find it in the list and join; Ada sees them come.
    for page in (bob, eve):
        page.reload()
        page.get_by_role("link", name="Evening cup").click()
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(ada.locator(".standings tbody tr")).to_have_count(3)
    assert findings(bob) == []
    ada.get_by_role("button", name="Begin").click()
    # Three rounds: in each one sits out, the others have a game that waits for them.
    pages = {"Ada": ada, "Bob": bob, "Eve": eve}
    address = ada.url
    for number in (1, 2, 3):
        for page in pages.values():
            expect(page.locator(".tournaments header")).to_contain_text(f"round {number} of 3")
        ready = [page for page in pages.values() if page.locator(".begins").count()]
        assert len(ready) == 2
        (out,) = (page for page in pages.values() if page not in ready)
        expect(out.locator(".tournament-acts")).to_contain_text(
            "You are waiting for the next round"
        )
        for page in ready:
            page.locator(".begins a").click()
            page.wait_for_selector(".board svg")
        if number == 1:  # who sits out may watch, and comes back
            out.locator("a.pairing", has_text="being played").click()
            out.wait_for_selector(".board svg")
            out.get_by_role("link", name="To the tournament").click()
            out.wait_for_url(address)
        mover = ready[0]
        if mover.locator(".table").get_attribute("data-turn") != "you":
            mover = ready[1]
        assert Player(mover, "mouse" if mover is not bob else "finger", random.Random(1)).move()
        give_up(mover)
        expect(ready[1].get_by_role("link", name="To the tournament")).to_be_visible()
        assert findings(ready[0]) == []
        for page in ready:
            page.get_by_role("link", name="To the tournament").click()
            page.wait_for_url(address)
    # All of them read the same.
    for page in pages.values():
        expect(page.locator(".tournaments header")).to_contain_text("3 players, over")
        expect(page.locator(".pairings .pairing")).to_have_count(6)
        assert findings(page) == []
    rows = ada.locator(".standings tbody tr").all_inner_texts()
    assert rows == eve.locator(".standings tbody tr").all_inner_texts()
    assert sum(float(re.split(r"\s+", row.strip())[2]) for row in rows) == 3
    for width in (320, 390):
        bob.set_viewport_size({"width": width, "height": 844})
        assert fits(bob), width


def test_computers_play_where_the_organiser_lets_them(opens: Any) -> None:
    ada = at_tournaments(opens("/tournaments"), "Ada")
    ada.get_by_label("Swiss").check()
    ada.get_by_label("Rounds").fill("2")
    ada.get_by_label("Game").select_option(label="Linja")
    ada.get_by_label("Computers and bots may take part").check()
    ada.get_by_label("I take part myself").uncheck()
    ada.get_by_role("button", name="Set up the tournament").click()
    expect(ada.locator(".tournaments")).to_contain_text("Nobody has joined yet.")
    for count in (1, 2, 3):
        ada.get_by_role("button", name="Add this computer").click()
        expect(ada.locator(".standings tbody tr")).to_have_count(count)
    ada.get_by_role("button", name="Remove Newcomer computer 3").click()
    ada.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(ada.locator(".standings tbody tr")).to_have_count(2)
    # A slow line, and an organiser who is quick: who was added before it began takes part.
    ada.evaluate(SLOW_TO_ADD)
    ada.get_by_role("button", name="Add this computer").click()
    ada.get_by_role("button", name="Begin").click()
    expect(ada.locator(".tournaments header")).to_contain_text("3 players, over", timeout=120_000)
    expect(ada.locator(".pairings")).to_have_count(2)
    expect(ada.locator(".tournaments")).to_contain_text("has a bye: a point")
    assert findings(ada) == []
    other = at_tournaments(opens("/tournaments"), "Bob")
    other.get_by_role("link", name="Linja tournament").click()
    expect(other.locator(".tournaments header")).to_contain_text("3 players, over")
    expect(other.locator(".tournaments button")).to_have_count(0)


RUNNER = """
side = 5
begins = "bbbbb/bbbbb/...../wwwww/wwwww white"
rows, turn = (begins if position == "startpos" else position).split()[:2]
board = rows.split("/")[::-1]
ours, step = ("w", 1) if turn == "white" else ("b", -1)
found = []
for rank, row in enumerate(board):
    for file, piece in enumerate(row):
        for to in (file - 1, file, file + 1) if piece == ours else ():
            if 0 <= to < side and 0 <= rank + step < side:
                there = board[rank + step][to]
                if there == "." or (there != ours and to != file):
                    far = rank if step > 0 else side - rank
                    how = "-" if there == "." else "x"
                    move = f"{'abcde'[file]}{rank + 1}{how}{'abcde'[to]}{rank + step + 1}"
                    found.append((how == "x", far, move))
print("bestmove", max(found)[2], flush=True)
"""
"""A program that knows nothing of Linden but its protocol: it takes what it can, else it runs."""
LINDEN = f"{sys.executable} -m linden engine breakthrough --player random"
COLLECT = """() => {
  window.collected = [];
  const note = () => {
    const rows = [...document.querySelectorAll(".standings tbody tr")];
    const shown = rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim()));
    if (JSON.stringify(shown) !== JSON.stringify(window.collected.at(-1)))
      window.collected.push(shown);
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  note();
}"""
"""Keep every state of the standings that is shown."""


@contextmanager
def in_a_thread(owner: Owner, bot: str, tournament: str, engine: str) -> Iterator[list[str]]:
    """What ``linden bot`` runs, until its token is revoked; what it says."""
    said: list[str] = []
    token = owner.token(bot=bot, name=bot)
    with Client(f"http://{owner.server.host}", token) as client:
        one = Bot(client, f"engine:{engine}", said.append, tournaments=[tournament])

        def run() -> None:
            try:
                one.run()
            except Refused as refused:
                said.append(refused.sentence)

        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield said
        finally:
            (mine,) = (it for it in owner.page["tokens"] if it["name"] == bot)
            owner.person.http.delete(f"/api/account/tokens/{mine['id']}")
            thread.join(PATIENCE)
            assert not thread.is_alive()


@contextmanager
def by_the_command(owner: Owner, bot: str, tournament: str, engine: str) -> Iterator[list[str]]:
    address = f"http://{owner.server.host}/tournaments/{tournament}"
    words = ("--engine", engine, "--tournament", address)
    running = Running(owner.server, owner.token(bot=bot), *words)
    try:
        yield running.said
    finally:
        running.stop()


def until(so: Callable[[], bool]) -> bool:
    """Whether this comes to be so."""
    began = time.monotonic()
    while not so() and time.monotonic() - began < PATIENCE:
        time.sleep(0.05)
    return so()


def points_in(row: list[str]) -> float:
    """As the page writes them: 1½."""
    whole, half, _ = row[2].partition("½")
    return float(whole or 0) + (0.5 if half else 0.0)


def test_a_swiss_of_eight_engines_is_watched_to_its_end(
    opens: Any, nodes: tuple[Server, Server], tmp_path: Path
) -> None:
    """Eight bots with programs of the engine protocol, four at each node, enter by themselves;
    at the second node somebody sees the standings change."""
    (here, there), runner = nodes, program(tmp_path, RUNNER)
    owners = Owner(here, "here"), Owner(there, "there")
    ada = owners[0].person
    found = new(
        ada,
        name="Eight engines",
        game="breakthrough",
        options={"side": 5},
        computers=True,
        rounds=3,
        join=False,
        clock={"kind": "game", "seconds": 120, "increment": 2},
    )
    page = opens(f"/tournaments/{found}", base_url=f"http://{there.host}")
    said: list[list[str]] = []
    with ExitStack() as playing:
        for number in range(8):
            owner, command = owners[number % 2], number in (0, 3)
            bot = owner.make_bot(f"{owner.name}e{number}")
            begins = by_the_command if command else in_a_thread
            engine = LINDEN if command else runner
            said.append(playing.enter_context(begins(owner, bot, found, engine)))
        expect(page.locator(".tournaments tbody tr")).to_have_count(8)
        page.evaluate(COLLECT)
        assert post(ada, f"{found}/start") == (200, "")
        over = wait_for(ada, found, is_over)
        expect(page.locator(".tournaments header")).to_contain_text("8 players, over")
        told = "Eight engines is over: place"
        assert until(lambda: all(any(told in one for one in heard) for heard in said)), said
    assert not [one for heard in said for one in heard if "is resigned" in one]
    check_swiss_of_eight(over)
    for game in over["games"]:
        assert ada.get(f"/api/tables/{game['table']}")["result"]["how"] == "played"
    # What was seen: from nothing to the twelve points of three rounds, and never less.
    shown = [rows for rows in page.evaluate("() => window.collected") if len(rows[0]) > 2]
    sums = [sum(map(points_in, rows)) for rows in shown]
    assert sums[0] == 0
    assert sums == sorted(sums)
    assert len(set(sums)) > 6, sums
    last = [(row[1].removesuffix(" 1500"), points_in(row)) for row in shown[-1]]
    assert last == [(one["name"], one["points"]) for one in over["standings"]]
    assert findings(page) == []
