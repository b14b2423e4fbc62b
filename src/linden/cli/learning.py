"""``linden learn``: a game's lesson at the terminal."""

import json
from pathlib import Path

import click
import platformdirs

from linden.cli.files import write_whole
from linden.cli.paint import console, say, show
from linden.cli.speaking import in_language, phrase
from linden.core.errors import IllegalMove, OptionError
from linden.core.game import load
from linden.core.lessons import Course, Step, told


class Leave(Exception):  # noqa: N818 - not an error: somebody has learnt enough for today
    """The person wants to stop."""


AGAIN = click.Option(["--again"], is_flag=True, help="begin with the first step, whatever is done")


@click.command("learn", params=[click.Argument(["name"], metavar="GAME"), AGAIN, in_language()])
def learn(name: str, again: bool) -> None:
    """Learn a game on its board, step by step. What is done is kept."""
    game = load(name.lower())
    if not game.lesson:
        sentence = phrase(
            "{game} has no lesson; linden rules {name} tells its rules.",
            game=game.title,
            name=game.name,
        )
        raise OptionError(sentence)
    done = set() if again else Learnt.read(game.name)
    if all(step.name in done for step in game.lesson):
        on = f"linden learn {game.name} --again"
        say(phrase("You have done every step. Once more: {command}", command=on), "leaf")
        return
    say(phrase("Type a move, hint, skip or quit."), "quiet")
    try:
        for number, step in enumerate(game.lesson, 1):
            if step.name in done:
                continue
            if take(game.name, step, f"{number}/{len(game.lesson)}"):
                done.add(step.name)
                Learnt.write(game.name, done)
    except (Leave, EOFError, KeyboardInterrupt):
        console.print()
        return
    on = f"linden play {game.name} --seats you,level1"
    say(phrase("That is all you need. Play a first game: {command}", command=on), "leaf")


class Learnt:
    """Which steps of which lessons are done, in a file beside the games played here."""

    @staticmethod
    def path() -> Path:
        return Path(platformdirs.user_data_dir("linden")) / "learnt.json"

    @classmethod
    def every(cls) -> dict[str, list[str]]:
        """The steps done of each game; none where the file is missing or says something else."""
        try:
            found = json.loads(cls.path().read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {game: steps for game, steps in found.items() if isinstance(steps, list)}

    @classmethod
    def read(cls, game: str) -> set[str]:
        return {str(step) for step in cls.every().get(game, [])}

    @classmethod
    def write(cls, game: str, done: set[str]) -> None:
        content = json.dumps(cls.every() | {game: sorted(done)}, indent=1)
        write_whole(cls.path(), content + "\n")


def take(game: str, step: Step, which: str) -> bool:
    """One step, until it is done or skipped; whether it is done."""
    course = Course.of(game, step)
    console.print()
    say(f"{which}  {told(game, step.title)}", "leaf")
    asked = True
    while not course.over:
        if asked:
            show(course.position.view(course.learner))
            say(told(game, course.task.asks))
        line = console.input("> ").strip()
        asked = False
        if line.lower() in ("quit", "q"):
            raise Leave
        if line.lower() == "skip":
            return False
        if line.lower() == "hint":
            say(course.solution, "quiet")
            continue
        try:
            answer = course.attempt(line)
        except IllegalMove as error:
            say(str(error), "error")
            continue
        say(answer.says, "leaf" if answer.right else "")
        course, asked = answer.course, answer.right
    show(course.position.view(course.learner))
    return True
