"""``linden learn``: a game's lesson at the terminal."""

import click

from linden.cli.paint import console, say, show
from linden.cli.speaking import in_language, phrase
from linden.core.errors import IllegalMove, OptionError
from linden.core.game import load
from linden.core.lessons import Course, Step, told


class Leave(Exception):  # noqa: N818 - not an error: somebody has learnt enough for today
    """The person wants to stop."""


@click.command("learn", params=[click.Argument(["name"], metavar="GAME"), in_language()])
def learn(name: str) -> None:
    """Learn a game on its board, step by step."""
    game = load(name.lower())
    if not game.lesson:
        raise OptionError(f"{game.title} has no lesson; linden rules {game.name} tells its rules.")
    say(phrase("Type a move, hint, skip or quit."), "quiet")
    try:
        for number, step in enumerate(game.lesson, 1):
            take(game.name, step, f"{number}/{len(game.lesson)}")
    except (Leave, EOFError, KeyboardInterrupt):
        console.print()
        return
    on = f"linden play {game.name} --seats you,level1"
    say(phrase("That is all you need. Play a first game: {command}", command=on), "leaf")


def take(game: str, step: Step, which: str) -> None:
    """One step, until it is done or skipped."""
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
            return
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
