"""A whole game as one moving picture: an SVG that shows one drawing after the other.

Drawings of one game repeat most of their parts from move to move. Each part is written once and
says, as a CSS animation, in which drawings it is to be seen; so a game of sixty moves takes a few
times what a single drawing takes. Where pictures do not move, the last position is seen.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

TAG = re.compile(r"<(?P<end>/?)(?P<name>\w+)(?P<attributes>[^>]*?)(?P<empty>/?)>|(?P<text>[^<]+)")
FOR_PAGES = re.compile(r' (?:data-[\w-]+|aria-[\w-]+|role)="[^"]*"')
IDENTITY = re.compile(r' id="([^"]*)"')
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


@dataclass(eq=False)
class Part:
    """An element, or a piece of text, and the frames it is seen in."""

    head: str
    """The tag that opens it, or the text."""
    parts: list["Part"] = field(default_factory=list)
    frames: frozenset[int] = frozenset()

    @property
    def key(self) -> str:
        """What makes it the same in two drawings. What has parts may have others; what is written
        has to be the same."""
        whole = self.head.startswith(("<g", "<svg"))
        return self.head if whole else self.head + "".join(part.key for part in self.parts)


def film(drawings: Sequence[str], seconds: float = 0.9, rest: float = 3.0) -> str:
    """The drawings one after the other, each for so many ``seconds``, the last for ``rest`` more;
    then from the beginning.

    >>> film(["<svg><g/><a/></svg>", "<svg><g/><b/></svg>"]).count("<g/>")
    1
    """
    whole = read(drawings[0], 0)
    for number, drawing in enumerate(drawings[1:], 1):
        merge(whole, read(drawing, number))
    used = {name for drawing in drawings for name in re.findall(r"url\(#([^)]+)\)", drawing)}
    classes: dict[frozenset[int], str] = {}
    inside = "".join(write(part, whole.frames, classes, used) for part in whole.parts)
    times = [seconds * number for number in range(len(drawings))]
    moving = f"<style>{''.join(rules(classes, times, times[-1] + seconds + rest))}</style>"
    return f"{largest(drawings, whole.head)}{moving}{inside}</svg>"


def read(drawing: str, number: int) -> Part:
    """The parts of one drawing."""
    frames = frozenset([number])
    outer = Part("", frames=frames)
    open_parts = [outer]
    for found in TAG.finditer(drawing):
        if found["end"]:
            open_parts.pop()
            continue
        part = Part(found[0], frames=frames)
        open_parts[-1].parts.append(part)
        if found["text"] is None and not found["empty"]:
            open_parts.append(part)
    return outer.parts[0]


def merge(known: Part, new: Part) -> None:
    """Put the parts of a drawing where they belong among those that are known, so that what lies
    above something else stays above it."""
    before = known.parts
    after = new.parts
    known.frames |= new.frames
    matcher = SequenceMatcher(
        None, [part.key for part in before], [part.key for part in after], autojunk=False
    )
    merged: list[Part] = []
    for what, start, end, first, last in matcher.get_opcodes():
        merged += before[start:end]
        if what == "equal":
            for old, same in zip(before[start:end], after[first:last], strict=True):
                merge(old, same)
        else:
            merged += after[first:last]
    known.parts = merged


def write(
    part: Part, around: frozenset[int], classes: dict[frozenset[int], str], used: set[str]
) -> str:
    """An element, with the class that says when it is seen where that is not always."""
    if not part.head.startswith("<"):
        return part.head
    head = FOR_PAGES.sub("", part.head)
    head = IDENTITY.sub(lambda found: found[0] if found[1] in used else "", head)
    if part.frames != around:
        head = _with_class(head, classes.setdefault(part.frames, f"f{len(classes)}"))
    if head.endswith("/>"):
        return head
    name = re.match(r"<(\w+)", head)
    assert name is not None
    inside = "".join(write(one, part.frames, classes, used) for one in part.parts)
    return f"{head}{inside}</{name[1]}>"


def _with_class(head: str, name: str) -> str:
    if ' class="' in head:
        return head.replace(' class="', f' class="{name} ', 1)
    end = "/>" if head.endswith("/>") else ">"
    return f'{head.removesuffix(end)} class="{name}"{end}'


def rules(
    classes: dict[frozenset[int], str], times: Sequence[float], whole: float
) -> Iterable[str]:
    """The animations: each class is seen in its frames, and in the last one without motion."""
    last = len(times) - 1
    names = ",".join(f".{name}" for name in classes.values())
    if names:
        yield f"{names}{{animation:{whole:.2f}s step-end infinite}}"
    for frames, name in classes.items():
        steps = []
        for number, time in enumerate(times):
            if number == 0 or (number in frames) != (number - 1 in frames):
                seen = "visible" if number in frames else "hidden"
                steps.append(f"{100 * time / whole:.3f}%{{visibility:{seen}}}")
        seen = "visible" if last in frames else "hidden"
        yield f".{name}{{visibility:{seen};animation-name:{name}}}"
        yield f"@keyframes {name}{{{''.join(steps)}}}"
    yield "@media(prefers-reduced-motion:reduce){*{animation:none!important}}"


def largest(drawings: Iterable[str], head: str) -> str:
    """The tag that opens the first drawing, with room for all of them."""
    sizes = [tuple(map(float, found.groups())) for one in drawings if (found := SIZE.search(one))]
    if len(set(sizes)) < 2:
        return head
    width, height = (max(size[axis] for size in sizes) for axis in (0, 1))
    return SIZE.sub(f'viewBox="0 0 {width:g} {height:g}"', head, count=1)
