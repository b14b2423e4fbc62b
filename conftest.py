"""The games of ``examples/`` are installed for all tests, as anybody would install theirs."""

import os
from pathlib import Path

EXAMPLES = Path(__file__).parent / "examples" / "games"

# Only the files named test_* are tests there: the games' modules are loaded as linden.games.<name>.
collect_ignore_glob = ["examples/games/*/*.py", "examples/games/*/tests/[!t]*.py"]

os.environ["LINDEN_GAMES"] = os.pathsep.join(
    filter(None, (str(EXAMPLES), os.environ.get("LINDEN_GAMES")))
)
