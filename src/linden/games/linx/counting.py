"""Whether a position can be: what fifteen tiles a seat, and turns in order, allow by counting.

No face-down tile is ever covered, so those that lie there are all that were played; and each
covers exactly one tile that it beats. So the tiles that are neither in stock nor face up tell how
many face-down tiles there are of each symbol, and how often each seat has had its turn.
"""

from linden.core.kernel import interpreted
from linden.core.types import StateRecord
from linden.games.linx import SEATS as NAMES
from linden.games.linx.rules import BLOCK, COVERED, LINE, NEUTRAL, ON, STUCK
from linden.games.linx.stock import EACH, SYMBOLS, opening_hand
from linden.games.linx.tiles import (
    BEATS,
    LETTERS,
    WORDS,
    Tiles,
    hand_count,
    lines,
    may_hold,
    pile_count,
    place_name,
    table,
    top_tiles,
)
from linden.games.linx.window import COLUMNS, free_squares

squares_to_lay_on = interpreted(free_squares)
hand_at_start = interpreted(opening_hand)


def check(state: StateRecord) -> None:
    """Raise a ``ValueError`` that says why there can be no such position."""
    tiles = top_tiles(state)
    _check_place(state, tiles)
    if state.dealing:
        _check_deal(state, tiles)
        return
    gone = _gone(state, tiles)
    _check_symbols(state, tiles, gone)
    _check_end(state, tiles)
    _check_turns(state, tiles)


def _check_place(state: StateRecord, tiles: Tiles) -> None:
    """LX-1, LX-2: where the tiles are, and that they hang together."""
    size = table(state)[0]
    middle = size // 2 * (COLUMNS + 1)
    if state.players == 3:
        _check_block(tiles)
    elif tiles and middle not in tiles:
        raise ValueError(f"the first tile goes to {place_name(middle)}, which is empty")
    if not tiles:
        return
    reached, waiting = set[int](), [middle]
    while waiting:
        square = waiting.pop()
        if square in tiles and square not in reached:
            reached.add(square)
            column = square % COLUMNS
            sides = [step for step in (-1, 0, 1) if 0 <= column + step < COLUMNS]
            waiting += [square + row + side for row in (-9, 0, 9) for side in sides]
    for square in tiles:
        if square not in reached:
            raise ValueError(f"the tile on {place_name(square)} is cut off from the first")


def _check_block(tiles: Tiles) -> None:
    block = {
        (3 + row) * COLUMNS + 3 + column: LETTERS.index(BLOCK[row][column])
        for row in range(3)
        for column in range(3)
    }
    for square, symbol in block.items():
        if square not in tiles:
            raise ValueError(f"the neutral block is broken: {place_name(square)} is empty")
        if tiles[square][1] is not None and tiles[square] != (NEUTRAL, symbol):
            raise ValueError(
                f"{place_name(square)} shows neither the neutral {WORDS[symbol]} nor a tile "
                "face down on it"
            )
    for square, (colour, _) in tiles.items():
        if colour == NEUTRAL and square not in block:
            raise ValueError(f"there is no neutral tile on {place_name(square)}")


def _check_deal(state: StateRecord, tiles: Tiles) -> None:
    """LX-4: seat by seat, before anything is played."""
    us = int(state.turn)
    if any(colour < state.players for colour, _ in tiles.values()):
        raise ValueError("nothing is played before all opening hands are dealt")
    if state.passes:
        raise ValueError("nobody passes before all opening hands are dealt")
    for seat in range(state.players):
        full = hand_at_start(int(state.players), seat)
        due = full if seat < us else full - int(state.draws) if seat == us else 0
        if hand_count(state, seat) != due or due < 0:
            raise ValueError(
                f"{NAMES[seat]} has the wrong number of tiles at this point of the deal"
            )
        stock = [a + b for a, b in zip(state.hand[seat], state.pile[seat], strict=True)]
        if stock != [EACH] * SYMBOLS:
            raise ValueError(f"{NAMES[seat]} has not five of each symbol in hand and pile")


def _gone(state: StateRecord, tiles: Tiles) -> list[list[int]]:
    """For each seat and symbol, the tiles that lie face down or under another."""
    gone = []
    for seat in range(state.players):
        left = []
        for symbol in range(SYMBOLS):
            shown = sum(tile == (seat, symbol) for tile in tiles.values())
            stock = int(state.hand[seat, symbol] + state.pile[seat, symbol])
            if shown + stock > EACH:
                raise ValueError(
                    f"{NAMES[seat]} has {shown + stock} tiles with {WORDS[symbol]}, "
                    f"more than {EACH}"
                )
            left.append(EACH - shown - stock)
        gone.append(left)
    return gone


def _down(state: StateRecord, tiles: Tiles) -> list[int]:
    """How many tiles each seat has face down."""
    return [sum(tile == (seat, None) for tile in tiles.values()) for seat in range(state.players)]


def _check_symbols(state: StateRecord, tiles: Tiles, gone: list[list[int]]) -> None:
    """Every tile face down covers one it beats, and who owns which must come out even."""
    down = _down(state, tiles)
    buried = [0] * SYMBOLS  # neutral tiles that are covered
    if state.players == 3:
        for row in range(3):
            for column in range(3):
                if tiles[(3 + row) * COLUMNS + 3 + column][1] is None:
                    buried[LETTERS.index(BLOCK[row][column])] += 1
    total = [sum(left[symbol] for left in gone) + buried[symbol] for symbol in range(SYMBOLS)]
    wrong = "the tiles in hands, piles and on the table do not add up to five of each symbol"
    if sum(total) != 2 * sum(down):
        raise ValueError(wrong)
    # total[s] counts the face-down tiles of s and of the symbol that beats s.
    covering = []
    for symbol in range(SYMBOLS):
        twice = total[symbol] + total[BEATS[symbol]] - total[BEATS[BEATS[symbol]]]
        if twice < 0 or twice % 2 or twice // 2 < buried[BEATS[symbol]]:
            raise ValueError(wrong)
        covering.append(twice // 2)
    reachable = {(0, 0)}  # rocks and papers that the seats up to now can have face down
    for seat, left in enumerate(gone):
        reachable = {
            (rocks + r, papers + p)
            for rocks, papers in reachable
            for r in range(min(left[0], down[seat]) + 1)
            for p in range(min(left[1], down[seat] - r) + 1)
            if down[seat] - r - p <= left[2]
        }
    if (covering[0], covering[1]) not in reachable:
        raise ValueError(wrong)


def _check_end(state: StateRecord, tiles: Tiles) -> None:
    us = int(state.turn)
    for seat in range(state.players):
        for side in ("up", "down"):
            own = {
                square
                for square, (colour, symbol) in tiles.items()
                if colour == seat and (symbol is None) == (side == "down")
            }
            if lines(own) and (seat != us or state.over != LINE):
                raise ValueError(f"{NAMES[seat]} has three face {side} in a line, so has won")
            if lines(own) and all(lines(own - {square}) for square in own):
                raise ValueError(f"no one tile can have made all of {NAMES[us]}'s lines")
    if state.over == LINE and not any(_line_sides(state, tiles)):
        raise ValueError(f"{NAMES[us]} has no line")
    if all(_line_sides(state, tiles)):
        raise ValueError(f"one tile cannot have made both of {NAMES[us]}'s lines")
    most = table(state)[1] ** 2
    covered = len(tiles) == most and all(symbol is None for _, symbol in tiles.values())
    if covered and state.over not in (LINE, COVERED):
        raise ValueError("the box is full and all tiles lie face down, so it must be over")
    if state.over == COVERED and not covered:
        raise ValueError("it is over by covering only when a full box shows no tile face up")
    if state.over != ON and state.passes:
        raise ValueError("idle says nothing once the game is over")
    if state.draws > min(2, pile_count(state, us)):
        raise ValueError(f"{NAMES[us]} cannot draw {state.draws}")
    if state.draws and state.passes:
        raise ValueError("a turn that draws a tile is not idle")
    if state.passes >= state.players:
        raise ValueError("the game is over when all have passed in a row")
    idle = state.players if state.over == STUCK else state.passes
    for back in range(1, idle + 1):
        seat = (us - back) % int(state.players)
        if pile_count(state, seat) or _can_place(state, seat):
            raise ValueError(f"{NAMES[seat]} cannot have passed without drawing")


def _line_sides(state: StateRecord, tiles: Tiles) -> tuple[bool, bool]:
    """Whether the seat whose turn it is has a line face up, and one face down."""
    mine = {square: symbol for square, (colour, symbol) in tiles.items() if colour == state.turn}
    up = {square for square, symbol in mine.items() if symbol is not None}
    return bool(lines(up)), bool(lines(mine.keys() - up))


def _can_place(state: StateRecord, seat: int) -> bool:
    """Whether a seat with an empty pile, whose hand is therefore known, can place a tile."""
    if hand_count(state, seat) and squares_to_lay_on(state):
        return True
    return any(
        may_hold(state, seat, symbol) and state.shows[BEATS[symbol]] for symbol in range(SYMBOLS)
    )


def _check_turns(state: StateRecord, tiles: Tiles) -> None:
    """The tiles played and drawn tell how many turns each seat has had: all the same number."""
    us, down = int(state.turn), _down(state, tiles)
    if all(colour >= state.players for colour, _ in tiles.values()):
        hands = [hand_count(state, seat) for seat in range(state.players)]
        opening = [hand_at_start(int(state.players), seat) for seat in range(state.players)]
        if us or state.draws or hands != opening:
            raise ValueError("nobody has passed before the first tile, as all can place one")
    after = bool(state.draws) or state.over != ON  # the seat has placed its tile, or passed
    rounds, least = set[int](), 0
    for seat in range(state.players):
        full = hand_at_start(int(state.players), seat)
        due = int(state.draws) if seat == us else 0
        laid = 15 - hand_count(state, seat) - pile_count(state, seat) - down[seat]
        last = seat == us and state.over == LINE and _line_sides(state, tiles)[0]
        laid -= last  # LX-9: the winning tile draws nothing
        drawn = 15 - full - pile_count(state, seat) + due
        if drawn < 0 or (drawn % 2 and drawn != 15 - full):
            raise ValueError(f"{NAMES[seat]} cannot have drawn {drawn} since the deal")
        exact = drawn < 15 - full or due > 0
        draws = (drawn + 1) // 2
        if laid > draws and exact:
            raise ValueError(f"{NAMES[seat]} has drawn too few tiles for those laid face up")
        turns = max(draws, laid) + down[seat] + last - (seat < us or (seat == us and after))
        if turns < 0:
            raise ValueError(f"{NAMES[seat]} has not had a turn that must have been")
        least = max(least, turns)
        if exact:
            rounds.add(turns)
    if len(rounds) > 1 or (rounds and least > min(rounds)):
        raise ValueError("the seats cannot have had their turns in order")
