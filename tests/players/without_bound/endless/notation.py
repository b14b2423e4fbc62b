"""Words for moves."""

from typing import Any

WORDS = ("throw", "keep", "tail", "head")


def move_text(state: Any, move: int) -> str:
    return WORDS[move]


def read_move(state: Any, text: str) -> int:
    if text not in WORDS:
        raise ValueError(f"moves are {', '.join(WORDS)}")
    return WORDS.index(text)


def position_text(state: Any) -> str:
    return f"{state.kept[0]} {state.kept[1]} {state.gathered} {state.turn}"


def read_position(state: Any, text: str) -> None:
    words = [int(word) for word in text.split()]
    state.kept[0], state.kept[1], state.gathered, state.turn = words
