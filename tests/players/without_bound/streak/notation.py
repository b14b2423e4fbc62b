"""Words for moves."""

from typing import Any

WORDS = ("throw", "pass", "tail", "head")


def move_text(state: Any, move: int) -> str:
    return WORDS[move]


def read_move(state: Any, text: str) -> int:
    if text not in WORDS:
        raise ValueError(f"moves are {', '.join(WORDS)}")
    return WORDS.index(text)


def position_text(state: Any) -> str:
    return f"{state.heads[0]} {state.heads[1]} {state.turn}"


def read_position(state: Any, text: str) -> None:
    state.heads[0], state.heads[1], state.turn = (int(word) for word in text.split())
