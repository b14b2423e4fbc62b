"""The games of ``examples/`` are installed for all tests, as anybody would install theirs; and
tests are marked by what they need, so that ``make quick`` can leave some out."""

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from marks import MARKS
from sharing import shared_out

SLOW_SECONDS = 5.0
"""With a test's share of what is set up for it. A busy machine takes as long for quick ones."""

EXAMPLES = Path(__file__).parent / "examples" / "games"

# Only the files named test_* are tests there: the games' modules are loaded as linden.games.<name>.
collect_ignore_glob = [
    "examples/games/*/*.py",
    "examples/games/*/tests/[!t]*.py",
    "tests/clocks/*",  # loaded by servers whose clock is wrong
    "tests/preloading.py",  # loaded by what servers are forked from
]
# Their doctests need what may not be there; tests/envs says so where it is missing.
NEEDS = {
    "src/linden/envs/torch.py": "torch",
    "examples/learning/ppo.py": "torch",
    "examples/learning/maskable_ppo.py": "sb3_contrib",
}
collect_ignore = [path for path, library in NEEDS.items() if find_spec(library) is None]

os.environ["LINDEN_GAMES"] = os.pathsep.join(
    filter(None, (str(EXAMPLES), os.environ.get("LINDEN_GAMES")))
)


@pytest.hookimpl(optionalhook=True)  # tests run without xdist, too
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Twice as many as there are cores: tests often wait, for pages, disks and clocks; yet each
    process has all of Linden to load, and servers of its own. The quick ones hardly wait."""
    from linden.batch.threads import cores

    return cores() if "not slow" in config.getoption("markexpr") else 2 * cores()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is loaded and collected stays to the end: nobody looks through it for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    for item in items:
        for mark, tests in MARKS.items():
            if item.nodeid.startswith(tests):
                item.add_marker(mark)
    yield  # -m chooses
    if worker := getattr(config, "workerinput", None):
        items[:] = shared_out(items, worker["workercount"])


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Whatever was left out by its mark is named, so that nobody takes a part for the whole; and
    what should be left out, as ``make quick`` waits for it."""
    chosen = config.getoption("markexpr")
    left_out = {mark: tests for mark, tests in MARKS.items() if f"not {mark}" in chosen}
    if left_out:
        terminalreporter.section("left out; make test runs them")
        for mark, tests in left_out.items():
            terminalreporter.line(f"{mark}: {', '.join(tests)}")
    took: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport) and not MARKS.keys() & report.keywords.keys():
                took[report.nodeid] += report.duration
    if slow := [(test, seconds) for test, seconds in took.most_common() if seconds > SLOW_SECONDS]:
        terminalreporter.section("slow, and not in tests/marks.py")
        for test, seconds in slow:
            terminalreporter.line(f"{seconds:.1f} s  {test}")
