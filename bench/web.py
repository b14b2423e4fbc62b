"""How long a move takes in the browser, drawing included, over whole games of each.

    python bench/web.py [--json FILE]

A real server and a real Chromium on this machine. The clock runs in the page, from the message
that carries the move to the moment when the new drawing is in the document and laid out. Nobody
else plays: both sides sit at one screen, so no computer's thinking is in the figures.
"""

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import linden
from browser.conftest import chromium
from hands import HERE, Player, sit_down
from servers import serving

PAUSE = 150  # milliseconds a person points before clicking; what a move would do is fetched then
LEAST = 40  # moves to be measured; a short game is played again
LOOK = 200  # milliseconds after a click before the bench looks at the page, which takes it time
OPTIONS: dict[str, dict[str, Any]] = {"linage": {"komi": 0.5}}
CLOCK = """() => {
  window.trips = [];
  window.bytes = 0;
  let sent = null;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (text.includes('"move"')) sent = performance.now();
    return send.call(this, text);
  };
  new MutationObserver((changes) => {
    const drawn = changes.some((change) =>
      [...change.addedNodes].some((node) => node.nodeName === "svg"));
    if (!drawn || sent === null) return;
    document.querySelector(".board svg").getBoundingClientRect();
    window.trips.push(performance.now() - sent);
    sent = null;
  }).observe(document.querySelector(".board"), { childList: true });
}"""


def wait_until_compiled(page: Page) -> None:
    """A game whose rules are still interpreted is not what is to be measured."""
    ready = "async () => (await (await fetch('/api/home')).json()).games.every((g) => g.ready)"
    while not page.evaluate(ready):
        page.wait_for_timeout(500)


def measured(page: Page, game: str) -> dict[str, Any]:
    """Round trips of one game, in milliseconds, and what it weighed."""
    rng = random.Random(f"bench {game}")
    trips: list[float] = []
    while len(trips) < LEAST:
        sit_down(page, game, HERE, **OPTIONS.get(game, {}))
        page.evaluate(CLOCK)
        Player(page, "mouse", rng, aside=0, rest=PAUSE, look_after=LOOK).play_out()
        trips += page.evaluate("window.trips")
    trips.sort()
    return {
        "game": game,
        "moves": len(trips),
        "median": round(statistics.median(trips), 1),
        "p99": round(trips[min(len(trips) - 1, int(len(trips) * 0.99))], 1),
        "longest": round(trips[-1], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), LINDEN_PREPARE="1") as server,
        sync_playwright() as playwright,
    ):
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox)
        context = browser.new_context(base_url=f"http://{server.host}", reduced_motion="reduce")
        page = context.new_page()
        page.goto("/")
        wait_until_compiled(page)
        print(f"{'game':8} {'moves':>6} {'median':>8} {'p99':>8} {'longest':>8}  (ms)")
        for game in linden.games():
            row = measured(page, game)
            rows.append(row)
            print(
                f"{row['game']:8} {row['moves']:6} {row['median']:8} {row['p99']:8} "
                f"{row['longest']:8}"
            )
        browser.close()
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
